# ===- storage.py - Formats as arrays -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Stores coordinate lists in the formats of the benchmark, and reads them back.

The arrays are those of the usual C code, which are those of Weft as well: for
each level what it stores, and the components last. Coordinates and positions
have 32 bits. A format is a letter for each level and the order in which the
levels take the (possibly blocked) modes:

    d  dense                 none
    s  compressed            positions, coordinates
    u  compressed, repeated  positions, coordinates
    q  singleton             coordinates
    p  padded                coordinates, -1 where there is none
    r  range                 the offset of each diagonal
    o  offset                none: the column follows from row and offset
    i  interval              positions, and the first slot of each slice
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

BLOCK = 4
SLICE = 8


@dataclass(frozen=True)
class Format:
    """`weft` is what Weft calls it. `modes` has what each level takes: a number
    of a mode, or a word of `_LEVELS`."""

    name: str
    weft: str
    letters: str
    modes: tuple[int | str, ...]


def _plain(name: str, letters: str, modes: tuple[int, ...] = ()) -> Format:
    modes = modes or tuple(range(len(letters)))
    weft = letters + (
        ":" + ",".join(map(str, modes)) if modes != tuple(sorted(modes)) else ""
    )
    return Format(name, weft, letters, modes)


DENSE = {order: _plain(f"dense{order}", "d" * order) for order in range(5)}
CSR = _plain("CSR", "ds")
CSC = _plain("CSC", "ds", (1, 0))
COO = _plain("COO", "uq")
DCSR = _plain("DCSR", "ss")
VECTOR = _plain("sparse", "s")
CSF3, CSF4 = _plain("CSF", "sss"), _plain("CSF", "ssss")
FIBERS = _plain("dense fibers", "ssd")
BCSR = Format(
    "BCSR",
    f"BCSR{{block={BLOCK}x{BLOCK}}}",
    "dsdd",
    ("block 0", "block 1", "place 0", "place 1"),
)
ELL = Format("ELL", "ELL", "ddp", ("slot", 0, 1))
SELL = Format(
    *("SELL", f"SELL{{block={SLICE}}}", "didp"),
    ("slice 0", "slot", "place 0", 1),
)
DIA = Format("DIA", "DIA", "dro", ("diagonal", 0, 1))


@dataclass
class Stored:
    """A tensor: its sizes by mode, the sizes of its levels, and its arrays."""

    format: Format
    dims: tuple[int, ...]
    sizes: tuple[int, ...]
    arrays: list[np.ndarray]

    @property
    def values(self) -> np.ndarray:
        return self.arrays[-1]

    @property
    def num_bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays)


def _rank_in_row(rows: np.ndarray) -> np.ndarray:
    """For sorted rows, how many entries of its row come before each."""
    count = np.bincount(rows) if len(rows) else np.zeros(0, np.int64)
    starts = np.cumsum(count) - count
    return np.arange(len(rows)) - starts[rows]


def _levels(
    format: Format, coordinates: list[np.ndarray], dims: tuple[int, ...]
) -> tuple[list[np.ndarray], list[int], np.ndarray]:
    """The coordinates and the size of each level, and the offsets of diagonals."""
    columns, sizes = [], []
    offsets = np.zeros(0, np.int32)
    for mode in format.modes:
        if isinstance(mode, int):
            column, size = coordinates[mode], dims[mode]
        elif mode == "slot":
            column = _rank_in_row(coordinates[0])
            size = int(column.max(initial=-1)) + 1
        elif mode == "diagonal":
            wanted = coordinates[1].astype(np.int64) - coordinates[0]
            offsets, column = np.unique(wanted, return_inverse=True)
            size = len(offsets)
        else:
            word, number = mode.split()
            column, size = coordinates[int(number)], BLOCK
            if word == "place":
                column = column % BLOCK
            else:
                column = column // BLOCK
                size = -(-dims[int(number)] // BLOCK)
        columns.append(np.asarray(column, np.int64))
        sizes.append(size)
    return columns, sizes, offsets.astype(np.int32)


def pack(
    format: Format,
    dims: tuple[int, ...],
    coordinates: list[np.ndarray],
    values: np.ndarray,
) -> Stored:
    """Stores entries that are unique and sorted by their coordinates."""
    if format is SELL:
        return _pack_slices(dims, coordinates, values)
    columns, sizes, offsets = _levels(format, coordinates, dims)
    if format.modes != tuple(range(len(dims))) and columns:
        order = np.lexsort(columns[::-1])
        columns = [column[order] for column in columns]
        values = values[order]
    arrays: list[np.ndarray] = []
    parent, count = np.zeros(len(values), np.int64), 1
    for letter, column, size in zip(
        format.letters, columns, sizes, strict=True
    ):
        if letter in "dr":
            parent, count = parent * size + column, count * size
        if letter == "r":
            arrays.append(offsets)
        if letter in "su":
            first = np.ones(len(column), bool)
            if letter == "s":
                first[1:] = (np.diff(parent) != 0) | (np.diff(column) != 0)
            positions = np.zeros(count + 1, np.int32)
            np.cumsum(
                np.bincount(parent[first], minlength=count), out=positions[1:]
            )
            arrays += [positions, column[first].astype(np.int32)]
            parent, count = np.cumsum(first) - 1, int(first.sum())
        if letter == "q":
            arrays.append(column.astype(np.int32))
        if letter == "p":
            padded = np.full(count, -1, np.int32)
            padded[parent] = column
            arrays.append(padded)
    stored = np.zeros(count)
    stored[parent] = values
    return Stored(format, dims, tuple(sizes), [*arrays, stored])


def _widths(rows: int, column: np.ndarray) -> np.ndarray:
    """The slots of each slice: as many as its fullest row has entries."""
    lengths = np.zeros(-(-rows // SLICE) * SLICE, np.int64)
    lengths[:rows] = np.bincount(column, minlength=rows)
    return lengths.reshape(-1, SLICE).max(axis=1)


def _pack_slices(
    dims: tuple[int, ...], coordinates: list[np.ndarray], values: np.ndarray
) -> Stored:
    row, column = coordinates
    widths = _widths(dims[0], row)
    positions = np.zeros(len(widths) + 1, np.int32)
    np.cumsum(widths, out=positions[1:])
    slot = positions[row // SLICE] + _rank_in_row(row)
    place = SLICE * slot + row % SLICE
    padded = np.full(SLICE * int(positions[-1]), -1, np.int32)
    padded[place] = column
    stored = np.zeros(len(padded))
    stored[place] = values
    first = np.zeros(len(widths), np.int32)
    sizes = (len(widths), int(widths.max(initial=0)), SLICE, dims[1])
    return Stored(SELL, dims, sizes, [positions, first, padded, stored])


def save_stored(path: Path, stored: Stored) -> None:
    """Writes the arrays, for `load_stored`."""
    arrays = {f"array{n}": array for n, array in enumerate(stored.arrays)}
    sizes = {"dims": np.array(stored.dims), "sizes": np.array(stored.sizes)}
    np.savez(path, **sizes, **arrays)


def load_stored(path: Path, format: Format) -> Stored:
    with np.load(path) as file:
        dims, sizes = (tuple(map(int, file[n])) for n in ("dims", "sizes"))
        arrays = [file[f"array{n}"] for n in range(len(file.files) - 2)]
    return Stored(format, dims, sizes, arrays)


def _number(size: int) -> type:
    return np.int32 if size <= np.iinfo(np.int32).max else np.int64


def unpack(stored: Stored) -> tuple[list[np.ndarray], np.ndarray]:
    """The coordinates by mode, and the components, of all that is stored in
    levels that are dense, compressed or singleton."""
    arrays = list(stored.arrays)
    values = arrays.pop()
    parents: list[np.ndarray] = []
    count = 1
    for letter, size in zip(stored.format.letters, stored.sizes, strict=True):
        if letter == "d":
            parents = [np.repeat(column, size) for column in parents]
            parents.append(np.tile(np.arange(size, dtype=_number(size)), count))
            count *= size
        elif letter in "su":
            positions, column = arrays.pop(0), arrays.pop(0)
            lengths = np.diff(positions)
            parents = [np.repeat(other, lengths) for other in parents]
            count = int(positions[-1])
            parents.append(column[:count])
        elif letter == "q":
            parents.append(arrays.pop(0)[:count])
        else:
            raise ValueError(f"cannot read back a level '{letter}'")
    by_mode = [
        parents[stored.format.modes.index(m)] for m in range(len(stored.dims))
    ]
    return by_mode, values[:count]


def padding(format: Format, dims: tuple[int, ...], coordinates: list) -> float:
    """How many components a format stores for each entry, before it is stored."""
    entries = max(1, len(coordinates[0]))
    if format is ELL:
        width = int(np.bincount(coordinates[0]).max(initial=0))
        return width * dims[0] / entries
    if format is SELL:
        return SLICE * int(_widths(dims[0], coordinates[0]).sum()) / entries
    if format is DIA:
        wanted = coordinates[1].astype(np.int64) - coordinates[0]
        return len(np.unique(wanted)) * dims[0] / entries
    if format is BCSR:
        columns = -(-dims[1] // BLOCK)
        keys = (coordinates[0] // BLOCK).astype(np.int64) * columns
        blocks = len(np.unique(keys + coordinates[1] // BLOCK))
        return blocks * BLOCK * BLOCK / entries
    return 1.0
