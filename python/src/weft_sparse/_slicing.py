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
from ._formats import describe_format
from ._node import Node, get_arrays

Selection = Sequence[Union[int, slice]]


def view_dense(data: _core.Tensor) -> Optional[np.ndarray[Any, Any]]:
    """The components of a tensor with dense levels as an array; None of others."""
    levels = data.format.partition("{")[0]
    letters, _, modes = levels.partition(":")
    if letters.strip("d") != "" or "/" in modes:
        return None
    order = [int(mode) for mode in modes.split(",")] if modes else []
    shape = data.shape
    values = data.values([shape[mode] for mode in order])
    return values.transpose(np.argsort(order)) if order else values


def slice_stored(
    node: Node, operand: Node, selection: Selection
) -> _core.Tensor:
    """The coordinates that are selected of a stored operand: a constant or a
    slice with a positive step for each mode."""
    data = operand.force()
    array = view_dense(data)
    if array is not None:
        part = np.asarray(array[tuple(selection)], order="C")
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
    levels, _, properties = data.format.partition("{")
    if levels not in ("ds:0,1", "ds:1,0") or "fill" in properties:
        return None
    outer = 1 if operand.columns else 0
    inner = selection[1 - outer]
    rows = selection[outer]
    if inner != slice(0, operand.shape[1 - outer], 1):
        return None
    if isinstance(rows, int):
        rows, format = slice(rows, rows + 1, 1), "s"
    else:
        format = levels
    if rows.step != 1:
        return None
    positions, coordinates, values = get_arrays(data)
    begin, end = int(positions[rows.start]), int(positions[rows.stop])
    return _core.Tensor.from_arrays(
        f"{format}{{{properties}",
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
        offsets = column - selected.start
        kept &= (column < selected.stop) & (offsets >= 0)
        if selected.step != 1:
            kept &= offsets % selected.step == 0
            offsets = offsets // selected.step
        columns.append(offsets)
    format = node.default_format("64" in data.format.partition("{")[2])
    if not describe_format(data.format)[0] and "fill=" in data.format:
        fill = data.format.partition("fill=")[2].rstrip("}").partition(",")[0]
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
