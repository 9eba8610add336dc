# ===- kernels.py - The expressions that the suite covers ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The kernels, as data.

Each entry is a program and what its operands and results may be; `cases.py`
multiplies it with formats and types. Sections follow the shape of the result
and the operands. A kernel that only some types or data make sense for says so.
"""

from __future__ import annotations

from kernel import (
    ALL_TYPES,
    CUBE_RESULTS,
    MIXED_RESULTS,
    FEW_RESULTS,
    FIELD_TYPES,
    ORDERED_TYPES,
    REAL_TYPES,
    kernel,
    to,
)
from notation import Tensor, call, compare, indices, reduce

# The properties of kernels with comparisons, minima and maxima.
ORDERED: dict = {"types": ORDERED_TYPES, "algebraic": False}

i, j, k, l = indices("i j k l")  # noqa: E741
a, b, c, d, e, t, w, x, y, z = (Tensor(name) for name in "abcdetwxyz")
A, B, C, D, E = (Tensor(name) for name in "ABCDE")
alpha, beta = Tensor("alpha")(), Tensor("beta_2")()

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

# --- Functions of the author -------------------------------------------------

USER: dict = {"types": ("f64",), "algebraic": False}
kernel(
    "user-clip",
    to(A(i, j), call("f_clip", B(i, j), C(i, j))),
    types=("f64",),
)
kernel(
    "user-power",
    to(A(i, j), call("f_power", B(i, j), c(j))),
    types=("f64",),
)
kernel(
    "user-gate",
    to(A(i, j), call("f_gate", B(i, j) - C(i, j))),
    types=("f64",),
)
kernel(
    "user-step",
    to(A(i, j), call("f_step", B(i, j)) * c(i)),
    types=("f64",),
)
kernel(
    "user-union",
    to(A(i, j), call("f_or", B(i, j), C(i, j))),
    types=("f64",),
)
kernel(
    "user-reduction",
    to(a(i), reduce("f_or", j, B(i, j) * c(j))),
    **USER,
)
kernel(
    "user-reduction-of-all",
    to(alpha, reduce("f_or", i, j, call("f_clip", B(i, j), C(j, i)))),
    **USER,
)
kernel(
    "user-reduction-in-expression",
    to(a(i), call("f_gate", reduce("f_or", j, B(i, j))) + b(i)),
    **USER,
)

# --- Functions and literals --------------------------------------------------

kernel(
    "relu",
    to(A(i, j), call("max", B(i, j), 0)),
    **ORDERED,
)
kernel(
    "pairwise-max",
    to(A(i, j), call("max", B(i, j), C(i, j))),
    **ORDERED,
)
kernel(
    "pairwise-min",
    to(A(i, j), call("min", B(i, j), C(i, j))),
    **ORDERED,
)
kernel(
    "abs",
    to(A(i, j), call("abs", B(i, j))),
    **ORDERED,
)
kernel(
    "sqrt",
    to(A(i, j), call("sqrt", B(i, j))),
    types=REAL_TYPES,
    values={"B": "squares"},
    algebraic=False,
)
kernel(
    "norm",
    to(alpha, call("sqrt", reduce("sum", i, b(i) * b(i)))),
    types=REAL_TYPES,
    algebraic=False,
    rounds=True,
)
kernel(
    "exp",
    to(A(i, j), call("exp", B(i, j))),
    types=REAL_TYPES,
    algebraic=False,
    rounds=True,
    formats={"A": ("dd",)},
)
kernel(
    "greater",
    to(A(i, j), compare(">", B(i, j), C(i, j))),
    **ORDERED,
)
kernel(
    "not-equal",
    to(A(i, j), compare("!=", B(i, j), C(i, j))),
    **ORDERED,
)
kernel(
    "less-or-equal",
    to(A(i, j), compare("<=", B(i, j), C(i, j))),
    formats={"A": ("dd",)},
    **ORDERED,
)
kernel(
    "pattern",
    to(A(i, j), compare("!=", B(i, j), 0)),
    **ORDERED,
)
kernel(
    "select-positive",
    to(A(i, j), call("select", compare(">", B(i, j), 0), B(i, j), 0)),
    **ORDERED,
)
LISTS = ("CSR", "COO")
kernel(
    "mask",
    to(A(i, j), B(i, j) * compare("!=", C(i, j), 0)),
    formats={"A": FEW_RESULTS},
    **ORDERED,
)
kernel(
    "mask-complement",
    to(A(i, j), B(i, j) * compare("==", C(i, j), 0)),
    formats={"A": FEW_RESULTS},
    **ORDERED,
)
kernel(
    "mask-select",
    to(A(i, j), call("where", compare("!=", C(i, j), 0), B(i, j), 0)),
    formats={"A": FEW_RESULTS, "B": LISTS, "C": LISTS},
    **ORDERED,
)
kernel(
    "select-greater",
    to(
        A(i, j),
        call("select", compare(">", B(i, j), C(i, j)), B(i, j), C(i, j)),
    ),
    formats={"A": FEW_RESULTS, "B": LISTS, "C": LISTS},
    **ORDERED,
)
kernel(
    "truths",
    to(A(i, j), call("xor", B(i, j), call("or", B(i, j), C(i, j)))),
    to(D(i, j), call("not", call("and", B(i, j), C(i, j)))),
    formats={"A": FEW_RESULTS, "D": ("dd",), "B": LISTS, "C": LISTS},
    algebraic=False,
)
kernel(
    "any-and-all",
    to(a(i), reduce("any", j, B(i, j))),
    to(c(i), reduce("all", j, B(i, j))),
    formats={"a": ("s", "d"), "c": ("d",)},
    algebraic=False,
)
kernel(
    "reachable",
    to(A(i, j), reduce("any", k, call("and", B(i, k), C(k, j)))),
    formats={"A": FEW_RESULTS},
    algebraic=False,
)
kernel(
    "closed-neighbourhood",
    to(A(i, j), call("or", B(i, j), reduce("any", k, B(i, k) * B(k, j)))),
    formats={"A": FEW_RESULTS},
    **ORDERED,
)
kernel("sign", to(A(i, j), call("sign", B(i, j))), **ORDERED)
ROUNDED: dict = {"types": REAL_TYPES, "algebraic": False, "rounds": True}
kernel(
    "functions-of-zero",
    to(
        A(i, j),
        call("atan", call("sinh", B(i, j)))
        + call("erf", B(i, j)) * call("cosh", B(i, j))
        + call("asin", B(i, j) / 8)
        + call("trunc", B(i, j) / 2),
    ),
    formats={"A": FEW_RESULTS},
    **ROUNDED,
)
kernel(
    "functions-anywhere",
    to(
        A(i, j),
        call("acos", B(i, j) / 8)
        + call("log2", B(i, j) * B(i, j) + 1)
        + call("log10", 3),
    ),
    formats={"A": ("dd",), "B": LISTS},
    **ROUNDED,
)
kernel("literal-factor", to(A(i, j), 2 * B(i, j)))
kernel("literal-fraction", to(A(i, j), B(i, j) * 2.5e-1), types=FIELD_TYPES)
kernel(
    "literal-divisor",
    to(A(i, j), B(i, j) / 2),
    values={"B": "multiples"},
    algebraic=False,
)
kernel("literal-summand", to(A(i, j), B(i, j) + 1), formats={"A": ("dd",)})
kernel(
    "literal-imaginary",
    to(A(i, j), (1 + 2j) * B(i, j)),
    types=("complex<f64>",),
)
kernel(
    "literal-alone",
    to(A(i, j), B(i, j) * 0 + 3),
    formats={"A": ("dd",)},
    algebraic=False,
)
kernel("sum-of-literal-term", to(a(i), B(i, j) * (c(j) + 1)))

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
)
kernel("matmul-chain-vector", to(y(i), B(i, j) * C(j, k) * x(k)))
kernel(
    "sddmm",
    to(A(i, j), B(i, j) * C(i, k) * D(k, j)),
    formats={"A": FEW_RESULTS},
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
