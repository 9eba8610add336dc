# ===- fuzz_products.py - Random products and sums -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws statements of a few operands, for which most schedules are legal."""

from __future__ import annotations

import random

from notation import Access, Assign, Binary, Expression, Index

VARIABLES = tuple(Index(name) for name in "ijkl")
# The orders of operands; most are matrices.
ORDERS = (1, 2, 2, 2, 3)


def draw_product(pick: random.Random) -> Assign:
    """A product, or now and then a sum with one, of one to three operands."""
    variables = VARIABLES[: pick.choice((1, 2, 2, 3, 3, 4))]
    value: Expression | None = None
    used: set[Index] = set()
    for name in "ABC"[: pick.choice((1, 2, 2, 3))]:
        order = min(pick.choice(ORDERS), len(variables))
        indices = pick.sample(variables, order)
        if pick.random() < 0.7:
            indices.sort(key=lambda index: index.name)
        operand = Access(name, tuple(indices))
        used.update(indices)
        operator = "*" if pick.random() < 0.75 else "+"
        value = Binary(operator, value, operand) if value else operand
    free = sorted(used, key=lambda index: index.name)
    target = pick.sample(free, pick.randint(0, min(3, len(free))))
    if pick.random() < 0.7:
        target.sort(key=lambda index: index.name)
    assert value is not None
    return Assign(Access("R", tuple(target)), value)
