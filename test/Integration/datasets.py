# ===- datasets.py - Small random operands ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Operands for a kernel: sizes that fit together, and entries.

A compiled kernel runs on every shape of `SHAPES`, since compiling costs far
more than running. The shapes are where sparse code goes wrong: nothing stored,
everything stored, empty slices, one component, no component, duplicates.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from formats import Coordinate, Format
from kernel import Kernel
from notation import (
    Access,
    Assign,
    Index,
    Slice,
    Sum,
    accesses,
    variables_of,
)
from reference import ElementType, Values
from sizes import infer, plain_variables

# How the entries of a run are chosen: which numbers there are.
SMALL, REAL, SPECIAL = "small", "real", "special"

SHAPES = (
    "mixed",
    "sliced",
    "full",
    "empty",
    "one-empty",
    "single",
    "no-extent",
    "hypersparse",
)


@dataclass(frozen=True)
class Entries:
    """An operand as it is handed over: a coordinate list, unordered and with
    duplicates."""

    dims: tuple[int, ...]
    coordinates: tuple[Coordinate, ...]
    values: np.ndarray

    def dense(self, element: ElementType, fill: float = 0) -> np.ndarray:
        """The sums of duplicates at each component, and the fill elsewhere."""
        sums: dict[Coordinate, object] = {}
        for coordinate, value in zip(
            self.coordinates, self.values.tolist(), strict=True
        ):
            old = sums.get(coordinate)
            sums[coordinate] = (
                value if old is None else element.store(old + value)
            )
        result = np.full(self.dims, fill, element.dtype)
        for coordinate, value in sums.items():
            result[coordinate] = value
        return result

    def evaluate(self, element: ElementType, format: Format) -> Values:
        """The operand as the reference sees it in a format."""
        present = np.zeros(self.dims, bool)
        for component in format.stored(self.dims, set(self.coordinates)):
            present[component] = True
        fill = element.round(format.fill)
        return Values(self.dense(element, format.fill), present, fill)


@dataclass(frozen=True)
class Dataset:
    """The operands of one run and the extents of all index variables."""

    shape: str
    extents: dict[Index, int]
    operands: dict[str, Entries]


def datasets(
    kernel: Kernel, element: ElementType, numbers: str
) -> Iterator[Dataset]:
    """All runs of a kernel; the same for every format, so that results can be
    kept."""
    shapes = SHAPES
    if numbers == SMALL and element.is_integer and kernel.algebraic:
        shapes = (*SHAPES, "overflow")
    for shape in shapes:
        text = f"{kernel.name} {element.name} {numbers} {shape}"
        yield _Maker(
            kernel, element, numbers, shape, zlib.crc32(text.encode())
        ).make()


class _Maker:
    def __init__(
        self,
        kernel: Kernel,
        element: ElementType,
        numbers: str,
        shape: str,
        seed: int,
    ) -> None:
        self.kernel = kernel
        self.element = element
        self.numbers = numbers
        self.shape = shape
        self.random = random.Random(seed)

    def make(self) -> Dataset:
        extents, dims = self._sizes()
        operands = {}
        lonely = self.random.choice(self.kernel.operands)
        for name in self.kernel.operands:
            empty = self.shape == "empty" or (
                self.shape == "one-empty" and name == lonely
            )
            cells = [] if empty and dims[name] else self._cells(dims[name])
            values = self._values(name, cells)
            operands[name] = Entries(
                dims[name], tuple(cells), np.array(values, self.element.dtype)
            )
        return Dataset(self.shape, extents, operands)

    # --- Sizes ---------------------------------------------------------------

    def _sizes(self) -> tuple[dict[Index, int], dict[str, tuple[int, ...]]]:
        """One size for all modes and variables that must agree."""
        classes = _Classes()
        least: dict[object, int] = {}
        orders: dict[str, int] = {}
        for assignment in self.kernel.program:
            for access in (assignment.target, *accesses(assignment.value)):
                orders[access.tensor] = len(access.indices)
                _unify(classes, least, access)
        roots = sorted({classes.find(key) for key in classes.parents}, key=str)
        free = [
            root
            for root in roots
            if all(classes.find(key) != root for key in least)
        ]
        zero = self.random.choice(free) if free else None
        sizes = {}
        for root in roots:
            size = self._size(root == zero)
            for key, minimum in least.items():
                if classes.find(key) == root:
                    size = max(size, minimum)
            sizes[root] = size
        for key, size in _slice_sizes(self.kernel.program):
            sizes[classes.find(key)] = size
        extents = {
            key: sizes[classes.find(key)]
            for key in classes.parents
            if isinstance(key, Index)
        }
        dims = {
            name: tuple(
                sizes[classes.find((name, mode))] for mode in range(order)
            )
            for name, order in orders.items()
        }
        if any(
            isinstance(subscript, Sum)
            for assignment in self.kernel.program
            for access in accesses(assignment.value)
            for subscript in access.indices
        ):
            # A variable may have another size in another assignment.
            (assignment,) = self.kernel.program
            known = plain_variables(assignment)
            given = {
                index: extents[index]
                for index in assignment.target.indices
                if index not in known and index not in _in_sums(assignment)
            }
            extents = infer(assignment, dims, extents, given)
        return extents, dims

    def _size(self, may_be_zero: bool) -> int:
        choices = {
            "sliced": (3, 5, 7),
            "full": (2, 3, 4),
            "single": (1,),
            "no-extent": (0,) if may_be_zero else (1, 2, 3),
            "hypersparse": (6, 7),
        }
        return self.random.choice(choices.get(self.shape, (2, 3, 4, 5)))

    # --- Entries -------------------------------------------------------------

    def _cells(self, dims: tuple[int, ...]) -> list[Coordinate]:
        if not dims:
            return [()]
        every = list(np.ndindex(*dims))
        if not every:
            return []
        if self.shape == "full":
            cells = every
        elif self.shape == "hypersparse":
            cells = self.random.sample(
                every, min(len(every), self.random.choice((1, 2)))
            )
        else:
            density = 0.25 if self.shape == "sliced" else 0.45
            cells = [cell for cell in every if self.random.random() < density]
        if self.shape == "sliced":
            gone = [self.random.randrange(size) for size in dims]
            cells = [
                cell
                for cell in cells
                if all(c != g for c, g in zip(cell, gone, strict=True))
            ]
        if self.shape in ("mixed", "single", "overflow") and cells:
            cells += self.random.choices(cells, k=1 + len(cells) // 4)
        self.random.shuffle(cells)
        return cells

    def _values(self, name: str, cells: list[Coordinate]) -> list[int | float | complex]:
        """A value for each entry. A sum of duplicates that leaves the range of
        integers is refused, so that such are zero."""
        values = []
        sums: dict[Coordinate, int] = {}
        for cell in cells:
            value = self.element.store(self._value(name))
            if self.element.is_integer:
                total = sums.get(cell, 0) + int(value)
                if not self.element.lowest <= total <= self.element.highest:
                    value, total = self.element.store(0), sums[cell]
                sums[cell] = total
            values.append(value)
        return values

    def _value(self, name: str) -> int | float | complex:
        kind = self.kernel.values.get(name, "any")
        if self.element.is_complex:
            imaginary = 0 if kind == "powers" else self._number(kind)
            return complex(self._number(kind), imaginary)
        return self._number(kind)

    def _number(self, kind: str) -> int | float:
        choose = self.random.choice
        if kind in ("any", "negative", "positive") and self.numbers == REAL:
            number = self.random.uniform(0.25, 2)
        elif (
            kind == "any"
            and self.numbers == SPECIAL
            and self.random.random() < 0.3
        ):
            number = choose((np.inf, -np.inf, np.nan, 0))
        elif kind == "any" and self.shape == "overflow":
            return self.random.randint(
                self.element.lowest, self.element.highest
            )
        elif kind == "any":
            # One stored zero in nine.
            number = choose((0, 1, 1, 2, 2, 3, 3, 4, 4))
        else:
            number = choose(
                {
                    "negative": (1, 2, 3),
                    "positive": (1, 2, 3),
                    "squares": (0, 1, 4, 9),
                    "powers": (1, 2, 4),
                    "multiples": (-8, -4, 4, 8),
                }[kind]
            )
        if kind == "negative":
            return -number
        return choose((-number, number)) if kind == "any" else number


class _Classes:
    """Union-find."""

    def __init__(self) -> None:
        self.parents: dict[object, object] = {}

    def find(self, key: object) -> object:
        parent = self.parents.setdefault(key, key)
        return key if parent == key else self.find(parent)

    def join(self, left: object, right: object) -> None:
        self.parents[self.find(left)] = self.find(right)


def _unify(classes: _Classes, least: dict[object, int], access: Access) -> None:
    for mode, index in enumerate(access.indices):
        key = (access.tensor, mode)
        if isinstance(index, Index):
            classes.join(key, index)
            continue
        classes.find(key)
        for variable in variables_of(index):
            classes.find(variable)
        if isinstance(index, int):
            least[key] = max(least.get(key, 0), index + 1)
        if isinstance(index, Slice):
            least[key] = max(least.get(key, 0), index.end)


def _slice_sizes(program: tuple[Assign, ...]) -> Iterator[tuple[Index, int]]:
    for assignment in program:
        for access in accesses(assignment.value):
            for subscript in access.indices:
                if isinstance(subscript, Slice):
                    yield subscript.index, subscript.size


def _in_sums(assignment: Assign) -> set[Index]:
    return {
        index
        for access in accesses(assignment.value)
        for subscript in access.indices
        if isinstance(subscript, Sum)
        for index in variables_of(subscript)
    }
