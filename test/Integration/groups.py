# ===- groups.py - Rows with the same coordinates ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Multiplies matrices of which rows next to each other have the same coordinates.

Others differ in their first, their last or any one, or are as the beginning of the
one before. Rows of dense operands are as long as vectors, tiles and several of them, or
nearly. Numbers are small integers, so that sums are exact, and infinities and NaNs,
which reach a result only in their row; results are compared with sums over lists of
entries, with one thread and with several.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY
from weft import Library

SIZE = 48
LENGTHS = (0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 32, 33, 40)
WIDTHS = (1, 32, 63, 64, 65, 96, 100, 128, 137, 192, 256)
THREADS = (1, 3)
TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "i32": np.int32,
    "c64": np.complex64,
}

Rows = list[dict[int, float]]
Operands = dict[str, "Rows | np.ndarray"]


def draw_rows(pick: random.Random, type: str) -> Rows:
    specials = 0 if type == "i32" else pick.choice((0, 0, 0.01))
    rows: Rows = []
    columns: list[int] = []
    while len(rows) < SIZE:
        columns = draw_columns(pick, columns)
        for _ in range(pick.choice((1, 1, 2, 3, 3, 4, 6, 7))):
            rows.append(
                {
                    column: pick.choice((np.inf, np.nan))
                    if pick.random() < specials
                    else pick.choice((-2, -1, 1, 3))
                    for column in columns
                }
            )
    return rows[:SIZE]


def draw_columns(pick: random.Random, before: list[int]) -> list[int]:
    """The coordinates of a row, which may be nearly those of the one before."""
    left = sorted(set(range(SIZE)) - set(before))
    if before and left and pick.random() < 0.5:
        changed = pick.choice((0, -1, pick.randrange(len(before))))
        return pick.choice(
            (
                sorted(set(before) - {before[changed]} | {pick.choice(left)}),
                before[:-1],
            )
        )
    return sorted(pick.sample(range(SIZE), pick.choice(LENGTHS)))


def product(operands: Operands) -> np.ndarray:
    """C(i,j) = A(i,k) * B(k,j)"""
    b = operands["B"]
    sums = [
        sum((value * b[k] for k, value in row.items()), np.zeros_like(b[0]))
        for row in operands["A"]
    ]
    return np.array(sums)


def total(operands: Operands) -> np.ndarray:
    """C(i,j) = A(i,k) * B(k,j) + D(i,j)"""
    return product(operands) + operands["D"]


def both(operands: Operands) -> np.ndarray:
    """C(i,j) = A(i,k) * B(k,j) + E(i,k) * B(k,j)"""
    return product(operands) + product({**operands, "A": operands["E"]})


def sampled(operands: Operands) -> np.ndarray:
    """C(i,j) = A(i,j) * D(i,k) * B(j,k)"""
    d, b = operands["D"], operands["B"]
    result = np.zeros((SIZE, SIZE), b.dtype)
    for i, row in enumerate(operands["A"]):
        for j, value in row.items():
            result[i, j] = np.sum(d[i] * b[j]) * value
    return result


TEXTS: tuple[tuple[Callable[[Operands], np.ndarray], dict[str, str]], ...] = (
    (product, {"A": "CSR"}),
    (product, {"A": "DCSR"}),
    (product, {"A": "CSR{pos=64,crd=64}"}),
    (product, {"A": "CSR{crd=8}"}),
    (total, {"A": "CSR"}),
    (both, {"A": "CSR", "E": "CSR"}),
    (sampled, {"A": "CSR", "C": "CSR"}),
    (sampled, {"A": "CSR"}),
)


def store(library: Library, type: str, format: str, matrix):
    if isinstance(matrix, np.ndarray):
        coordinates = list(np.ndindex(*matrix.shape))
        return library.tensor(
            "dense", type, matrix.shape, coordinates, matrix.ravel()
        )
    coordinates = [(i, j) for i, row in enumerate(matrix) for j in row]
    values = [value for row in matrix for value in row.values()]
    return library.tensor(
        format, type, (SIZE, SIZE), coordinates, np.array(values, TYPES[type])
    )


def check(library: Library, pick: random.Random, kernel, text, type: str):
    """What is wrong with a result; nothing if it is right."""
    expected_of, formats = text
    width = pick.choice(WIDTHS)
    numbers = np.random.default_rng(pick.randrange(1 << 30))
    operands = {}
    for name in kernel.operands:
        operands[name] = (
            draw_rows(pick, type)
            if name in formats
            else numbers.integers(-2, 4, (SIZE, width)).astype(TYPES[type])
        )
    with np.errstate(invalid="ignore"):
        expected = expected_of(operands)
    stored = {
        name: store(library, type, formats.get(name, "dense"), matrix)
        for name, matrix in operands.items()
    }
    found = np.zeros_like(expected)
    for coordinate, value in kernel.run(stored, {})["C"].entries(TYPES[type]):
        found[coordinate] = value
    if np.array_equal(found, expected, equal_nan=type != "i32"):
        return None
    return f"width {width}: {np.argwhere(found != expected)[:5].tolist()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=30)
    options = parser.parse_args()
    library = Library(str(options.library))
    passed, failed = 0, 0
    for text in TEXTS:
        for type in TYPES:
            expression, formats = text[0].__doc__, text[1]
            pick = random.Random(f"{options.seed} {expression} {formats} {type}")
            names = {name for name in expression if name.isupper()}
            types = {name: type for name in names}
            kernel = library.compile(expression, formats, types, "")
            for number in range(options.cases):
                library.set_num_threads(THREADS[number % len(THREADS)])
                problem = check(library, pick, kernel, text, type)
                if problem is None:
                    passed += 1
                    continue
                failed += 1
                if failed < 10:
                    print("FAILED", expression, formats, type, problem)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
