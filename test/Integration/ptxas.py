# ===- ptxas.py - The default kernels of a GPU in NVIDIA's assembler --------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Assembles the default kernels of a GPU for four architectures, and fails where
one spills registers or has a stack. Exits with 77 where there is no ptxas."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gpu_counts import KERNELS
from run import DEFAULT_LIBRARY
from weft import Library

ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_100")
SKIPPED = 77
CODE = re.compile(r'_code = [^"]*c"((?:[^"\\]|\\.)*)"')


def read_ptx(printed: str) -> list[str]:
    """The device code in a module of LLVM, of each version of a kernel."""
    found = CODE.findall(printed)
    if not found:
        raise SystemExit("error: the kernel has no device code")
    return [
        re.sub(
            r"\\([0-9A-Fa-f]{2})", lambda x: chr(int(x[1], 16)), text
        ).rstrip("\0")
        for text in found
    ]


def assemble(ptxas: str, ptx: str, architecture: str) -> tuple[str, int]:
    """What is wrong with a kernel, empty if nothing is; and its registers."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.ptx")
        path.write_text(ptx)
        run = subprocess.run(
            [ptxas, "-v", f"-arch={architecture}", "-o", "/dev/null", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode:
        return run.stderr.strip(), 0
    used = re.search(r"Used (\d+) registers", run.stderr)
    memory = re.findall(
        r"(\d+) bytes (stack frame|spill stores|spill loads)", run.stderr
    )
    if not used or not memory:
        return f"unexpected output of ptxas: {run.stderr.strip()}", 0
    found = [f"{number} bytes {what}" for number, what in memory if number != "0"]
    return ", ".join(found), int(used[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--ptxas", default=shutil.which("ptxas"))
    options = parser.parse_args()
    if not options.ptxas:
        print("skipped: ptxas was not found; it comes with a CUDA toolkit")
        return SKIPPED
    library, failed = Library(str(options.library)), 0
    for kernel in KERNELS:
        compiled = library.compile(kernel.text, kernel.formats, {}, "target=gpu")
        for ptx in read_ptx(compiled.print("llvm")):
            registers = []
            for architecture in ARCHITECTURES:
                problem, used = assemble(options.ptxas, ptx, architecture)
                registers.append(f"{architecture} {used}")
                if problem:
                    failed += 1
                    print(f"FAILED {kernel.name}, {architecture}: {problem}")
            print(f"{kernel.name}: registers {', '.join(registers)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
