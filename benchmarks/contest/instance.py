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

import numpy as np

from contest.datasets import Dataset, make
from contest.kernels import Kernel
from contest.storage import Format, Stored, pack, padding

_MOST_PADDING = 4
_MOST_BYTES = 2 << 30


@dataclass(frozen=True)
class Limits:
    """What is run: the largest number of multiplications of products of sparse
    matrices, and the most bytes of one dense operand."""

    products: int = 100_000_000
    bytes: int = _MOST_BYTES


class Instance:
    """`sizes` has the size of each index variable."""

    def __init__(self, kernel: Kernel, dataset: Dataset) -> None:
        self.kernel, self.dataset = kernel, dataset
        self.sizes = dict(kernel.sizes)
        self._entries: dict[str, Dataset | None] = {}
        for access in kernel.assignment.accesses:
            entries = self.entries(access.tensor)
            if entries:
                self.sizes |= zip(access.indices, entries.dims, strict=True)

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
                role = self.kernel.roles.get(tensor, "main")
                made = derive(self.dataset, role)
            self._entries[tensor] = made
        return self._entries[tensor]

    def dense(self, tensor: str) -> np.ndarray:
        """A dense operand of numbers between 1/2 and 3/2."""
        random = np.random.default_rng([11, *tensor.encode()])
        return 0.5 + random.random(self.dims(tensor))

    def stored(self, tensor: str, format: Format | None = None) -> Stored:
        """An operand in the kernel's format, or in another one."""
        format = format or self.kernel.format(tensor)
        entries = self.entries(tensor)
        if entries:
            stored = entries.coordinates, entries.values
            return pack(format, entries.dims, *stored)
        values = self.dense(tensor)
        return Stored(format, values.shape, values.shape, [values.ravel()])


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
