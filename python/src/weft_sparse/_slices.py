# ===- _slices.py - Slices -----------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Slices of deferred tensors."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np

from ._core import Error
from ._node import MAX_INDEX_NUMBER, Node
from ._notation import Access, IndexVar, assign
from ._operations import make_slice


def select(operand: Node, items: Sequence[Any]) -> Node:
    """Slices of a tensor. Arrays of coordinates and of truth values are
    refused."""
    shape = operand.shape
    num_consumed = len(items)
    num_rests = 0
    for item in items:
        num_rests += item is Ellipsis
        num_consumed -= item is None or item is Ellipsis
    if num_rests > 1:
        raise Error("an index has at most one ...")
    if num_consumed > len(shape):
        raise Error(f"too many indices for a tensor of {len(shape)} modes")
    if not num_rests:
        items = (*items, Ellipsis)
    selection: list[Union[int, slice]] = []
    result_axes: list[bool] = []
    reversed_modes: list[int] = []
    for item in items:
        mode = len(selection)
        if item is None:
            result_axes.append(False)
        elif item is Ellipsis:
            for size in shape[mode : mode + len(shape) - num_consumed]:
                selection.append(slice(0, size, 1))
                result_axes.append(True)
        elif isinstance(item, slice):
            start, stop, step = item.indices(shape[mode])
            if step < 0 and shape[mode] <= MAX_INDEX_NUMBER:
                count = len(range(start, stop, step))
                reversed_modes.append(sum(result_axes))
                start, stop, step = start + (count - 1) * step, start + 1, -step
                if count == 0:
                    start, stop = 0, 0
            if step > 0:
                stop = max(start, stop)
            selection.append(slice(start, stop, step))
            result_axes.append(True)
        elif isinstance(item, (int, np.integer)) and not isinstance(item, bool):
            index = int(item)
            if not -shape[mode] <= index < shape[mode]:
                raise IndexError(
                    f"index {index} is out of range for mode {mode} of size {shape[mode]}"
                )
            selection.append(index % shape[mode])
        else:
            raise Error(
                f"a tensor is indexed by integers, slices, ... and None, not by {item!r}"
            )
    result = operand
    for selected, size in zip(selection, shape):
        if selected != slice(0, size, 1):
            result = make_slice(operand, selection)
            break
    if reversed_modes:
        result = _reverse(result, reversed_modes)
    if not all(result_axes):
        result = _insert_axes(result, result_axes)
    return result


def _reverse(operand: Node, modes: Sequence[int]) -> Node:
    """The tensor with the coordinates of some modes in reverse order."""
    variables = [IndexVar() for _ in operand.shape]
    indices: list[Any] = [
        operand.shape[mode] - 1 - variable if mode in modes else variable
        for mode, variable in enumerate(variables)
    ]
    return _assign(operand, operand.shape, variables, indices)


def _insert_axes(operand: Node, result_axes: Sequence[bool]) -> Node:
    """The tensor with modes of size one where `result_axes` is False."""
    given = iter(operand.shape)
    shape = tuple(next(given) if is_old else 1 for is_old in result_axes)
    variables = [IndexVar() for _ in result_axes]
    kept = [v for v, is_old in zip(variables, result_axes) if is_old]
    return _assign(operand, shape, variables, kept)


def _assign(
    operand: Node,
    shape: tuple[int, ...],
    variables: Sequence[IndexVar],
    indices: Sequence[Any],
) -> Node:
    """The tensor whose component at `variables` is that of another one at
    `indices`."""
    target = Node(
        shape,
        operand.type,
        sparse=operand.sparse,
        columns=operand.columns and len(shape) == 2,
    )
    return assign(target, variables, Access(operand, tuple(indices)))
