# ===- formats.py - Tensor formats as the suite sees them ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a format stores, and a strict reader of stored tensors.

Whether a component is stored decides what it means under a product, and a
result with the right numbers may still break the rules of its format. Both are
told here from the level types alone (thesis sections 2.4 and 2.5), without the
runtime library that made the tensor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

Coordinate = tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """One level: `kind` is dense, compressed or singleton."""

    kind: str
    mode: int
    unique: bool = True


@dataclass(frozen=True)
class Format:
    """`name` is the spelling that the compiler is given."""

    name: str
    levels: tuple[Level, ...]
    position_bits: int = 32
    coordinate_bits: int = 32
    # What components are that are not stored.
    fill: float = 0

    @property
    def kinds(self) -> list[np.dtype]:
        """The types of the arrays of positions and coordinates."""
        position = np.dtype(f"int{self.position_bits}")
        coordinate = np.dtype(f"int{self.coordinate_bits}")
        arrays = {
            "dense": [],
            "compressed": [position, coordinate],
            "singleton": [coordinate],
        }
        return [kind for level in self.levels for kind in arrays[level.kind]]

    @property
    def is_dense(self) -> bool:
        return all(level.kind == "dense" for level in self.levels)

    @property
    def ends_sparse(self) -> bool:
        """Whether components are stored one by one."""
        return bool(self.levels) and self.levels[-1].kind != "dense"

    def stored(
        self, dims: Sequence[int], entries: set[Coordinate]
    ) -> set[Coordinate]:
        """All components that a tensor with these entries stores. Dense levels
        below the last other level store whole blocks."""
        last = max(
            (n for n, level in enumerate(self.levels) if level.kind != "dense"),
            default=-1,
        )
        modes = [level.mode for level in self.levels[: last + 1]]
        prefixes = {tuple(entry[mode] for mode in modes) for entry in entries}
        return {
            component
            for component in np.ndindex(*dims)
            if not modes or tuple(component[mode] for mode in modes) in prefixes
        }


_KINDS = {
    "d": ("dense", True),
    "s": ("compressed", True),
    "u": ("compressed", False),
    "q": ("singleton", True),
    "c": ("singleton", False),
}
_NAMED = {
    "CSR": "ds",
    "CSC": "ds:1,0",
    "DCSR": "ss",
    "DCSC": "ss:1,0",
}


def parse_format(name: str, order: int) -> Format:
    """The format of a spelling such as `CSC`, `COO`, `dss` or `sss:2,0,1`."""
    text, _, widths = name.partition("{")
    letters = _NAMED.get(text, text)
    if text in ("dense", "CSF"):
        letters = {"dense": "d", "CSF": "s"}[text] * order
    if text == "COO":
        letters = "s" if order == 1 else "u" + "c" * (order - 2) + "q"
    letters, _, modes = letters.partition(":")
    permutation = (
        [int(mode) for mode in modes.split(",")] if modes else range(order)
    )
    assert len(letters) == order and sorted(permutation) == list(range(order))
    levels = (
        Level(_KINDS[letter][0], mode, _KINDS[letter][1])
        for letter, mode in zip(letters, permutation, strict=True)
    )
    bits = dict(
        width.split("=") for width in widths.rstrip("}").split(",") if width
    )
    return Format(
        name,
        tuple(levels),
        int(bits.get("pos", 32)),
        int(bits.get("crd", 32)),
        float(bits.get("fill", 0)),
    )


class StorageError(Exception):
    """A stored tensor breaks a rule of its format."""


def read_storage(
    format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
) -> list[tuple[Coordinate, object]]:
    """The stored components in storage order, read from the raw arrays (those
    of the levels from the outermost on, then the values) and checked."""
    return _Reader(format, dims, arrays).entries()


class _Reader:
    def __init__(
        self, format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
    ) -> None:
        self.levels = format.levels
        self.sizes = [dims[level.mode] for level in format.levels]
        remaining = list(arrays)
        self.arrays: list[list[np.ndarray]] = []
        for level in format.levels:
            count = {"dense": 0, "compressed": 2, "singleton": 1}[level.kind]
            self.arrays.append(remaining[:count])
            del remaining[:count]
        if len(remaining) != 1:
            raise StorageError(
                f"expected one values array, got {len(remaining)}"
            )
        self.values = remaining[0]

    def entries(self) -> list[tuple[Coordinate, object]]:
        self._check_lengths()
        order = len(self.levels)
        result = []
        previous: Coordinate | None = None
        for path, position in self._walk(0, 0):
            if previous is not None and path <= previous:
                raise StorageError(f"{path} is stored after {previous}")
            previous = path
            coordinate = [0] * order
            for level, value in zip(self.levels, path, strict=True):
                coordinate[level.mode] = value
            result.append((tuple(coordinate), self.values[position]))
        return result

    def _check_lengths(self) -> None:
        positions = 1
        for n, level in enumerate(self.levels):
            if level.kind == "dense":
                positions *= self.sizes[n]
                continue
            if level.kind == "compressed":
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
                positions = int(pos[-1])
            crd = self.arrays[n][-1]
            if len(crd) != positions:
                raise StorageError(
                    f"level {n} has {len(crd)} coordinates, "
                    f"expected {positions}"
                )
            if len(crd) and (crd.min() < 0 or crd.max() >= self.sizes[n]):
                raise StorageError(f"a coordinate of level {n} is out of range")
        if len(self.values) != positions:
            raise StorageError(
                f"{len(self.values)} values, expected {positions}"
            )

    def _walk(self, n: int, parent: int) -> Iterator[tuple[Coordinate, int]]:
        """The coordinates, in level order, and positions below a parent."""
        if n == len(self.levels):
            yield (), parent
            return
        level = self.levels[n]
        if level.kind == "dense":
            start = parent * self.sizes[n]
            children = ((c, start + c) for c in range(self.sizes[n]))
        elif level.kind == "singleton":
            children = ((int(self.arrays[n][0][parent]), parent),)
        else:
            pos, crd = self.arrays[n]
            children = self._segment(n, pos[parent : parent + 2], crd)
        for coordinate, position in children:
            empty = True
            for path, leaf in self._walk(n + 1, position):
                empty = False
                yield (coordinate, *path), leaf
            if empty and self._has_children(n):
                raise StorageError(f"position {position} of level {n} is empty")

    def _has_children(self, n: int) -> bool:
        """Whether a coordinate of a level is stored only with what is below it.
        One that is inserted is there before what is below is known."""
        below = (level.kind for level in self.levels[n + 1 :])
        return (
            self.levels[n].kind in ("compressed", "singleton")
            and next((k for k in below if k != "dense"), "") == "compressed"
        )

    def _segment(
        self, n: int, bounds: np.ndarray, crd: np.ndarray
    ) -> Iterator[tuple[int, int]]:
        previous = -1
        for position in range(int(bounds[0]), int(bounds[1])):
            coordinate = int(crd[position])
            if self.levels[n].unique and coordinate <= previous:
                raise StorageError(
                    f"coordinate {coordinate} of level {n} follows {previous}"
                )
            previous = coordinate
            yield coordinate, position
