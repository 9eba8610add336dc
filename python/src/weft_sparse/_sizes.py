# ===- _sizes.py - Sizes that users give -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Sizes and other integers that users give, and new arrays of NumPy of such
sizes."""

from __future__ import annotations

import math
import operator
from typing import Any, Callable, Mapping, TypeVar

import numpy as np

from ._core import Error, OutOfMemoryError
from ._types import as_dtype, type_of

_Made = TypeVar("_Made")

# NumPy and Weft have no arrays of more modes.
MAX_ORDER = 64


def as_integer(value: Any, what: str) -> int:
    """A value that has `__index__` as an integer. Raises Error for others, which
    says that `what` is an integer."""
    try:
        return operator.index(value)
    except (TypeError, ValueError):
        raise Error(f"{what} is an integer, not {value!r}"[:200]) from None


def as_integers(value: Any, what: str) -> tuple[int, ...]:
    """An integer, or several in a sequence or an array. Raises Error for others,
    which says that each is `what`."""
    # Only a tensor or an array of one number has `__index__` and an order.
    if not getattr(value, "ndim", 0) and hasattr(value, "__index__"):
        return (as_integer(value, what),)
    if isinstance(value, (str, bytes, bytearray, Mapping, set, frozenset)):
        raise Error(f"{what} is an integer, not {value!r}"[:200])
    try:
        given = list(value)
    except TypeError:
        raise Error(f"{what} is an integer, not {value!r}"[:200]) from None
    return tuple([as_integer(each, what) for each in given])


def as_sizes(shape: Any) -> tuple[int, ...]:
    """The sizes of a shape: an integer, or one for each mode. Raises Error for
    what is no integer, for sizes below 0 or from 2^63 on, and for more than 64
    sizes."""
    sizes = as_integers(shape, "a size")
    if len(sizes) > MAX_ORDER:
        raise Error(f"a tensor has at most 64 modes, not {len(sizes)}")
    if any(not 0 <= size < 2**63 for size in sizes):
        raise Error(f"the sizes {sizes} are negative or too large"[:200])
    return sizes


def format_shape(shape: tuple[int, ...]) -> str:
    """Sizes as messages show them, e.g. "3 x 4"."""
    return " x ".join(map(str, shape)) or "scalar"


def allocate(what: str, num_bytes: int, make: Callable[[], _Made]) -> _Made:
    """What `make` returns, which takes `num_bytes` of memory. Raises
    OutOfMemoryError that names it as `what` if it cannot be allocated."""
    try:
        # NumPy has another error for so many bytes, which is one of any kind.
        if num_bytes < 2**63:
            return make()
    except MemoryError:
        pass
    raise OutOfMemoryError(
        f"not enough memory for {what}: it takes {num_bytes:.3g} bytes"
    )


def make_array(
    shape: tuple[int, ...], dtype: np.dtype[Any], make: Callable[[], _Made]
) -> _Made:
    """The dense array, or arrays, that `make` returns, of a shape that `as_sizes`
    accepts. Raises OutOfMemoryError, and Error if the array has no components
    and NumPy has none with such sizes."""
    described = f"array of {format_shape(shape)} {dtype}"
    # NumPy multiplies the sizes that are not 0.
    extent = math.prod(size for size in shape if size) * dtype.itemsize
    if 0 in shape and extent >= 2**63:
        raise Error(
            f"NumPy has no {described}: the product of its sizes other than 0 is "
            "too large"
        )
    return allocate(f"the dense {described}", extent, make)


def filled_array(
    shape: tuple[int, ...], value: Any, dtype: Any
) -> np.ndarray[Any, Any]:
    """A new array with one number as all components, of the type of the number
    if `dtype` is None. Raises Error for what is no number and for numbers that
    the type does not have, and what `make_array` raises."""
    number = np.asarray(value)
    if number.ndim:
        raise Error(f"expected one number, got an array of {number.shape}")
    if dtype is None or number.dtype != object or not isinstance(value, int):
        type_of(number.dtype)
    type = number.dtype if dtype is None else as_dtype(dtype)
    if type.kind in "iu" and number.dtype.kind != "c":
        limits = np.iinfo(type)
        fits = bool(limits.min <= number <= limits.max)
    else:
        fits = number.dtype.kind != "c" or type.kind in "cb"
    try:
        component = np.full((), value, type) if fits else None
    except OverflowError:
        component = None
    if component is None:
        raise Error(f"components of type {type} have no value {value}"[:200])
    return make_array(shape, type, lambda: np.full(shape, component, type))
