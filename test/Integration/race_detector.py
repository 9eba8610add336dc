# ===- race_detector.py - Kernels under ThreadSanitizer ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs kernels on threads under ThreadSanitizer.

The optimized LLVM IR of a kernel is instrumented and linked with a program that
runs it (race_detector.c), for several numbers of threads and several random
operands. That OpenMP's barriers order accesses is what libarcher tells the
sanitizer. Kernels with each race strategy and each way to assemble a result run
without a report and give what they give without the sanitizer; a kernel whose
races are ignored is reported, which shows that the test can see one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY, HERE
from weft import Kernel, Library, Tensor

THREADS = (1, 2, 8)
REPORT = "WARNING: ThreadSanitizer: data race"
DTYPE = np.dtype(np.float64)
NUM_ROWS, NUM_COLUMNS = 37, 29


@dataclass(frozen=True)
class Case:
    """A kernel with a schedule. Its matrices have `shape`, which is square where
    two of them are multiplied."""

    text: str
    schedule: str
    formats: Mapping[str, str] = field(default_factory=dict)
    options: str = ""
    races: bool = False
    shape: tuple[int, int] = (NUM_ROWS, NUM_COLUMNS)

    def arrays(self, name: str, tensor: Tensor) -> list[np.ndarray]:
        """Those of a tensor; a bitmap has bytes."""
        kind = np.int8 if "b" in self.formats.get(name, "") else np.int32
        return tensor.arrays(DTYPE, [np.dtype(kind)] * 4)

    def __str__(self) -> str:
        formats = " ".join(f"{key}:{value}" for key, value in self.formats.items())
        return f"{self.text} {formats} {self.schedule} {self.options}".strip()


ROWS = "parallelize(i,CPUThread,NoRaces)"
DYNAMIC = "parallelize(i,CPUThread,NoRaces,dynamic,3)"
SUM = "C(i,j) = A(i,j) + B(i,j)"
PRODUCT = "C(i,j) = A(i,k) * B(k,j)"
COLUMNS = "y(j) = A(i,j) * x(i)"


def _all(format: str) -> dict[str, str]:
    return {"A": "CSR", "B": "CSR", "C": format}


SQUARE = (NUM_ROWS, NUM_ROWS)
CASES = [
    Case("y(i) = A(i,j) * x(j)", ROWS, {"A": "CSR"}),
    Case("y(i) = A(i,j) * x(j)", DYNAMIC, {"A": "CSR"}),
    Case(
        "y(i) = A(i,j)",
        "fuse(i,j,f),pos(f,p,A),divide(p,p0,p1,5),"
        "parallelize(p0,CPUThread,Temporary)",
        {"A": "CSR"},
    ),
    Case(COLUMNS, "parallelize(i,CPUThread,Atomics)", {"A": "CSR"}),
    Case(
        COLUMNS,
        "divide(i,i0,i1,6),parallelize(i0,CPUThread,Temporary)",
        {"A": "CSR"},
    ),
    # A scalar that threads update, also one that may be absent; and partial
    # results that are stored where there are any.
    *(
        Case(f"{text} A(i,j){end}", f"{parts}parallelize({loop},CPUThread,{races})",
             {"A": "CSR"})
        for text, end in (("a =", ""), ("a = max(i,j,", ")"), ("a = 2 * sum(i,j,", ")"))
        for parts, loop, races in (
            ("", "i", "Atomics"),
            ("divide(i,i0,i1,6),", "i0", "Temporary"),
        )
    ),
    # Results that are counted, appended to in parts, and inserted into.
    Case(SUM, ROWS, _all("CSR"), "assembly=two_phase"),
    Case(PRODUCT, ROWS, _all("CSR"), "assembly=two_phase", shape=SQUARE),
    *(
        Case(SUM, schedule, _all(format))
        for format in ("CSR", "DCSR", "COO", "db")
        for schedule in (ROWS, DYNAMIC)
    ),
    *(
        Case(
            SUM,
            "fuse(i,j,f),balance(f,f0,f1,7),parallelize(f0,CPUThread,NoRaces)",
            _all(format),
        )
        for format in ("CSR", "COO")
    ),
    Case(
        PRODUCT,
        "balance(i,i0,i1,5),parallelize(i0,CPUThread,NoRaces)",
        _all("CSR"),
        shape=SQUARE,
    ),
    # Segments that parts fill in any order of their parents.
    Case("C(i,j) = A(i,j)", ROWS, {"A": "CSR", "C": "CSC"}),
    Case(SUM, DYNAMIC, _all("CSC")),
    Case(
        SUM,
        "fuse(i,j,f),balance(f,f0,f1,7),parallelize(f0,CPUThread,NoRaces)",
        _all("CSC"),
    ),
    Case(
        "C(i,j) = A(i,j)",
        "fuse(i,j,f),pos(f,p,A),divide(p,p0,p1,5),"
        "parallelize(p0,CPUThread,NoRaces)",
        {"A": "COO", "C": "CSC"},
    ),
    # A list of entries, several of which are one component.
    Case(
        PRODUCT,
        "fuse(k,i,f),balance(f,f0,f1,5),parallelize(f0,CPUThread,NoRaces)",
        {"A": "CSC", "B": "CSR", "C": "CSR"},
        shape=SQUARE,
    ),
    Case(SUM, ROWS, _all("DCSR"), "assembly=assemble"),
    Case(PRODUCT, ROWS, _all("CSR"), shape=SQUARE),
    Case(PRODUCT, DYNAMIC, _all("DCSR"), shape=SQUARE),
    # Loops that nobody asked threads for.
    Case("y(i) = A(i,j) * x(j)", "", {"A": "CSR"}),
    Case("y(i) = A(i,j) * x(j)", "", {"A": "DCSR"}),
    Case("C(i,j) = A(i,k) * B(k,j)", "", {"A": "CSR"}, shape=SQUARE),
    Case(SUM, "", {"A": "CSR", "B": "CSR"}),
    # What this test is for.
    Case(
        COLUMNS,
        "parallelize(i,CPUThread,IgnoreRaces)",
        {"A": "CSR"},
        "allow-races",
        races=True,
    ),
]


def _operands(
    library: Library, case: Case, kernel: Kernel, seed: int
) -> dict[str, Tensor]:
    """Random tensors of small integers, which any order sums alike."""
    pick = np.random.default_rng(seed)
    tensors = {}
    for name in kernel.operands:
        dims: tuple[int, ...] = case.shape
        if name == "x":
            dims = (case.shape["x(j)" in case.text],)
        present = pick.random(dims) < (0.2 if len(dims) == 2 else 1)
        coordinates = np.argwhere(present)
        tensors[name] = library.tensor(
            case.formats.get(name, "d" * len(dims)),
            "f64",
            dims,
            coordinates.tolist(),
            pick.integers(1, 9, len(coordinates)).astype(DTYPE),
        )
    return tensors


def _pack(dims: Sequence[int], arrays: Sequence[np.ndarray]) -> bytes:
    parts = [struct.pack(f"=q{len(dims)}qq", len(dims), *dims, len(arrays))]
    for array in arrays:
        data = array.tobytes()
        parts += [struct.pack("=qq", len(array), len(data)), data]
    return b"".join(parts)


class Program:
    """A kernel and what runs it, instrumented."""

    def __init__(self, case: Case, kernel: Kernel, options: argparse.Namespace,
                 folder: Path) -> None:
        self.case, self.folder = case, folder
        self.options = options
        # The code of the kernel, not what it calls of the C library.
        text = re.sub(
            r"^(define .*?)(?= (?:personality [^{]*)?\{$)",
            r"\1 sanitize_thread",
            kernel.print("llvm"),
            flags=re.MULTILINE,
        )
        source, self.path = folder / "kernel.ll", folder / "kernel"
        source.write_text(text)
        build = options.library.parent
        subprocess.run(
            [
                *(options.clang, "-fsanitize=thread", "-O1", "-w", "-fPIC"),
                *("-I", str(HERE.parent.parent / "include")),
                *("-x", "ir", str(source), "-x", "c"),
                *(str(HERE / "race_detector.c"), "-o", str(self.path)),
                *(f"-L{build}", f"-Wl,-rpath,{build}", "-lweft_runtime"),
                *(f"-L{options.openmp}", f"-Wl,-rpath,{options.openmp}"),
                # The runtime looks for it where the kernel does not need it.
                *("-Wl,--no-as-needed", "-lomp", "-lm"),
            ],
            check=True,
        )

    def run(self, operands: Mapping[str, Tensor], expected: Mapping[str, Tensor]
            ) -> tuple[bool, list[bytes]]:
        """Whether a race was reported, and the results for each number of
        threads."""
        given, found = self.folder / "given", self.folder / "found"
        tensors, sizes = [], []
        for name, tensor in expected.items():
            arrays = self.case.arrays(name, tensor)
            tensors.append(_pack(tensor.dims, [array[:0] for array in arrays]))
            sizes += [array.itemsize for array in arrays]
        for name, tensor in operands.items():
            arrays = self.case.arrays(name, tensor)
            tensors.append(_pack(tensor.dims, arrays))
        counts = struct.pack("=qq", len(expected), len(tensors))
        given.write_bytes(
            counts + b"".join(tensors) + struct.pack(f"={len(sizes)}q", *sizes)
        )
        environment = {
            **os.environ,
            "OMP_TOOL_LIBRARIES": str(self.options.openmp / "libarcher.so"),
            "WEFT_SHARE_FROM": "0",
            "TSAN_OPTIONS": "ignore_noninstrumented_modules=1 exitcode=0",
        }
        done = subprocess.run(
            [self.path, given, found, *map(str, THREADS)],
            env=environment, capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"status {done.returncode}: {done.stderr[:2000]}")
        if REPORT in done.stderr and not self.case.races:
            print(done.stderr[:4000])
        return REPORT in done.stderr, [found.read_bytes()]


def _expected(case: Case, results: Mapping[str, Tensor]) -> bytes:
    parts = [struct.pack("=q", 0)]
    for name, tensor in results.items():
        for array in case.arrays(name, tensor):
            parts += [struct.pack("=q", len(array)), array.tobytes()]
    return b"".join(parts) * len(THREADS)


def check(library: Library, case: Case, options: argparse.Namespace) -> str:
    """What is wrong; empty if nothing is."""
    serial = library.compile(case.text, case.formats, {}, "schedule=none")
    schedule = f" schedule={case.schedule}" if case.schedule else ""
    kernel = library.compile(
        case.text, case.formats, {}, case.options + schedule
    )
    assembles = "assembly=assemble" in case.options
    reported = False
    with tempfile.TemporaryDirectory() as folder:
        program = Program(case, kernel, options, Path(folder))
        for seed in range(options.seeds):
            operands = _operands(library, case, kernel, seed)
            results = serial.run(operands, {})
            races, found = program.run(operands, results)
            reported |= races
            if assembles or case.races:
                continue
            if found != [_expected(case, results)]:
                return "the results differ"
    if reported != case.races:
        return "a race is reported" if reported else "no race is reported"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument(
        "--openmp", type=Path, default=Path("/usr/lib/llvm-22/lib")
    )
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    if not shutil.which(options.clang):
        parser.error(f"there is no {options.clang}")
    library = Library(str(options.library))
    failed = 0
    cases = [case for case in CASES if options.filter.search(str(case))]
    for case in cases:
        problem = check(library, case, options)
        failed += bool(problem)
        print(f"{'FAILED' if problem else 'passed'} {case}" +
              (f": {problem}" if problem else ""))
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
