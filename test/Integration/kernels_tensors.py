# ===- kernels_tensors.py - Kernels on more modes --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Products of matrices, tensors of order 3, and other fills than zero."""

from __future__ import annotations

from kernel import (
    ALL_TYPES,
    CUBE_RESULTS,
    FEW_RESULTS,
    MIXED_RESULTS,
    REAL_TYPES,
    kernel,
    to,
)
from notation import call, reduce
from symbols import A, B, C, D, E, ORDERED, a, alpha, b, c, i, j, k, l, x, y

# --- Matrix times matrix -----------------------------------------------------

kernel("matmul", to(A(i, j), B(i, k) * C(k, j)))
kernel("matmul-self", to(A(i, j), B(i, k) * B(k, j)))
kernel("matmul-self-transposed", to(A(i, j), B(i, k) * B(j, k)))
kernel("matmul-transposed-self", to(A(i, j), B(k, i) * B(k, j)))
kernel("matmul-transposed", to(A(i, j), B(i, k) * C(j, k)))
kernel(
    "matmul-plus",
    to(A(i, j), B(i, k) * C(k, j) + D(i, j)),
    formats={"A": FEW_RESULTS},
)
kernel("matmul-accumulate", to(A(i, j), B(i, k) * C(k, j), add=True))
kernel(
    "matmul-chain",
    to(A(i, j), B(i, k) * C(k, l) * D(l, j)),
    formats={"A": FEW_RESULTS},
    factored=True,
)
kernel(
    "matmul-chain-vector",
    to(y(i), B(i, j) * C(j, k) * x(k)),
    factored=True,
)
kernel(
    "sddmm-matmul",
    to(A(i, l), B(i, j) * C(i, k) * D(j, k) * E(j, l)),
    formats={"A": FEW_RESULTS, "C": ("dd", "CSR"), "E": ("dd", "CSR")},
    factored=True,
)
kernel(
    "sddmm",
    to(A(i, j), B(i, j) * C(i, k) * D(k, j)),
    formats={"A": FEW_RESULTS},
    factored=True,
)
kernel(
    "sddmm-nested",
    to(A(i, j), B(i, j) * reduce("sum", k, C(i, k) * D(j, k))),
    formats={"A": FEW_RESULTS, "C": ("dd", "CSR"), "D": ("dd", "CSR", "CSC")},
)
kernel(
    "tropical-product",
    to(A(i, j), reduce("max", k, B(i, k) + C(k, j))),
    formats={"A": ("dd",)},
    **ORDERED,
)

# --- Order 3 -----------------------------------------------------------------

kernel("cube-copy", to(A(i, j, k), B(i, j, k)), formats={"A": CUBE_RESULTS})
kernel(
    "cube-plus",
    to(A(i, j, k), B(i, j, k) + C(i, j, k)),
    formats={"A": CUBE_RESULTS},
)
kernel(
    "cube-times",
    to(A(i, j, k), B(i, j, k) * C(i, j, k)),
    formats={"A": CUBE_RESULTS},
)
kernel("cube-inner-product", to(alpha, B(i, j, k) * C(i, j, k)))
kernel("cube-total", to(alpha, B(i, j, k)))
kernel("cube-sums", to(a(i), B(i, j, k)))
kernel("cube-sums-middle", to(A(i, k), B(i, j, k)))
# Products have empty segments at every level.
kernel(
    "cube-product-mixed",
    to(A(i, j, k), B(i, j, k) * C(i, j, k)),
    formats={"A": MIXED_RESULTS, "B": ("sss", "dds"), "C": ("sss", "COO")},
)
kernel("cube-permute", to(A(k, i, j), B(i, j, k)), formats={"A": CUBE_RESULTS})
kernel("cube-slice", to(A(i, j), B(i, j, 1)))
kernel("cube-slice-first", to(A(j, k), B(0, j, k)))
kernel("cube-diagonal", to(a(i), B(i, i, i)))
kernel(
    "cube-scale", to(A(i, j, k), B(i, j, k) * c(j)), formats={"A": CUBE_RESULTS}
)
kernel(
    "cube-max",
    to(a(i), reduce("max", j, k, B(i, j, k))),
    values={"B": "negative"},
    **ORDERED,
)
kernel("ttv", to(A(i, j), B(i, j, k) * c(k)))
kernel("ttv-middle", to(A(i, k), B(i, j, k) * c(j)))
kernel("ttv-first", to(A(j, k), B(i, j, k) * c(i)))
kernel("ttv-all", to(alpha, B(i, j, k) * a(i) * b(j) * c(k)))
kernel("ttm", to(A(i, j, k), B(i, j, l) * C(k, l)), formats={"A": CUBE_RESULTS})
kernel(
    "ttm-first",
    to(A(i, j, k), B(l, j, k) * C(l, i)),
    formats={"A": CUBE_RESULTS},
)
kernel(
    "mttkrp",
    to(A(i, j), B(i, k, l) * C(k, j) * D(l, j)),
    formats={"A": FEW_RESULTS},
)
kernel(
    "mttkrp-second",
    to(A(k, j), B(i, k, l) * C(i, j) * D(l, j)),
    formats={"A": FEW_RESULTS, "C": ("dd", "CSR"), "D": ("dd", "CSC")},
)

# --- Other fills than zero ----------------------------------------------------

INFINITE = tuple(
    f"{name}{{fill=inf}}" for name in ("CSR", "COO", "DCSR", "CSC")
)
LOWEST = ("CSR{fill=-inf}", "COO{fill=-inf}")
FILLED: dict = {"types": REAL_TYPES, "algebraic": False}
MIN_PLUS: dict = {
    **FILLED,
    "formats": {
        "A": (*INFINITE[:3], "dd"),
        "B": INFINITE,
        "C": INFINITE[:3],
    },
}
# No fill but 1 is a truth value.
NUMBERS: dict = {
    "types": tuple(name for name in ALL_TYPES if name != "bool"),
    "algebraic": False,
}
SHORTEST = ("d", "s{fill=inf}", "d{fill=inf}")

kernel(
    "min-plus",
    to(A(i, j), reduce("min", k, B(i, k) + C(k, j))),
    **MIN_PLUS,
)
kernel("min-plus-sum", to(A(i, j), call("min", B(i, j), C(i, j))), **MIN_PLUS)
kernel("min-plus-product", to(A(i, j), B(i, j) + C(i, j)), **MIN_PLUS)
kernel(
    "min-plus-vector",
    to(y(i), reduce("min", j, A(i, j) + x(j))),
    formats={"A": INFINITE, "x": SHORTEST, "y": SHORTEST},
    **FILLED,
)
kernel(
    "min-plus-relax",
    to(y(i), call("min", y(i), reduce("min", j, A(j, i) + x(j)))),
    formats={"A": INFINITE, "x": SHORTEST, "y": SHORTEST},
    **FILLED,
)
# Padding is no path, whatever pads.
PADDED = (
    *("ELL{fill=inf}", "DIA{fill=inf}", "SDIA{fill=inf}", "DOK{fill=inf}"),
    *("SELL{block=2,fill=inf}", "BCSR{block=2x3,fill=inf}", "dh{fill=inf}"),
)
PADDED_RESULTS = ("ELL{fill=inf}", "DIA{fill=inf}", "BCSR{block=2x3,fill=inf}")
kernel(
    "min-plus-padded",
    to(y(i), reduce("min", j, A(i, j) + x(j))),
    formats={"A": PADDED, "x": SHORTEST, "y": SHORTEST[:2]},
    **FILLED,
)
kernel(
    "min-plus-padded-steps",
    to(A(i, j), reduce("min", k, B(i, k) + C(k, j))),
    formats={"A": INFINITE[:1], "B": PADDED, "C": PADDED},
    **FILLED,
)
kernel(
    "min-plus-padded-sum",
    to(A(i, j), call("min", B(i, j), C(i, j))),
    formats={
        "A": (*PADDED_RESULTS, *INFINITE[:1]),
        "B": PADDED[:3],
        "C": (*PADDED[:2], *INFINITE[:1]),
    },
    **FILLED,
)
kernel(
    "fill-padded",
    to(A(i, j), B(i, j)),
    formats={
        "A": ("dd", "CSR{fill=3}", "ELL{fill=3}", "DIA{fill=3}"),
        "B": ("ELL{fill=3}", "DIA{fill=3}", "SELL{block=2,fill=3}"),
    },
    **NUMBERS,
)
kernel(
    "fill-padded-rows",
    to(a(i), B(i, j) * c(j) + C(i, j)),
    formats={
        "B": ("ELL{fill=3}", "DIA{fill=2}", "ELL"),
        "C": ("ELL{fill=2}", "DIA", "CSR{fill=2}"),
    },
    **NUMBERS,
)
kernel(
    "max-plus",
    to(A(i, j), reduce("max", k, B(i, k) + C(k, j))),
    formats={"A": LOWEST, "B": LOWEST, "C": LOWEST},
    **FILLED,
)
kernel(
    "max-times",
    to(A(i, j), reduce("max", k, B(i, k) * C(k, j))),
    formats={"A": ("dd", "CSR")},
    values={"B": "positive", "C": "positive"},
    **ORDERED,
)
kernel(
    "min-times",
    to(A(i, j), reduce("min", k, B(i, k) * C(k, j))),
    **ORDERED,
)
kernel(
    "cube-min-of-fibers",
    to(a(k), reduce("min", i, j, B(i, j, k))),
    **ORDERED,
)
kernel(
    "fill-changes",
    to(A(i, j), B(i, j)),
    formats={
        "A": ("dd", "CSR", "CSR{fill=3}", "COO{fill=5}", "DCSR{fill=3}"),
        "B": ("CSR{fill=3}", "COO{fill=3}", "CSC{fill=3}", "dd{fill=3}"),
    },
    **NUMBERS,
)
kernel(
    "fill-shifted",
    to(A(i, j), B(i, j) + 2),
    formats={
        "A": ("CSR{fill=2}", "CSR", "COO{fill=5}"),
        "B": ("CSR", "CSR{fill=3}"),
    },
    **NUMBERS,
)
kernel(
    "fill-product",
    to(A(i, j), B(i, j) * C(i, j)),
    formats={
        "A": ("CSR", "CSR{fill=6}", "dd"),
        "B": ("CSR{fill=2}", "COO{fill=2}"),
        "C": ("CSR", "DCSR{fill=3}"),
    },
    **NUMBERS,
)
kernel(
    "fill-row-sums",
    to(a(i), B(i, j) * c(j)),
    formats={"B": ("CSR{fill=3}", "CSC{fill=3}", "COO{fill=3}")},
    **NUMBERS,
)
kernel(
    "fill-everywhere",
    to(A(i, j), call("max", B(i, j), C(i, j))),
    formats={
        "A": ("CSR", "CSR{fill=1}"),
        "B": ("CSR{fill=1}", "COO{fill=1}"),
        "C": ("CSR{fill=0}", "CSR{fill=1}"),
    },
    **ORDERED,
)
kernel(
    "fill-below-dense",
    to(A(i, j), B(i, j)),
    formats={"A": ("sd{fill=3}", "dd"), "B": ("sd{fill=3}", "CSR{fill=3}")},
    **NUMBERS,
)
TWO_INFINITE: dict = {
    **FILLED,
    "formats": {name: INFINITE[:2] for name in "ABCD"},
}
kernel(
    "min-plus-two-steps",
    to(D(i, j), call("min", A(i, j), reduce("min", k, A(i, k) + A(k, j)))),
    **TWO_INFINITE,
)
kernel(
    "min-plus-transposed",
    to(A(i, j), call("min", B(i, j), C(j, i))),
    **TWO_INFINITE,
)
kernel(
    "min-plus-then",
    to(C(i, j), A(i, j) + B(i, j)),
    to(y(i), reduce("min", j, C(i, j) + x(j))),
    **TWO_INFINITE,
)
kernel(
    "fill-diagonal",
    to(a(i), B(i, i)),
    formats={"a": SHORTEST, "B": INFINITE},
    **FILLED,
)
kernel(
    "fill-literal",
    to(a(i), B(i, 3) + B(i, 1)),
    formats={"a": SHORTEST, "B": INFINITE},
    **FILLED,
)
