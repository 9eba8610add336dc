# ===- _arrays.py - Tensors of arrays ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors of the arrays of their storage. `copy` is what it is in the array API
standard: None shares arrays if it can, and False raises Error if it cannot."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._types import type_of

# Coordinates in these types are used where they lie.
_WIDTHS = {np.dtype(np.int32): "32", np.dtype(np.int64): "64"}

NEEDS_COPY = "the tensor cannot be made without a copy of the arrays"


def refuse_copy(copy: Optional[bool]) -> None:
    """Raises Error where arrays have to be copied, unless they may be."""
    if copy is False:
        raise Error(NEEDS_COPY)


def native(
    array: np.ndarray[Any, Any], copy: Optional[bool]
) -> np.ndarray[Any, Any]:
    """The array in the byte order of the machine, aligned and without gaps."""
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned and array.dtype.isnative):
        refuse_copy(copy)
        array = np.require(array, array.dtype.newbyteorder("="), ["C", "A"])
    return array.copy() if copy else array


def from_numpy(
    array: np.ndarray[Any, Any], copy: Optional[bool]
) -> _core.Tensor:
    """A dense tensor, stored in the order of an array."""
    if array.dtype == object:
        raise Error(f"a tensor cannot be made of {array!r}")
    order = array.ndim
    format = "d" * order
    shape = array.shape
    if order > 1 and array.flags.f_contiguous and not array.flags.c_contiguous:
        array = array.T
        format += ":" + ",".join(str(mode) for mode in reversed(range(order)))
    array = native(array, copy)
    # NumPy takes any byte for a truth value, and kernels compute with 0 and 1.
    if array.dtype == bool and (array.view(np.uint8) > 1).any():
        refuse_copy(copy)
        array = array.view(np.uint8) != 0
    return _core.Tensor.from_arrays(
        format, type_of(array.dtype), shape, order, [array], True, False
    )


def _as_integers(
    array: np.ndarray[Any, Any], dtype: np.dtype[Any], copy: Optional[bool]
) -> np.ndarray[Any, Any]:
    """Integers in a type that Weft has: those without a sign where they lie, as
    they have the bits of the others unless they are too large, as which they are
    negative and refused."""
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "u" and array.dtype.itemsize == dtype.itemsize:
        if array.dtype.isnative:
            return array.view(dtype)
    refuse_copy(copy)
    return array.astype(dtype)


def _indices(
    given: Sequence[Any], copy: Optional[bool]
) -> tuple[list[np.ndarray[Any, Any]], str]:
    """Arrays of positions or coordinates in one type that Weft has, and its
    width."""
    arrays = [np.asarray(array) for array in given]
    for array in arrays:
        if array.dtype.kind not in "iu":
            raise Error(
                f"positions and coordinates are integers, not {array.dtype}"
            )
    # Those of 32 bits without a sign may need a bit more.
    narrow = all(
        array.dtype.itemsize < 4
        or array.dtype.itemsize == 4
        and (array.dtype.kind == "i" or not array.size or array.max() < 2**31)
        for array in arrays
    )
    dtype = np.dtype(np.int32 if narrow else np.int64)
    made = [native(_as_integers(array, dtype, copy), copy) for array in arrays]
    return made, _WIDTHS[dtype]


def make_tensor(
    format: str,
    shape: Sequence[int],
    indices: Sequence[Any],
    values: Any,
    copy: Optional[bool],
    trusted: bool,
    *,
    fill: str = "",
) -> _core.Tensor:
    """A tensor of arrays that are checked, unless they are trusted: those of
    positions and coordinates from the outermost level to the innermost. `fill`
    is the component of coordinates that are not stored, unless that is zero."""
    if not copy and not fill:
        given = (*indices, values)
        shared = _core.Tensor.of_arrays(format, tuple(shape), given, trusted)
        if shared is not None:
            return shared
    arrays, width = _indices(indices, copy)
    values = native(np.asarray(values), copy)
    properties = f"pos={width},crd={width}" + (f",fill={fill}" if fill else "")
    made = _core.Tensor.from_arrays(
        f"{format}{{{properties}}}",
        type_of(values.dtype),
        tuple(shape),
        len(shape),
        [*arrays, values],
        trusted,
        True,
    )
    if not made.is_borrowed:
        refuse_copy(copy)
    return made


def make_list(
    shape: Sequence[int],
    coordinates: Sequence[Any],
    values: Any,
    copy: Optional[bool],
    trusted: bool,
) -> _core.Tensor:
    """A tensor of lists of coordinates, one for each mode."""
    values = np.asarray(values)
    for given in coordinates:
        if np.size(given) != values.size:
            raise Error(
                f"expected as many coordinates as values, got {np.size(given)} "
                f"and {values.size}"
            )
    first = np.asarray(coordinates[0])
    positions = np.array([0, values.size], np.int64)
    if first.dtype.kind in "iu" and values.size <= np.iinfo(first.dtype).max:
        positions = positions.astype(first.dtype)
    format = list_format(len(coordinates))
    indices = [positions, *coordinates]
    return make_tensor(format, shape, indices, values, copy, trusted)


def list_format(order: int) -> str:
    """The format of a coordinate list of some modes."""
    return "s" if order == 1 else "u" + "c" * (order - 2) + "q"
