# ===- sizes.py - How far index variables range ----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The extents of variables that index operands within sums alone.

docs/semantics.md says it in words: such a variable takes the largest size with
which no sum goes past the end of its mode (or below zero, where the variable is
subtracted), if the sizes of the other variables in the sums are known. This is
found here by trying, with nothing of the compiler's arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from notation import (
    Access,
    Assign,
    Expression,
    Index,
    IndexValue,
    Reduce,
    Slice,
    Sum,
    accesses,
    children,
    variables_of,
)

# No extent that is inferred is larger; the suites have small modes.
LARGEST = 100_000


def occurrences(assignment: Assign) -> list[Index]:
    """All variables in the order of the text."""

    def visit(node: Expression) -> Iterator[Index]:
        if isinstance(node, Reduce):
            yield from node.indices
        if isinstance(node, IndexValue):
            yield node.index
        if isinstance(node, Access):
            for subscript in node.indices:
                yield from variables_of(subscript)
        for child in children(node):
            yield from visit(child)

    return list(
        dict.fromkeys((*assignment.target.indices, *visit(assignment.value)))
    )


def plain_variables(assignment: Assign) -> set[Index]:
    """Those whose size a mode of an operand, or a slice, is."""
    found: set[Index] = set()
    for access in accesses(assignment.value):
        for subscript in access.indices:
            if isinstance(subscript, Index):
                found.add(subscript)
            if isinstance(subscript, Slice):
                found.add(subscript.index)
    if assignment.accumulate:
        found.update(assignment.target.indices)
    return found


def infer(
    assignment: Assign,
    dims: Mapping[str, tuple[int, ...]],
    known: Mapping[Index, int],
    given: Mapping[Index, int],
) -> dict[Index, int]:
    """All extents, of which those of `plain_variables` are `known`. The size of
    a result that is `given` takes the place of what follows from sums."""
    extents = {
        index: known[index]
        for index in occurrences(assignment)
        if index in plain_variables(assignment)
    }
    sums = [
        (subscript, dims[access.tensor][mode])
        for access in accesses(assignment.value)
        for mode, subscript in enumerate(access.indices)
        if isinstance(subscript, Sum)
    ]

    def settle() -> None:
        progress = True
        while progress:
            progress = False
            for index in occurrences(assignment):
                telling = [
                    (subscript, size)
                    for subscript, size in sums
                    if index in variables_of(subscript)
                    and all(
                        other == index or other in extents
                        for other in variables_of(subscript)
                    )
                ]
                if index in extents or not telling:
                    continue
                extents[index] = given.get(index, _fit(index, telling, extents))
                progress = True
                break

    settle()
    extents = {**{x: n for x, n in given.items() if x not in extents}, **extents}
    settle()
    return extents


def _fit(
    index: Index,
    sums: list[tuple[Sum, int]],
    extents: Mapping[Index, int],
) -> int:
    """The largest extent with which all sums stay inside on the side to which
    the variable moves them."""
    extent = LARGEST
    for subscript, size in sums:
        factor = dict(subscript.terms)[index]
        # The others stand where they move the sum farthest to that side.
        others = {
            x: max(extents[x] - 1, 0) if (f > 0) == (factor > 0) else 0
            for x, f in subscript.terms
            if x != index
        }
        for value in range(extent):
            where = subscript.at({**others, index: value})
            if where >= size if factor > 0 else where < 0:
                extent = value
                break
    return extent
