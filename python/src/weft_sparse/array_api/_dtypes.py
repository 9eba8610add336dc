# ===- array_api/_dtypes.py - Types of the standard ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Types of components, and the functions of the standard about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from .._core import Error
from .._functions import not_equal
from .._tensor import Tensor, as_tensor
from .._types import as_dtype

bool = np.dtype(np.bool_)
int8 = np.dtype(np.int8)
int16 = np.dtype(np.int16)
int32 = np.dtype(np.int32)
int64 = np.dtype(np.int64)
uint8 = np.dtype(np.uint8)
uint16 = np.dtype(np.uint16)
uint32 = np.dtype(np.uint32)
uint64 = np.dtype(np.uint64)
float32 = np.dtype(np.float32)
float64 = np.dtype(np.float64)
complex64 = np.dtype(np.complex64)
complex128 = np.dtype(np.complex128)

DTypes = dict[str, np.dtype[Any]]

ALL_DTYPES: DTypes = {
    "bool": bool,
    "int8": int8,
    "int16": int16,
    "int32": int32,
    "int64": int64,
    "uint8": uint8,
    "uint16": uint16,
    "uint32": uint32,
    "uint64": uint64,
    "float32": float32,
    "float64": float64,
    "complex64": complex64,
    "complex128": complex128,
}


@dataclass(frozen=True)
class FloatInfo:
    """The limits of a type of real numbers, or of the parts of a complex one."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype[Any]


@dataclass(frozen=True)
class IntegerInfo:
    """The limits of a type of integers."""

    bits: int
    max: int
    min: int
    dtype: np.dtype[Any]


def _dtype_of(value: Any) -> np.dtype[Any]:
    return value.dtype if isinstance(value, Tensor) else as_dtype(value)


def finfo(type: Any, /) -> FloatInfo:
    """The limits of a type of real or complex numbers, or of that of a tensor."""
    dtype = _dtype_of(type)
    if dtype.kind not in "fc":
        raise Error(f"finfo is of real and complex numbers, not of {dtype}")
    found = np.finfo(dtype)
    return FloatInfo(
        int(found.bits),
        float(found.eps),
        float(found.max),
        float(found.min),
        float(found.smallest_normal),
        np.dtype(found.dtype),
    )


def iinfo(type: Any, /) -> IntegerInfo:
    """The limits of a type of integers, or of that of a tensor."""
    dtype = _dtype_of(type)
    if dtype.kind not in "iu":
        raise Error(f"iinfo is of integers, not of {dtype}")
    found = np.iinfo(dtype)
    return IntegerInfo(
        int(found.bits), int(found.max), int(found.min), np.dtype(found.dtype)
    )


def isdtype(
    dtype: Any, kind: Union[str, np.dtype[Any], tuple[Any, ...]]
) -> Any:
    """Whether a type is of a kind, such as "real floating", or of several."""
    try:
        return np.isdtype(as_dtype(dtype), kind)
    except (TypeError, ValueError) as error:
        raise Error(str(error)) from None


def can_cast(from_: Any, to: Any, /) -> Any:
    """Whether a type, or that of a tensor, promotes to another one."""
    return np.can_cast(_dtype_of(from_), as_dtype(to))


def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    """The type that tensors, types and numbers of Python promote to."""
    if not arrays_and_dtypes:
        raise Error("expected at least one tensor, type or number")
    numbers = (int, float, complex)
    return np.result_type(
        *[
            each if isinstance(each, numbers) else _dtype_of(each)
            for each in arrays_and_dtypes
        ]
    )


def astype(
    x: Tensor, dtype: Any, /, *, copy: Any = True, device: Optional[str] = None
) -> Tensor:
    """The tensor with components of another type; Error for complex numbers as
    real ones."""
    check_device(device)
    x, wanted = as_tensor(x), as_dtype(dtype)
    if x.dtype.kind == "c" and wanted.kind not in "cb":
        raise Error(
            f"astype does not convert complex numbers to {wanted}; real() and "
            "imag() give their parts"
        )
    if wanted.kind == "b" and x.dtype.kind != "b":
        return not_equal(x, 0)
    return x.astype(wanted, copy=copy)


def check_device(device: Optional[str]) -> None:
    """Raises Error for a device other than "cpu"."""
    if device not in (None, "cpu"):
        raise Error(f'the only device is "cpu", got {device!r}')
