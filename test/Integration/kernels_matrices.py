# ===- kernels_matrices.py - Kernels on matrices ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels on matrices, component by component or reduced."""

from __future__ import annotations

from kernel import FEW_RESULTS, kernel, to
from notation import reduce
from symbols import A, B, C, D, E, ORDERED, a, alpha, b, c, i, j, x, y

# --- Matrices, component by component ----------------------------------------

kernel("matrix-copy", to(A(i, j), B(i, j)))
kernel("matrix-sum-2", to(A(i, j), B(i, j) + C(i, j)))
kernel("matrix-sum-3", to(A(i, j), B(i, j) + C(i, j) + D(i, j)))
kernel(
    "matrix-sum-4",
    to(A(i, j), B(i, j) + C(i, j) + D(i, j) + E(i, j)),
    formats={"A": FEW_RESULTS},
)
kernel("matrix-difference", to(A(i, j), B(i, j) - C(i, j)))
kernel("matrix-negate", to(A(i, j), -B(i, j)))
kernel("matrix-product-2", to(A(i, j), B(i, j) * C(i, j)))
kernel("matrix-product-3", to(A(i, j), B(i, j) * C(i, j) * D(i, j)))
kernel("matrix-square", to(A(i, j), B(i, j) * B(i, j)))
kernel("matrix-product-of-sum", to(A(i, j), (B(i, j) + C(i, j)) * D(i, j)))
kernel("matrix-scale", to(A(i, j), alpha * B(i, j)))
kernel("matrix-scale-rows", to(A(i, j), B(i, j) * c(i)))
kernel("matrix-scale-columns", to(A(i, j), B(i, j) * c(j)))
kernel("matrix-plus-row", to(A(i, j), B(i, j) + c(j)))
kernel("matrix-plus-column", to(A(i, j), B(i, j) + c(i)))
kernel(
    "matrix-divide-rows",
    to(A(i, j), B(i, j) / c(i)),
    formats={"c": ("d",)},
    values={"c": "powers", "B": "multiples"},
    algebraic=False,
)
kernel("matrix-accumulate", to(A(i, j), B(i, j), add=True))
kernel("matrix-in-place", to(A(i, j), A(i, j) + B(i, j)))
kernel("transpose", to(A(i, j), B(j, i)))
kernel("plus-transposed", to(A(i, j), B(i, j) + C(j, i)))
kernel("symmetric-part", to(A(i, j), B(i, j) + B(j, i)))
kernel("times-transposed", to(A(i, j), B(i, j) * C(j, i)))
kernel("diagonal", to(a(i), B(i, i)))
kernel("diagonal-times-row", to(A(i, j), B(i, i) * C(i, j)))
kernel("row-literal", to(a(j), B(1, j)))
kernel("column-literal", to(a(i), B(i, 3)))
kernel("component-literal", to(alpha, B(1, 2)))
kernel("column-difference", to(a(i), B(i, 0) - B(i, 2)))
kernel(
    "sum-then-product",
    to(C(i, j), A(i, j) + B(i, j)),
    to(y(i), C(i, j) * x(j)),
    formats={"C": FEW_RESULTS},
)
kernel(
    "sum-and-difference",
    to(D(i, j), A(i, j) + B(i, j)),
    to(E(i, j), A(i, j) - B(i, j)),
    formats={"D": FEW_RESULTS, "E": ("CSR",)},
)

# --- Matrices, reduced -------------------------------------------------------

kernel("row-sums", to(a(i), B(i, j)))
kernel("column-sums", to(a(j), B(i, j)))
kernel("matrix-total", to(alpha, B(i, j)))
kernel("trace", to(alpha, B(i, i)))
kernel("trace-of-product", to(alpha, B(i, j) * C(j, i)))
kernel("matrix-inner-product", to(alpha, B(i, j) * C(i, j)))
kernel(
    "row-max",
    to(a(i), reduce("max", j, B(i, j))),
    **ORDERED,
)
kernel(
    "row-min",
    to(a(i), reduce("min", j, B(i, j))),
    **ORDERED,
)
kernel(
    "column-max",
    to(a(j), reduce("max", i, B(i, j))),
    **ORDERED,
)
kernel(
    "matrix-max",
    to(alpha, reduce("max", i, j, B(i, j))),
    **ORDERED,
)
kernel(
    "row-max-negative",
    to(a(i), reduce("max", j, B(i, j))),
    values={"B": "negative"},
    **ORDERED,
)
kernel(
    "row-min-positive",
    to(a(i), reduce("min", j, B(i, j))),
    values={"B": "positive"},
    **ORDERED,
)
kernel(
    "vector-max-negative",
    to(alpha, reduce("max", i, b(i))),
    values={"b": "negative"},
    **ORDERED,
)
kernel("row-products", to(a(i), reduce("prod", j, B(i, j))), algebraic=False)
kernel(
    "max-of-products",
    to(a(i), reduce("max", j, B(i, j) * c(j))),
    **ORDERED,
)
kernel(
    "max-of-row-sums",
    to(alpha, reduce("max", i, reduce("sum", j, B(i, j)))),
    **ORDERED,
)
kernel(
    "sum-of-row-maxima",
    to(alpha, reduce("sum", i, reduce("max", j, B(i, j)))),
    **ORDERED,
)
