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
from ._arrays import from_numpy
from ._formats import dense_order, is_wide, split_format
from ._node import Node, get_arrays
from ._sizes import make_array
from ._types import dtype_of

Selection = Sequence[Union[int, slice]]


def view_dense(data: _core.Tensor) -> Optional[np.ndarray[Any, Any]]:
    """The components of a tensor with dense levels as an array; None of others.
    Raises Error if NumPy has no array of such sizes."""
    order = dense_order(data.format)
    if order is None:
        return None
    shape = data.shape
    stored = tuple([shape[mode] for mode in order]) if order else shape
    if 0 in shape:
        type = dtype_of(data.type)
        values = make_array(stored, type, lambda: data.values(stored))
    else:
        values = data.values(stored)
    if not order:
        return values
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
        return _core.Tensor.of_dense(part, False) or from_numpy(part, None)
    return _slice_matrix(node, operand, data, selection) or _select_entries(
        node, data, selection
    )


def _slice_matrix(
    node: Node, operand: Node, data: _core.Tensor, selection: Selection
) -> Optional[_core.Tensor]:
    """The selected coordinates of a matrix in CSR or CSC, in time proportional
    to the selected rows or columns; None of other tensors. Arrays are shared
    where all of a row is selected."""
    parts = split_format(data.format)
    is_compressed = parts.letters == "ds" and len(operand.shape) == 2
    if not is_compressed or parts.get("fill"):
        return None
    outer = 1 if operand.columns else 0
    rows, columns = selection[outer], selection[1 - outer]
    if isinstance(columns, slice) and columns.step < 0:
        return None
    arrays: Sequence[np.ndarray[Any, Any]] = get_arrays(data)
    if isinstance(rows, int) and isinstance(columns, int):
        return _find_component(data, arrays, rows, columns)
    arrays = _slice_rows(arrays, rows)
    if columns != slice(0, operand.shape[1 - outer], 1):
        arrays = _slice_columns(arrays, columns)
    positions, coordinates, values = arrays
    if isinstance(rows, slice) and isinstance(columns, slice):
        levels = parts.levels
    elif isinstance(columns, slice):
        levels = "s"
    else:
        # At most one entry of each row, whose number is its coordinate.
        levels = "s"
        coordinates = np.flatnonzero(np.diff(positions)).astype(positions.dtype)
        positions = positions[[0, -1]]
    return _core.Tensor.of_arrays(
        levels, node.shape, (positions, coordinates, values), True
    )


def _find_component(
    data: _core.Tensor,
    arrays: Sequence[np.ndarray[Any, Any]],
    row: int,
    column: int,
) -> Optional[_core.Tensor]:
    """One component of a matrix in CSR."""
    positions, coordinates, values = arrays
    end = int(positions[row + 1])
    place = int(positions[row])
    place += int(coordinates[place:end].searchsorted(column))
    is_stored = place < end and coordinates[place] == column
    component = values[place] if is_stored else data.fill[()]
    return _core.Tensor.of_dense(np.array(component), False)


def _slice_rows(
    arrays: Sequence[np.ndarray[Any, Any]], rows: Union[int, slice]
) -> Sequence[np.ndarray[Any, Any]]:
    """The positions, coordinates and values of some rows in CSR."""
    positions, coordinates, values = arrays
    if isinstance(rows, int):
        rows = slice(rows, rows + 1, 1)
    if rows.step == 1:
        own = positions[rows.start : rows.stop + 1]
        begin, end = int(own[0]), int(own[-1])
        return own - own[0], coordinates[begin:end], values[begin:end]
    numbers = np.arange(rows.start, rows.stop, rows.step)
    begins = positions[numbers]
    lengths = positions[numbers + 1] - begins
    made = _number(lengths, positions.dtype)
    # Where each entry was.
    places = np.repeat(begins - made[:-1], lengths) + np.arange(made[-1])
    return made, coordinates[places], values[places]


def _slice_columns(
    arrays: Sequence[np.ndarray[Any, Any]], columns: Union[int, slice]
) -> Sequence[np.ndarray[Any, Any]]:
    """The same of some columns, in the order that they have."""
    positions, coordinates, values = arrays
    if isinstance(columns, int):
        columns = slice(columns, columns + 1, 1)
    dtype = coordinates.dtype
    start, step = columns.start, columns.step
    if max(start, step) > np.iinfo(dtype).max:
        coordinates = coordinates.astype(np.int64)
    kept = (coordinates >= start) & (coordinates < columns.stop)
    offsets = coordinates - start
    if step != 1:
        kept &= offsets % step == 0
        offsets = offsets // step
    chosen = offsets[kept].astype(dtype, copy=False)
    return _number(kept, positions.dtype)[positions], chosen, values[kept]


def _number(
    counts: np.ndarray[Any, Any], dtype: np.dtype[Any]
) -> np.ndarray[Any, Any]:
    """The positions of segments of so many entries."""
    positions = np.zeros(len(counts) + 1, dtype)
    np.cumsum(counts, dtype=dtype, out=positions[1:])
    return positions


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
