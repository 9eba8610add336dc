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
from typing import Any, Callable, Mapping, NoReturn, TypeVar

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


def format_number(value: Any) -> str:
    """A number as messages show it; the magnitude of an integer of more than 77
    digits."""
    if not isinstance(value, int) or value.bit_length() <= 256:
        return str(value)[:100]
    sign = "-" if value < 0 else ""
    return f"{sign}10^{int(value.bit_length() * math.log10(2))}"


def raise_no_value(value: Any, dtype: np.dtype[Any]) -> NoReturn:
    """Raises Error for a number that a type does not have."""
    raise Error(
        f"components of type {dtype} have no value {format_number(value)}"
    )


def _has_value(value: Any, dtype: np.dtype[Any]) -> bool:
    """Whether a type has a number of Python: exactly if it is a type of
    integers, and rounded to a finite number if it is of floating point."""
    if dtype.kind == "b":
        return True
    if isinstance(value, complex) and dtype.kind != "c":
        return False
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return bool(limits.min <= value <= limits.max and value == int(value))
    try:
        with np.errstate(all="ignore"):
            component = np.asarray(value, dtype)
        return bool(np.isfinite(component) or not np.isfinite(value))
    except (OverflowError, TypeError):
        # An integer beyond the range of float64.
        return False


def filled_array(
    shape: tuple[int, ...], value: Any, dtype: Any
) -> np.ndarray[Any, Any]:
    """A new array with one number as all components, of the type of the number
    if `dtype` is None. Raises Error for what is no number, for numbers that a
    type of integers does not have, and for finite numbers that are too large for
    a type of floating point; and what `make_array` raises."""
    try:
        number = np.asarray(value)
    except ValueError:
        raise Error(f"expected one number, got {value!r}"[:200]) from None
    if number.ndim:
        raise Error(f"expected one number, got an array of {number.shape}")
    if dtype is None or number.dtype != object or not isinstance(value, int):
        type_of(number.dtype)
    type = number.dtype if dtype is None else as_dtype(dtype)
    if not _has_value(number.item(), type):
        raise_no_value(number.item(), type)
    component = np.full((), number.item(), type)
    return make_array(shape, type, lambda: np.full(shape, component, type))
