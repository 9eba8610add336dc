# ===- array_api/_manipulation.py - Manipulation functions -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Manipulation functions. Reversals, permutations, new and repeated modes are
index notation; what moves entries to other coordinates computes these with
NumPy, from the stored entries of sparse tensors."""

from __future__ import annotations

import math
from typing import Any, Optional, Sequence, Union

import numpy as np

from .._array import broadcast, normalize_axis
from .._convert import tensor
from .._core import Error
from .._node import Node, make_zero
from .._notation import Access, IndexVar, assign
from .._sizes import as_integer, as_integers, as_sizes
from .._tensor import Tensor, as_tensor
from ._creation import from_entries
from ._dtypes import result_type

Axes = Union[int, Sequence[int]]


def _axes(axis: Axes, order: int) -> list[int]:
    """Axes as distinct modes from zero on."""
    axes = [
        normalize_axis(each, order) for each in as_integers(axis, "an axis")
    ]
    if len(set(axes)) != len(axes):
        raise Error(f"axes are repeated in {axis}")
    return axes


def _as_tensors(arrays: Any) -> list[Tensor]:
    """The tensors of a sequence, or the slices of one."""
    try:
        return [as_tensor(each) for each in arrays]
    except TypeError:
        raise Error(f"expected a sequence of tensors, got {arrays!r}") from None


def _is_sparse(x: Tensor) -> bool:
    return x._node.sparse


def _default_format(x: Tensor, shape: tuple[int, ...]) -> str:
    """The format of a sparse result of another shape."""
    return Node(shape, x._node.type, sparse=True).default_format(False)


def broadcast_to(x: Tensor, /, shape: Sequence[int]) -> Tensor:
    """The tensor with new leading modes, and modes of size one repeated."""
    x, wide = as_tensor(x), as_sizes(shape)
    if wide == x.shape:
        return x
    own_sizes = wide[max(len(wide) - x.ndim, 0) :]
    if len(wide) < x.ndim or any(
        size not in (1, wide_size)
        for size, wide_size in zip(x.shape, own_sizes)
    ):
        raise Error(f"a tensor of shape {x.shape} does not repeat to {wide}")
    if 0 in wide:
        node = make_zero(wide, x._node.type, sparse=_is_sparse(x))
        return Tensor(node)
    variables = [IndexVar() for _ in wide]
    own = variables[len(wide) - x.ndim :]
    indices: list[Any] = [
        variable if size == x_size else 0
        for variable, size, x_size in zip(own, own_sizes, x.shape)
    ]
    target = Node(wide, x._node.type, sparse=_is_sparse(x))
    return Tensor(assign(target, variables, Access(x._node, indices)))


def broadcast_arrays(*arrays: Tensor) -> list[Tensor]:
    """The tensors, repeated to one shape."""
    tensors = [as_tensor(each) for each in arrays]
    if not tensors:
        return []
    shape = broadcast([each.shape for each in tensors])
    return [broadcast_to(each, shape) for each in tensors]


def permute_dims(x: Tensor, /, axes: Sequence[int]) -> Tensor:
    """The tensor with its modes in another order."""
    return as_tensor(x).transpose(axes)


def moveaxis(x: Tensor, source: Axes, destination: Axes, /) -> Tensor:
    """The tensor with some modes at other places, and the others in order."""
    x = as_tensor(x)
    sources, places = _axes(source, x.ndim), _axes(destination, x.ndim)
    if len(sources) != len(places):
        raise Error(
            f"expected as many axes to move as places, got {source} and "
            f"{destination}"
        )
    order = [mode for mode in range(x.ndim) if mode not in sources]
    for place, mode in sorted(zip(places, sources)):
        order.insert(place, mode)
    return x.transpose(order)


def expand_dims(x: Tensor, /, axis: int = 0) -> Tensor:
    """The tensor with a new mode of size one."""
    x, axis = as_tensor(x), as_integer(axis, "an axis")
    if not -x.ndim - 1 <= axis <= x.ndim:
        raise IndexError(
            f"axis {axis} is out of range for a result of {x.ndim + 1} modes"
        )
    place = axis % (x.ndim + 1)
    made = x[(*[slice(None)] * place, None)]
    assert isinstance(made, Tensor)
    return made


def squeeze(x: Tensor, /, axis: Axes) -> Tensor:
    """The tensor without some modes, each of size one."""
    x = as_tensor(x)
    axes = _axes(axis, x.ndim)
    wide = [mode for mode in axes if x.shape[mode] != 1]
    if wide:
        raise Error(
            f"mode {wide[0]} of a tensor of shape {x.shape} is not of size one"
        )
    items = [0 if mode in axes else slice(None) for mode in range(x.ndim)]
    made = x[tuple(items)]
    assert isinstance(made, Tensor)
    return made


def flip(x: Tensor, /, *, axis: Optional[Axes] = None) -> Tensor:
    """The tensor with the coordinates of all modes, or some, in reverse order."""
    x = as_tensor(x)
    axes = range(x.ndim) if axis is None else _axes(axis, x.ndim)
    items = [slice(None, None, -1 if m in axes else 1) for m in range(x.ndim)]
    made = x[tuple(items)]
    assert isinstance(made, Tensor)
    return made


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """The slices along a mode."""
    x = as_tensor(x)
    leading = [slice(None)] * normalize_axis(axis, x.ndim)
    return tuple(x[(*leading, i)] for i in range(x.shape[len(leading)]))


def roll(x: Tensor, /, shift: Axes, *, axis: Optional[Axes] = None) -> Tensor:
    """The tensor with its components moved along modes, from the end to the
    begin; without axes, in the order of the components."""
    x = as_tensor(x)
    if axis is None:
        return reshape(roll(reshape(x, (-1,)), shift, axis=0), x.shape)
    axes = as_integers(axis, "an axis")
    shifts = as_integers(shift, "a shift")
    if len(shifts) == 1:
        shifts *= len(axes)
    if len(axes) != len(shifts):
        raise Error(f"expected a shift for each axis, got {shift} and {axis}")
    modes = [normalize_axis(each, x.ndim) for each in axes]
    # A shift by the size of a mode is none.
    shifts = tuple(
        [
            distance % max(x.shape[mode], 1)
            for mode, distance in zip(modes, shifts)
        ]
    )
    if not _is_sparse(x):
        return tensor(np.roll(x.to_numpy(), shifts, modes))
    coordinates, values = x.entries()
    coordinates = coordinates.copy()
    for mode, distance in zip(modes, shifts):
        # The sum may have more than 63 bits, and the difference has not.
        is_wrapped = coordinates[:, mode] >= x.shape[mode] - distance
        coordinates[:, mode] += np.where(
            is_wrapped, distance - x.shape[mode], distance
        )
    return from_entries(x.format, x.shape, coordinates, values)


def reshape(
    x: Tensor, /, shape: Sequence[int], *, copy: Optional[bool] = None
) -> Tensor:
    """The tensor with its components, in row-major order, in another shape, one
    of whose sizes may be -1. A dense tensor by rows keeps its memory; another
    one is copied, or ValueError if `copy` is False."""
    x = as_tensor(x)
    given = as_integers(shape, "a size")
    sizes = list(given)
    if sizes.count(-1) == 1:
        rest = -math.prod(sizes)
        sizes[sizes.index(-1)] = x.size // rest if rest else 0
    if math.prod(sizes) != x.size or any(size < 0 for size in sizes):
        raise Error(f"a tensor of shape {x.shape} has no shape {given}")
    made = as_sizes(sizes)
    if not _is_sparse(x):
        array = x.to_numpy()
        reshaped = array.reshape(made)
        is_view = np.shares_memory(reshaped, array) or not x.size
        if copy is False and not is_view:
            raise ValueError("this tensor cannot be reshaped without a copy")
        return tensor(reshaped, copy=bool(copy) and is_view)
    if copy is False:
        raise ValueError("a sparse tensor cannot be reshaped without a copy")
    if x.size >= 2**63:
        raise Error(f"a tensor of shape {x.shape} is too large for reshape")
    coordinates, values = x.entries()
    number = np.zeros(len(values), np.int64)
    for mode, size in enumerate(x.shape):
        number = number * size + coordinates[:, mode]
    columns = []
    for size in reversed(made):
        columns.append(number % max(size, 1))
        number = number // max(size, 1)
    stacked = np.stack(columns[::-1], axis=1) if columns else coordinates[:, :0]
    if not made:
        return tensor(values.sum(dtype=x.dtype))
    return from_entries(_default_format(x, made), made, stacked, values)


def concat(arrays: Sequence[Tensor], /, *, axis: Optional[int] = 0) -> Tensor:
    """The tensors one after another along a mode; sparse if all are. Raises Error
    for shapes that differ in another mode, and for a size from 2^63 on."""
    arrays = _as_tensors(arrays)
    if not arrays:
        raise Error("expected at least one tensor")
    if axis is None:
        arrays = [reshape(each, (-1,)) for each in arrays]
        axis = 0
    mode = normalize_axis(axis, arrays[0].ndim)
    others = {(*x.shape[:mode], *x.shape[mode + 1 :]) for x in arrays}
    if len(others) != 1 or len({x.ndim for x in arrays}) != 1:
        shapes = " and ".join(str(x.shape) for x in arrays)
        raise Error(f"shapes {shapes} differ beside axis {axis}")
    dtype = result_type(*arrays)
    if not all(map(_is_sparse, arrays)):
        return tensor(
            np.concatenate([x.to_numpy().astype(dtype) for x in arrays], mode)
        )
    sizes = list(arrays[0].shape)
    sizes[mode] = sum(x.shape[mode] for x in arrays)
    shape = as_sizes(sizes)
    offset = 0
    lists, parts = [], []
    for x in arrays:
        coordinates, values = x.entries()
        coordinates = coordinates.copy()
        coordinates[:, mode] += offset
        offset += x.shape[mode]
        lists.append(coordinates)
        parts.append(values.astype(dtype))
    return from_entries(
        _default_format(arrays[0], shape),
        shape,
        np.concatenate(lists),
        np.concatenate(parts),
    )


def stack(arrays: Sequence[Tensor], /, *, axis: int = 0) -> Tensor:
    """The tensors one after another along a new mode; sparse if all are."""
    arrays = _as_tensors(arrays)
    shapes = {each.shape for each in arrays}
    if len(shapes) > 1:
        texts = " and ".join(map(str, sorted(shapes)))
        raise Error(f"tensors of shapes {texts} are not stacked")
    return concat([expand_dims(x, axis=axis) for x in arrays], axis=axis)
