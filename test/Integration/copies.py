# ===- copies.py - Rows that are combined and copied ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Multiplies sparse matrices into rows of hundreds of entries.

A row is combined in a list and copied to the result behind the rows before it: in
vectors, if it is long, of which some begin at a line, wherever that is, and past the
caches, if the result is large. What results store is compared with a product of dense
matrices, coordinate by coordinate, with one thread and with several.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY
from weft import Library

LENGTHS = (0, 1, 7, 15, 16, 17, 56, 63, 64, 65, 71, 72, 79, 80, 81, 200, 333)
THREADS = (1, 3)
TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "i32": np.int32,
    "i64": np.int64,
    "i8": np.int8,
    "c64": np.complex64,
    "c128": np.complex128,
}
FORMATS = ("CSR", "DCSR", "COO", "CSR{pos=64,crd=64}", "CSR{crd=16}")
TEXT = "A(i,j) = B(i,k) * C(k,j)"


def draw(numbers, rows: int, columns: int, lengths) -> np.ndarray:
    """A matrix whose rows have as many entries, none of which is zero."""
    matrix = np.zeros((rows, columns), np.int64)
    for row in matrix:
        length = min(int(numbers.choice(lengths)), columns)
        row[numbers.choice(columns, length, replace=False)] = numbers.choice(
            (-2, -1, 1, 3), length
        )
    return matrix


def store(library: Library, format: str, type: str, matrix: np.ndarray):
    places = np.argwhere(matrix)
    values = matrix[tuple(places.T)].astype(TYPES[type])
    return library.tensor(
        format, type, matrix.shape, places.tolist(), values
    )


def check(library: Library, kernel, type: str, b: np.ndarray, c: np.ndarray):
    """What is wrong with a product; nothing if it is right."""
    operands = {
        "B": store(library, "CSR", type, b),
        "C": store(library, "CSR", type, c),
    }
    found = list(kernel.run(operands, {})["A"].entries(TYPES[type]))
    places = np.argwhere((b != 0).astype(np.int64) @ (c != 0))
    if len(found) != len(places):
        return f"{len(found)} entries instead of {len(places)}"
    expected = (b @ c)[tuple(places.T)].astype(TYPES[type])
    for (place, value), wanted, number in zip(
        found, places.tolist(), expected, strict=True
    ):
        if list(place) != wanted or value != number:
            return f"{value} at {place}, {number} at {wanted}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=4)
    options = parser.parse_args()
    library = Library(str(options.library))
    passed, failed = 0, 0

    def count(problem: str | None, *where: object) -> None:
        nonlocal passed, failed
        if problem is None:
            passed += 1
            return
        failed += 1
        if failed < 10:
            print("FAILED", *where, problem)

    for format in FORMATS:
        for type in TYPES:
            pick = random.Random(f"{options.seed} {format} {type}")
            numbers = np.random.default_rng(pick.randrange(1 << 30))
            types = dict.fromkeys("ABC", type)
            formats = {"A": format, "B": "CSR", "C": "CSR"}
            kernel = library.compile(TEXT, formats, types, "")
            for number in range(options.cases):
                library.set_num_threads(THREADS[number % len(THREADS)])
                b = draw(numbers, 30, 40, (0, 1, 2, 3, 5))
                c = draw(numbers, 40, pick.choice((90, 500, 1500)), LENGTHS)
                count(check(library, kernel, type, b, c), format, type)
    # As many as arrays have that go past the caches.
    numbers = np.random.default_rng(options.seed)
    kernel = library.compile(TEXT, dict.fromkeys("ABC", "CSR"), {}, "")
    b = draw(numbers, 1500, 300, (2, 3, 4))
    c = draw(numbers, 300, 4000, (501, 600, 777))
    for threads in THREADS:
        library.set_num_threads(threads)
        count(check(library, kernel, "f64", b, c), "large", threads)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
