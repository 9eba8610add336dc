# ===- kernels_functions.py - Kernels of functions -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels of functions, comparisons and literals."""

from __future__ import annotations

from kernel import FEW_RESULTS, FIELD_TYPES, REAL_TYPES, kernel, to
from notation import call, compare, reduce
from symbols import A, B, C, D, ORDERED, a, alpha, b, c, i, j, k

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
kernel(
    "user-reduction-in-order",
    to(a(i), reduce("f_first", j, B(i, j) * c(j))),
    **USER,
)
kernel(
    "user-reduction-of-columns",
    to(a(j), reduce("f_first", i, B(i, j))),
    **USER,
)
kernel(
    "user-reduction-of-all-in-order",
    to(alpha, reduce("f_first", i, j, B(i, j) * C(j, i))),
    **USER,
)
kernel(
    "user-reduction-of-products",
    to(A(i, j), reduce("f_first", k, B(i, k) * C(k, j))),
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
