# ===- datasets.py - Matrices and tensors ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A dataset: a sorted coordinate list without duplicates, as a folder of files of
NumPy's.

Every contestant maps the same files, in a process of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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

    def save(self, folder: Path) -> Dataset:
        """Makes a folder of that name, and gives what `load` does."""
        folder.mkdir()
        np.save(folder / "dims.npy", np.array(self.dims))
        np.save(folder / "values.npy", self.values)
        for number, column in enumerate(self.coordinates):
            np.save(folder / f"mode{number}.npy", column)
        return load(folder)


def load(folder: Path) -> Dataset:
    """With arrays that are mapped and cannot be written. They take memory once for
    all processes, which the system takes back where it is short of it; who runs on
    them copies them, to have pages as other memory has."""

    def mapped(name: str) -> np.ndarray:
        return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r"))

    dims = tuple(int(size) for size in mapped("dims"))
    coordinates = [mapped(f"mode{number}") for number in range(len(dims))]
    return Dataset(folder.name, dims, coordinates, mapped("values"))


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
