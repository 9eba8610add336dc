# ===- _types.py - Types of components -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The types of components under Weft's names and NumPy's."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._core import Error

_NAMES = {
    "bool": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "u8": np.dtype(np.uint8),
    "u16": np.dtype(np.uint16),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}
_TYPES = {dtype: name for name, dtype in _NAMES.items()}

_KNOWN = (
    "the types are bool, (u)int8 to (u)int64, float16 to float64, complex64 and "
    "complex128"
)


def type_of(dtype: np.dtype[Any]) -> str:
    """The name of a dtype, e.g. "f64"; an Error if Weft has no such type."""
    name = _TYPES.get(dtype.newbyteorder("=") if not dtype.isnative else dtype)
    if name is None:
        raise Error(f"components of type {dtype} are not supported; {_KNOWN}")
    return name


def dtype_of(name: str) -> np.dtype[Any]:
    """The dtype of a type, e.g. of "f64"."""
    return _NAMES[name]


def check_text(*texts: Any) -> None:
    """Refuses what is neither a text nor None, and texts with a character that
    would end them."""
    for text in texts:
        if text is None:
            continue
        if not isinstance(text, str):
            raise Error(f"expected a text, got {text!r}"[:200])
        if "\0" in text:
            raise Error(f"{text[:80]!r} has a character NUL")


def as_path(path: Any) -> str:
    """The name of a file, which is a text, bytes or an object of pathlib. Raises
    Error for others, and for names with a character NUL."""
    try:
        name = os.fsdecode(path)
    except TypeError:
        raise Error(
            f"expected the name of a file, got {path!r}"[:200]
        ) from None
    check_text(name)
    return name


def as_type(dtype: Any) -> str:
    """The name of what a user gives as a type: a name or anything that NumPy
    takes for a dtype. Raises Error for what is no type, and for types that Weft
    does not have."""
    if isinstance(dtype, str) and dtype in _NAMES:
        return dtype
    try:
        known = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        message = f"expected a type of components, got {dtype!r}"[:120]
        raise Error(f"{message}; {_KNOWN}") from None
    return type_of(known)


def as_dtype(dtype: Any) -> np.dtype[Any]:
    """The dtype of what a user gives as a type. Raises Error as `as_type`."""
    return dtype_of(as_type(dtype))
