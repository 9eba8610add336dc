# ===- instance.py - A kernel on a dataset --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The operands of a kernel that is run on a dataset.

Made in each worker by the same rules, so that all have the same numbers:
operands that no dataset has are random from a seed. What would take too much
memory or time, or be stored mostly empty, is not run.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from contest.datasets import Dataset, make
from contest.kernels import Kernel
from contest.storage import (
    Format,
    Stored,
    load_stored,
    pack,
    padding,
    save_stored,
)

_MOST_PADDING = 4
_MOST_BYTES = 2 << 30


@dataclass(frozen=True)
class Limits:
    """What is run: the largest number of multiplications of products of sparse
    matrices, and the most bytes of one dense operand."""

    products: int = 100_000_000
    bytes: int = _MOST_BYTES


class Instance:
    """`sizes` has the size of each index variable. `packed` is a folder with
    operands that were packed before, by `keep`."""

    def __init__(
        self, kernel: Kernel, dataset: Dataset, packed: Path | None = None
    ) -> None:
        self.kernel, self.dataset, self._packed = kernel, dataset, packed
        self.sizes = dict(kernel.sizes)
        self._entries: dict[str, Dataset | None] = {}
        for access in kernel.assignment.accesses:
            if access.tensor in kernel.formats:
                dims = derived_dims(dataset, self._role(access.tensor))
                self.sizes |= zip(access.indices, dims, strict=True)

    def _role(self, tensor: str) -> str:
        return self.kernel.roles.get(tensor, "main")

    def indices(self, tensor: str) -> tuple[str, ...]:
        assignment = self.kernel.assignment
        accesses = (assignment.result, *assignment.accesses)
        return next(a.indices for a in accesses if a.tensor == tensor)

    def dims(self, tensor: str) -> tuple[int, ...]:
        return tuple(self.sizes[index] for index in self.indices(tensor))

    def entries(self, tensor: str) -> Dataset | None:
        """A sparse operand; nothing if it is dense."""
        if tensor not in self._entries:
            made = None
            if tensor in self.kernel.formats:
                made = derive(self.dataset, self._role(tensor))
            self._entries[tensor] = made
        return self._entries[tensor]

    def dense(self, tensor: str) -> np.ndarray:
        """A dense operand of numbers between 1/2 and 3/2."""
        random = np.random.default_rng([11, *tensor.encode()])
        values = np.asarray(random.random(self.dims(tensor)))
        values += 0.5
        return values

    def stored(self, tensor: str, format: Format | None = None) -> Stored:
        """An operand in the kernel's format, or in another one."""
        format = format or self.kernel.format(tensor)
        if tensor not in self.kernel.formats:
            values = self.dense(tensor)
            return Stored(format, values.shape, values.shape, [values.ravel()])
        path = self._path(tensor, format)
        if path and path.exists():
            return load_stored(path, format)
        entries = self.entries(tensor)
        return pack(
            format, entries.dims, entries.coordinates, entries.values
        )

    def _path(self, tensor: str, format: Format) -> Path | None:
        """Where an operand is kept in the folder of those that are packed."""
        role = self._role(tensor).replace(" ", "-")
        name = f"{self.dataset.name}.{role}.{format.name}.npz"
        return self._packed and self._packed / name

    def keep(self, tensor: str) -> Stored:
        """An operand, which is kept for all who make the same instance."""
        stored = self.stored(tensor)
        path = self._path(tensor, stored.format)
        if path and tensor in self.kernel.formats and not path.exists():
            save_stored(path, stored)
        return stored


def derived_dims(dataset: Dataset, role: str) -> tuple[int, ...]:
    """The dimensions of what `derive` gives."""
    return dataset.dims[::-1] if role == "partner" else dataset.dims


def derive(dataset: Dataset, role: str) -> Dataset:
    """An operand that a dataset gives.

    main       itself
    rotated N  with its last coordinates moved by N, from the end to the front
    partner    what it can be multiplied with: itself, or its transpose
    square     itself if it is square
    lower      the strictly lower triangle of the graph, all components one
    balanced   another vector, with about as many entries
    skewed     another vector, with a thousandth of them
    """
    word, _, number = role.partition(" ")
    if word in ("main", "square") or role == "rotated 0":
        return dataset
    coordinates, dims = list(dataset.coordinates), dataset.dims
    if word == "rotated":
        coordinates[-1] = (coordinates[-1] + int(number)) % dims[-1]
        return make(dataset.name, dims, coordinates, dataset.values)
    if word == "partner":
        if dims[0] == dims[1]:
            return dataset
        return make(dataset.name, dims[::-1], coordinates[::-1], dataset.values)
    if word == "lower":
        rows = np.maximum(*coordinates)
        columns = np.minimum(*coordinates)
        inside = rows != columns
        ones = np.ones(int(inside.sum()))
        graph = make(dataset.name, dims, [rows[inside], columns[inside]], ones)
        return Dataset(
            graph.name, dims, graph.coordinates, np.ones(graph.entries)
        )
    if word in ("balanced", "skewed"):
        random = np.random.default_rng(5)
        ratio = 1 if word == "balanced" else 1000
        count = max(1, dataset.entries // ratio)
        places = [random.integers(0, dims[0], count)]
        return make(dataset.name, dims, places, np.ones(count))
    raise ValueError(f"{dataset.name} has no operand '{role}'")


def products(left: Dataset, right: Dataset) -> int:
    """The multiplications of the product of two sparse matrices."""
    rows = np.bincount(right.coordinates[0], minlength=right.dims[0])
    return int(rows[left.coordinates[1]].sum())


def refusal(kernel: Kernel, dataset: Dataset, limits: Limits) -> str | None:
    """Why a kernel is not run on a dataset; nothing if it is."""
    if dataset.order != kernel.order:
        return "another order"
    roles = kernel.roles.values()
    square = len(set(dataset.dims)) == 1
    if not square and ("lower" in roles or "square" in roles):
        return "the matrix is not square"
    if kernel.is_small:
        left = derive(dataset, "lower" if "lower" in roles else "main")
        right = left if square else derive(dataset, "partner")
        count = products(left, right)
        if count > limits.products:
            return f"{count} multiplications"
    for tensor, format in kernel.formats.items():
        if tensor in kernel.operands:
            wasted = padding(format, dataset.dims, dataset.coordinates)
            if wasted > _MOST_PADDING:
                return f"{format.name} would be mostly empty"
    instance = Instance(kernel, dataset)
    for tensor in (kernel.result, *kernel.operands):
        if tensor not in kernel.formats:
            size = 8 * int(np.prod(instance.dims(tensor), dtype=np.int64))
            if size > limits.bytes:
                return f"{tensor} takes {size >> 20} MB"
    return None
