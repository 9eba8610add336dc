# ===- fuzz_data.py - Random operands for a program ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Sizes that fit together, and entries of every kind.

The expression must stay small enough to evaluate densely: `LARGEST` bounds how
many values its variables have together.
"""

from __future__ import annotations

import math
import random

import numpy as np

import fuzz_axes as axes
from formats import Coordinate
from fuzz_axes import choose
from fuzz_case import Data, FuzzCase, Number, Operand
from notation import (
    Access,
    Assign,
    Expression,
    Index,
    Reduce,
    Slice,
    children,
    close,
    variables_of,
)
from scalars import COMPLEX, ELEMENTS, INTEGER, TRUTH, Element
from sizes import infer

LARGEST = 60_000
LARGEST_TENSOR = 3_000


class DataMaker:
    """Makes the data sets of one case."""

    def __init__(self, random: random.Random, case: FuzzCase) -> None:
        self.random, self.case = random, case
        self.classes = SizeClasses(case.program)
        self.nests = [
            nest for assignment in case.program for nest in _nests(assignment)
        ]

    def make(self) -> Data:
        shape = choose(self.random, axes.SHAPES)
        sizes = self.sizes(shape)
        for index, size in self.classes.slices.items():
            sizes[self.classes.find(index)] = size
        extents = {
            index.name: sizes[root]
            for index, root in self.classes.variables().items()
        }
        numbers = choose(self.random, axes.NUMBERS)
        operands = {}
        for name in self.case.operands:
            dims = tuple(
                sizes[self.classes.find((name, mode))]
                for mode in range(self.case.orders[name])
            )
            operands[name] = self.operand(name, dims, numbers)
        return settle(self.case, Data(extents, operands))

    # --- Sizes --------------------------------------------------------------

    def sizes(self, shape: str) -> dict[object, int]:
        roots = self.classes.roots()
        table = axes.EXTENTS.get(shape, axes.EXTENTS["small"])
        sizes = {root: choose(self.random, table) for root in roots}
        free = [root for root in roots if self.classes.least[root] == 0]
        if shape == "zero" and free:
            sizes[self.random.choice(free)] = 0
        for root in roots:
            sizes[root] = max(sizes[root], self.classes.least[root])
        while self.too_large(sizes):
            root = max(sizes, key=lambda key: sizes[key])
            sizes[root] = max(self.classes.least[root], sizes[root] // 2)
        return sizes

    def too_large(self, sizes: dict[object, int]) -> bool:
        find = self.classes.find
        for nest in self.nests:
            if math.prod(max(1, sizes[find(v)]) for v in nest) > LARGEST:
                return True
        return any(
            math.prod(max(1, sizes[find((name, n))]) for n in range(order))
            > LARGEST_TENSOR
            for name, order in self.case.orders.items()
        )

    # --- Entries ------------------------------------------------------------

    def operand(
        self, name: str, dims: tuple[int, ...], numbers: str
    ) -> Operand:
        type = ELEMENTS[self.case.types[name]]
        if not dims:
            return Operand((), ((),), (self.number(type, numbers),))
        cells = self.cells(dims)
        values = [self.number(type, numbers) for _ in cells]
        if numbers == "small" and cells and self.random.random() < 0.4:
            # Duplicates are summed, in whatever order.
            again = self.random.choices(cells, k=1 + len(cells) // 4)
            cells += again
            values += [self.number(type, numbers) for _ in again]
        both = list(zip(cells, values, strict=True))
        self.random.shuffle(both)
        return Operand(
            dims, tuple(c for c, _ in both), tuple(v for _, v in both)
        )

    def cells(self, dims: tuple[int, ...]) -> list[Coordinate]:
        density = choose(self.random, axes.DENSITIES)
        total = math.prod(dims)
        every = range(total)
        if density < 1:
            count = round(density * total)
            if density and total:
                count = max(1, count)
            every = self.random.sample(every, count)
        return [
            tuple(int(x) for x in np.unravel_index(n, dims)) for n in every
        ]

    def number(self, type: Element, numbers: str) -> Number:
        if type.scalar.kind == COMPLEX:
            if numbers in ("special", "extreme"):
                numbers = "signed"
            parts = self.real(numbers), self.real(numbers)
            return complex(*parts)
        if type.scalar.kind == TRUTH:
            return self.random.randint(0, 1)
        if type.scalar.kind == INTEGER:
            return self.integer(type, numbers)
        with np.errstate(over="ignore"):
            return float(type.store(np.array(self.real(numbers))))

    def integer(self, type: Element, numbers: str) -> int:
        limits = np.iinfo(type.dtype)
        if numbers == "extreme":
            edges = (limits.min, limits.min + 1, -1, 0, 1, limits.max)
            return int(self.random.choice(edges))
        number = {
            "small": lambda: self.random.randint(0, 4),
            "powers": lambda: 1 << self.random.randint(0, 4),
        }.get(numbers, lambda: self.random.randint(-5, 5))()
        return max(int(limits.min), min(int(limits.max), number))

    def real(self, numbers: str) -> float:
        pick = self.random
        if numbers == "special" and pick.random() < 0.35:
            return pick.choice((math.inf, -math.inf, math.nan, 0.0, -0.0))
        if numbers == "real":
            return pick.uniform(-2, 2)
        if numbers == "powers":
            return 2.0 ** pick.randint(-2, 3)
        if numbers == "extreme":
            return pick.choice((1e30, -1e30, 1e-30, 3.0, -1.0, 0.0))
        if numbers == "small":
            return float(pick.randint(0, 4))
        return float(pick.randint(-5, 5))


def settle(case: FuzzCase, data: Data) -> Data:
    """Sizes of reduction variables that sums alone index follow from the
    others; those of results are given."""
    extents = dict(data.extents)
    dims = {name: operand.dims for name, operand in data.operands.items()}
    for assignment in case.program:
        known = {Index(name): size for name, size in extents.items()}
        given = {x: known[x] for x in assignment.target.indices}
        found = infer(assignment, dims, known, given)
        extents.update({x.name: size for x, size in found.items()})
        target = assignment.target
        dims[target.tensor] = tuple(extents[x.name] for x in target.indices)
    return Data(extents, data.operands)


class SizeClasses:
    """Modes and variables that must have the same size, by union-find."""

    def __init__(self, program: tuple[Assign, ...]) -> None:
        self.parents: dict[object, object] = {}
        self.slices: dict[Index, int] = {}
        least: dict[object, int] = {}
        for assignment in program:
            self.add(assignment.target, least)
            self.visit(assignment.value, least)
        self.least = dict.fromkeys(self.roots(), 0)
        for key, size in least.items():
            root = self.find(key)
            self.least[root] = max(self.least[root], size)

    def find(self, key: object) -> object:
        parent = self.parents.setdefault(key, key)
        return key if parent == key else self.find(parent)

    def visit(self, node: Expression, least: dict[object, int]) -> None:
        if isinstance(node, Access):
            self.add(node, least)
        if isinstance(node, Reduce):
            for index in node.indices:
                self.find(index)
        for child in children(node):
            self.visit(child, least)

    def add(self, access: Access, least: dict[object, int]) -> None:
        for mode, index in enumerate(access.indices):
            key = (access.tensor, mode)
            if isinstance(index, Index):
                self.parents[self.find(key)] = self.find(index)
                continue
            self.find(key)
            for variable in variables_of(index):
                self.find(variable)
            if isinstance(index, int):
                least[key] = max(least.get(key, 0), index + 1)
            if isinstance(index, Slice):
                least[key] = max(least.get(key, 0), index.end)
                self.slices[index.index] = index.size

    def roots(self) -> list[object]:
        return sorted({self.find(key) for key in [*self.parents]}, key=str)

    def variables(self) -> dict[Index, object]:
        return {
            key: self.find(key)
            for key in [*self.parents]
            if isinstance(key, Index)
        }


def _nests(assignment: Assign) -> list[tuple[Index, ...]]:
    """The variables that are bound together somewhere."""
    nests: list[tuple[Index, ...]] = []

    def visit(node: Expression, scope: tuple[Index, ...]) -> None:
        if isinstance(node, Reduce):
            scope = (*scope, *node.indices)
            nests.append(scope)
        for child in children(node):
            visit(child, scope)

    nests.append(assignment.target.indices)
    visit(close(assignment).value, assignment.target.indices)
    return nests
