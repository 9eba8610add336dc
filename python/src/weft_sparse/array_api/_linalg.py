# ===- array_api/_linalg.py - Products -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Products of tensors of any order, each one kernel."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np

from .._array import normalize_axis
from .._core import Error
from .._einsum import einsum
from .._functions import conj
from .._sizes import as_integer, as_integers
from .._tensor import Tensor, as_tensor


def matmul(x1: Any, x2: Any, /) -> Tensor:
    """The product of vectors, matrices, or stacks of matrices, whose leading
    modes are repeated as those of operators are."""
    return as_tensor(x1) @ as_tensor(x2)


def matrix_transpose(x: Tensor, /) -> Tensor:
    """The tensor with its last two modes swapped. Raises Error for a vector and a
    scalar."""
    return as_tensor(x).mT


def tensordot(
    x1: Tensor,
    x2: Tensor,
    /,
    *,
    axes: Union[int, tuple[Sequence[int], Sequence[int]]] = 2,
) -> Tensor:
    """The sum of products over the last `axes` modes of `x1` and the first of
    `x2`, or over pairs of modes."""
    x1, x2 = as_tensor(x1), as_tensor(x2)
    if hasattr(axes, "__index__"):
        axes = as_integer(axes, "a number of axes")
        if not 0 <= axes <= min(x1.ndim, x2.ndim):
            raise Error(
                f"expected 0 to {min(x1.ndim, x2.ndim)} axes, got {axes}"
            )
        left = list(range(x1.ndim - axes, x1.ndim))
        right = list(range(axes))
    else:
        if not isinstance(axes, (tuple, list)) or len(axes) != 2:
            raise Error(
                f"expected a number of axes, or axes of both tensors, got {axes!r}"
            )
        left = [
            normalize_axis(axis, x1.ndim)
            for axis in as_integers(axes[0], "an axis")
        ]
        right = [
            normalize_axis(axis, x2.ndim)
            for axis in as_integers(axes[1], "an axis")
        ]
    if len(left) != len(right) or len(set(left)) != len(left):
        raise Error(f"expected pairs of distinct axes, got {axes}")
    first = list(range(x1.ndim))
    second = list(range(x1.ndim, x1.ndim + x2.ndim))
    for a, b in zip(left, right):
        if x1.shape[a] != x2.shape[b]:
            raise Error(
                f"modes {a} and {b} of shapes {x1.shape} and {x2.shape} differ"
            )
        second[b] = first[a]
    result = [label for mode, label in enumerate(first) if mode not in left]
    result += [label for mode, label in enumerate(second) if mode not in right]
    return einsum(x1, first, x2, second, result)


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """The sum of products of the conjugate of `x1` and `x2` over a mode that
    both have; the others are repeated as those of operators are."""
    x1, x2 = as_tensor(x1), as_tensor(x2)
    axis = as_integer(axis, "an axis")
    order = min(x1.ndim, x2.ndim)
    if not -order <= axis < 0:
        raise Error(f"expected an axis from {-order} to -1, got {axis}")
    if x1.shape[axis] != x2.shape[axis]:
        raise Error(f"axis {axis} of {x1.shape} and {x2.shape} differs")
    left = np.issubdtype(x1.dtype, np.complexfloating)
    a = conj(x1) if left else x1
    order = max(x1.ndim, x2.ndim)
    labels = list(range(order))
    summed = labels[axis]
    return einsum(
        a,
        labels[order - x1.ndim :],
        x2,
        labels[order - x2.ndim :],
        [label for label in labels if label != summed],
    )
