# ===- _slicing.py - Slices of stored tensors ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Slices that are computed on their own, by NumPy: a kernel for each of the
coordinates that a program counts would take longer to compile than to run."""

from __future__ import annotations

import math
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _core
from ._formats import is_wide, split_format
from ._node import Node, get_arrays

Selection = Sequence[Union[int, slice]]


def view_dense(data: _core.Tensor) -> Optional[np.ndarray[Any, Any]]:
    """The components of a tensor with dense levels as an array; None of others."""
    letters, modes, _ = split_format(data.format)
    if letters.strip("d") != "" or any("/" in mode for mode in modes):
        return None
    shape = data.shape
    if len(modes) < 2:
        return data.values(shape)
    order = [int(mode) for mode in modes]
    values = data.values(tuple([shape[mode] for mode in order]))
    return values.transpose(np.argsort(order))


def slice_stored(
    node: Node, operand: Node, selection: Selection
) -> _core.Tensor:
    """The coordinates that are selected of a stored operand: a constant or a
    slice as one of a `range` for each mode."""
    data = operand.force()
    array = view_dense(data)
    if array is not None:
        # The end of a reversed slice would count from the end of the mode.
        own = tuple(
            slice(selected.start, None, selected.step)
            if isinstance(selected, slice) and selected.stop < 0
            else selected
            for selected in selection
        )
        part = np.asarray(array[own], order="C")
        return _core.Tensor.from_arrays(
            "d" * part.ndim,
            node.type,
            node.shape,
            part.ndim,
            [part],
            True,
            False,
        )
    rows = _slice_rows(node, operand, data, selection)
    return rows or _select_entries(node, data, selection)


def _slice_rows(
    node: Node, operand: Node, data: _core.Tensor, selection: Selection
) -> Optional[_core.Tensor]:
    """Some rows of a matrix in CSR, or columns in CSC, whose arrays are shared;
    None of others."""
    parts = split_format(data.format)
    is_compressed = parts.letters == "ds" and len(operand.shape) == 2
    if not is_compressed or parts.get("fill"):
        return None
    outer = 1 if operand.columns else 0
    inner = selection[1 - outer]
    rows = selection[outer]
    if inner != slice(0, operand.shape[1 - outer], 1):
        return None
    if isinstance(rows, int):
        rows, format = slice(rows, rows + 1, 1), parts.with_levels("s", ())
    else:
        format = data.format
    if rows.step != 1:
        return None
    positions, coordinates, values = get_arrays(data)
    begin, end = int(positions[rows.start]), int(positions[rows.stop])
    return _core.Tensor.from_arrays(
        format,
        node.type,
        node.shape,
        len(node.shape),
        [
            positions[rows.start : rows.stop + 1] - positions[rows.start],
            coordinates[begin:end],
            values[begin:end],
        ],
        True,
        False,
    )


def _select_entries(
    node: Node, data: _core.Tensor, selection: Selection
) -> _core.Tensor:
    """The stored entries that are selected, in the default format."""
    coordinates, values = data.entries()
    kept = np.ones(len(values), bool)
    columns = []
    for mode, selected in enumerate(selection):
        column = coordinates[:, mode]
        if isinstance(selected, int):
            kept &= column == selected
            continue
        step, offsets = selected.step, column - selected.start
        count = selected.stop - selected.start
        if step < 0:
            step, offsets, count = -step, -offsets, -count
        kept &= (offsets >= 0) & (offsets < count)
        if step != 1:
            kept &= offsets % step == 0
            offsets = offsets // step
        columns.append(offsets)
    parts = split_format(data.format)
    format = node.default_format(is_wide(data.format))
    if fill := parts.get("fill"):
        format = f"{'s' * len(node.shape)}{{fill={fill}}}"
    if not columns:
        component = values[kept] if kept.any() else data.fill.reshape(1)
        return _core.Tensor.from_arrays(
            "", node.type, (), 0, [component[:1].copy()], True, False
        )
    chosen = np.stack([column[kept] for column in columns], axis=1)
    assert math.prod(chosen.shape) == kept.sum() * len(columns)
    return _core.Tensor.from_entries(
        format, node.shape, np.ascontiguousarray(chosen), values[kept], False
    )
