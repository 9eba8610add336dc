# ===- work.py - Operations of kernels on extreme shapes --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Counts the basic blocks that kernels execute as the sizes of modes grow.

The number of entries stays the same, and a mode becomes ten times as long: the
rows of hypersparse operands, the columns of short and wide ones. A kernel may
execute a constant number of blocks for each row where a format stores a position
for it, and none for a coordinate that no operand stores. What is counted is the C
source of the kernel, compiled with gcc's coverage of basic blocks, which executes
the same loops on every processor.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from c_source import _Array, _pack, _raw_arrays
from run import DEFAULT_LIBRARY
from weft import Library, Tensor

ENTRIES = 3000
SHORT, LONG = 20_000, 200_000
FEW = 50
# Loops stay loops, and each block calls a function.
FLAGS = ["-O1", "-fno-tree-loop-distribute-patterns", "-std=c99"]
COUNTER = """#include <stdint.h>
int64_t weft_test_blocks;
void __sanitizer_cov_trace_pc(void) { ++weft_test_blocks; }
"""


@dataclass(frozen=True)
class Case:
    """`dims` has the modes of each operand: `n` is the one that grows. A kernel
    executes at most `each` blocks more for each coordinate by which it grows."""

    text: str
    formats: Mapping[str, str]
    dims: Mapping[str, str]
    each: float

    @property
    def name(self) -> str:
        return f"{self.text} with {dict(self.formats)} of {dict(self.dims)}"


def _case(text: str, formats: str, dims: str, each: float) -> Case:
    def words(listed: str) -> dict[str, str]:
        return dict(word.split(":") for word in listed.split())

    return Case(text, words(formats), words(dims), each)


# Blocks for each empty row of formats that have a position for it: the loop, the
# bounds, and what finds that nothing is there to do.
CASES = (
    _case("y(i) = A(i,j) * x(j)", "A:CSR x:s", "A:nf x:f", 3),
    _case("s = A(i,j)", "A:CSR", "A:nf", 0),
    _case("s = A(i,j)", "A:DCSR", "A:nf", 0),
    _case("C(i,j) = A(i,j) + B(i,j)", "A:CSR B:CSR C:CSR", "A:nf B:nf", 10),
    _case("C(i,j) = A(i,j) + B(i,j)", "A:DCSR B:DCSR C:DCSR", "A:nf B:nf", 0),
    _case("C(i,j) = A(i,j) * B(i,j)", "A:CSR B:CSR C:CSR", "A:nf B:nf", 9),
    _case("C(i,j) = A(i,k) * B(k,j)", "A:CSR B:CSR C:CSR", "A:nn B:nf", 25),
    _case("C(i,j) = A(i,k) * B(k,j)", "A:DCSR B:DCSR C:DCSR", "A:nn B:nf", 0),
    _case("s = A(i,j) * A(j,k) * A(i,k)", "A:CSR", "A:nn", 4),
    _case("C(i,j) = A(i,j) * B(i,k) * D(k,j)", "A:CSR B:CSR D:CSR C:CSR",
          "A:nf B:nf D:ff", 20),
    # Short and wide: no position is stored for a column.
    _case("y(i) = A(i,j) * x(j)", "A:CSR x:s", "A:fn x:n", 0),
    _case("C(i,j) = A(i,j) + B(i,j)", "A:CSR B:CSR C:CSR", "A:fn B:fn", 0),
    _case("C(i,j) = A(i,k) * B(k,j)", "A:CSR B:CSR C:CSR", "A:ff B:fn", 0),
    _case("C(i,j) = A(i,k) * B(k,j)", "A:CSR B:CSR C:CSR", "A:fn B:nf", 0),
    _case("C(i,j) = A(i,j) * B(i,k) * D(k,j)", "A:CSR B:CSR D:CSR C:CSR",
          "A:fn B:ff D:fn", 0),
    _case("s = A(i,k) * B(j,k) * D(i,j)", "A:CSR B:CSR D:CSR",
          "A:fn B:fn D:ff", 0),
)


class Counted:
    """The C source of a kernel, which counts its basic blocks."""

    def __init__(self, text: str, folder: Path) -> None:
        source, library = folder / "kernel.c", folder / "kernel.so"
        source.write_text(text)
        counter = folder / "counter.c"
        counter.write_text(COUNTER)
        for file, more in ((source, ["-fsanitize-coverage=trace-pc"]), (counter, [])):
            subprocess.run(
                ["gcc", *FLAGS, *more, "-fPIC", "-c", file]
                + ["-o", file.with_suffix(".o")],
                check=True,
            )
        objects = [file.with_suffix(".o") for file in (source, counter)]
        subprocess.run(
            ["gcc", "-shared", *objects, "-o", library, "-lm"], check=True
        )
        self.functions = ctypes.CDLL(str(library))
        self.functions.kernel.restype = ctypes.c_int64
        self.blocks = ctypes.c_int64.in_dll(
            self.functions, "weft_test_blocks"
        )

    def run(self, result: Tensor, operands: list[Tensor]) -> int:
        """How many blocks a run executes. `result` has the sizes and the number
        of arrays of what the kernel gives, which is left."""
        given = [_pack(tensor.dims, _raw_arrays(tensor)) for tensor in operands]
        arrays = [_Array()] * len(_raw_arrays(result))
        tensors = [_pack(result.dims, arrays), *given]
        self.blocks.value = 0
        status = self.functions.kernel(*map(ctypes.byref, tensors), None)
        if status != 0:
            raise RuntimeError(f"the status is {status}")
        return self.blocks.value


def _operand(library: Library, format: str, dims: tuple[int, ...], seed: str) -> Tensor:
    """Entries anywhere in the first `SHORT` coordinates of each mode, so that
    sizes alone differ."""
    pick = random.Random(seed)
    places = {
        tuple(pick.randrange(min(size, SHORT)) for size in dims)
        for _ in range(ENTRIES if len(dims) > 1 else FEW)
    }
    values = np.ones(len(places), np.float64)
    return library.tensor(format, "f64", dims, sorted(places), values)


def _measure(library: Library, case: Case) -> tuple[int, int]:
    """The blocks with a short mode and with a long one."""
    kernel = library.compile(case.text, case.formats, {}, "")
    with tempfile.TemporaryDirectory() as folder:
        counted = Counted(kernel.print("c"), Path(folder))
        found = []
        for size in (SHORT, LONG):
            operands = {
                name: _operand(
                    library,
                    case.formats[name],
                    tuple(size if mode == "n" else FEW for mode in modes),
                    f"{name} {modes}",
                )
                for name, modes in case.dims.items()
            }
            result = kernel.run(operands, {})[kernel.results[0]]
            ordered = [operands[name] for name in kernel.operands]
            found.append(counted.run(result, ordered))
    return found[0], found[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    options = parser.parse_args()
    library = Library(str(options.library))
    library.set_num_threads(1)
    failed = 0
    for case in CASES:
        short, long = _measure(library, case)
        each = (long - short) / (LONG - SHORT)
        # Entries that are drawn take as many blocks in both.
        fails = each > case.each + 0.01
        failed += fails
        print(
            f"{'FAILED' if fails else 'passed'}: {case.name}: {short} blocks, "
            f"{each:.2f} more for each coordinate (at most {case.each:g})"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
