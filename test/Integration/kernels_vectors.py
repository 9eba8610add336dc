# ===- kernels_vectors.py - Kernels on vectors -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels on vectors, and on matrices and vectors."""

from __future__ import annotations

from kernel import kernel, to
from notation import reduce
from symbols import A, B, a, alpha, b, beta, c, d, e, i, j, k, t, w, x, y, z

# --- Vectors -----------------------------------------------------------------

kernel("vector-copy", to(a(i), b(i)))
kernel("vector-sum-2", to(a(i), b(i) + c(i)))
kernel("vector-sum-3", to(a(i), b(i) + c(i) + d(i)))
kernel("vector-sum-4", to(a(i), b(i) + c(i) + d(i) + e(i)))
kernel("vector-difference", to(a(i), b(i) - (c(i) - d(i))))
kernel("vector-negate", to(a(i), -b(i)))
kernel("vector-product-2", to(a(i), b(i) * c(i)))
kernel("vector-product-3", to(a(i), b(i) * c(i) * d(i)))
kernel("vector-product-of-sum", to(a(i), (b(i) + c(i)) * d(i)))
kernel("vector-sum-of-products", to(a(i), b(i) * c(i) + d(i) * e(i)))
kernel("vector-scale", to(a(i), alpha * b(i)))
kernel("vector-total", to(alpha, b(i)))
kernel("dot", to(alpha, b(i) * c(i)))
kernel("dot-3", to(alpha, b(i) * c(i) * d(i)))
kernel("dot-self", to(alpha, b(i) * b(i)))
kernel("dot-plus-scalar", to(alpha, beta + b(i) * c(i)))
kernel("axpy-in-place", to(y(i), alpha * x(i) + y(i)))
kernel("vector-in-place", to(x(i), x(i) * y(i)))
kernel("vector-accumulate", to(y(i), x(i), add=True))
kernel("outer-product", to(A(i, j), b(i) * c(j)))
kernel("outer-sum", to(A(i, j), b(i) + c(j)))
kernel("spread", to(A(i, j), b(i)))
kernel("total-of-product-of-sum", to(a(i), (b(i) + c(j)) * d(j)))

# --- Matrix times vector -----------------------------------------------------

kernel("spmv", to(y(i), A(i, j) * x(j)))
kernel("spmv-transposed", to(y(j), A(i, j) * x(i)))
kernel("spmv-explicit-sum", to(y(i), reduce("sum", j, A(i, j) * x(j))))
kernel("residual", to(y(i), b(i) - A(i, j) * x(j)))
kernel("scaled-spmv", to(y(i), alpha * A(i, j) * x(j) + beta * z(i)))
kernel("mixed-terms", to(a(i), B(i, j) * c(j) + d(i) + e(i)))
kernel("spmv-accumulate", to(y(i), A(i, j) * x(j), add=True))
kernel("spmv-in-place", to(y(i), y(i) - A(i, j) * x(j)))
kernel("spmv-of-sum", to(y(i), (A(i, j) + B(i, j)) * x(j)))
kernel("spmv-of-vector-sum", to(y(i), A(i, j) * (x(j) + z(j))))
kernel("two-spmvs", to(y(i), A(i, j) * x(j) + B(i, k) * z(k)))
kernel("quadratic-form", to(alpha, x(i) * A(i, j) * y(j)))
kernel("spmv-then-sum", to(t(i), A(i, j) * x(j)), to(y(i), t(i) + z(i)))
kernel(
    "spmv-and-transposed", to(y(i), A(i, j) * x(j)), to(z(j), A(i, j) * w(i))
)
kernel("nested-sums", to(alpha, x(i) * reduce("sum", j, A(i, j) * y(j))))
