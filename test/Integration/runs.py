# ===- runs.py - Products of rows whose coordinates follow each other ------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Multiplies matrices whose segments are runs of coordinates with gaps.

A row of a product that has many entries, near each other, in segments that
begin with a run or are short is added to a table, and others to a list. Rows
are on both sides of each bound for that, in turn, and begin at the first
column, end at the last one, or lie between. Runs of 1 to 9 coordinates have
gaps of 1 to 5 between them, and segments of 0 to 5 entries are among the
others. Each kernel runs twice, so that what the first run left is seen. Numbers
are small integers and results are compared bit for bit.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY
from scalars import ELEMENTS
from weft import Kernel, Library, Tensor, WeftError

# The least that a row needs to be added to a table, and the most places that
# there are for each of its entries.
SEGMENTS, ENTRIES, PLACES = 16, 257, 16
# The same for short segments, whose spans are below what any cache holds.
SHORT_ENTRIES, SHORT_PLACES = 33, 64
# How many coordinates follow each other where a segment begins with a run.
RUN = 4
# What a segment may end with.
TAILS = ((0, 3), (0, 1, 3), (0, 2, 3), (0, 1, 2), (0, 1, 2, 3), (0,))
# The numbers of columns, of which the larger ones are the most that coordinates
# of 16 and of 32 bits allow.
SMALL, WIDE_16, WIDE_32, WIDE_64 = 4500, 1 << 15, 1 << 31, 1 << 40
SHOWN = 10


@dataclass(frozen=True)
class Row:
    """What a row of a product is made of. Its span is the distance of the last
    coordinate from the first one."""

    segments: int
    entries: int
    span: int
    runs: int

    @property
    def is_tabulated(self) -> bool:
        has_runs = (
            self.entries >= ENTRIES
            and self.span < PLACES * self.entries
            and 2 * self.runs >= self.segments
        )
        is_short = (
            self.entries >= SHORT_ENTRIES
            and self.span < SHORT_PLACES * self.entries
            and self.segments <= self.entries < RUN * self.segments
        )
        return self.segments >= SEGMENTS and (has_runs or is_short)


def _rows(size: int) -> Iterator[Row]:
    """Rows on both sides of each bound, for so many columns."""
    # At all bounds at once, and beyond one of them.
    farthest = PLACES * ENTRIES - 1
    for span in (300, farthest):
        yield Row(SEGMENTS, ENTRIES, span, SEGMENTS // 2)
        yield Row(SEGMENTS - 1, ENTRIES, span, SEGMENTS // 2)
        yield Row(SEGMENTS, ENTRIES - 1, min(span, farthest - PLACES), 8)
        yield Row(SEGMENTS, ENTRIES, span, SEGMENTS // 2 - 1)
        yield Row(SEGMENTS + 1, ENTRIES, span, SEGMENTS // 2 + 1)
        yield Row(SEGMENTS + 1, ENTRIES, span, SEGMENTS // 2)
    yield Row(SEGMENTS, ENTRIES, farthest + 1, SEGMENTS // 2)
    yield Row(30, 300, 500, 30)
    yield Row(30, 300, 500, 0)
    # What many segments add to the same places.
    yield Row(40, 600, 128, 35)
    yield Row(24, 384, 63, 20)
    yield Row(24, 384, 64, 20)
    # As far as there are columns.
    yield Row(20, 260, size - 1, 20)
    # Short segments, on both sides of each bound.
    for entries in (SHORT_ENTRIES - 1, SHORT_ENTRIES):
        for span in (40, SHORT_PLACES * entries - 1, SHORT_PLACES * entries):
            yield Row(SEGMENTS, entries, span, 0)
    yield Row(SEGMENTS - 1, 40, 50, 2)
    yield Row(40, 40, 100, 0)
    yield Row(41, 40, 100, 0)
    yield Row(30, RUN * 30 - 1, 100, 3)
    yield Row(30, RUN * 30, 100, 3)
    yield Row(130, 420, 200, 70)
    yield Row(130, 420, 900, 65)
    yield Row(130, 420, 900, 60)
    # None, and one.
    yield Row(0, 0, 0, 0)
    yield Row(1, 9, 20, 1)


def _begins_with_run(segment: Sequence[int]) -> bool:
    """Whether the fourth coordinate, or the last one if there are fewer, is as
    far from the first one as in a run."""
    if not segment:
        return False
    return segment[min(RUN, len(segment)) - 1] - segment[0] == RUN - 1


def _append(segment: list[int], distance: int, run: Sequence[int]) -> None:
    begin = segment[-1] + distance if segment else 0
    segment += (begin + offset for offset in run)


def _draw_segment(
    pick: random.Random, length: int, is_run: bool, span: int
) -> list[int]:
    """Coordinates from zero on, no farther than the span."""
    for attempt in itertools.count():
        # Segments that are too long for it get shorter gaps.
        gap = max(1, 5 - attempt // 16)
        tail = pick.choice(TAILS)
        segment: list[int] = []
        if is_run and length >= RUN:
            _append(segment, 0, range(pick.randint(RUN, min(9, length))))
        while len(segment) < length:
            left = length - len(segment)
            run = range(min(left, pick.randint(1, 9)))
            if left == len(tail) or (left < 2 * RUN and pick.random() < 0.3):
                run = tail[:left]
            _append(segment, 1 + pick.randint(1, gap), run)
        if _begins_with_run(segment) == is_run and (
            not segment or segment[-1] <= span
        ):
            return segment
    raise AssertionError


def _draw_lengths(pick: random.Random, row: Row) -> list[tuple[int, bool]]:
    """The lengths of segments, and whether they begin with runs. Half of them
    are short."""
    starts = [number < row.runs for number in range(row.segments)]
    pick.shuffle(starts)
    most = min(5, row.entries // max(row.segments, 1))
    while True:
        lengths = [pick.randint(min(2, most) if s else 0, most) for s in starts]
        if sum(lengths) <= row.entries:
            break
    longer = pick.sample(range(row.segments), (row.segments + 1) // 2)
    for _ in range(row.entries - sum(lengths)):
        lengths[pick.choice(longer)] += 1
    return list(zip(lengths, starts, strict=True))


def _draw_segments(
    pick: random.Random, row: Row, size: int, place: int
) -> list[list[int]]:
    """The segments of a row, of which one begins where the row does, and
    another ends where it does."""
    last = size - 1 - row.span
    begin = (0, last, pick.randint(0, last))[place]
    segments = [
        _draw_segment(pick, length, is_run, row.span)
        for length, is_run in _draw_lengths(pick, row)
    ]
    full = [number for number, segment in enumerate(segments) if segment]
    ends = pick.sample(full, min(2, len(full)))
    before: list[int] = []
    for number, segment in enumerate(segments):
        room = row.span - segment[-1] if segment else 0
        offset = pick.randint(0, room)
        if number in ends:
            offset = (0, room)[ends.index(number)]
        elif before and pick.random() < 0.5:
            # What is stored behind the one before looks as if it went on.
            nth = pick.randint(1, min(RUN - 1, len(before)))
            offset = min(room, before[-nth] + RUN - 1 - begin)
        before = [begin + offset + c for c in segment]
        segments[number] = before
    return segments


Entries = list[tuple[int, int, int]]
# Where a result has an entry, and what is reduced there.
Terms = dict[tuple[int, ...], list[int]]


@dataclass
class Data:
    """Operands: two matrices that are multiplied, another one for each, and one
    of the size of the product."""

    size: int
    rows: list[Row] = field(default_factory=list)
    matrices: dict[str, Entries] = field(default_factory=dict)
    inner: int = 0

    def dims(self, name: str) -> tuple[int, ...]:
        rows, inner, size = len(self.rows), self.inner, self.size
        return {
            "B": (rows, inner),
            "C": (inner, size),
            "D": (inner, size),
            "M": (rows, size),
            "x": (size,),
        }[name]


def _in_turn(rows: Sequence[Row]) -> Iterator[Row]:
    """Rows that are added to tables and to lists."""
    inside = [row for row in rows if row.is_tabulated]
    outside = [row for row in rows if not row.is_tabulated]
    for pair in itertools.zip_longest(inside, outside):
        yield from (row for row in pair if row)


@lru_cache(maxsize=None)
def draw_data(seed: int, size: int) -> Data:
    pick = random.Random(f"{seed} {size}")
    data = Data(size, list(_in_turn(list(_rows(size)))))
    data.inner = sum(row.segments for row in data.rows) + 3
    b: Entries = []
    c: Entries = []
    m: Entries = []
    # The rows of the first matrix have segments from anywhere.
    starts: dict[int, int] = {}
    start = 1
    for i in pick.sample(range(len(data.rows)), len(data.rows)):
        starts[i] = start
        start += data.rows[i].segments
    for i, row in enumerate(data.rows):
        segments = _draw_segments(pick, row, size, i % 3)
        columns = sorted({j for segment in segments for j in segment})
        # One segment alone may be shorter.
        assert row.segments < 2 or columns[-1] - columns[0] == row.span
        assert sum(map(len, segments)) == row.entries
        assert sum(map(_begins_with_run, segments)) == row.runs
        for k, segment in enumerate(segments, starts[i]):
            b.append((i, k, pick.randint(-3, 3)))
            c += ((k, j, pick.randint(-3, 3)) for j in segment)
        masked = pick.sample(columns, len(columns) // 2)
        masked += (pick.randrange(size) for _ in range(20))
        m += ((i, j, pick.randint(-3, 3)) for j in sorted(set(masked)))
    # The same segments for others.
    numbers = list(range(data.inner))
    pick.shuffle(numbers)
    d = [(numbers[k], j, pick.randint(-3, 3)) for k, j, _ in c]
    data.matrices = {"B": b, "C": c, "D": d, "M": m}
    return data


def _x(j: int) -> int:
    return j % 7 - 3


# What is reduced, of components of both factors and their coordinates.
Term = Callable[[int, int, int, int], int]


def _multiply(data: Data, right: str, term: Term) -> Terms:
    segments: dict[int, list[tuple[int, int]]] = {}
    for k, j, value in data.matrices[right]:
        segments.setdefault(k, []).append((j, value))
    terms: Terms = {}
    for i, k, value in data.matrices["B"]:
        for j, other in segments.get(k, ()):
            terms.setdefault((i, j), []).append(term(value, other, k, j))
    return terms


@dataclass(frozen=True)
class Text:
    """An expression, and what its result is."""

    text: str
    term: Term = lambda b, c, k, j: b * c
    # Of all products of a component, of which some are absent.
    reduce: Callable[[list[int]], int] = sum
    is_full: bool = False
    others: str = ""

    def evaluate(self, data: Data) -> Terms:
        terms = _multiply(data, "C", self.term)
        if self.is_full:
            full = itertools.product(range(len(data.rows)), range(data.size))
            return {where: [*terms.get(where, ()), 0] for where in full}
        if "D" in self.others:
            for where, values in _multiply(data, "D", self.term).items():
                terms.setdefault(where, []).extend(values)
        if "M" in self.others:
            mask = {(i, j): value for i, j, value in data.matrices["M"]}
            both = terms.keys() & mask.keys()
            return {w: [mask[w] * value for value in terms[w]] for w in both}
        return terms


PRODUCT = Text("A(i,j) = B(i,k) * C(k,j)")
TEXTS = (
    Text("A(i,j) = B(i,k) * C(k,j) * j", lambda b, c, k, j: b * c * j),
    Text("A(i,j) = B(i,k) * C(k,j) * k", lambda b, c, k, j: b * c * k),
    Text("A(i,j) = 2 * B(i,k) * C(k,j)", lambda b, c, k, j: 2 * b * c),
    Text("A(i,j) = B(i,k) * abs(C(k,j))", lambda b, c, k, j: b * abs(c)),
    Text("A(i,j) = B(i,k) * C(k,j) * C(k,j)", lambda b, c, k, j: b * c * c),
    Text(
        "A(i,j) = B(i,k) * C(k,j) * x(j)",
        lambda b, c, k, j: b * c * _x(j),
        others="x",
    ),
    Text("A(i,j) = B(i,k) * C(k,j) + B(i,k) * D(k,j)", others="D"),
    Text("A(i,j) = M(i,j) * B(i,k) * C(k,j)", others="M"),
)
# All of their components are numbers.
LARGEST = Text("A(i,j) = max(k, B(i,k) * C(k,j))", reduce=max, is_full=True)
LEAST = Text("A(i,j) = min(k, B(i,k) * C(k,j))", reduce=min, is_full=True)

OPTIONS = ("", "strict-fp", "check-accesses")
TYPES = ("f64", "f32", "i32", "i8", "bool", "complex<f64>", "f16", "i64", "u8")
# Those of which sums are added to tables.
OF_TABLES = ("f64", "f32", "i32", "i8", "bool", "i64", "u8")


@dataclass(frozen=True)
class Case:
    text: Text
    a: str = "CSR"
    b: str = "CSR"
    c: str = "CSR"
    type: str = "f64"
    options: str = ""
    size: int = SMALL
    # Whether rows have to be added to tables.
    is_tabulated: bool = True

    @property
    def formats(self) -> dict[str, str]:
        formats = {"A": self.a, "B": self.b, "C": self.c}
        formats |= {name: "CSR" for name in self.text.others if name != "x"}
        return formats

    @property
    def has_vectors(self) -> bool:
        """Whether four places are one step, which they are of an array whose
        numbers follow each other, and where not each of them is checked."""
        return (
            self.text is PRODUCT
            and self.is_tabulated
            and self.type == "f64"
            and "packed" not in self.c
            and "check-accesses" not in self.options
        )

    def __str__(self) -> str:
        formats = " ".join(f"{n}:{f}" for n, f in self.formats.items())
        options = self.options or "no options"
        return f"{self.text.text} {formats} {self.type} {options} {self.size}"


def cases() -> Iterator[Case]:
    turn = itertools.cycle(OPTIONS)
    # Coordinates of all widths.
    for bits, size in ((16, WIDE_16), (32, WIDE_32), (64, WIDE_64)):
        word = f"ds{{crd={bits}}}"
        for type in TYPES:
            fits = type in OF_TABLES
            yield Case(PRODUCT, word, "CSR", word, type, "", size, fits)
        for option in OPTIONS[1:]:
            yield Case(PRODUCT, word, "CSR", word, "f64", option, size)
    yield Case(PRODUCT, "ds{crd=64}", "CSR", "ds{crd=16}", size=WIDE_16)
    yield Case(PRODUCT, "ds{crd=16}", "CSR", "ds{crd=64}", size=WIDE_16)
    # Formats.
    for a in ("COO", "DCSR", "LIL", "ds{crd=64,pos=64}"):
        for type in ("f64", "i32", "f16"):
            fits = type in OF_TABLES
            yield Case(
                *(PRODUCT, a, "CSR", "CSR", type, next(turn)), is_tabulated=fits
            )
    for a in ("dense", "CSC", "dh"):
        yield Case(PRODUCT, a, options=next(turn), is_tabulated=False)
    for b in ("DCSR", "COO", "LIL", "ds~"):
        yield Case(PRODUCT, b=b, options=next(turn))
    for c in ("LIL", "dg", "ds{pos=64}", "ds{packed}"):
        for option in OPTIONS:
            yield Case(PRODUCT, c=c, options=option)
    for c in ("DCSR", "COO", "CSC", "du", "ds~", "du~"):
        yield Case(PRODUCT, c=c, options=next(turn), is_tabulated=False)
    for options in ("assembly=two_phase", "opt=0"):
        yield Case(PRODUCT, options=options)
    # Expressions.
    for text in TEXTS:
        is_one = not text.others or text.others == "x"
        for type in ("f64", "f32", "i32"):
            for option in OPTIONS if type == "f64" else [next(turn)]:
                yield Case(text, type=type, options=option, is_tabulated=is_one)
    for text in (LARGEST, LEAST):
        for type in ("f64", "i32"):
            # Sums say how many products of a component there are.
            yield Case(text, type=type, options=next(turn))


class Runner:
    def __init__(self, library: Library, seed: int) -> None:
        self.library, self.seed = library, seed
        self.expected: dict[tuple[Text, int], Terms] = {}
        self.tensors: dict[tuple[str, str, str, int], Tensor] = {}

    def tensor(self, name: str, format: str, type: str, data: Data) -> Tensor:
        key = name, format, type, data.size
        if key not in self.tensors:
            self.tensors[key] = self._make(name, format, type, data)
        return self.tensors[key]

    def _make(self, name: str, format: str, type: str, data: Data) -> Tensor:
        if name == "x":
            entries = [((j,), _x(j)) for j in range(data.size)]
        else:
            entries = [((i, j), v) for i, j, v in data.matrices[name]]
        if "u" in format:
            # Some twice, which together are what they were.
            entries = [
                (where, part)
                for number, (where, value) in enumerate(entries)
                for part in ((value - 1, 1) if number % 3 == 0 else (value,))
            ]
        if "~" in format:
            random.Random(self.seed).shuffle(entries)
        return self.library.tensor(
            *(format, type, data.dims(name), [where for where, _ in entries]),
            _to_type([value for _, value in entries], type),
        )

    def expect(self, case: Case, data: Data) -> dict[tuple[int, ...], object]:
        key = case.text, case.size
        if key not in self.expected:
            self.expected[key] = case.text.evaluate(data)
        terms = self.expected[key]
        reduce = any if case.type == "bool" else case.text.reduce
        if case.type == "u8":
            reduce = _sum_bytes
        numbers = [reduce(values) for values in terms.values()]
        values = _to_type(numbers, case.type).tolist()
        return dict(zip(terms, values, strict=True))

    def check(self, case: Case) -> str:
        """What is wrong, if anything is."""
        types = dict.fromkeys(["A", "B", "C", *case.text.others], case.type)
        kernel = self.library.compile(
            case.text.text, case.formats, types, case.options
        )
        takes = "level.take_entries" in kernel.print("scf")
        if case.is_tabulated and not takes:
            return "no rows are added to tables"
        if case.has_vectors and "<4 x double>" not in kernel.print("llvm"):
            return "no runs are added as vectors"
        data = draw_data(self.seed, case.size)
        operands = {
            name: self.tensor(
                name, case.formats.get(name, "d"), case.type, data
            )
            for name in kernel.operands
        }
        expected = self.expect(case, data)
        for number in range(2):
            problem = _compare(kernel, operands, case, expected)
            if problem:
                return f"run {number}: {problem}"
        return ""


def _sum_bytes(values: list[int]) -> int:
    return sum(values) % 256


def _to_type(values: Sequence[int], type: str) -> np.ndarray:
    """Integers wrap, and truth values are those of what is not zero."""
    dtype = ELEMENTS[type].dtype
    wide = np.array(values, np.int64)
    return wide != 0 if type == "bool" else wide.astype(dtype)


def _compare(
    kernel: Kernel,
    operands: dict[str, Tensor],
    case: Case,
    expected: dict[tuple[int, ...], object],
) -> str:
    result = kernel.run(operands, {})["A"]
    entries = result.entries(ELEMENTS[case.type].dtype)
    found = {where: value.item() for where, value in entries}
    if len(found) != len(entries):
        return "an entry is there twice"
    if case.a == "dense":
        # All are stored.
        found = {w: v for w, v in found.items() if v or w in expected}
    elif case.a not in ("CSC", "dh") and list(found) != sorted(found):
        return "entries are in no order"
    if found == expected:
        return ""
    wrong = [
        f"{where}: {found.get(where)}, expected {expected.get(where)}"
        for where in sorted(found.keys() | expected.keys())
        if found.get(where) != expected.get(where)
    ]
    return f"{len(wrong)} are wrong: {', '.join(wrong[:SHOWN])}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    runner = Runner(Library(str(options.library)), options.seed)
    passed, failed = 0, 0
    for case in cases():
        try:
            problem = runner.check(case)
        except WeftError as error:
            problem = str(error)
        if not problem:
            passed += 1
            continue
        failed += 1
        if failed < SHOWN:
            print("FAILED", case, problem)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
