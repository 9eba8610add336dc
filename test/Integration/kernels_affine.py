# ===- kernels_affine.py - Kernels with sums of index variables ------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The kernels whose accesses are shifted, strided, reversed, sliced or summed.

What is outside of an operand is absent; sizes that only sums determine are
inferred by the compiler and, in another way, by `sizes.py`.
"""

from __future__ import annotations

from kernel import FEW_RESULTS, MATRICES, ORDERED_TYPES, kernel, to
from notation import IndexValue, Slice, Tensor, call, compare, indices, reduce

i, j, k, l = indices("i j k l")  # noqa: E741
p, q = indices("p q")
a, b, c, d, w, x, y = (Tensor(name) for name in "abcdwxy")
A, B, C, D, W, X = (Tensor(name) for name in "ABCDWX")
alpha = Tensor("alpha")()
ORDERED: dict = {"types": ORDERED_TYPES, "algebraic": False}

# --- Shifts ------------------------------------------------------------------

kernel("shift-left", to(a(i), b(i + 1)))
kernel("shift-right", to(a(i), b(i - 1)))
kernel("shift-far", to(a(i), b(i + 7) + c(i)))
kernel("shift-product", to(a(i), b(i + 1) * c(i)))
kernel("shift-sum", to(a(i), b(i + 1) + c(i)))
kernel("shift-both", to(a(i), b(i + 1) * c(i + 2)))
kernel("shift-total", to(alpha, b(i + 1) * c(i + 2)))
kernel("shift-same-twice", to(a(i), b(i + 1) * b(i + 1) + b(i)))
kernel("stencil-3", to(a(i), b(i - 1) + b(i) + b(i + 1)))
kernel("difference", to(a(i), b(i + 1) - b(i)))
kernel("shift-max", to(a(i), call("max", b(i - 1), b(i))), **ORDERED)
kernel("shift-prod", to(alpha, reduce("prod", i, b(i - 1) + c(i))))
kernel("shift-min", to(alpha, reduce("min", i, b(i + 1) + c(i))), **ORDERED)
kernel("shift-rows", to(A(i, j), B(i + 1, j)))
kernel("shift-columns", to(A(i, j), B(i, j + 1)))
kernel("shift-back", to(A(i, j), B(i - 1, j - 1)))
kernel("shift-diagonal", to(a(i), B(i, i + 1)))
kernel("shift-transposed", to(A(i, j), B(j + 1, i) + C(i, j)))
kernel("shift-spmv", to(y(i), A(i, j) * x(j + 1)))
kernel("shift-spmv-rows", to(y(i), A(i + 1, j) * x(j)))
kernel("shift-spmv-transposed", to(y(j), A(i, j + 1) * x(i)))
kernel("shift-accumulate", to(y(i), x(i + 1), add=True))
kernel("shift-in-place", to(x(i), x(i - 1) + x(i)))
kernel(
    "stencil-5",
    to(A(i, j), B(i, j) + B(i - 1, j) + B(i + 1, j) + B(i, j - 1) + B(i, j + 1)),
    formats={"A": FEW_RESULTS},
)
kernel("shift-cube", to(A(i, j), D(i, j + 1, k - 1) * b(k)))
kernel("shift-literal", to(a(j), B(1, j + 1)))

# --- Strides and slices ------------------------------------------------------

kernel("stride-even", to(a(i), b(2 * i)))
kernel("stride-odd", to(a(i), b(2 * i + 1)))
kernel("stride-before", to(a(i), b(3 * i - 1)))
kernel("stride-sum", to(a(i), b(2 * i) + c(i)))
kernel("stride-product", to(a(i), b(2 * i) * c(3 * i)))
kernel("stride-pair", to(a(i), b(2 * i) + b(2 * i + 1)))
kernel("stride-columns", to(A(i, j), B(i, 2 * j)))
kernel("stride-rows", to(A(i, j), B(2 * i + 1, j)))
kernel("stride-pool", to(A(i, j), B(2 * i, 2 * j) + B(2 * i + 1, 2 * j)))
kernel("stride-transposed", to(A(i, j), B(2 * j, i)))
kernel("slice", to(a(i), b(Slice(i, 1, 3))))
kernel("slice-step", to(a(i), b(Slice(i, 1, 6, 2))))
kernel("slice-empty", to(a(i), b(Slice(i, 2, 2)) + c(i)))
kernel("slice-other", to(a(i), b(Slice(i, 1, 3)) * c(Slice(i, 0, 2))))
kernel("slice-columns", to(A(i, j), B(i, Slice(j, 1, 4))))
kernel("slice-rows-total", to(y(j), B(Slice(i, 1, 3), j)))

# --- Reversals ---------------------------------------------------------------

kernel("reverse", to(a(i), b(4 - i)))
kernel("reverse-product", to(a(i), b(3 - i) * c(i)))
kernel("reverse-stride", to(a(i), b(6 - 2 * i) + c(i)))
kernel("reverse-columns", to(A(i, j), B(i, 3 - j)))
kernel("reverse-rows", to(A(i, j), B(3 - i, j)))

# --- Sums of variables -------------------------------------------------------

kernel("convolution", to(y(i), x(i + j) * w(j)))
kernel("convolution-swapped", to(y(i), w(j) * x(j + i)))
kernel("convolution-strided", to(y(i), x(2 * i + j) * w(j)))
kernel("convolution-dilated", to(y(i), x(i + 2 * j) * w(j)))
kernel("correlation", to(y(i), x(j - i) * w(j)))
kernel("convolution-plus", to(y(i), reduce("sum", j, x(i + j) * w(j)) + b(i)))
kernel("convolution-total", to(alpha, x(i + j) * w(j) * b(i)))
kernel("hankel", to(A(i, j), x(i + j) * B(i, j)))
kernel("hankel-vector", to(y(i), A(i, j) * x(i + j)))
kernel("diagonals", to(y(j), A(i, i + j) * x(i)))
kernel("skewed", to(A(i, j), B(i, i + j) + C(i, j)))
kernel(
    "convolution-2",
    to(A(i, j), X(i + p, j + q) * W(p, q)),
    formats={"A": FEW_RESULTS, "X": MATRICES, "W": ("dd", "CSR", "COO")},
)
kernel("convolution-max", to(y(i), reduce("max", j, x(i + j) * w(j))), **ORDERED)
kernel("three-variables", to(y(i), x(i + j - k) * w(j) * b(k)))

# --- Variables as values -----------------------------------------------------

kernel("value-times", to(a(i), b(i) * IndexValue(i)))
kernel("value-shifted", to(a(i), b(i + 1) * IndexValue(i)))
kernel("value-total", to(y(i), A(i, j) * IndexValue(j)))


def triangle(operator: str) -> object:
    return compare(operator, IndexValue(i), IndexValue(j))


for name, operator in (("lower", ">"), ("lower-with", ">="), ("upper", "<")):
    kernel(
        f"{name}-triangle",
        to(A(i, j), call("where", triangle(operator), B(i, j), 0)),
        **ORDERED,
    )
kernel("diagonal-mask", to(A(i, j), B(i, j) * triangle("==")))
kernel(
    "strict-lower-spmv",
    to(y(i), triangle(">") * A(i, j) * x(j)),
    types=ORDERED_TYPES,
)
kernel(
    "band",
    to(
        A(i, j),
        call("where", compare("<=", IndexValue(j), IndexValue(i) + 1), B(i, j), 0),
    ),
    **ORDERED,
)
