# ===- reference.py - Results computed another way ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The digest of a kernel's result, from its expression and its operands alone.

Entries of a sparse factor are joined with those of the next one, dense factors
are gathered, and what is left is summed: no format, no loop order and no result
is shared with any contestant. A sparse factor with an index that occurs nowhere
else is summed over it first, so that a product of matrices takes as long as its
operands are large. The join also counts the multiplications.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contest.datasets import Dataset
from contest.digests import Digest, weights
from contest.instance import Instance
from contest.notation import Access, Term

_CHUNK = 1 << 18
_LETTERS = "abcdefghijklmopqrstuvwxyz"


@dataclass
class _Table:
    """Combinations of coordinates with a number, and how many products each
    stands for."""

    columns: dict[str, np.ndarray]
    values: np.ndarray
    counts: np.ndarray

    def take(self, rows: np.ndarray) -> _Table:
        columns = {name: column[rows] for name, column in self.columns.items()}
        return _Table(columns, self.values[rows], self.counts[rows])


def _table(indices: tuple[str, ...], entries: Dataset) -> _Table:
    columns = dict(zip(indices, entries.coordinates, strict=True))
    return _Table(columns, entries.values, np.ones(entries.entries))


def _weigh(table: _Table, index: str, mode: int) -> None:
    table.values = table.values * weights(mode, table.columns[index])


def _sum_over(table: _Table, index: str, sizes: dict[str, int]) -> _Table:
    """The sums of what agrees in the other index of a matrix."""
    (kept,) = (name for name in table.columns if name != index)
    column, size = table.columns[kept], sizes[kept]
    values = np.bincount(column, table.values, size)
    counts = np.bincount(column, table.counts, size)
    found = np.flatnonzero(counts)
    return _Table({kept: found}, values[found], counts[found])


def _keys(
    table: _Table, shared: list[str], sizes: dict[str, int]
) -> np.ndarray:
    keys = np.zeros(len(table.values), np.int64)
    for name in shared:
        keys = keys * sizes[name] + table.columns[name]
    return keys


def _join(left: _Table, right: _Table, sizes: dict[str, int]) -> _Table:
    """All pairs that agree in the shared indices."""
    shared = [name for name in right.columns if name in left.columns]
    keys = _keys(right, shared, sizes)
    order = np.argsort(keys, kind="stable")
    keys, wanted = keys[order], _keys(left, shared, sizes)
    starts = np.searchsorted(keys, wanted)
    # How many of a key follow from where it begins: found once for each key.
    ends = np.append(np.flatnonzero(np.diff(keys)) + 1, len(keys))
    runs = np.repeat(ends, np.diff(ends, prepend=0)) - np.arange(len(keys))
    lengths = np.zeros(len(wanted), np.int64)
    inside = np.flatnonzero(starts < len(keys))
    inside = inside[keys[starts[inside]] == wanted[inside]]
    lengths[inside] = runs[starts[inside]]
    rows = np.repeat(np.arange(len(wanted)), lengths)
    places = np.arange(len(rows)) - np.repeat(
        np.cumsum(lengths) - lengths - starts, lengths
    )
    joined, other = left.take(rows), right.take(order[places])
    return _Table(
        other.columns | joined.columns,
        joined.values * other.values,
        joined.counts * other.counts,
    )


class _Evaluation:
    """One term of an instance."""

    def __init__(self, instance: Instance, term: Term) -> None:
        self.instance, self.term = instance, term
        self.result = instance.kernel.assignment.result.indices
        self.sparse = [a for a in term.factors if instance.entries(a.tensor)]
        self.dense = [a for a in term.factors if a not in self.sparse]
        self.weighed: set[str] = set()

    def occurs_elsewhere(self, index: str, access: Access) -> bool:
        others = (a for a in self.term.factors if a is not access)
        return any(index in other.indices for other in others)

    def table(self, access: Access) -> _Table:
        """A sparse factor with the weights of its indices, summed over those
        that only it has."""
        table = _table(access.indices, self.instance.entries(access.tensor))
        for mode, index in enumerate(self.result):
            if index in access.indices and index not in self.weighed:
                _weigh(table, index, mode)
                self.weighed.add(index)
        for index in access.indices:
            is_matrix = len(table.columns) == 2
            if is_matrix and not self.occurs_elsewhere(index, access):
                table = _sum_over(table, index, self.instance.sizes)
        return table

    def run(self) -> tuple[float, float, float]:
        """The sum, that of absolute values, and the multiply-adds."""
        sizes = self.instance.sizes
        if not self.sparse:
            return self._dense_only()
        table, *others = map(self.table, self.sparse)
        total, scale, count = 0.0, 0.0, 0.0
        arrays = [self.instance.dense(access.tensor) for access in self.dense]
        absolute = list(map(np.abs, arrays))
        for begin in range(0, max(1, len(table.values)), _CHUNK):
            part = table.take(
                np.arange(begin, min(begin + _CHUNK, len(table.values)))
            )
            for other in others:
                part = _join(part, other, sizes)
            total += self._sum(part.columns, part.values, arrays)
            scale += self._sum(part.columns, np.abs(part.values), absolute)
            count += float(part.counts.sum())
        bound = {index for access in self.sparse for index in access.indices}
        free = {i for access in self.dense for i in access.indices} - bound
        return total, scale, count * float(np.prod([sizes[i] for i in free]))

    def _sum(
        self, columns: dict[str, np.ndarray], values: np.ndarray, arrays: list
    ) -> float:
        """Gathers the dense factors at the coordinates of a table."""
        names: dict[str, str] = {}
        operands, subscripts = [values], ["n"]
        step = max(1, _CHUNK // 16)
        for access, array in zip(self.dense, arrays, strict=True):
            order = sorted(
                range(array.ndim),
                key=lambda mode: access.indices[mode] not in columns,
            )
            bound = [
                access.indices[m] for m in order if access.indices[m] in columns
            ]
            free = [access.indices[m] for m in order[len(bound) :]]
            for index in free:
                names.setdefault(index, _LETTERS[len(names)])
            gather = tuple(columns[index] for index in bound)
            operands.append((array.transpose(order), gather))
            letters = "".join(names[index] for index in free)
            subscripts.append(("n" if bound else "") + letters)
        extra = []
        for mode, index in enumerate(self.result):
            if index not in self.weighed and index in names:
                size = self.instance.sizes[index]
                extra.append(weights(mode, np.arange(size)))
                subscripts.append(names[index])
        total = 0.0
        for begin in range(0, len(values), step):
            cut = slice(begin, begin + step)
            gathered = [
                array[tuple(c[cut] for c in gather)] if gather else array
                for array, gather in operands[1:]
            ]
            formula = ",".join(subscripts) + "->"
            total += float(
                np.einsum(
                    formula, values[cut], *gathered, *extra, optimize=True
                )
            )
        return total

    def _dense_only(self) -> tuple[float, float, float]:
        """A term of one dense factor, as the right-hand side of a residual."""
        (access,) = self.dense
        values = self.instance.dense(access.tensor)
        count = float(values.size)
        for index in reversed(access.indices):
            mode = self.result.index(index)
            values = values @ weights(mode, np.arange(values.shape[-1]))
        return float(values), float(values), count


def evaluate(instance: Instance) -> tuple[Digest, float]:
    """The digest of the result, and the floating-point operations: two for each
    multiply-add, one for each entry that is added or multiplied."""
    total, scale, operations = 0.0, 0.0, 0.0
    for term in instance.kernel.assignment.terms:
        value, absolute, count = _Evaluation(instance, term).run()
        total += term.sign * value
        scale += absolute
        operations += count * max(1, len(term.factors))
    return Digest(total, scale), operations
