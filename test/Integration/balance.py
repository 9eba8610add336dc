# ===- balance.py - Parts of equal work -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Counts the work of the parts of loops that are balanced.

Operands have half of their entries in one row, and as many as it takes for the
numbers to say something. The C source of a kernel (`-emit=c`) is changed so that
each loop of it counts its iterations for the part that it runs in, be they
searches, work or copies, and the largest of eight parts, one for each of eight
threads, is compared with their mean. (Sorts are not in proportion to anything
that is counted: they merge what runs there are.) A loop over as many rows each
must fail, so that the test is known to see what it is about.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from c_source import Source, _Array, _free, _pack, _raw_arrays
from execute import Mismatch
from run import DEFAULT_LIBRARY
from weft import Library, Tensor

PARTS = 8
ENTRIES = 20000
LARGEST_RATIO = 1.1


@dataclass(frozen=True)
class Balanced:
    """A kernel over parts `p`. `divided` is the same with parts of as many
    coordinates."""

    text: str
    formats: Mapping[str, str]
    steps: str
    divided: str
    sizes: Mapping[str, int] = field(
        default_factory=lambda: {"i": 300, "j": 20000}
    )
    # The operands without a heavy slice: one that is looked up is no part's to
    # divide.
    even: str = ""

    @property
    def accesses(self) -> dict[str, str]:
        """The index variables of each tensor."""
        return {
            name: indices.replace(",", "")
            for name, indices in re.findall(r"(\w+)\(([^)]*)\)", self.text)
        }

    def dims(self, tensor: str) -> tuple[int, ...]:
        return tuple(self.sizes[index] for index in self.accesses[tensor])


SUM3 = "A(i,j) = B(i,j) + C(i,j) + D(i,j)"
KERNELS = (
    Balanced(
        "y(i) = A(i,j) * x(j)",
        {"A": "CSR"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,Temporary)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
    ),
    Balanced(
        SUM3,
        {"B": "CSR", "C": "CSR", "D": "CSR"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
    ),
    Balanced(
        SUM3,
        {"B": "CSR", "C": "COO", "D": "DCSR"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "fuse(i,j,f),divide(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
    ),
    Balanced(
        "A(i,j) = B(i,j) * C(i,j) + D(i,j)",
        {"B": "CSR", "C": "DCSR", "D": "CSR"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
    ),
    Balanced(
        "A(i,j) = B(i,j,k) * c(k)",
        {"B": "CSF"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
        {"i": 50, "j": 200, "k": 200},
    ),
    # Sparse results, whose parts share rows.
    Balanced(
        SUM3,
        {"A": "CSR", "B": "CSR", "C": "CSR", "D": "CSR"},
        "fuse(i,j,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
    ),
    Balanced(
        "C(i,j) = A(i,k) * B(k,j)",
        {"A": "CSR", "B": "CSR", "C": "CSR"},
        "fuse(i,k,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
        {"i": 300, "k": 20000, "j": 60000},
        even="B",
    ),
    Balanced(
        "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
        {"A": "CSR", "B": "CSF", "C": "CSR", "D": "CSR"},
        # Filling tables is work that parts are not balanced by.
        "fuse(i,k,f),balance(f,p,f1,8),parallelize(p,CPUThread,NoRaces),"
        "lookup_tables(off)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces),lookup_tables(off)",
        {"i": 50, "k": 600, "l": 600, "j": 60},
    ),
    # Work is what is looked up, rather than the entries that say so.
    Balanced(
        "C(i,j) = A(i,k) * B(k,j)",
        {"A": "CSR", "B": "CSR"},
        "fuse(i,k,f),balance(f,p,f1,8),parallelize(p,CPUThread,Temporary)",
        "divide(i,p,i1,8),parallelize(p,CPUThread,NoRaces)",
        {"i": 300, "k": 20000, "j": 50},
    ),
    Balanced(
        "C(i,j) = A(i,k) * B(k,j)",
        {"A": "CSC", "B": "CSR"},
        "fuse(k,i,f),balance(f,p,f1,8),parallelize(p,CPUThread,Temporary)",
        "divide(k,p,k1,8),parallelize(p,CPUThread,Temporary)",
        {"i": 300, "k": 306, "j": 6000},
    ),
)


def _skewed(
    pick: np.random.Generator, dims: tuple[int, ...], turn: int, even: bool
) -> np.ndarray:
    """Coordinates, half of which are in one slice of the first mode unless they
    are even. Operands take turns in the last mode, so that a step of a merge
    visits one entry."""
    rest = np.stack([pick.integers(0, size, ENTRIES) for size in dims], axis=1)
    heavy = rest.copy()
    if not even:
        heavy[:, 0] = dims[0] // 3
    for where in (rest, heavy):
        where[:, -1] = where[:, -1] // 3 * 3 + turn % 3
    heavy = heavy[heavy[:, -1] < dims[-1]]
    rest = rest[rest[:, -1] < dims[-1]]
    return np.unique(np.concatenate([rest, heavy]), axis=0)


def instrument(source: str) -> str:
    """Lets all loops count in `work`, by part; what is outside of the loops over
    parts counts behind the last. There are as many threads as parts, of which
    each appends one."""
    head, body = source.split("int64_t kernel(")
    body = re.sub(
        r"\b(?:for|while) \((?:[^(){}]|\([^(){}]*\))*\) \{",
        r"\g<0> work[worker]++;",
        body,
    )
    body, found = re.subn(
        r"(#pragma omp parallel for[^\n]*\n#endif\n *for \(int64_t )"
        r"(\w+)([^{}]*)\) \{",
        rf"\1\2\3, worker = {PARTS}) {{ worker = \2;",
        body,
    )
    if found == 0:
        raise Mismatch("source", "there is no parallel loop")
    head = head.replace("return 1;\n#endif", f"return {PARTS};\n#endif")
    counters = f"int64_t work[{PARTS + 1}], worker = {PARTS};\n"
    return f"{head}{counters}int64_t kernel({body}"


def count(library: Library, kernel: Balanced, steps: str) -> float:
    """The largest work of a part over the mean."""
    compiled = library.compile(kernel.text, kernel.formats, {}, f"schedule={steps}")
    pick = np.random.default_rng(7)
    operands: dict[str, Tensor] = {}
    for name in compiled.operands:
        dims = kernel.dims(name)
        format = kernel.formats.get(name)
        turn = len(operands)
        where = (
            _skewed(pick, dims, turn, name in kernel.even)
            if format
            else np.arange(dims[0])[:, None]
        )
        operands[name] = library.tensor(
            format or "d", "f64", dims, where.tolist(), np.ones(len(where))
        )
    given = [
        _pack(operands[name].dims, _raw_arrays(operands[name]))
        for name in compiled.operands
    ]
    name = compiled.results[0]
    dims, format = kernel.dims(name), kernel.formats.get(name)
    empty = library.tensor(format or "d" * len(dims), "f64", dims, [], [])
    result = _pack(dims, [_Array() for _ in _raw_arrays(empty)])
    with tempfile.TemporaryDirectory() as folder:
        text = instrument(compiled.print("c"))
        source = Source.compile(text, "gcc", "gcc", Path(folder))
        if status := source.run([result], given):
            raise Mismatch("status", f"the status is {status}")
        work = (ctypes.c_int64 * PARTS).in_dll(source.functions, "work")
        for number in range(result.num_arrays):
            _free(result.arrays[number].data)
        return max(work) / np.mean(work)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    options = parser.parse_args()
    if not shutil.which("gcc"):
        print("there is no gcc, which counting takes")
        return 0
    library = Library(str(options.library))
    failures = 0
    for kernel in KERNELS:
        balanced = count(library, kernel, kernel.steps)
        divided = count(library, kernel, kernel.divided)
        passed = balanced <= LARGEST_RATIO < divided
        failures += not passed
        print(
            f"{'ok' if passed else 'FAILED'}: {kernel.text}: largest over mean "
            f"{balanced:.3f}, of parts of as many coordinates {divided:.3f}"
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
