# ===- fake_library.py - A stand-in compiler for one kernel ----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Has the interface of `weft.Library`, computes y(i) = A(i,j) * x(j) in NumPy,
and makes one chosen mistake: what the suite's own tests let it find."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from formats import Coordinate, Format
from spellings import parse_format
from weft import WeftError


def pack(
    format: Format, dims: Sequence[int], entries: Mapping[Coordinate, float]
) -> list[np.ndarray]:
    """The raw arrays of a format, outermost level first, values last."""
    arrays: list[np.ndarray] = []
    modes = [level.mode for level in format.levels]
    paths = sorted(tuple(c[mode] for mode in modes) for c in entries)
    numbers = {tuple(c[mode] for mode in modes): n for c, n in entries.items()}
    parents: list[Coordinate] = [()]
    for depth, level in enumerate(format.levels):
        if level.kind == "dense":
            parents = [
                (*p, c) for p in parents for c in range(dims[level.mode])
            ]
            continue
        if level.kind == "singleton":
            arrays.append(np.array([path[depth] for path in paths], np.int32))
            parents = paths
            continue
        groups = [_children(paths, parent, level.unique) for parent in parents]
        sizes = [len(group) for group in groups]
        arrays.append(np.cumsum([0, *sizes], dtype=np.int32))
        parents = [child for group in groups for child in group]
        arrays.append(np.array([p[depth] for p in parents], np.int32))
    leaves = (
        paths if any(v.kind == "singleton" for v in format.levels) else parents
    )
    return [*arrays, np.array([numbers.get(leaf, 0.0) for leaf in leaves])]


def _children(
    paths: Iterable[Coordinate], parent: Coordinate, unique: bool
) -> list[Coordinate]:
    depth = len(parent)
    found = [path[: depth + 1] for path in paths if path[:depth] == parent]
    return list(dict.fromkeys(found)) if unique else found


class FakeTensor:
    type = "f64"

    def __init__(
        self, format: str, dims: Sequence[int], entries: dict[Coordinate, float]
    ) -> None:
        self.dims, self.given = tuple(dims), entries
        self.format = parse_format(format, len(self.dims))
        self.raw = pack(self.format, dims, entries)
        self.hidden = 0

    def arrays(
        self,
        dtype: np.dtype,
        kinds: Sequence[np.dtype] = (),
        packed: bool = False,
    ) -> list[np.ndarray]:
        return self.raw

    def entries(self, dtype: np.dtype) -> list[tuple[Coordinate, float]]:
        """Sorted by level; a component that nobody gave is zero."""
        modes = [level.mode for level in self.format.levels]
        stored = self.format.stored(self.dims, set(self.given))
        ordered = sorted(stored, key=lambda c: [c[mode] for mode in modes])
        listed = [(c, self.given.get(c, 0.0)) for c in ordered]
        return listed[: len(listed) - self.hidden]


class FakeLibrary:
    """`mistake` is a word that names what goes wrong; empty for nothing."""

    def __init__(self, mistake: str = "") -> None:
        self.mistake = mistake

    def tensor(
        self,
        format: str,
        type: str,
        dims: Sequence[int],
        coordinates: Sequence[Coordinate],
        values: np.ndarray,
    ) -> FakeTensor:
        entries: dict[Coordinate, float] = {}
        for coordinate, value in zip(coordinates, values.tolist(), strict=True):
            entries[coordinate] = entries.get(coordinate, 0.0) + value
        if self.mistake == "packing" and entries:
            entries[next(iter(entries))] += 1
        return FakeTensor(format, dims, entries)

    def compile(
        self,
        text: str,
        formats: dict[str, str],
        types: dict[str, str],
        options: str,
    ) -> FakeKernel:
        assert text == "y(i) = A(i,j) * x(j)", text
        if self.mistake == "compile":
            raise WeftError("error: not today")
        return FakeKernel(self.mistake, formats["y"])


class FakeKernel:
    results, operands = ["y"], ["A", "x"]

    def __init__(self, mistake: str, format: str) -> None:
        self.mistake, self.format = mistake, format

    def run(
        self, operands: Mapping[str, FakeTensor], result_dims: Mapping
    ) -> dict[str, FakeTensor]:
        if self.mistake == "run":
            raise WeftError("no memory")
        matrix, vector = operands["A"], operands["x"]
        sums: dict[Coordinate, float] = {}
        columns = dict(vector.entries(np.dtype(float)))
        for (row, column), value in matrix.given.items():
            if (column,) in columns:
                term = value * columns[(column,)]
                sums[(row,)] = sums.get((row,), 0.0) + term
        rows = matrix.dims[0]
        if self.mistake == "surplus":
            sums = {(row,): sums.get((row,), 0.0) for row in range(rows)}
        if self.mistake == "number" and sums:
            sums[next(iter(sums))] += 1
        result = FakeTensor(self.format, (rows,), sums)
        if self.mistake == "order":
            result.raw[1] = result.raw[1][::-1]
        if self.mistake == "entries":
            result.hidden = 1
        if self.mistake == "type":
            result.type = "f32"
        return {"y": result}
