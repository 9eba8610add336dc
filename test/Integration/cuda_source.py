# ===- cuda_source.py - Kernels as CUDA source ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles the CUDA source of kernels, and compares with the PTX machine.

The source is that of `-emit=cuda`, for the schedules of docs/Schedules for GPUs,
the default ones, and some with workspaces in shared memory and updates that no
instruction does. g++ compiles it with weft/Target/C/CudaEmulation.h, whose threads are
fibers, and the results have the numbers that the same kernel gives on the PTX
machine. Where there is nvcc, it compiles each source as well.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from ctypes import byref, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from c_source import _Array, _free, _pack, _raw_arrays
from catalogue import Schedule
from catalogue_gpu import CATALOGUE_GPU, OPERANDS
from execute import Mismatch
from fuzz_case import Data, FuzzCase
from fuzz_execute import _store
from kernel import to
from notation import reduce
from run import DEFAULT_LIBRARY
from schedules import draw_data
from symbols import A, i, j, x, y
from weft import Kernel, Library, WeftError

INCLUDE = Path(__file__).resolve().parents[2] / "include"
WARNINGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
FLAGS = ["-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
TYPES = {
    "f64": np.float64,
    "i64": np.int64,
    "i8": np.int8,
    "i16": np.int16,
    "f16": np.float16,
    # The bits: NumPy has no such numbers.
    "bf16": np.uint16,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
# Sizes, as a share of the largest, and densities.
DATA = ((1.0, 0.3), (0.4, 0.05), (1.0, 0.0))
MORE = (
    # A result with the structure of an operand.
    Schedule("sddmm_sparse", OPERANDS["sddmm"][0], {"B": "CSR", "A": "CSR"}, None),
    # Atomic updates, which no instruction does for numbers of one byte.
    Schedule("columns", to(y(j), A(i, j) * x(i)), {"A": "CSR"}, None),
    # Maxima of a block, which are combined in shared memory.
    Schedule(
        "largest_products",
        to(y(i), reduce("max", j, A(i, j) * x(j))),
        {"A": "CSR"},
        "parallelize(i,GPUBlock,IgnoreRaces),parallelize(j,GPUThread,Atomics)",
    ),
)
# Complex sums are exchanged in two parts, and not updated atomically.
COMPLEX = ("spmv_default", "spmm_default", "ttm_default", "sddmm_default")
# Those of which numbers of 16 bits are checked. Floating-point sums of these have
# a scalar of 32 bits, with which not all schedules of the others work.
SHORT = ("spmv_default", "largest_products", "columns", "sddmm_sparse")


@dataclass(frozen=True)
class Source:
    """The CUDA source of a kernel, compiled for the processor."""

    function: ctypes._CFuncPtr

    @staticmethod
    def compile(text: str, compiler: str, folder: Path) -> Source:
        source, library = folder / "kernel.cu", folder / "kernel.so"
        source.write_text(text)
        command = [compiler, *WARNINGS, *FLAGS, f"-I{INCLUDE}", "-x", "c++"]
        run_compiler([*command, "-shared", "-fPIC", source, "-o", library])
        function = ctypes.CDLL(str(library)).kernel
        function.restype = c_int64
        return Source(function)


def run_compiler(command: list[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shown = "\n".join(done.stderr.splitlines()[:12])
        raise Mismatch("compiler", f"{command[0]}: {shown}")


def run(
    library: Library, kernel: Kernel, source: Source, case: FuzzCase, data: Data
) -> None:
    stored = {
        name: _store(library, case, name, entries)[0]
        for name, entries in data.operands.items()
    }
    expected = kernel.run(stored, {})
    given = [
        _pack(stored[name].dims, _raw_arrays(stored[name]))
        for name in kernel.operands
    ]
    results = [
        _pack([*tensor.dims, 0], [_Array()] * len(_raw_arrays(tensor)))
        for tensor in expected.values()
    ]
    status = source.function(
        *(byref(tensor) for tensor in (*results, *given)), None
    )
    if status != 0:
        raise Mismatch("status", f"the status is {status}")
    for (name, tensor), result in zip(expected.items(), results, strict=True):
        arrays = _raw_arrays(tensor)
        for number, array in enumerate(arrays):
            is_values = number == len(arrays) - 1
            kind = np.dtype(TYPES[case.types[name]] if is_values else np.int32)
            got = result.arrays[number]
            same = got.length == array.length and np.array_equal(
                _read(got, kind), _read(array, kind)
            )
            if not same:
                raise Mismatch("numbers", f"array {number} of {name} differs")
            _free(got.data)


def _read(array: _Array, kind: np.dtype) -> np.ndarray:
    size = array.length * kind.itemsize
    return np.frombuffer(
        ctypes.string_at(array.data, size) if size else b"", kind
    )


def check(
    library: Library, schedule: Schedule, type: str, compilers: dict[str, str]
) -> list[str]:
    """What is wrong with a schedule; empty if nothing is."""
    case = schedule.case(type)
    formats = {name: f for name, f in case.formats.items() if f}
    pick = random.Random(schedule.name)
    try:
        kernel = library.compile(
            case.text, formats, case.types, f"{case.options} target=gpu".strip()
        )
        text = kernel.print("cuda")
        with tempfile.TemporaryDirectory() as folder:
            source = Source.compile(text, compilers["g++"], Path(folder))
            if "nvcc" in compilers:
                run_compiler(
                    [compilers["nvcc"], "-arch=sm_75", "-ptx",
                     Path(folder, "kernel.cu"), "-o", Path(folder, "kernel.ptx")]
                )
        for share, density in DATA:
            data = draw_data(pick, case, share, density)
            run(library, kernel, source, case, data)
    except (Mismatch, WeftError) as error:
        return [f"{type}: {error}"]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--nvcc", default=shutil.which("nvcc"))
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    os.environ["WEFT_GPU"] = "emulate"
    compilers = {"g++": options.gxx}
    if options.nvcc:
        compilers["nvcc"] = options.nvcc
    else:
        print("skipped: nvcc was not found; it comes with a CUDA toolkit")
    library, failed = Library(str(options.library)), 0
    chosen = [
        x for x in (*CATALOGUE_GPU, *MORE) if options.filter.search(x.name)
    ]
    for schedule in chosen:
        found = check(library, schedule, "f64", compilers)
        # nvcc takes long.
        for type in ("i64", "i8"):
            found += check(library, schedule, type, {"g++": options.gxx})
        if schedule.name in SHORT:
            found += check(library, schedule, "i16", {"g++": options.gxx})
            for type in ("f16", "bf16"):
                found += check(library, schedule, type, compilers)
        if schedule.name in COMPLEX:
            found += check(library, schedule, "complex<f64>", compilers)
            found += check(
                library, schedule, "complex<f32>", {"g++": options.gxx}
            )
        failed += bool(found)
        print("FAILED" if found else "passed", schedule.name, *found, sep="  ")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
