# ===- formats.py - Tensor formats as the suite sees them ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Level types, and what a format stores.

Whether a component is stored decides what it means under a product, which is
told here from the level types alone (thesis sections 2.4 and 2.5), without the
runtime library that makes tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Coordinate = tuple[int, ...]
# Level types that store all coordinates.
_FULL = ("dense", "permuted")
# Level types with one coordinate for each position.
PACKABLE = (
    *("compressed", "singleton", "hashed", "padded", "loose", "listed"),
    *("structured", "batched"),
)


@dataclass(frozen=True)
class Level:
    """One level: `kind` is dense, compressed or one of the others in
    `spellings.py`, with `room` for so many coordinates below a parent if it is
    structured. It stores the coordinates of a mode, their quotients (`/`) or
    remainders (`%`) by a block size, or slots (`*`)."""

    kind: str
    mode: int
    unique: bool = True
    part: str = ""
    block: int = 1
    room: int = 0
    ordered: bool = True

    def of(self, component: Coordinate) -> int:
        """What the level stores of a component."""
        coordinate = component[self.mode]
        if self.part == "/":
            return coordinate // self.block
        return coordinate % self.block if self.part else coordinate

    def size(self, dims: Sequence[int]) -> int:
        if self.part == "%":
            return self.block
        # How many slots there are is read from the arrays.
        return 0 if self.part == "*" else -(-dims[self.mode] // self.block)


@dataclass(frozen=True)
class Format:
    """`name` is the spelling that the compiler is given."""

    name: str
    levels: tuple[Level, ...]
    # The widths of each level.
    position_bits: tuple[int, ...] = ()
    coordinate_bits: tuple[int, ...] = ()
    # What components are that are not stored.
    fill: float = 0
    # Whether the last coordinates and the values are in one array of records.
    packed: bool = False

    @property
    def kinds(self) -> list[np.dtype]:
        """The types of the arrays of positions and coordinates."""
        arrays = {
            "dense": "",
            "compressed": "pc",
            "singleton": "c",
            "bitmap": "b",
            "hashed": "pc",
            "range": "c",
            "offset": "c",
            "padded": "c",
            "loose": "pc",
            "listed": "pc",
            "run-length": "pcc",
            "interval": "pc",
            "structured": "c",
            "batched": "pc",
            "permuted": "cc",
            "sliced": "p",
        }
        kinds = []
        for level, position, coordinate in zip(
            self.levels, self.position_bits, self.coordinate_bits, strict=True
        ):
            bits = {"p": position, "c": coordinate, "b": 8}
            kinds += [np.dtype(f"int{bits[a]}") for a in arrays[level.kind]]
        return kinds

    @property
    def is_dense(self) -> bool:
        return all(level.kind == "dense" for level in self.levels)

    @property
    def ends_sparse(self) -> bool:
        """Whether components are stored one by one, not with those between or
        around them."""
        whole = ("dense", "interval", "offset")
        return bool(self.levels) and self.levels[-1].kind not in whole

    @property
    def ends_full(self) -> bool:
        """Whether all components of the last level are stored."""
        return not self.levels or self.levels[-1].kind in _FULL

    def stored(
        self, dims: Sequence[int], entries: set[Coordinate]
    ) -> set[Coordinate]:
        """All components that a tensor with these entries stores. Dense levels
        below the last other level store whole blocks."""
        levels = [level for level in self.levels if level.part != "*"]
        last = max(
            (n for n, level in enumerate(levels) if level.kind not in _FULL),
            default=-1,
        )
        above = levels[: last + 1]
        if above and above[-1].kind == "offset" and above[-2].kind == "range":
            row, column = above[-2].mode, above[-1].mode
            offsets = {entry[column] - entry[row] for entry in entries}
            return {
                component
                for component in np.ndindex(*dims)
                if component[column] - component[row] in offsets
            }
        prefixes = {()} if not above else set()
        for entry in entries:
            prefixes.add(tuple(level.of(entry) for level in above))
        for n, level in enumerate(above):
            if level.kind == "interval":
                prefixes |= _fill_intervals(prefixes, n, len(above))
        return {
            component
            for component in np.ndindex(*dims)
            if tuple(level.of(component) for level in above) in prefixes
        }


def _fill_intervals(
    prefixes: set[Coordinate], n: int, length: int
) -> set[Coordinate]:
    """What is stored between the first and the last coordinate of an interval;
    below it, that has nothing unless it is the last."""
    bounds: dict[Coordinate, list[int]] = {}
    for prefix in prefixes:
        bounds.setdefault(prefix[:n], []).append(prefix[n])
    if n + 1 != length:
        return set()
    return {
        (*above, coordinate)
        for above, stored in bounds.items()
        for coordinate in range(min(stored), max(stored) + 1)
    }
