# ===- gpu_matrices.py - Classes of sparse matrices -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Matrices of the classes by which kernels of a GPU are judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Entries:
    """Coordinates in lexicographic order, without duplicates, and values that
    are small integers, so that sums are exact."""

    dims: tuple[int, ...]
    coordinates: np.ndarray
    values: np.ndarray


def _make(dims: tuple[int, int], lengths: np.ndarray, width: int = 0) -> Entries:
    """Rows of given lengths, with columns anywhere, or near the diagonal."""
    pick = np.random.default_rng(3)
    rows = np.repeat(np.arange(dims[0]), lengths)
    if width:
        offsets = np.arange(len(rows)) - np.repeat(
            np.cumsum(lengths) - lengths, lengths
        )
        columns = np.clip(rows - width // 2, 0, dims[1] - width) + offsets
    else:
        columns = pick.integers(0, dims[1], len(rows))
    flat = np.unique(rows * dims[1] + columns)
    coordinates = np.stack(np.divmod(flat, dims[1]), axis=1)
    values = pick.integers(1, 5, len(flat)).astype(float)
    return Entries(dims, coordinates, values)


def _even(entries: int) -> Entries:
    size = entries // 16
    return _make((size, size), np.full(size, 16))


def _power_law(entries: int) -> Entries:
    size = entries // 8
    weights = 1 / np.arange(1, size + 1)
    lengths = np.maximum(1, entries * weights / weights.sum()).astype(int)
    lengths = np.minimum(lengths, size // 2)
    np.random.default_rng(2).shuffle(lengths)
    return _make((size, size), lengths)


def _hypersparse(entries: int) -> Entries:
    size = entries * 2
    lengths = np.zeros(size, int)
    rows = np.random.default_rng(2).integers(0, size, entries)
    np.add.at(lengths, rows, 1)
    return _make((size, size), lengths)


def _wide(entries: int) -> Entries:
    return _make((100, 100_000), np.full(100, entries // 100))


def _short(entries: int) -> Entries:
    """Fewer rows than a block has warps."""
    return _make((2, 100_000), np.full(2, entries // 2))


def _fem(entries: int) -> Entries:
    size = entries // 54
    return _make((size, size), np.full(size, 54), width=54)


def _full(entries: int) -> Entries:
    size = entries // 64
    return _make((size, size), np.full(size, 64), width=64)


@dataclass(frozen=True)
class MatrixClass:
    """`is_filled` says that rows have enough entries for the threads of a warp, and
    `is_full` that they have a multiple of them."""

    name: str
    make: Callable[[int], Entries]
    is_filled: bool
    is_full: bool = False


MATRICES = (
    MatrixClass("even", _even, False),
    MatrixClass("power law", _power_law, False),
    MatrixClass("hypersparse", _hypersparse, False),
    MatrixClass("wide", _wide, True),
    MatrixClass("short", _short, True),
    MatrixClass("fem", _fem, True),
    MatrixClass("full", _full, True, is_full=True),
)


def make_tensor(matrix: Entries) -> Entries:
    """A tensor of order three whose fibers are the rows of a matrix."""
    width = 16
    rows, columns = matrix.coordinates.T
    coordinates = np.stack([rows // width, rows % width, columns], axis=1)
    dims = (-(-matrix.dims[0] // width), width, matrix.dims[1])
    return Entries(dims, coordinates, matrix.values)
