# ===- array_api/_creation.py - Creation functions -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Creation functions. `eye` is sparse, and so are `zeros_like`, `tril` and `triu`
of sparse tensors; all others are dense."""

from __future__ import annotations

import cmath
import math
from typing import Any, Optional, Sequence, Union

import numpy as np

from .. import _core
from .._convert import empty as _empty, share, tensor
from .._core import Error
from .._node import Node, make_stored
from .._sizes import (
    allocate,
    as_integer,
    as_sizes,
    filled_array,
    format_number,
    format_shape,
    make_array,
)
from .._tensor import Tensor, as_tensor
from .._types import as_dtype, as_type, type_of
from ._dtypes import check_device, complex128, float64, int64

Shape = Union[int, Sequence[int]]


def asarray(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
    copy: Optional[bool] = None,
) -> Tensor:
    """A tensor of anything that `weft_sparse.tensor` takes: numbers, nested
    sequences, arrays of other packages. The memory of arrays is shared, unless
    `copy` is set; with copy=False, ValueError if it cannot be."""
    check_device(device)
    if copy is False:
        shared = share(obj)
        if dtype is not None and as_type(dtype) != type_of(shared.dtype):
            raise ValueError(
                f"components of type {shared.dtype} are converted to "
                f"{np.dtype(dtype)} by a copy"
            )
        return shared
    if isinstance(obj, Tensor):
        if copy:
            return obj.to_format(obj.format, dtype)
        return obj if dtype is None else obj.astype(dtype, copy=False)
    return tensor(obj, dtype=dtype, copy=bool(copy))


def from_dlpack(
    x: Any,
    /,
    *,
    device: Optional[str] = None,
    copy: Optional[bool] = None,
) -> Tensor:
    """A tensor of an array with `__dlpack__`, whose memory it shares."""
    check_device(device)
    return share(x) if copy is False else tensor(x, copy=bool(copy))


def full(
    shape: Shape,
    fill_value: Any,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A dense tensor of one number. Raises Error for sizes that are no integers
    from 0 to 2^63 - 1, and OutOfMemoryError."""
    check_device(device)
    sizes = as_sizes(shape)
    if 0 in sizes:
        # NumPy has no array of 0 x 2^62.
        return _empty(sizes, None, filled_array((), fill_value, dtype).dtype)
    return tensor(filled_array(sizes, fill_value, dtype))


def ones(
    shape: Shape, *, dtype: Any = None, device: Optional[str] = None
) -> Tensor:
    """A dense tensor of ones."""
    return full(shape, 1, dtype=dtype or float64, device=device)


def zeros(
    shape: Shape,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
    format: Optional[str] = None,
) -> Tensor:
    """A tensor of zeros, dense unless a format is given."""
    check_device(device)
    return _empty(shape, format, dtype or float64)


def empty(
    shape: Shape,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
    format: Optional[str] = None,
) -> Tensor:
    """A tensor of zeros, dense unless a format is given."""
    return zeros(shape, dtype=dtype, device=device, format=format)


def zeros_like(
    x: Tensor, /, *, dtype: Any = None, device: Optional[str] = None
) -> Tensor:
    """A tensor of zeros, sparse if `x` is, and of its format if it is stored."""
    like = as_tensor(x)
    node = like._node
    format = node.format or node.default_format(False)
    return zeros(
        like.shape,
        dtype=dtype or like.dtype,
        device=device,
        format=format if node.sparse else None,
    )


empty_like = zeros_like


def ones_like(
    x: Tensor, /, *, dtype: Any = None, device: Optional[str] = None
) -> Tensor:
    """A dense tensor of ones."""
    like = as_tensor(x)
    return ones(like.shape, dtype=dtype or like.dtype, device=device)


def full_like(
    x: Tensor,
    /,
    fill_value: Any,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A dense tensor of one number."""
    like = as_tensor(x)
    return full(
        like.shape, fill_value, dtype=dtype or like.dtype, device=device
    )


def eye(
    n_rows: int,
    n_cols: Optional[int] = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A sparse matrix of ones on diagonal `k`: in CSR, or with a list of rows if
    there are more than 2^31 - 1 of them. Raises Error for sizes and a diagonal
    that are no integers, and OutOfMemoryError."""
    check_device(device)
    shape = as_sizes((n_rows, n_rows if n_cols is None else n_cols))
    type = as_dtype(dtype or float64)
    k = max(-shape[0], min(as_integer(k, "a diagonal"), shape[1]))
    first, end = max(0, -k), max(0, -k, min(shape[0], shape[1] - k))
    coordinates, values = allocate(
        f"the entries of the matrix of {format_shape(shape)} {type}",
        (end - first) * (16 + type.itemsize),
        lambda: (
            np.arange(first, end)[:, None] + np.array([0, k]),
            np.ones(end - first, type),
        ),
    )
    format = Node(shape, type_of(type), sparse=True).default_format(False)
    return from_entries(format, shape, coordinates, values)


def from_entries(
    format: str,
    shape: tuple[int, ...],
    coordinates: np.ndarray[Any, Any],
    values: np.ndarray[Any, Any],
) -> Tensor:
    """A tensor of entries: coordinates of shape (n, order), and n values."""
    coordinates = np.ascontiguousarray(coordinates, np.int64)
    return Tensor(
        make_stored(
            _core.Tensor.from_entries(format, shape, coordinates, values, True)
        )
    )


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A dense tensor of start, start + step, ..., without `stop`. Raises Error
    for what is no finite real number, for a step of zero and for numbers that
    the type does not have, and OutOfMemoryError."""
    check_device(device)
    if stop is None:
        start, stop = 0, start
    begin, end, distance = (
        _as_number(value, what)
        for value, what in ((start, "start"), (stop, "stop"), (step, "step"))
    )
    if complex in map(type, (begin, end, distance)):
        raise Error("arange is of real numbers")
    if not distance:
        raise Error("the step of arange is not zero")
    is_integer = float not in map(type, (begin, end, distance))
    wanted = as_dtype(dtype or (int64 if is_integer else float64))
    if wanted.kind == "b":
        raise Error("arange has no truth values")
    if is_integer and wanted.kind in "iu":
        numbers = range(begin, end, distance)
        return tensor(_integers(numbers, wanted))
    quotient = (end - begin) / distance
    length = math.ceil(min(quotient, 2.0**63)) if quotient > 0 else 0
    sizes = as_sizes(length)
    for number in _end_numbers(begin, distance, length, wanted):
        filled_array((), number, wanted)
    make: Any = np.arange
    return tensor(
        make_array(
            sizes,
            wanted,
            lambda: make(begin, end, distance, wanted),
        )
    )


def _end_numbers(
    begin: Any, distance: Any, length: int, dtype: np.dtype[Any]
) -> list[Any]:
    """The first and the last number of an `arange` that NumPy computes."""
    if length <= 1:
        return [begin] * length
    if dtype.kind in "iu":
        # NumPy truncates the first two numbers, and repeats their distance.
        begin, distance = int(begin), int(begin + distance) - int(begin)
    return [begin, begin + (length - 1) * distance]


def _integers(numbers: range, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of integers. Raises what `make_array` does, and Error for
    integers that the type does not have."""
    length = max(0, -((numbers.start - numbers.stop) // numbers.step))
    sizes = as_sizes(length)
    for number in (numbers[0], numbers[-1]) if length else ():
        filled_array((), number, dtype)
    # Bits of 64 are those of integers with a sign, and end in narrower ones.
    start, step = (
        np.uint64(number % 2**64) for number in (numbers.start, numbers.step)
    )
    return make_array(
        sizes,
        dtype,
        lambda: (np.arange(length, dtype=np.uint64) * step + start).astype(
            dtype, copy=False
        ),
    )


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
    endpoint: bool = True,
) -> Tensor:
    """A dense tensor of `num` numbers at equal distances, rounded down if the
    type is one of integers. Raises Error for what is no number, for ends that
    the type does not have and for a `num` that is no integer from 0 on, and
    OutOfMemoryError."""
    check_device(device)
    given = [_as_number(start, "start"), _as_number(stop, "stop")]
    sizes = as_sizes(as_integer(num, "num"))
    wanted = as_dtype(
        dtype or (complex128 if complex in map(type, given) else float64)
    )
    ends = [number * 1.0 for number in given]
    for number in ends:
        is_rounded = wanted.kind in "iu" and not isinstance(number, complex)
        filled_array((), math.floor(number) if is_rounded else number, wanted)
    make: Any = np.linspace
    array = make_array(
        sizes,
        wanted,
        lambda: (
            make(*ends, sizes[0], endpoint, dtype=wanted)
            if cmath.isfinite(ends[1] - ends[0])
            # The distance of the ends overflows, and that of their halves does not.
            else make(
                *[end / 2 for end in ends], sizes[0], endpoint, dtype=wanted
            )
            * 2
        ),
    )
    return tensor(array)


def _as_number(value: Any, what: str) -> Any:
    """A finite number of Python, NumPy or a tensor as an int, a float or a
    complex. Raises Error for others, which says that `what` is a number."""
    number = value
    if isinstance(value, (np.generic, np.ndarray, Tensor)) and value.size == 1:
        number = value.item()
    elif hasattr(value, "__index__"):
        number = as_integer(value, what)
    if not isinstance(number, (int, float, complex)):
        raise Error(f"{what} is a number, not {value!r}"[:200])
    try:
        is_finite = cmath.isfinite(number)
    except OverflowError:
        is_finite = False
    if not is_finite:
        raise Error(f"{what} is a finite number, not {format_number(value)}")
    return number


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The entries of a matrix, or of a stack of matrices, on and below diagonal
    `k`; sparse if `x` is."""
    return _filter(x, lambda rows, columns, k: columns <= rows + k, np.tril, k)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The entries of a matrix, or of a stack of matrices, on and above diagonal
    `k`; sparse if `x` is."""
    return _filter(x, lambda rows, columns, k: columns >= rows + k, np.triu, k)


def _filter(x: Tensor, holds: Any, compute: Any, k: int) -> Tensor:
    """The entries whose last two coordinates satisfy a predicate; those of a
    tensor that is dense, or whose absent components are not zero, from NumPy."""
    x, k = as_tensor(x), as_integer(k, "a diagonal")
    if x.ndim < 2:
        raise Error(f"expected a matrix or a stack of them, got {x.shape}")
    k = max(-x.shape[-2], min(k, x.shape[-1]))
    if not x._node.sparse:
        return tensor(compute(x.to_numpy(), k))
    coordinates, values = x.entries()
    kept = holds(coordinates[:, -2], coordinates[:, -1], k)
    return from_entries(x.format, x.shape, coordinates[kept], values[kept])


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> list[Tensor]:
    """Dense tensors of the coordinates of a grid. Raises Error for what is no
    vector or scalar, and OutOfMemoryError."""
    if indexing not in ("xy", "ij"):
        raise Error(f'expected the indexing "xy" or "ij", got {indexing!r}')
    axes = [as_tensor(each) for each in arrays]
    for each in axes:
        if each.ndim > 1:
            raise Error(f"expected vectors, got a tensor of shape {each.shape}")
    shape = [each.size for each in axes]
    if indexing == "xy":
        shape[:2] = shape[1::-1]
    dtype = max((each.dtype for each in axes), default=float64, key=_width)
    make: Any = np.meshgrid
    made = make_array(
        as_sizes(shape),
        dtype,
        lambda: make(*[each.to_numpy() for each in axes], indexing=indexing),
    )
    return [tensor(each) for each in made]


def _width(dtype: np.dtype[Any]) -> int:
    return dtype.itemsize
