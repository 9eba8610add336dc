# ===- storage.py - A strict reader of stored tensors ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads the arrays of a tensor, level by level, and checks them.

A result with the right numbers may still break the rules of its format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from storage_arrays import Arrays, StorageError
from formats import Coordinate, Format


def read_storage(
    format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
) -> list[tuple[Coordinate, object]]:
    """The stored components in storage order, read from the raw arrays (those
    of the levels from the outermost on, then the values) and checked."""
    return _Reader(format, dims, arrays).entries()


def count_slots(
    format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
) -> list[int]:
    """The number of slots of a tensor, if its format has some."""
    reader = Arrays(format, dims, arrays)
    reader.count_slots()
    return [
        size
        for level, size in zip(format.levels, reader.sizes, strict=True)
        if level.part == "*"
    ]


class _Reader(Arrays):
    def entries(self) -> list[tuple[Coordinate, object]]:
        self.count_slots()
        self.check_lengths()
        result = []
        previous: Coordinate | None = None
        ordered = all(
            level.kind not in ("hashed", "permuted") and level.ordered
            for level in self.levels
        )
        found = set()
        for path, position in self._walk(0, 0):
            if ordered and previous is not None and path <= previous:
                raise StorageError(f"{path} is stored after {previous}")
            previous = path
            if path in found:
                raise StorageError(f"{path} is stored twice")
            found.add(path)
            coordinate = [0] * len(self.dims)
            for level, value in zip(self.levels, path, strict=True):
                factor = level.block if level.part == "/" else 1
                if level.part != "*":
                    coordinate[level.mode] += factor * value
            if all(c < dim for c, dim in zip(coordinate, self.dims, strict=True)):
                result.append((tuple(coordinate), self.values[position]))
            elif self.values[position] != self.fill:
                raise StorageError(f"{path} fills up a block with a number")
        return result

    def _walk(
        self, n: int, parent: int, above: Coordinate = ()
    ) -> Iterator[tuple[Coordinate, int]]:
        """The coordinates, in level order, and positions below a parent with
        the coordinates `above`."""
        if n == len(self.levels):
            yield (), parent
            return
        level = self.levels[n]
        if level.kind == "dense":
            start = parent * self.sizes[n]
            children = ((c, start + c) for c in range(self.sizes[n]))
        elif level.kind == "bitmap":
            start = parent * self.sizes[n]
            present = self.arrays[n][0]
            children = (
                (c, start + c)
                for c in range(self.sizes[n])
                if present[start + c]
            )
        elif level.kind == "hashed":
            children = self._table(n, parent)
        elif level.kind == "interval":
            children = self._interval(n, parent)
        elif level.kind == "run-length":
            children = self._runs(n, parent)
        elif level.kind == "structured":
            children = self._places(n, parent)
        elif level.kind == "permuted":
            children = ((int(c), p) for p, c in enumerate(self.arrays[n][0]))
        elif level.kind == "sliced":
            pos = self.arrays[n][0].astype(int)
            part, row = divmod(parent, level.room)
            children = (
                (c, (pos[part] + c) * level.room + row)
                for c in range(pos[part + 1] - pos[part])
            )
        elif level.kind == "loose":
            pos, crd = self.arrays[n]
            bounds = pos[2 * parent : 2 * parent + 2]
            children = self._segment(n, bounds, crd)
        elif level.kind == "batched":
            pos, crd = self.arrays[n]
            batches = pos.reshape(self.sizes[0], -1)
            batch, row = divmod(parent, batches.shape[1] - 1)
            room = len(crd) // self.sizes[0]
            bounds = batch * room + batches[batch][row : row + 2].astype(int)
            children = self._segment(n, bounds, crd)
        elif level.kind == "listed":
            lengths, crd = self.arrays[n]
            begin = int(lengths[:parent].sum(dtype=np.int64))
            bounds = np.array([begin, begin + int(lengths[parent])])
            children = self._segment(n, bounds, crd)
        elif level.kind == "range":
            offset = int(self.arrays[n][0][above[-1]])
            rows = range(
                max(0, -offset), min(self.sizes[n], self.sizes[n + 1] - offset)
            )
            children = ((c, parent * self.sizes[n] + c) for c in rows)
        elif level.kind == "offset":
            offset = int(self.arrays[n][0][above[-2]])
            children = ((above[-1] + offset, parent),)
        elif level.kind == "padded":
            stored = int(self.arrays[n][0][parent])
            children = ((stored, parent),) if stored >= 0 else ()
        elif level.kind == "singleton":
            children = ((int(self.arrays[n][0][parent]), parent),)
        else:
            pos, crd = self.arrays[n]
            children = self._segment(n, pos[parent : parent + 2], crd)
        for coordinate, position in children:
            empty = True
            for path, leaf in self._walk(
                n + 1, position, (*above, coordinate)
            ):
                empty = False
                yield (coordinate, *path), leaf
            if empty and self._has_children(n):
                raise StorageError(f"position {position} of level {n} is empty")

    def _has_children(self, n: int) -> bool:
        """Whether a coordinate of a level is stored only with what is below it.
        One that is inserted is there before what is below is known, and below
        a dense level without coordinates there is never anything."""
        below = [level.kind for level in self.levels[n + 1 :]]
        return (
            self.levels[n].kind in ("compressed", "singleton", "loose", "listed")
            and next((k for k in below if k != "dense"), "")
            in ("compressed", "loose", "listed")
            and 0 not in self.sizes[n + 1 :]
            and not {"bitmap", "hashed"} & set(below)
        )

    def _interval(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        pos, first = self.arrays[n]
        begin, end = int(pos[parent]), int(pos[parent + 1])
        least = int(first[parent])
        if least < 0 or least + end - begin > self.sizes[n]:
            raise StorageError(f"an interval of level {n} is out of range")
        return ((least + p - begin, p) for p in range(begin, end))

    def _runs(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """Each coordinate of a run has its position."""
        pos, first, last = self.arrays[n]
        previous = -1
        for run in range(int(pos[parent]), int(pos[parent + 1])):
            if not previous < first[run] <= last[run] < self.sizes[n]:
                raise StorageError(f"run {run} of level {n} is out of order")
            for coordinate in range(int(first[run]), int(last[run]) + 1):
                yield coordinate, run
            previous = int(last[run])

    def _places(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """The coordinates that are used of the room below a parent."""
        room = self.levels[n].room
        begin = parent * room
        places = self.arrays[n][0][begin : begin + room].tolist()
        used = places.index(-1) if -1 in places else room
        if any(place != -1 for place in places[used:]):
            raise StorageError(f"places of level {n} have gaps")
        bounds = np.array([begin, begin + used])
        return self._segment(n, bounds, self.arrays[n][0])

    def _table(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """The coordinates of a hash table, each of which a search finds."""
        bounds, slots = self.arrays[n]
        begin, end = (int(b) for b in bounds[2 * parent : 2 * parent + 2])
        size = end - begin
        table = slots[begin:end].tolist()
        if begin < 0 or len(table) != size or size & (size - 1):
            raise StorageError(f"a table of level {n} has {size} slots")
        if size and -1 not in table:
            raise StorageError(f"a table of level {n} is full")
        for slot, coordinate in enumerate(table):
            if coordinate == -1:
                continue
            if not 0 <= coordinate < self.sizes[n]:
                raise StorageError(f"a coordinate of level {n} is out of range")
            product = coordinate * 0x9E3779B97F4A7C15 % 2**64
            searched = (product ^ (product >> 32)) % size
            while searched != slot:
                if table[searched] in (-1, coordinate):
                    raise StorageError(
                        f"coordinate {coordinate} of level {n} is not found"
                    )
                searched = (searched + 1) % size
            yield coordinate, begin + slot

    def _segment(
        self, n: int, bounds: np.ndarray, crd: np.ndarray
    ) -> Iterator[tuple[int, int]]:
        previous = -1
        for position in range(int(bounds[0]), int(bounds[1])):
            coordinate = int(crd[position])
            level = self.levels[n]
            if level.unique and level.ordered and coordinate <= previous:
                raise StorageError(
                    f"coordinate {coordinate} of level {n} follows {previous}"
                )
            previous = coordinate
            yield coordinate, position
