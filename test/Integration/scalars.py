# ===- scalars.py - Types of expressions -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Which type each part of an expression has (docs/semantics.md, "Types").

The suite's kernels have one type. Random expressions mix them, so that the
evaluator of the fuzzer needs the rules by which types meet. They are written
down here from the document, and not from the compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from notation import (
    Access,
    Assign,
    Binary,
    Call,
    Expression,
    IndexValue,
    Literal,
    Negate,
    Reduce,
)

INTEGER, REAL, COMPLEX = 0, 1, 2
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LOGICAL = ("and", "or", "not")
# Functions of real numbers, to which integers are converted.
REAL_FUNCTIONS = ("cos", "exp", "log", "sin", "sqrt", "tan", "tanh")
# The largest literal exponent for which a power of a real is a product.
LARGEST_REAL_EXPONENT = 3


@dataclass(frozen=True)
class Scalar:
    """A kind of number and its bits; those of a part if it is complex. No bits
    stand for a number without a type of its own, as literals are: it takes the
    type of what it meets."""

    kind: int
    bits: int

    @property
    def adapts(self) -> bool:
        return self.bits == 0

    @property
    def name(self) -> str:
        number = f"{'if'[self.kind > INTEGER]}{self.bits or 64}"
        return f"complex<{number}>" if self.kind == COMPLEX else number

    @property
    def dtype(self) -> np.dtype:
        return DTYPES[self.name]

    def of_kind(self, kind: int) -> Scalar:
        """An integer of any width becomes a number of 64 bits."""
        wide = self.kind == INTEGER != kind and not self.adapts
        return Scalar(kind, 64 if wide else self.bits)

    def resolved(self) -> Scalar:
        return Scalar(self.kind, self.bits or 64)


# The types of tensors. A new type is a line here.
SCALARS = {
    "f64": Scalar(REAL, 64),
    "f32": Scalar(REAL, 32),
    "i32": Scalar(INTEGER, 32),
    "i64": Scalar(INTEGER, 64),
    "complex<f64>": Scalar(COMPLEX, 64),
    "complex<f32>": Scalar(COMPLEX, 32),
}
DTYPES = {
    "f64": np.dtype("float64"),
    "f32": np.dtype("float32"),
    "i32": np.dtype("int32"),
    "i64": np.dtype("int64"),
    "complex<f64>": np.dtype("complex128"),
    "complex<f32>": np.dtype("complex64"),
}
_ANY_INTEGER = Scalar(INTEGER, 0)


class IllTyped(Exception):
    """The language gives the expression no meaning."""


def meet(left: Scalar, right: Scalar) -> Scalar:
    """The smallest type that both convert to."""
    kind = max(left.kind, right.kind)
    if left.adapts and right.adapts:
        return Scalar(kind, 0)
    if left.adapts:
        left, right = right, left
    if right.adapts:
        return left if kind == left.kind else left.of_kind(kind)
    return Scalar(kind, max(left.bits, right.bits))


def is_truth(node: Expression) -> bool:
    match node:
        case Binary(operator, _, _):
            return operator in COMPARISONS
        case Call(function, _):
            return function in LOGICAL
        case Reduce(reducer, _, _):
            return reducer in ("any", "all")
    return False


def small_exponent(node: Call, base: Scalar) -> int | None:
    """The exponent if the power is a product by what stands there."""
    exponent = node.arguments[1]
    if not isinstance(exponent, Literal) or not isinstance(exponent.value, int):
        return None
    small = base.kind == INTEGER or exponent.value <= LARGEST_REAL_EXPONENT
    return exponent.value if small and exponent.value >= 0 else None


def infer(node: Expression, types: Mapping[str, Scalar]) -> Scalar:
    """The type of an expression over tensors of the given types."""
    if isinstance(node, Literal):
        kinds = {int: INTEGER, float: REAL, complex: COMPLEX}
        return Scalar(kinds[type(node.value)], 0)
    if isinstance(node, Access):
        return types[node.tensor]
    if isinstance(node, IndexValue):
        return _ANY_INTEGER
    if isinstance(node, Negate):
        return infer(node.operand, types)
    if isinstance(node, Reduce):
        body = infer(node.body, types)
        _refuse_complex(body, node.reducer in ("min", "max"))
        return _ANY_INTEGER if is_truth(node) else body
    if isinstance(node, Binary):
        common = meet(infer(node.left, types), infer(node.right, types))
        if not is_truth(node):
            return common
        _refuse_complex(common, node.operator not in ("==", "!="))
        return _ANY_INTEGER
    assert isinstance(node, Call)
    return _infer_call(node, [infer(x, types) for x in node.arguments])


def _infer_call(node: Call, arguments: list[Scalar]) -> Scalar:
    first = common = arguments[0]
    for argument in arguments:
        common = meet(common, argument)
    function = node.function
    if function in LOGICAL:
        return _ANY_INTEGER
    if function in ("abs", "real", "imag"):
        return first.of_kind(REAL) if first.kind == COMPLEX else first
    if function in REAL_FUNCTIONS:
        return first.of_kind(REAL) if first.kind == INTEGER else first
    if function == "select":
        return meet(arguments[1], arguments[2])
    if function == "conj":
        return first
    if function == "pow":
        if small_exponent(node, first) is not None:
            return first
        return common.of_kind(REAL) if common.kind == INTEGER else common
    _refuse_complex(common, True)
    return common


def _refuse_complex(type: Scalar, wrong: bool) -> None:
    if wrong and type.kind == COMPLEX:
        raise IllTyped("complex numbers have no order")


def value_type(assignment: Assign, types: Mapping[str, Scalar]) -> Scalar:
    """In which type the right side is computed. What has no type of its own
    takes that of the result; `+=` adds to the former value."""
    result = types[assignment.target.tensor]
    value = infer(assignment.value, types)
    if value.kind > result.kind:
        raise IllTyped(f"{value.name} does not convert to {result.name}")
    if value.adapts or assignment.accumulate:
        return meet(value, result)
    return value
