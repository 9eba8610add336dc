# ===- matrices.py - Matrices and tensors that are generated --------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Named kinds of matrices and tensors, in sizes that are given.

Each kind is a structure that decides which loops are fast: how long rows are, how
far apart their columns, and whether these repeat. Very large ones have fewer
entries in a row, so that what is measured is the vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from contest.datasets import Dataset, make

Random = np.random.Generator
_MOST_ENTRIES = 40_000_000


def _per_row(wanted: int, size: int) -> int:
    """How many entries a row has of a matrix with so many rows."""
    return min(wanted, max(1, _MOST_ENTRIES // size))


def _matrix(
    name: str, dims: tuple[int, int], rows: np.ndarray, columns: np.ndarray
) -> Dataset:
    inside = (columns >= 0) & (columns < dims[1])
    rows, columns = rows[inside], columns[inside]
    return make(name, dims, [rows, columns], np.ones(len(rows)))


def uniform(name: str, size: int, random: Random) -> Dataset:
    """Ten entries in each row, anywhere."""
    rows = np.repeat(np.arange(size), _per_row(10, size))
    columns = random.integers(0, size, len(rows))
    return _matrix(name, (size, size), rows, columns)


def power_law(name: str, size: int, random: Random) -> Dataset:
    """About eight entries a row, of a recursive graph: few rows and columns have
    most of them (R-MAT with 0.57, 0.19, 0.19, 0.05)."""
    bits = max(1, int(size).bit_length() - 1)
    rows = np.zeros(_per_row(8, size) << bits, np.int64)
    columns = rows.copy()
    for _ in range(bits):
        draw = random.random(len(rows))
        rows = 2 * rows + (draw >= 0.76)
        columns = 2 * columns + (
            ((draw >= 0.57) & (draw < 0.76)) | (draw >= 0.95)
        )
    return _matrix(name, (1 << bits, 1 << bits), rows, columns)


def banded(name: str, size: int, random: Random) -> Dataset:
    """Eleven full diagonals around the main one."""
    near = (_per_row(11, size) - 1) // 2
    offsets = np.arange(-near, near + 1)
    rows = np.repeat(np.arange(size), len(offsets))
    return _matrix(
        name, (size, size), rows, rows + np.tile(offsets, size)
    )


def blocks(name: str, size: int, random: Random) -> Dataset:
    """Dense blocks of 4 by 4, eight in a row of blocks and most of them near the
    diagonal, as finite elements with four unknowns in a node have."""
    count = max(1, size // 4)
    wide = max(1, _per_row(32, size) // 4)
    rows = np.repeat(np.arange(count), wide)
    near = np.tile(np.array([0, -1, 1, -2, 2, -40, 40, 0])[:wide], count)
    columns = np.clip(rows + near, 0, count - 1)
    far = np.arange(len(rows)) % wide == 7
    columns[far] = random.integers(0, count, int(far.sum()))
    places = np.arange(16)
    rows = (4 * rows[:, None] + places // 4).ravel()
    columns = (4 * columns[:, None] + places % 4).ravel()
    return _matrix(name, (4 * count, 4 * count), rows, columns)


def stencil(name: str, size: int, random: Random) -> Dataset:
    """The 27 neighbours of each point of a cube, itself included, or the nearest
    of them."""
    edge = max(2, round(size ** (1 / 3)))
    points = np.indices((edge, edge, edge)).reshape(3, -1)
    rows, columns = [], []
    nearest = sorted(
        np.ndindex(3, 3, 3), key=lambda offset: sum(x != 1 for x in offset)
    )
    for offset in nearest[: _per_row(27, size)]:
        moved = points + np.array(offset)[:, None] - 1
        inside = ((moved >= 0) & (moved < edge)).all(axis=0)
        numbers = np.array([edge * edge, edge, 1])
        rows.append(numbers @ points[:, inside])
        columns.append(numbers @ moved[:, inside])
    dims = (edge**3, edge**3)
    return _matrix(name, dims, np.concatenate(rows), np.concatenate(columns))


def wide(name: str, size: int, random: Random) -> Dataset:
    """Few rows and many columns, a hundredth of which a row has."""
    rows = max(1, min(1000, size // 200))
    per_row = min(max(1, size // 100), _MOST_ENTRIES // rows)
    numbers = np.repeat(np.arange(rows), per_row)
    columns = random.integers(0, size, len(numbers))
    return _matrix(name, (rows, size), numbers, columns)


def tall(name: str, size: int, random: Random) -> Dataset:
    """Many rows and few columns, one of them in each row."""
    columns = random.integers(0, max(1, min(1000, size // 200)), size)
    dims = (size, max(1, min(1000, size // 200)))
    return _matrix(name, dims, np.arange(size), columns)


def _with(
    name: str, size: int, random: Random, rows: object, columns: object
) -> Dataset:
    """A uniform matrix with three entries in each row, and more entries."""
    few = np.repeat(np.arange(size), 3)
    rows, columns = np.broadcast_arrays(rows, columns)
    return _matrix(
        *(name, (size, size), np.concatenate([few, rows])),
        np.concatenate([random.integers(0, size, len(few)), columns]),
    )


def dense_row(name: str, size: int, random: Random) -> Dataset:
    """A row in the middle has all columns, and the others three entries."""
    return _with(name, size, random, size // 2, np.arange(size))


def dense_column(name: str, size: int, random: Random) -> Dataset:
    """All rows have the column in the middle, and three entries beside it."""
    return _with(name, size, random, np.arange(size), size // 2)


def arrow(name: str, size: int, random: Random) -> Dataset:
    """The first row, the first column and the diagonal."""
    every, first = np.arange(size), np.zeros(size, np.int64)
    rows = np.concatenate([first, every, every])
    columns = np.concatenate([every, first, every])
    return _matrix(name, (size, size), rows, columns)


def empty(name: str, size: int, random: Random) -> Dataset:
    """No entries."""
    none = np.zeros(0, np.int64)
    return _matrix(name, (size, size), none, none)


def hypersparse(name: str, size: int, random: Random) -> Dataset:
    """One row in twenty has entries, five each."""
    rows = random.integers(0, size, max(1, size // 20))
    columns = random.integers(0, size, 5 * len(rows))
    return _matrix(name, (size, size), np.repeat(rows, 5), columns)


def _tensor(
    name: str, dims: tuple[int, ...], count: int, random: Random, skew: float
):
    """Entries anywhere; with a skew, most have small coordinates."""
    coordinates = [
        (random.random(count) ** skew * size).astype(np.int64) for size in dims
    ]
    return make(name, dims, coordinates, np.ones(count))


def _cube_dims(size: int) -> tuple[int, ...]:
    return size, size // 4 + 1, size // 8 + 1


def cube(name: str, size: int, random: Random) -> Dataset:
    """Order 3, ten entries in each slice of the first mode, anywhere."""
    count = _per_row(10, size) * size
    return _tensor(name, _cube_dims(size), count, random, 1)


def skewed_cube(name: str, size: int, random: Random) -> Dataset:
    """Order 3, with most entries at small coordinates."""
    count = _per_row(10, size) * size
    return _tensor(name, _cube_dims(size), count, random, 3)


def order_4(name: str, size: int, random: Random) -> Dataset:
    """Order 4, ten entries in each slice of the first mode."""
    dims = (size, size // 8 + 1, 50, size // 16 + 1)
    return _tensor(name, dims, _per_row(10, size) * size, random, 2)


def vector(name: str, size: int, random: Random) -> Dataset:
    """A sparse vector with a coordinate in twenty."""
    places = np.unique(random.integers(0, 20 * size, size))
    return make(name, (20 * size,), [places], np.ones(len(places)))


KINDS: dict[str, Callable[[str, int, Random], Dataset]] = {
    "uniform": uniform,
    "power-law": power_law,
    "banded": banded,
    "blocks": blocks,
    "stencil": stencil,
    "wide": wide,
    "tall": tall,
    "dense-row": dense_row,
    "dense-column": dense_column,
    "arrow": arrow,
    "empty": empty,
    "hypersparse": hypersparse,
    "tensor": cube,
    "skewed-tensor": skewed_cube,
    "tensor-4": order_4,
    "vector": vector,
}


def generate(
    kinds: list[str], sizes: list[int], seed: int
) -> Iterator[Dataset]:
    """Each kind in each size, which is about how many rows there are."""
    for kind in kinds:
        for size in sizes:
            yield make_kind(kind, size, seed)


def make_kind(kind: str, size: int, seed: int) -> Dataset:
    random = np.random.default_rng([seed, size, *kind.encode()])
    return KINDS[kind](f"{kind}-{size}", size, random)
