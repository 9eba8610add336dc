# ===- array_api/_rounding.py - Rounding -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Rounding to the nearest integer."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._core import Error
from .._tensor import Tensor, as_tensor, compute_ufunc


def round(x: Any, /) -> Tensor:
    """The nearest integers, of two the even one; integers stay as they are."""
    made = as_tensor(x)
    if made.dtype.kind == "c":
        raise Error("round is of real numbers; real() and imag() give parts")
    if made.dtype.kind != "f":
        return made
    return compute_ufunc(np.rint, made)
