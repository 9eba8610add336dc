# ===- datasets.py - Matrices and tensors ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A dataset: a sorted coordinate list without duplicates, as a file of NumPy's.

Every contestant loads the same file, in a process of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Dataset:
    """A vector, a matrix or a tensor; coordinates of modes first to last."""

    name: str
    dims: tuple[int, ...]
    coordinates: list[np.ndarray]
    values: np.ndarray

    @property
    def order(self) -> int:
        return len(self.dims)

    @property
    def entries(self) -> int:
        return len(self.values)

    def save(self, path: Path) -> None:
        arrays = {f"mode{n}": mode for n, mode in enumerate(self.coordinates)}
        np.savez(path, dims=np.array(self.dims), values=self.values, **arrays)


class _Loaded(Dataset):
    """A dataset of a file, whose arrays are read when somebody asks for them:
    who finds operands packed needs none."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as file:
            dims = tuple(int(size) for size in file["dims"])
        object.__setattr__(self, "name", path.stem)
        object.__setattr__(self, "dims", dims)
        object.__setattr__(self, "_path", path)

    @cached_property
    def coordinates(self) -> list[np.ndarray]:
        with np.load(self._path) as file:
            return [file[f"mode{n}"] for n in range(self.order)]

    @cached_property
    def values(self) -> np.ndarray:
        with np.load(self._path) as file:
            return file["values"]


def load(path: Path) -> Dataset:
    return _Loaded(path)


def _keys(
    dims: tuple[int, ...], coordinates: list[np.ndarray]
) -> np.ndarray | None:
    """A number for each combination of coordinates, in their order; nothing if
    there are too many. Sorting it takes a fraction of sorting the columns."""
    if math.prod(dims) > np.iinfo(np.int64).max:
        return None
    keys = np.zeros(len(coordinates[0]), np.int64)
    for size, column in zip(dims, coordinates, strict=True):
        keys = keys * size + column
    return keys


def make(
    name: str,
    dims: tuple[int, ...],
    coordinates: list[np.ndarray],
    values: np.ndarray,
) -> Dataset:
    """Sorts entries, sums what is there more than once, and gives numbers between
    1/2 and 3/2 to those that are all the same, as in a pattern, so that a
    component at the wrong place shows."""
    keys = _keys(dims, coordinates)
    if keys is None:
        order = np.lexsort(coordinates[::-1])
    elif (np.diff(keys) > 0).all():
        order = slice(None)
    else:
        order = np.argsort(keys)
    coordinates = [column[order] for column in coordinates]
    values = values[order]
    first = np.ones(len(values), bool)
    first[1:] = np.any([np.diff(column) != 0 for column in coordinates], axis=0)
    if not first.all():
        values = np.add.reduceat(values, np.flatnonzero(first))
        coordinates = [column[first] for column in coordinates]
    values = np.asarray(values, np.float64)
    if len(values) and (values == values[0]).all():
        values = 0.5 + np.random.default_rng(7).random(len(values))
    return Dataset(
        name,
        dims,
        [np.asarray(column, np.int32) for column in coordinates],
        values,
    )
