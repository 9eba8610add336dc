# ===- files.py - Files of matrices and tensors ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads Matrix Market and FROSTT files, compressed or not, with NumPy alone.

Not with Weft, whose reader is one of the contestants. Complex numbers are
represented by their real parts.
"""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np

from contest.datasets import Dataset, make

_OPENERS: dict[str, Callable] = {".xz": lzma.open, ".gz": gzip.open}
_COLUMNS = {"pattern": 2, "complex": 4}


def _numbers(text: str, columns: int, path: Path) -> np.ndarray:
    flat = np.array(text.split(), dtype=np.float64)
    if len(flat) % columns:
        raise ValueError(f"{path}: expected lines of {columns} numbers")
    return flat.reshape(-1, columns)


def read_mtx(path: Path, file: io.TextIOBase) -> Dataset:
    words = file.readline().lower().split()
    if words[:3] != ["%%matrixmarket", "matrix", "coordinate"]:
        raise ValueError(f"{path}: expected a Matrix Market coordinate list")
    field, symmetry = words[3:5]
    line = file.readline()
    while line.startswith("%") or not line.strip():
        line = file.readline()
    rows, columns, _ = map(int, line.split())
    table = _numbers(file.read(), _COLUMNS.get(field, 3), path)
    i, j = (table[:, :2].T - 1).astype(np.int64)
    values = np.ones(len(i)) if field == "pattern" else table[:, 2]
    if symmetry != "general":
        other = np.flatnonzero(i != j)
        sign = -1 if symmetry == "skew-symmetric" else 1
        i, j = np.concatenate([i, j[other]]), np.concatenate([j, i[other]])
        values = np.concatenate([values, sign * values[other]])
    return make(stem(path), (rows, columns), [i, j], values)


def read_tns(path: Path, file: io.TextIOBase) -> Dataset:
    line = file.readline()
    while line.startswith("#") or not line.strip():
        line = file.readline()
    table = _numbers(line + file.read(), len(line.split()), path)
    coordinates = [column.astype(np.int64) - 1 for column in table.T[:-1]]
    dims = tuple(int(column.max(initial=0)) + 1 for column in coordinates)
    return make(stem(path), dims, coordinates, table[:, -1])


_READERS = {".mtx": read_mtx, ".tns": read_tns}


def stem(path: Path) -> str:
    """What a dataset of a file is called."""
    return path.name.split(".")[0]


def _kind(path: Path) -> str:
    return Path(path.stem).suffix if path.suffix in _OPENERS else path.suffix


def find(folder: Path) -> list[Path]:
    """The files below a folder that can be read, smallest first."""
    found = (path for path in folder.rglob("*") if _kind(path) in _READERS)
    return sorted(found, key=lambda path: (path.stat().st_size, path.name))


def read(path: Path) -> Dataset:
    """The matrix or tensor of a file; raises ValueError if it is not one."""
    with _OPENERS.get(path.suffix, open)(path, "rt") as file:
        return _READERS[_kind(path)](path, file)


def write_mtx(path: Path, matrix: Dataset) -> None:
    """Writes a matrix for the kernel that reads one."""
    i, j = (column + 1 for column in matrix.coordinates)
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{matrix.dims[0]} {matrix.dims[1]} {matrix.entries}\n")
        lines = zip(i.tolist(), j.tolist(), matrix.values.tolist(), strict=True)
        file.writelines(f"{r} {c} {v!r}\n" for r, c, v in lines)
