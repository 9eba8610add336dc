# ===- intersections.py - Intersections of segments in blocks ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Intersects segments of lengths around those of blocks.

Vectors of 0 to 65 entries have all, many, few and none of their coordinates in
common, or end long before or after each other; coordinates begin at zero, which
lanes without one have, or end at the largest that their width has. Where a vector
may have each coordinate again, all of them are paired. Numbers are small integers
and results are compared bit for bit.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from run import DEFAULT_LIBRARY
from weft import Kernel, Library

LENGTHS = (0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 65)
# Formats of the operands, and the sizes of their mode. The largest coordinate of
# 32 bits is 2^31 - 1.
FORMATS = (
    ("s", "s", (1 << 31, 4000)),
    ("s{crd=64}", "s{crd=64}", (1 << 40, 4000)),
    ("s{crd=16}", "s{crd=16}", (1 << 15, 4000)),
    ("s{crd=64}", "s", (1 << 31,)),
    ("u", "s", (4000,)),
    ("s", "u", (4000,)),
)
# Texts, and the format of what they result in.
TEXTS = (
    ("r = a(i) * b(i)", ""),
    ("r(i) = a(i) * b(i)", "s{crd=64}"),
    ("r = 2 * a(i) + a(i) * b(i) * b(i)", ""),
)
OPTIONS = ("", "merge=two_finger", "strict-fp")

Vector = list[tuple[int, int]]


def _expected(text: str, a: Vector, b: Vector) -> dict[int, int]:
    """What is stored of a result, which is one number if it has no mode."""
    of_a, of_b = {}, {}
    for numbers, entries in ((of_a, a), (of_b, b)):
        for coordinate, value in entries:
            numbers[coordinate] = numbers.get(coordinate, 0) + value
    both = of_a.keys() & of_b.keys()
    if text.startswith("r(i)"):
        return {c: of_a[c] * of_b[c] for c in both}
    if "+" in text:
        terms = (of_a[c] * of_b[c] * of_b[c] for c in both)
        return {0: 2 * sum(of_a.values()) + sum(terms)}
    return {0: sum(of_a[c] * of_b[c] for c in both)}


def _draw(pick: random.Random, length: int, where: Sequence[int]) -> list[int]:
    return sorted(pick.sample(where, min(length, len(where))))


def _draw_pairs(
    pick: random.Random, size: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Coordinates of two vectors."""
    for one in LENGTHS:
        for other in LENGTHS:
            longest = max(one, other)
            for width in (longest + 1, 2 * longest + 2, 20 * longest + 3):
                width = min(width, size)
                begin = pick.choice((0, size - width))
                where = range(begin, begin + width)
                yield _draw(pick, one, where), _draw(pick, other, where)
            # One behind the other, and one common coordinate.
            behind = range(size - 100, size)
            yield _draw(pick, one, range(100)), _draw(pick, other, behind)
            last = [size - 1]
            yield _draw(pick, one, range(50)) + last, _draw(
                pick, other, range(50, 150)
            ) + last


def _with_values(
    pick: random.Random, format: str, coordinates: list[int]
) -> Vector:
    """Entries, some of which come again where they may."""
    if format == "u":
        coordinates = sorted(coordinates + coordinates[::3] + coordinates[::6])
    return [(c, pick.randint(-4, 4)) for c in coordinates]


def _run(
    library: Library, kernel: Kernel, formats: Sequence[str], size: int, vectors
) -> dict[int, int]:
    operands = {
        name: library.tensor(
            format,
            "f64",
            (size,),
            [(c,) for c, _ in entries],
            np.array([value for _, value in entries], np.float64),
        )
        for name, format, entries in zip("ab", formats, vectors, strict=True)
    }
    result = kernel.run(operands, {})["r"]
    return {
        coordinate[0] if coordinate else 0: int(value)
        for coordinate, value in result.entries(np.dtype(np.float64))
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    library = Library(str(options.library))
    passed, failed = 0, 0
    for *formats, sizes in FORMATS:
        for text, result in TEXTS:
            for option in OPTIONS:
                words = dict(zip("ab", formats, strict=True))
                words |= {"r": result} if result else {}
                kernel = library.compile(text, words, {}, option)
                pick = random.Random(f"{options.seed} {formats} {text}")
                for size in sizes:
                    for pair in _draw_pairs(pick, size):
                        vectors = [
                            _with_values(pick, format, coordinates)
                            for format, coordinates in zip(
                                formats, pair, strict=True
                            )
                        ]
                        found = _run(library, kernel, formats, size, vectors)
                        if found == _expected(text, *vectors):
                            passed += 1
                            continue
                        failed += 1
                        if failed < 10:
                            print("FAILED", text, formats, option, size, vectors)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
