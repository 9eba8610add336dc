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

from typing import Any, Optional, Sequence, Union

import numpy as np

from .. import _core
from .._convert import empty as _empty, share, tensor
from .._core import Error
from .._node import make_stored
from .._tensor import Tensor, as_tensor
from .._types import as_type, filled_array, type_of
from ._dtypes import check_device, float64

Shape = Union[int, Sequence[int]]


def _sizes(shape: Shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


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
    """A dense tensor of one number."""
    check_device(device)
    return tensor(filled_array(_sizes(shape), fill_value, dtype))


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
    return _empty(_sizes(shape), format, dtype or float64)


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
    node = as_tensor(x)._node
    format = node.format or node.default_format(False)
    return zeros(
        x.shape,
        dtype=dtype or x.dtype,
        device=device,
        format=format if node.sparse else None,
    )


empty_like = zeros_like


def ones_like(
    x: Tensor, /, *, dtype: Any = None, device: Optional[str] = None
) -> Tensor:
    """A dense tensor of ones."""
    return ones(x.shape, dtype=dtype or x.dtype, device=device)


def full_like(
    x: Tensor,
    /,
    fill_value: Any,
    *,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A dense tensor of one number."""
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device)


def eye(
    n_rows: int,
    n_cols: Optional[int] = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Optional[str] = None,
) -> Tensor:
    """A sparse matrix, in CSR, of ones on diagonal `k`."""
    check_device(device)
    shape = (n_rows, n_rows if n_cols is None else n_cols)
    k = max(-shape[0], min(k, shape[1]))
    rows = np.arange(max(0, -k), max(0, -k, min(shape[0], shape[1] - k)))
    coordinates = np.stack([rows, rows + k], axis=1)
    values = np.ones(len(rows), dtype or float64)
    return from_entries("CSR", shape, coordinates, values)


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
    """A dense tensor of start, start + step, ..., without `stop`."""
    check_device(device)
    if stop is None:
        start, stop = 0, start
    make: Any = np.arange
    return tensor(make(start, stop, step, dtype))


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
    """A dense tensor of `num` numbers at equal distances."""
    check_device(device)
    return tensor(np.linspace(start, stop, num, endpoint, dtype=dtype))


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The entries of a matrix, or of a stack of matrices, on and below diagonal
    `k`; sparse if `x` is."""
    return _filter(x, lambda rows, columns: columns <= rows + k, np.tril, k)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The entries of a matrix, or of a stack of matrices, on and above diagonal
    `k`; sparse if `x` is."""
    return _filter(x, lambda rows, columns: columns >= rows + k, np.triu, k)


def _filter(x: Tensor, holds: Any, compute: Any, k: int) -> Tensor:
    """The entries whose last two coordinates satisfy a predicate; those of a
    tensor that is dense, or whose absent components are not zero, from NumPy."""
    if x.ndim < 2:
        raise Error(f"expected a matrix or a stack of them, got {x.shape}")
    if not x._node.sparse:
        return tensor(compute(x.to_numpy(), k))
    coordinates, values = x.entries()
    kept = holds(coordinates[:, -2], coordinates[:, -1])
    return from_entries(x.format, x.shape, coordinates[kept], values[kept])


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> list[Tensor]:
    """Dense tensors of the coordinates of a grid."""
    if indexing not in ("xy", "ij"):
        raise Error(f'expected the indexing "xy" or "ij", got {indexing!r}')
    make: Any = np.meshgrid
    made = make(*[as_tensor(x).to_numpy() for x in arrays], indexing=indexing)
    return [tensor(each) for each in made]
