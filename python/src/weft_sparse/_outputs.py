# ===- _outputs.py - Results in arrays of NumPy -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Results in arrays of NumPy (out=).

A kernel writes to an array where it lies, if the array stores the components in
the order of the result's format and is of its type. Otherwise the result is
computed on its own, and copied.
"""

from __future__ import annotations

import functools
from typing import Any, Optional, Sequence

import numpy as np

from ._core import Error
from ._formats import parse_format
from ._types import dtype_of, type_of

Array = np.ndarray[Any, Any]


def check_output(out: Any) -> Array:
    """What a user gives as `out`, if it is an array that can be written to."""
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if not isinstance(out, np.ndarray):
        raise Error(
            f"out has to be an array of NumPy, not of type {type(out).__name__}"
        )
    if not out.flags.writeable:
        raise Error("the array that out names is read-only")
    type_of(out.dtype)
    return out


def check_outputs(out: Any, names: Sequence[str]) -> list[Optional[Array]]:
    """The array for each of several results, or None."""
    given = out if isinstance(out, tuple) else (out,)
    if len(given) != len(names):
        raise Error(
            f"out has {len(given)} arrays for the results {', '.join(names)}; "
            "give a tuple with an array or None for each"
        )
    return [None if each is None else check_output(each) for each in given]


def check_fit(out: Array, shape: Optional[Sequence[int]], type: str) -> None:
    """Refuses an array that cannot take a result of a shape and a type."""
    if shape is not None and out.shape != tuple(shape):
        raise Error(
            f"the result has the shape {tuple(shape)}, but out has the shape "
            f"{out.shape}"
        )
    dtype = dtype_of(type)
    if dtype != out.dtype and not np.can_cast(dtype, out.dtype, "same_kind"):
        raise Error(
            f"the result is of type {dtype}, which is not converted to "
            f"{out.dtype} of out; give an array of another type"
        )


@functools.lru_cache(maxsize=1024)
def dense_modes(format: str) -> Optional[tuple[int, ...]]:
    """The modes of a dense format from the outermost to the innermost; None if
    a level is not dense, or is of a part of a mode."""
    parsed = parse_format(format)
    if parsed is None or parsed[0].strip("d"):
        return None
    modes = parsed[1] or tuple(map(str, range(len(parsed[0]))))
    return tuple(map(int, modes)) if all(map(str.isdigit, modes)) else None


def memory_of(out: Array, format: str, type: str) -> Optional[Array]:
    """The components of an array in the order in which a format stores them;
    None if they do not follow each other in memory so, or are of another
    type."""
    modes = dense_modes(format)
    if (
        modes is None
        or len(modes) != out.ndim
        or dtype_of(type) != out.dtype
        or not out.flags.aligned
    ):
        return None
    ordered = out.transpose(modes) if len(modes) > 1 else out
    return ordered.reshape(-1) if ordered.flags.c_contiguous else None


def dense_format(out: Array) -> str:
    """The dense format that stores components in the order of an array."""
    modes = sorted(range(out.ndim), key=lambda mode: -abs(out.strides[mode]))
    if out.flags.c_contiguous or not out.transpose(modes).flags.c_contiguous:
        return "d" * out.ndim
    return "d" * out.ndim + ":" + ",".join(map(str, modes))


def copy_result(out: Array, result: Array) -> Array:
    """Writes a result that was computed on its own."""
    check_fit(out, result.shape, type_of(result.dtype))
    np.copyto(out, result, casting="same_kind")
    return out
