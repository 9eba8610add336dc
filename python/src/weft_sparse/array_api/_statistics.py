# ===- array_api/_statistics.py - Reductions -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reductions. All are deferred, and sums over a sparse tensor visit its entries
only; the variance visits all components, and stores none."""

from __future__ import annotations

import math
from typing import Any, Union

import numpy as np

from .._array import reduce
from .._core import Error
from .._functions import maximum, minimum, not_equal, sqrt, square
from .._tensor import Tensor, as_tensor

Axis = Union[None, int, tuple[int, ...]]


def _reduce(
    name: str, x: Any, axis: Axis, keepdims: bool, dtype: Any = None
) -> Tensor:
    return Tensor(reduce(name, as_tensor(x)._node, axis, dtype, keepdims))


def sum(
    x: Tensor,
    /,
    *,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
) -> Tensor:
    """The sum over all modes or some; small integers are summed in 64 bits."""
    return _reduce("sum", x, axis, keepdims, dtype)


def prod(
    x: Tensor,
    /,
    *,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
) -> Tensor:
    """The product over all modes or some."""
    return _reduce("prod", x, axis, keepdims, dtype)


def max(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The largest component over all modes or some."""
    return _reduce("max", x, axis, keepdims)


def min(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The smallest component over all modes or some."""
    return _reduce("min", x, axis, keepdims)


def any(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Whether some component over all modes or some is not zero."""
    return _reduce("any", x, axis, keepdims)


def all(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Whether no component over all modes or some is zero."""
    return _reduce("all", x, axis, keepdims)


def mean(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The mean over all modes or some."""
    return as_tensor(x).mean(axis, keepdims=keepdims)


def count_nonzero(
    x: Tensor, /, *, axis: Axis = None, keepdims: bool = False
) -> Tensor:
    """The number of components over all modes or some that are not zero."""
    return sum(not_equal(x, 0), axis=axis, keepdims=keepdims)


def var(
    x: Tensor,
    /,
    *,
    axis: Axis = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """The variance over all modes or some, of real numbers: the sum of squares
    of distances from the mean, divided by the count minus `correction`."""
    x = as_tensor(x)
    if not isinstance(correction, (int, float, np.integer, np.floating)):
        raise Error(f"the correction is a real number, not {correction!r}")
    if x.dtype.kind not in "f":
        raise Error(f"var and std are of real numbers, not of {x.dtype}")
    center = mean(x, axis=axis, keepdims=True).compute()
    total = sum(square(x - center), axis=axis, keepdims=keepdims)
    size = math.prod(total.shape)
    count = x.size // size if size else 0
    divisor = float(count - correction)
    if divisor <= 0:
        divisor = 0.0
        # A sum that is zero may be absent, and 0 / 0 would be absent, too.
        total = total + (math.nan if count <= 1 else 0.0)
    return total / divisor


def std(
    x: Tensor,
    /,
    *,
    axis: Axis = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """The square root of the variance."""
    return sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def clip(x: Tensor, /, min: Any = None, max: Any = None) -> Tensor:
    """The components, but at least `min` and at most `max`, each a number, a
    tensor or None. The result has the type of `x`."""
    made = as_tensor(x)
    for bound, function in ((min, maximum), (max, minimum)):
        if bound is None:
            continue
        if isinstance(bound, Tensor) and bound.dtype != made.dtype:
            bound = bound.astype(made.dtype)
        made = function(made, bound)
    return made
