# ===- fuzz_axes.py - What random cases are made of ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The axes of the fuzzer and the grid, as tables of weighted choices.

What the compiler learns is added here, and is then drawn in combination with
everything else: a level type is a line of `LEVELS`, a type is one of `TYPES`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
Weighted = Sequence[tuple[T, float]]


def choose(random: random.Random, table: Weighted[T]) -> T:
    items, weights = zip(*table, strict=True)
    return random.choices(items, weights)[0]


# --- Expressions -----------------------------------------------------------

# How many operators and accesses an assignment has.
SIZES = ((1, 2), (2, 4), (3, 6), (4, 6), (6, 5), (8, 4), (12, 2), (18, 1))
STATEMENTS = ((1, 15), (2, 4), (3, 1))
RESULT_ORDERS = ((0, 3), (1, 6), (2, 6), (3, 2))
OPERAND_ORDERS = ((0, 2), (1, 6), (2, 9), (3, 3), (4, 0.3))

NODES = (
    ("binary", 12),
    ("compare", 0.8),
    ("negate", 0.8),
    ("call", 2),
    ("reduce", 2.2),
)
LEAVES = (("access", 18), ("literal", 1.5), ("index", 0.7))
OPERATORS = (("*", 9), ("+", 8), ("-", 4), ("/", 2))
COMPARISONS = tuple((name, 1) for name in ("==", "!=", "<", "<=", ">", ">="))
# A function, and how many arguments it takes.
FUNCTIONS = (
    (("max", 2), 3),
    (("min", 2), 3),
    (("max", 3), 0.5),
    (("abs", 1), 2),
    (("sqrt", 1), 1),
    (("exp", 1), 0.7),
    (("log", 1), 0.5),
    (("sin", 1), 0.7),
    (("cos", 1), 0.7),
    (("tan", 1), 0.2),
    (("tanh", 1), 0.5),
    (("floor", 1), 0.7),
    (("ceil", 1), 0.5),
    (("round", 1), 0.5),
    (("pow", 2), 1),
    (("select", 3), 2),
    (("and", 2), 0.7),
    (("or", 2), 0.7),
    (("not", 1), 0.7),
    (("conj", 1), 0.2),
    (("real", 1), 0.3),
    (("imag", 1), 0.3),
    # Functions of functions.py.
    (("f_clip", 2), 0.4),
    (("f_power", 2), 0.3),
    (("f_gate", 1), 0.4),
    (("f_step", 1), 0.3),
    (("f_or", 2), 0.4),
)
REDUCERS = (
    ("sum", 5),
    ("max", 3),
    ("min", 3),
    ("prod", 1.5),
    ("any", 0.8),
    ("all", 0.8),
    ("f_or", 0.6),
)
LITERALS = (
    (0, 1),
    (1, 3),
    (2, 4),
    (3, 2),
    (7, 1),
    (0.5, 2),
    (2.25, 1),
    (0.0, 0.5),
    (1e-3, 0.3),
    (100, 0.3),
)
EXPONENTS = ((0, 1), (1, 1), (2, 4), (3, 2), (5, 1), (0.5, 1))

# How often the indices of an access are sums, and of what.
SUMS = 0.12
FACTORS = ((1, 12), (2, 3), (3, 1), (-1, 2), (-2, 0.5))
SHIFTS = ((0, 3), (1, 5), (-1, 4), (2, 2), (-3, 1), (5, 0.5))

# --- Types ------------------------------------------------------------------

# All tensors of one type, or each of its own.
MIXTURES = (("f64", 11), ("one", 3), ("mixed", 6))
TYPES = (
    ("f64", 6),
    ("f32", 3),
    ("i32", 3),
    ("i64", 3),
    ("complex<f64>", 1),
    ("complex<f32>", 1),
    ("bool", 2),
    ("i8", 0.7),
    ("i16", 0.5),
    ("u8", 0.7),
    ("u16", 0.5),
    ("u32", 1),
    ("u64", 1),
    ("f16", 1),
    ("bf16", 1),
)

# --- Formats ----------------------------------------------------------------

# Level types that may follow each other: a letter at the start or below another
# one, and its weight. A level that is not unique has singletons below it, and a
# singleton needs one.
LEVELS = {
    "": (
        *(("d", 5), ("s", 5), ("u", 2), ("b", 1)),
        *(("h", 1), ("g", 0.5), ("t", 0.5), ("v", 0.3)),
    ),
    "d": (
        *(("d", 5), ("s", 5), ("u", 1), ("b", 1)),
        *(("h", 1), ("g", 0.5), ("t", 1), ("v", 0.3)),
    ),
    "s": (("d", 3), ("s", 6), ("u", 1), ("b", 1), ("h", 1), ("t", 0.5)),
    "g": (("d", 2), ("s", 2), ("g", 1), ("t", 1)),
    "t": (("d", 2), ("s", 2), ("g", 1), ("t", 1)),
    "b": (("d", 2), ("s", 2), ("b", 1), ("h", 1)),
    "h": (("d", 2), ("s", 0.3), ("b", 1), ("h", 3)),
    "u": (("q", 1), ("c", 1)),
    "v": (("q", 1), ("c", 1)),
    "c": (("q", 1), ("c", 1)),
    "q": (("d", 1),),
}
# Level types of neighbouring coordinates, below any level that may have a segment;
# what is below them is drawn as below a compressed level.
NEIGHBOURS = (("", 12), ("e", 1), ("i", 1))
# Level types that need a level below them, and so cannot be the last.
UNFINISHED = "ucv"
NAMED = {
    0: (("", 1),),
    1: (("d", 5), ("s", 5), ("u", 0.3), ("s~", 0.4), ("g~", 0.2), ("", 0)),
    2: (
        ("dd", 4),
        ("CSR", 6),
        ("CSC", 5),
        ("COO", 4),
        ("DCSR", 4),
        ("DCSC", 2),
        ("sd", 2),
        ("sd:1,0", 1),
        ("dd:1,0", 1),
        ("uc", 0.3),
        ("ds~", 0.4),
        ("dg~", 0.2),
        ("v~q~", 0.2),
        ("u~q~", 0.3),
        ("s~s~:1,0", 0.3),
    ),
    3: (
        ("ddd", 3),
        ("COO", 4),
        ("CSF", 4),
        ("dss", 3),
        ("sss:2,0,1", 3),
        ("sds", 1),
        ("dds", 2),
        ("ssd", 1),
        ("ds~s~", 0.3),
        ("u~c~q~", 0.3),
    ),
    4: (("COO", 2), ("CSF", 2), ("dddd", 1), ("dsds", 1)),
}
# Formats with slots, blocks, and some of those with neighbouring coordinates.
RARELY_NAMED = {
    2: (
        ("DIA", 1),
        ("ELL", 1),
        ("SDIA", 1),
        ("didp:0/2,*,0%2,1", 1),
        ("di", 1),
        ("de", 1),
        ("dro:*,1,0", 0.5),
        ("dto:*,1,0", 0.5),
        ("da", 1),
        ("dsdd:0/2,1/3,0%2,1%3", 1),
        ("ssss:0/2,1/2,0%2,1%2", 0.5),
        ("dss:0,1/3,1%3", 0.5),
        ("m4l2p:0,*,1", 0.5),
        ("m2s", 0.5),
    ),
    3: (
        *(("drod:*,0,1,2", 1), ("dii", 1), ("dse", 1), ("ddso:0,*,1,2", 1)),
        *(("dda", 1), ("dda:2,0,1", 0.5), ("das", 0.5), ("dad", 0.5)),
    ),
}
# Whether the format is a known one, drawn level by level, or drawn from all
# letters so that most of it is refused.
FORMAT_SOURCES = (("named", 6), ("rare", 0.7), ("levels", 4), ("letters", 0.05))
MODE_ORDERS = (("same", 6), ("any", 4))
# Widths of positions and coordinates that small operands fit in.
WIDTHS = (
    ("", 14),
    ("{pos=64,crd=64}", 1),
    ("{pos=64}", 1),
    ("{crd=64}", 1),
    ("{pos=16,crd=16}", 1),
    ("{crd=8}", 1),
    ("{pos=32,crd=16}", 0.5),
    # One for each level.
    ("levels", 1),
)
# Whether coordinates and components are stored side by side, where they can be.
LAYOUTS = (("apart", 14), ("packed", 1))

# --- Data -------------------------------------------------------------------

SHAPES = (
    ("small", 8),
    ("ones", 1),
    ("zero", 1.5),
    ("mixed", 4),
    ("large", 2),
)
EXTENTS = {
    "small": ((2, 2), (3, 3), (4, 3), (5, 2), (6, 1)),
    "ones": ((1, 1),),
    "mixed": ((1, 1), (2, 2), (4, 2), (7, 2), (11, 1)),
    "large": ((3, 2), (17, 2), (40, 2), (100, 1), (126, 0.5)),
}
DENSITIES = ((0.0, 1), (0.1, 2), (0.3, 4), (0.6, 3), (1.0, 2))
NUMBERS = (
    ("small", 10),
    ("signed", 6),
    ("real", 4),
    ("special", 4),
    ("extreme", 1),
    ("powers", 2),
)
# --- Compilation -------------------------------------------------------------

OPTIONS = (
    ("", 16),
    ("strict-fp", 2),
    ("strict-zero", 2),
    ("opt=0", 1),
    ("opt=1", 1),
    ("opt=3", 2),
    ("strict-fp strict-zero opt=2", 0.5),
    ("assembly=two_phase", 3),
    ("drop-fill", 1),
    ("drop-fill assembly=two_phase", 1),
    ("merge=gallop", 2),
    ("machine=generic", 1),
    ("machine=znver4", 2),
    ("machine=sapphirerapids", 2),
    ("merge=gallop check-accesses", 1),
    ("workspace=list", 1),
    ("workspace=bitmap", 1),
    ("workspace=hashed", 1),
    ("workspace=sparse_set", 1),
)
