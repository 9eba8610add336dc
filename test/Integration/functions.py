# ===- functions.py - Functions that the suite defines ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Functions of the author, once in MLIR and once in Python.

The compiler reads the one, the references evaluate the other, on numbers and on
arrays of them. All are of f64. What is declared to annihilate does so where it is
absent (docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class UserFunction:
    """`annihilators` has the number of each operand that does so, or None.
    `magnitude` is that of what is rounded on the way, if anything is."""

    mlir: str
    evaluate: Callable[..., float]
    annihilators: tuple[float | None, ...]
    identity: float | None = None
    magnitude: Callable[..., float] | None = None


# The names begin with a letter that no tensor of the suite does.
USER_FUNCTIONS = {
    # Both operands annihilate.
    "f_clip": UserFunction(
        """
        algebra.operator @f_clip(%x: f64 {algebra.annihilator = 0.0 : f64},
                                 %y: f64 {algebra.annihilator = 0.0 : f64})
            -> f64 attributes {commutative} {
          %one = arith.constant 1.0 : f64
          %p = arith.mulf %x, %y : f64
          %r = arith.minimumf %p, %one : f64
          algebra.yield %r : f64
        }""",
        lambda x, y: np.minimum(x * y, 1.0),
        (0.0, 0.0),
        magnitude=lambda x, y: np.abs(x * y),
    ),
    # The first one does, to another number.
    "f_power": UserFunction(
        """
        algebra.operator @f_power(%x: f64 {algebra.annihilator = 0.0 : f64},
                                  %y: f64) -> f64 {
          %one = arith.constant 1.0 : f64
          %s = arith.addf %y, %one : f64
          %p = arith.mulf %x, %s : f64
          %r = arith.addf %p, %one : f64
          algebra.yield %r : f64
        }""",
        lambda x, y: x * (y + 1.0) + 1.0,
        (0.0, None),
        magnitude=lambda x, y: np.abs(x) * (np.abs(y) + 1.0) + 1.0,
    ),
    # Nothing is declared: zero is found to be zero.
    "f_gate": UserFunction(
        """
        algebra.operator @f_gate(%x: f64) -> f64 {
          %zero = arith.constant 0.0 : f64
          %p = arith.maximumf %x, %zero : f64
          %r = arith.mulf %p, %x : f64
          algebra.yield %r : f64
        }""",
        lambda x: np.maximum(x, 0.0) * x,
        (None,),
        magnitude=lambda x: x * x,
    ),
    # Nothing is known.
    "f_step": UserFunction(
        """
        algebra.operator @f_step(%x: f64) -> f64 {
          %one = arith.constant 1.0 : f64
          %c = arith.cmpf olt, %x, %one : f64
          %r = scf.if %c -> f64 {
            scf.yield %one : f64
          } else {
            scf.yield %x : f64
          }
          algebra.yield %r : f64
        }""",
        lambda x: np.where(x < 1.0, 1.0, x),
        (None,),
    ),
    # A combiner.
    "f_or": UserFunction(
        """
        algebra.operator @f_or(%x: f64, %y: f64) -> f64
            attributes {associative, commutative, identity = 0.0 : f64} {
          %s = arith.addf %x, %y : f64
          %p = arith.mulf %x, %y : f64
          %r = arith.subf %s, %p : f64
          algebra.yield %r : f64
        }""",
        lambda x, y: x + y - x * y,
        (None, None),
        identity=0.0,
        magnitude=lambda x, y: np.abs(x) + np.abs(y) + np.abs(x * y),
    ),
    # A combiner whose value depends on the order: the first that is not zero.
    "f_first": UserFunction(
        """
        algebra.operator @f_first(%x: f64, %y: f64) -> f64
            attributes {associative, idempotent, identity = 0.0 : f64} {
          %zero = arith.constant 0.0 : f64
          %c = arith.cmpf une, %x, %zero : f64
          %r = arith.select %c, %x, %y : f64
          algebra.yield %r : f64
        }""",
        lambda x, y: np.where(x != 0.0, x, y),
        (None, None),
        identity=0.0,
    ),
}


def definitions(text: str) -> str:
    """The definitions of the functions that a text calls."""
    return "".join(
        function.mlir
        for name, function in USER_FUNCTIONS.items()
        if name + "(" in text
    )
