# ===- loop_costs.py - Printed costs against counted iterations -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares the costs that explanations print with counted iterations.

The explanation of a run has a number beside the cost of each loop. The check counts
the iterations of the same loop: the tuples of values that the variables of the loop
and of those around it take, which it computes from the stored coordinates and the
derivations in the printed notation. Costs round tiles up, so that they may exceed
the count, by less than a factor of two at these sizes. The printed total is the sum
of all printed numbers, and at least the sum of the counts.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

Point = dict[str, int]

SIZES = {"i": 90, "j": 70, "k": 20, "l": 20, "m": 6, "n": 5}
# Every third row of a sparse matrix is empty, so that entries are fewer than rows.
ROWS_WITHOUT_ENTRIES = 3
# The levels of a format, from the outermost, that have all coordinates.
FULL_LEVELS = {"CSR": 1, "CSF": 0}


@dataclass(frozen=True)
class Statement:
    """A text, the indices of its operands, and the formats of the sparse ones."""

    text: str
    operands: dict[str, str]
    formats: dict[str, str] = field(default_factory=dict)


DOT = Statement("a = b(i) * c(i)", {"b": "i", "c": "i"})
SPMV = Statement("y(i) = A(i,j) * x(j)", {"A": "ij", "x": "j"}, {"A": "CSR"})
MATVEC = Statement("y(i) = A(i,j) * x(j)", {"A": "ij", "x": "j"})
OUTER = Statement("C(i,m) = b(i) * c(m)", {"b": "i", "c": "m"})
SPMM = Statement(
    "C(i,k) = A(i,j) * B(j,k)", {"A": "ij", "B": "jk"}, {"A": "CSR"}
)
MATMUL = Statement("C(i,k) = A(i,l) * B(l,k)", {"A": "il", "B": "lk"})
SDDMM = Statement(
    "C(i,j) = A(i,j) * B(i,k) * D(j,k)",
    {"A": "ij", "B": "ik", "D": "jk"},
    {"A": "CSR", "C": "CSR"},
)
MTTKRP = Statement(
    "C(i,l) = A(i,m,n) * B(m,l) * D(n,l)",
    {"A": "imn", "B": "ml", "D": "nl"},
    {"A": "CSF"},
)

POSITIONS = "fuse(i,j,f),pos(f,p,A)"
# Statements, schedules and other options.
CASES: tuple[tuple[Statement, str, str], ...] = (
    (DOT, "split(i,i0,i1,32)", ""),
    (DOT, "split(i,i0,i1,32),split(i0,i00,i01,2)", ""),
    (DOT, "split(i,i0,i1,32),split(i1,i10,i11,8)", ""),
    (DOT, "split(i,i0,i1,32),divide(i0,i00,i01,2)", ""),
    (DOT, "split(i,i0,i1,32),divide(i1,i10,i11,4)", ""),
    (DOT, "divide(i,i0,i1,4),split(i1,i10,i11,8)", ""),
    (DOT, "divide(i,i0,i1,4),split(i0,i00,i01,2)", ""),
    (DOT, "divide(i,i0,i1,4),divide(i1,i10,i11,4)", ""),
    (DOT, "split(i,i0,i1,32),split(i0,i00,i01,2),split(i1,i10,i11,8)", ""),
    (DOT, "split(i,i0,i1,32),split(i1,i10,i11,8),split(i10,a,b,2)", ""),
    (DOT, "split(i,i0,i1,32),reorder(i1,i0),split(i0,i00,i01,2)", ""),
    (SPMV, "split(i,i0,i1,32)", ""),
    (SPMV, "split(i,i0,i1,32),split(i0,i00,i01,2)", ""),
    (SPMV, "split(i,i0,i1,32),split(i1,i10,i11,8)", ""),
    (SPMV, "split(i,i0,i1,32),divide(i0,i00,i01,2)", ""),
    (SPMV, "divide(i,i0,i1,4),split(i1,i10,i11,8)", ""),
    (SPMV, "split(j,j0,j1,32)", ""),
    (SPMV, "split(j,j0,j1,32),split(j1,j10,j11,8)", ""),
    (SPMV, "split(j,j0,j1,32),split(j0,j00,j01,2)", ""),
    (SPMV, "divide(j,j0,j1,4),divide(j0,j00,j01,2)", ""),
    (SPMV, f"{POSITIONS},split(p,p0,p1,8)", ""),
    (SPMV, f"{POSITIONS},split(p,p0,p1,32),split(p0,p00,p01,4)", ""),
    (SPMV, f"{POSITIONS},split(p,p0,p1,32),split(p1,p10,p11,8)", ""),
    (SPMV, f"{POSITIONS},split(p,p0,p1,32),divide(p0,p00,p01,4)", ""),
    (SPMV, f"{POSITIONS},divide(p,p0,p1,4),split(p1,p10,p11,8)", ""),
    (SPMV, "", "-target=gpu -deterministic"),
    (MATVEC, "split(i,i0,i1,32),split(j,j0,j1,8),reorder(i0,j0,i1,j1)", ""),
    (
        MATVEC,
        "split(i,i0,i1,32),split(j,j0,j1,32),reorder(i0,j0,i1,j1),"
        "split(i0,i00,i01,2),split(j0,j00,j01,2)",
        "",
    ),
    (MATVEC, "fuse(i,j,f),split(f,f0,f1,32)", ""),
    (MATVEC, "fuse(i,j,f),split(f,f0,f1,32),split(f0,f00,f01,8)", ""),
    (MATVEC, "fuse(i,j,f),split(f,f0,f1,32),split(f1,f10,f11,8)", ""),
    (OUTER, "fuse(i,m,f),split(f,f0,f1,32),split(f0,f00,f01,2)", ""),
    (OUTER, "fuse(i,m,f),split(f,f0,f1,32),reorder(f1,f0)", ""),
    (SPMM, "split(k,k0,k1,8)", ""),
    (SPMM, "split(k,k0,k1,8),split(k1,k10,k11,2)", ""),
    (SPMM, "split(i,i0,i1,32),split(i1,i10,i11,8)", ""),
    (SPMM, f"reorder(i,j,k),{POSITIONS},split(p,p0,p1,32),split(p1,p10,p11,8)", ""),
    (SDDMM, "split(i,i0,i1,32),split(i0,i00,i01,2)", ""),
    (SDDMM, "split(k,k0,k1,8),split(k1,k10,k11,2)", ""),
    (MTTKRP, "split(i,i0,i1,32),split(i0,i00,i01,2)", ""),
    (MTTKRP, "split(l,l0,l1,8),split(l1,l10,l11,2)", ""),
    (MTTKRP, "split(i,i0,i1,32),split(l,l0,l1,8),split(i1,i10,i11,8)", ""),
    (MATMUL, "split(i,i0,i1,32),split(i1,i10,i11,8)", ""),
    (
        MATMUL,
        "split(i,i0,i1,32),split(k,k0,k1,8),reorder(i0,k0,i1,k1),"
        "split(i1,i10,i11,8),split(k1,k10,k11,2)",
        "",
    ),
    (MATMUL, "split(l,l0,l1,8),divide(l0,l00,l01,2)", ""),
    (SPMV, "", "-target=gpu"),
    (DOT, "", "-target=gpu -deterministic"),
    (SPMM, "", "-target=gpu -deterministic"),
    (MATMUL, "", "-target=gpu -deterministic"),
)


def is_stored(indices: str, point: Point) -> bool:
    """Whether a sparse operand with these indices stores a tuple."""
    first, *others = (point[index] for index in indices)
    if first % ROWS_WITHOUT_ENTRIES == 0:
        return False
    return all((first + value) % 3 == 0 for value in others)


def write_operand(path: Path, indices: str) -> None:
    """Writes the entries of a sparse operand in the format of FROSTT."""
    lines = []
    ranges = (range(SIZES[index]) for index in indices)
    for values in itertools.product(*ranges):
        if is_stored(indices, dict(zip(indices, values, strict=True))):
            lines.append(" ".join(str(value + 1) for value in values) + " 1")
    path.write_text("\n".join(lines) + "\n")


@dataclass(frozen=True)
class Derivation:
    """An item of the printed notation, as `i -split(down,8)-> i0 i1`."""

    sources: tuple[str, ...]
    kind: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]


def read_derivations(notation: str) -> list[Derivation]:
    found = []
    for match in re.finditer(r"([\w ]+?) -(\w+)(?:\(([^)]*)\))?-> ([\w ]+)", notation):
        sources, kind, arguments, results = match.groups()
        found.append(
            Derivation(
                tuple(sources.split()),
                kind,
                tuple((arguments or "").split(",")),
                tuple(results.split()),
            )
        )
    return found


class Counter:
    """Counts the iterations of the loops of one kernel."""

    def __init__(self, statement: Statement, notation: str) -> None:
        self.derivations = read_derivations(notation)
        indices = sorted(set("".join(statement.operands.values())))
        self.sparse = {
            statement.operands[name]: FULL_LEVELS[form]
            for name, form in statement.formats.items()
            if name in statement.operands
        }
        ranges = [range(SIZES[index]) for index in indices]
        self.points = [
            dict(zip(indices, values, strict=True))
            for values in itertools.product(*ranges)
        ]
        self.extents = {index: SIZES[index] for index in indices}
        for derivation in reversed(self.derivations):
            self.derive(derivation)

    def derive(self, derivation: Derivation) -> None:
        """Gives all points the values of derived variables."""
        if derivation.kind == "collapse":
            outer, inner = derivation.sources
            (result,) = derivation.results
            width = self.extents[inner]
            for point in self.points:
                point[result] = point[outer] * width + point[inner]
            self.extents[result] = self.extents[outer] * width
        elif derivation.kind == "pos":
            (source,) = derivation.sources
            (result,) = derivation.results
            indices = next(iter(self.sparse))
            self.points = [p for p in self.points if is_stored(indices, p)]
            values = sorted({point[source] for point in self.points})
            numbers = {value: number for number, value in enumerate(values)}
            for point in self.points:
                point[result] = numbers[point[source]]
            self.extents[result] = len(values)
        else:
            self.split(derivation)

    def split(self, derivation: Derivation) -> None:
        (source,) = derivation.sources
        outer, inner = derivation.results
        direction, size = derivation.arguments[0], int(derivation.arguments[1])
        extent = self.extents[source]
        width = size if direction == "down" else -(-extent // size)
        for point in self.points:
            point[outer], point[inner] = divmod(point[source], width)
        self.extents[outer] = -(-extent // width)
        self.extents[inner] = min(width, extent)

    def is_bound(self, variable: str, loops: set[str]) -> bool:
        """Whether loops bind a variable, or all that it was derived into."""
        if variable in loops:
            return True
        for derivation in self.derivations:
            if variable in derivation.sources:
                return all(self.is_bound(r, loops) for r in derivation.results)
        return False

    def count(self, loops: tuple[str, ...]) -> int:
        """The tuples that the loops visit, the last of which is the innermost."""
        bound = set(loops)
        points = self.points
        for indices, full in self.sparse.items():
            levels = tuple(
                itertools.takewhile(lambda i: self.is_bound(i, bound), indices)
            )
            if len(levels) <= full:
                continue
            stored = {
                tuple(point[level] for level in levels)
                for point in self.points
                if is_stored(indices, point)
            }
            points = [
                point
                for point in points
                if tuple(point[level] for level in levels) in stored
            ]
        return len({tuple(point[loop] for loop in loops) for point in points})


def read_number(cost: str) -> float | None:
    """The number of steps at the end of a printed cost, or None without one."""
    number = re.search(r"(?:= |at most |^)([\d.e+]+)$", cost)
    return float(number[1]) if number else None


def check_total(lines: list[str], total: str, counted: int) -> list[str]:
    """Compares the total with the sum of all lines, and with what was counted."""
    numbers = [read_number(line.split(": ", 1)[1]) for line in lines]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return [f"the total has a number, a line has none:{total}"] if total else []
    if not total:
        return ["the total has no number"]
    # Numbers from 1e15 on are printed with four digits.
    if abs(float(total) - sum(known)) > 1e-3 * sum(known) or float(total) < counted:
        return [f"total {total}; lines {sum(known)}, counted {counted}"]
    return []


def check_explanation(statement: Statement, explanation: str) -> list[str]:
    """Compares the cost of each loop with its count; returns what differs."""
    notations = re.findall(r"^Kernel.*$", explanation, re.M)
    parts = re.findall(
        r"^Cost[^\n]*\n(.*?)^  total: O\([^\n]*\)(?:,(?: at most)? ([\d.e+]+) steps)?$",
        explanation,
        re.M | re.S,
    )
    failures = []
    for notation, (part, total) in zip(notations, parts, strict=True):
        counter = Counter(statement, notation)
        counted = 0
        path: list[str] = []
        bound = set(re.findall(r"∀(\w+)", notation))
        for line in part.splitlines():
            match = re.match(r"( +)(\w+): (.*)$", line)
            if not match or match[2] not in bound:
                continue
            depth = len(match[1]) // 2 - 1
            path = [*path[:depth], match[2]]
            # Tensors are counted by all levels or by the first one.
            if re.search(r"nnz\(\w+[2-9]\)", line):
                continue
            number = read_number(match[3])
            count = counter.count(tuple(path))
            counted += count
            if number is None or re.search(r"\bsize\b", match[3]):
                failures.append(f"no number: {line}; counted {count}")
            elif not count <= number < 2 * count:
                failures.append(f"counted {count}: {line}")
        failures += check_total(part.splitlines(), total, counted)
    return failures


def run(weft: str, case: tuple[Statement, str, str], folder: Path) -> list[str]:
    statement, schedule, options = case
    command = [weft, statement.text, "-explain", *options.split()]
    for name, form in statement.formats.items():
        command.append(f"-f={name}:{form}")
    for name, indices in statement.operands.items():
        if name in statement.formats:
            path = folder / f"{name}{indices}.tns"
            if not path.exists():
                write_operand(path, indices)
            command.append(f"-i={name}:{path}")
        else:
            command.append(f"-g={name}:d")
        sizes = "x".join(str(SIZES[index]) for index in indices)
        command.append(f"-d={name}:{sizes}")
    if schedule:
        command.append(f"-s={schedule}")
    # Kernels of a GPU need no device.
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "WEFT_GPU": "emulate"},
    )
    if done.returncode != 0:
        return [done.stderr.strip()]
    return check_explanation(statement, done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", default="weft", help="the driver")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            failures = run(arguments.weft, case, Path(folder))
            failed += bool(failures)
            for failure in failures:
                print(f"{case[0].text} -s={case[1]} {case[2]}: {failure}")
    print(f"{len(CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
