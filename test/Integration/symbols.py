# ===- symbols.py - What kernels are written with --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The tensors and index variables that kernels are written with."""

from __future__ import annotations

from kernel import ORDERED_TYPES
from notation import Tensor, indices

# The properties of kernels with comparisons, minima and maxima.
ORDERED: dict = {"types": ORDERED_TYPES, "algebraic": False}

i, j, k, l = indices("i j k l")  # noqa: E741
a, b, c, d, e, t, w, x, y, z = (Tensor(name) for name in "abcdetwxyz")
A, B, C, D, E = (Tensor(name) for name in "ABCDE")
alpha, beta = Tensor("alpha")(), Tensor("beta_2")()
