# ===- storage_arrays.py - The arrays that store a tensor ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Which arrays a format has, and the rules for each of them as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from formats import Format

_ARRAYS = {
    "dense": 0,
    "compressed": 2,
    "singleton": 1,
    "bitmap": 1,
    "hashed": 2,
    "range": 1,
    "offset": 1,
    "padded": 1,
    "loose": 2,
    "listed": 2,
    "run-length": 3,
    "interval": 2,
    "structured": 1,
    "batched": 2,
    "permuted": 2,
    "sliced": 1,
}


class StorageError(Exception):
    """A stored tensor breaks a rule of its format."""


class Arrays:
    """The arrays of a tensor, level by level, and how many coordinates each
    level may have."""

    def __init__(
        self, format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
    ) -> None:
        self.levels = format.levels
        self.dims = dims
        self.fill = format.fill
        self.sizes = [level.size(dims) for level in format.levels]
        remaining = list(arrays)
        self.arrays: list[list[np.ndarray]] = []
        for level in format.levels:
            count = _ARRAYS[level.kind]
            self.arrays.append(remaining[:count])
            del remaining[:count]
        if len(remaining) != 1:
            raise StorageError(
                f"expected one values array, got {len(remaining)}"
            )
        self.values = remaining[0]

    def count_slots(self) -> None:
        """How many slots there are follows from the first array below them."""
        positions, slots = 1, None
        for n, level in enumerate(self.levels):
            if level.part == "*":
                slots = n
                if level.kind in ("interval", "sliced"):
                    # As many as the widest interval or slice has.
                    widths = np.diff(self.arrays[n][0])
                    self.sizes[n] = int(widths.max(initial=0))
                    return
            elif level.kind == "dense":
                positions *= self.sizes[n]
            elif slots is not None:
                length = len(self.arrays[n][0])
                if level.kind == "compressed":
                    length -= 1
                if level.kind in ("loose", "hashed"):
                    length //= 2
                if level.kind == "bitmap":
                    positions *= self.sizes[n]
                if level.kind == "range":
                    positions = 1
                self.sizes[slots] = length // positions if positions else 0
                return
            elif level.kind == "permuted":
                positions *= self.sizes[n]
            elif level.kind in ("compressed", "hashed"):
                positions = len(self.arrays[n][1])

    def check_lengths(self) -> None:
        positions = 1
        for n, level in enumerate(self.levels):
            if level.kind in ("dense", "bitmap"):
                positions *= self.sizes[n]
                if level.kind == "dense":
                    continue
                if len(self.arrays[n][0]) != positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} presences, "
                        f"expected {positions}"
                    )
                continue
            if level.kind in ("range", "offset"):
                self._check_offsets(n)
                if level.kind == "range":
                    positions *= self.sizes[n]
                continue
            if level.kind == "hashed":
                if len(self.arrays[n][0]) != 2 * positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} positions, "
                        f"expected {2 * positions}"
                    )
                positions = len(self.arrays[n][1])
                continue
            if level.kind == "loose":
                if len(self.arrays[n][0]) != 2 * positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} positions, "
                        f"expected {2 * positions}"
                    )
                positions = len(self.arrays[n][1])
                continue
            if level.kind == "listed":
                lengths = self.arrays[n][0]
                if len(lengths) != positions or (lengths < 0).any():
                    raise StorageError(f"lengths of level {n} are wrong")
                positions = int(lengths.sum(dtype=np.int64))
            if level.kind == "structured":
                positions *= level.room
            if level.kind == "permuted":
                crd, where = self.arrays[n]
                positions = self.sizes[n]
                if sorted(crd) != list(range(positions)):
                    raise StorageError(f"level {n} is no permutation")
                if list(where[crd]) != list(range(positions)):
                    raise StorageError(f"level {n} has two permutations")
                continue
            if level.kind == "sliced":
                pos = self.arrays[n][0]
                if len(pos) != -(-positions // level.room) + 1:
                    raise StorageError(f"level {n} has {len(pos)} positions")
                if pos[0] != 0 or (np.diff(pos) < 0).any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                positions = int(pos[-1]) * level.room
                continue
            if level.kind == "batched":
                pos, crd = self.arrays[n]
                batches = self.sizes[0]
                if len(pos) != positions + batches:
                    raise StorageError(
                        f"level {n} has {len(pos)} positions, "
                        f"expected {positions + batches}"
                    )
                if batches and len(crd) % batches:
                    raise StorageError(f"batches of level {n} differ in size")
                bounds = pos.reshape(batches, -1) if batches else pos[None]
                if (np.diff(bounds, axis=1) < 0).any() or bounds[:, :1].any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                positions = len(crd)
            if level.kind in ("compressed", "interval", "run-length"):
                pos = self.arrays[n][0]
                if len(pos) != positions + 1:
                    raise StorageError(
                        f"level {n} has {len(pos)} positions, "
                        f"expected {positions + 1}"
                    )
                if pos[0] != 0 or (np.diff(pos) < 0).any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                if level.kind == "interval":
                    if len(self.arrays[n][1]) != positions:
                        raise StorageError(f"level {n} lacks coordinates")
                    positions = int(pos[-1])
                    continue
                positions = int(pos[-1])
            crd = self.arrays[n][-1]
            if len(crd) != positions:
                raise StorageError(
                    f"level {n} has {len(crd)} coordinates, "
                    f"expected {positions}"
                )
            least = -1 if level.kind in ("padded", "structured") else 0
            if len(crd) and (crd.min() < least or crd.max() >= self.sizes[n]):
                raise StorageError(f"a coordinate of level {n} is out of range")
        if len(self.values) != positions:
            raise StorageError(
                f"{len(self.values)} values, expected {positions}"
            )

    def _check_offsets(self, n: int) -> None:
        """Those of a range and the offset level below are the same, ascend,
        and are diagonals of the matrix."""
        row = n if self.levels[n].kind == "range" else n - 1
        offsets = self.arrays[n][0]
        has_range = self.levels[row].kind == "range"
        if has_range and list(offsets) != list(self.arrays[row][0]):
            raise StorageError(f"offsets of level {n} are not the range's")
        if (np.diff(offsets) <= 0).any():
            raise StorageError(f"offsets of level {n} do not ascend")
        for offset in offsets:
            if not -self.sizes[row] < offset < self.sizes[row + 1]:
                raise StorageError(f"offset {offset} is out of range")
