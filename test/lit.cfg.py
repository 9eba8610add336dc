"""The lit suite: which files are tests, and the tools that they run.

With `--param roundtrip=1`, weft-opt prints what it has parsed as text and as
bytecode, reads both back and compares, in every test of the suite.
"""

import os
import shlex
import shutil
import sys

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.dirname(__file__))
from quoting import QuotingShTest  # noqa: E402

roundtrip = lit_config.params.get("roundtrip", "0") not in ("", "0")

config.name = "Weft (round trip)" if roundtrip else "Weft"
config.test_format = QuotingShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
# The two runs may be at work at the same time.
config.test_exec_root = os.path.join(
    config.weft_obj_root, "test", "roundtrip" if roundtrip else "plain"
)

llvm_config.use_default_substitutions()
config.environment["WEFT_VERIFY_IR"] = "1"
config.environment["WEFT_CHECK_RESULTS"] = "1"
# What a test compiles comes from no other run.
config.environment["WEFT_CACHE"] = "0"
for directory in (config.llvm_tools_dir, config.weft_tools_dir):
    llvm_config.with_environment("PATH", directory, append_path=True)
for key in ("weft_src_root", "weft_lib_dir", "weft_plugin", "llvm_lib_dir"):
    path = shlex.quote(getattr(config, key))
    config.substitutions.append(("%" + key, path))

# Tests that execute what weft-sparsifier lowers. %weft_run runs @main of a
# module of the llvm dialect; %weft_serial are the options for one thread
# without vectors, and with %weft_threads, threads share loops of any length.
runner_libraries = [os.path.join(config.weft_lib_dir, "libweft_runtime.so")]
for name in (
    *("libmlir_c_runner_utils.so", "libmlir_runner_utils.so"),
    # That of schedules with loops that always run on threads.
    "libomp.so",
):
    path = os.path.join(config.llvm_tools_dir, "..", "lib", name)
    if os.path.exists(path):
        runner_libraries.append(path)
config.substitutions += [
    (
        "%weft_run",
        "mlir-runner -e main -entry-point-result=void -shared-libs="
        + shlex.quote(",".join(runner_libraries)),
    ),
    ("%weft_serial", "schedule=none vectors=false"),
    # Compiles LLVM IR from standard input to a program with AddressSanitizer,
    # whose name follows.
    (
        "%weft_sanitize",
        "opt -passes=forceattrs -force-attribute=sanitize_address | "
        "clang -fsanitize=address -O1 -w -x ir - -x none "
        + " ".join(
            f"{shlex.quote(path)} -Wl,-rpath,{shlex.quote(os.path.dirname(path))}"
            for path in runner_libraries[:2]
        )
        + " -o",
    ),
    ("%weft_threads", "OMP_NUM_THREADS=3 WEFT_SHARE_FROM=0"),
]

# Tests of object files and of compressed input take other programs.
for program in (
    *("cc", "nm", "readelf", "gzip", "xz", "mlir-opt", "nvcc"),
    "ptxas",
    *("clang", "opt"),
):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(program)

llvm_config.add_tool_substitutions(
    [
        ToolSubst(
            "weft-opt",
            command=shlex.quote(os.path.join(config.weft_tools_dir, "weft-opt")),
            extra_args=["--verify-roundtrip"] if roundtrip else [],
        )
    ]
)
