# ===- lookups.py - Rows that are looked up ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Intersects a row with many others, whose lengths are around those of vectors.

Among the components are infinities and NaNs, which reach a result only where rows
have a coordinate in common, and the NaN whose bits a table has where a row has
nothing. Other numbers are small integers, so that sums are exact; results are
compared with sums over lists of entries, one number by one, with one thread and
with several.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY
from weft import Library

LENGTHS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 33)
SIZE = 40
PRODUCT = "A(i,j) * B(j,k) * C(i,k)"
# Texts, and what a term makes of a component of the row.
TEXTS: tuple[tuple[str, Callable[[float], float]], ...] = (
    (f"r = {PRODUCT}", float),
    (f"r(i) = {PRODUCT}", float),
    ("r(i) = 2 * A(i,j) * B(j,k) * abs(C(i,k))", lambda value: 2 * abs(value)),
)
OPTIONS = ("", "strict-fp", "check-accesses")
THREADS = (1, 3)
TYPES = {"f64": (np.float64, np.uint64), "f32": (np.float32, np.uint32)}

Rows = list[dict[int, float]]


def draw_number(pick: random.Random, specials: float) -> float:
    if pick.random() < specials:
        return pick.choice((math.inf, -math.inf, math.nan, 0.0))
    return float(pick.choice((-3, -2, -1, 1, 2, 3)))


def draw_matrix(pick: random.Random, specials: float) -> Rows:
    longest = pick.choice(LENGTHS)
    lengths = [length for length in LENGTHS if length <= longest]
    return [
        {
            column: draw_number(pick, specials)
            for column in sorted(pick.sample(range(SIZE), pick.choice(lengths)))
        }
        for _ in range(SIZE)
    ]


def expect(change: Callable[[float], float], a: Rows, b: Rows, c: Rows):
    """The sum of each row."""
    return [
        sum(
            value * other * change(of_c[k])
            for j, value in of_a.items()
            for k, other in b[j].items()
            if k in of_c
        )
        for of_a, of_c in zip(a, c, strict=True)
    ]


def store(library: Library, type: str, rows: Rows):
    coordinates = [(i, j) for i, row in enumerate(rows) for j in row]
    real, whole = TYPES[type]
    values = np.array([value for row in rows for value in row.values()], real)
    # The NaN that stands for nothing is as good as any other one.
    bits = values.view(whole)
    bits[np.isnan(values)] = np.iinfo(whole).max
    return library.tensor("CSR", type, (SIZE, SIZE), coordinates, values)


def is_same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def check(
    library: Library, pick: random.Random, kernel, type: str, text
) -> str | None:
    """What is wrong with a result; nothing if it is right."""
    specials = pick.choice((0, 0.005, 0.2))
    matrices = [draw_matrix(pick, specials) for _ in range(3)]
    expected = expect(text[1], *matrices)
    if "r(i)" not in text[0]:
        expected = [sum(expected)]
    operands = {
        name: store(library, type, rows)
        for name, rows in zip("ABC", matrices, strict=True)
    }
    entries = kernel.run(operands, {})["r"].entries(np.dtype(TYPES[type][0]))
    found = [float(value) for _, value in entries]
    if len(found) == len(expected) and all(map(is_same, found, expected)):
        return None
    return f"{found}, not {expected}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=60)
    options = parser.parse_args()
    library = Library(str(options.library))
    passed, failed = 0, 0
    for text in TEXTS:
        for type in TYPES:
            for words in OPTIONS:
                pick = random.Random(f"{options.seed} {text[0]} {type} {words}")
                formats = {name: "CSR" for name in "ABC"}
                types = {name: type for name in "rABC"}
                kernel = library.compile(text[0], formats, types, words)
                if "is looked up in an array" not in kernel.print("explain"):
                    print("NOT LOOKED UP", text[0], type, words)
                    return 1
                for number in range(options.cases):
                    library.set_num_threads(THREADS[number % len(THREADS)])
                    problem = check(library, pick, kernel, type, text)
                    if problem is None:
                        passed += 1
                        continue
                    failed += 1
                    if failed < 10:
                        print("FAILED", text[0], type, words, problem)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
