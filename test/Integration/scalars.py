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

from functions import USER_FUNCTIONS
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
    close_terms,
)

TRUTH, INTEGER, REAL, COMPLEX = range(4)
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LOGICAL = ("and", "or", "xor", "not")
# Functions of real numbers, to which integers are converted.
REAL_FUNCTIONS = (
    *("acos", "asin", "atan", "atan2", "cos", "cosh", "erf", "exp", "log"),
    *("log10", "log2", "sin", "sinh", "sqrt", "tan", "tanh"),
)
OF_COMPLEX = (
    *("conj", "cos", "exp", "log", "pow", "select", "sign", "sin", "sqrt"),
    *("tan", "tanh", "where"),
)
# The largest literal exponent for which a power of a real is a product.
LARGEST_REAL_EXPONENT = 3


@dataclass(frozen=True)
class Scalar:
    """A kind of number and its bits; those of a part if it is complex. No bits
    stand for a number without a type of its own, as literals are: it takes the
    type of what it meets."""

    kind: int
    bits: int
    unsigned: bool = False

    @property
    def adapts(self) -> bool:
        return self.bits == 0

    @property
    def is_exact(self) -> bool:
        """Whether no operation rounds."""
        return self.kind <= INTEGER

    @property
    def name(self) -> str:
        if self.kind == TRUTH:
            return "bool"
        letter = "u" if self.unsigned else "if"[self.kind > INTEGER]
        number = f"{letter}{self.bits or 64}"
        return f"complex<{number}>" if self.kind == COMPLEX else number

    @property
    def dtype(self) -> np.dtype:
        return ELEMENTS[self.name].dtype

    def of_kind(self, kind: int) -> Scalar:
        """An integer of any width becomes a number of 64 bits."""
        if kind == self.kind:
            return self
        wide = self.kind <= INTEGER and not self.adapts
        return Scalar(kind, 64 if wide else self.bits)

    def resolved(self) -> Scalar:
        return Scalar(self.kind, 64) if self.adapts else self

    def counted(self) -> Scalar:
        """Comparisons are added and multiplied as integers; truth values that
        are stored combine by `or` and `and`."""
        return _ANY_INTEGER if self == _ANY_TRUTH else self


@dataclass(frozen=True)
class Element:
    """What a tensor holds: NumPy's type, and the type that expressions have of
    it. NumPy has no bf16, whose numbers are held as f32."""

    name: str
    dtype: np.dtype
    scalar: Scalar

    @property
    def digits(self) -> int:
        """Of the significand of a number that is rounded when it is stored."""
        return {"f16": 11, "bf16": 8}.get(self.name, 0)

    def store(self, values: np.ndarray) -> np.ndarray:
        if self.name != "bf16":
            return values.astype(self.dtype)
        # Eight bits of the significand, and the exponents of f32.
        values = values.astype(np.float64)
        _, exponents = np.frexp(np.where(np.isfinite(values), values, 0))
        unit = np.ldexp(1.0, np.maximum(exponents, -125) - self.digits)
        rounded = np.where(np.isfinite(values), np.rint(values / unit), 0)
        return np.where(
            np.isfinite(values), rounded * unit, values
        ).astype(self.dtype)


def _element(name: str, dtype: str, *scalar: object) -> Element:
    return Element(name, np.dtype(dtype), Scalar(*scalar))  # type: ignore[arg-type]


# The types of tensors. A new type is a line here.
ELEMENTS = {
    element.name: element
    for element in (
        _element("f64", "float64", REAL, 64),
        _element("f32", "float32", REAL, 32),
        _element("f16", "float16", REAL, 32),
        _element("bf16", "float32", REAL, 32),
        _element("bool", "bool", TRUTH, 1),
        *(_element(f"i{n}", f"int{n}", INTEGER, n) for n in (8, 16, 32, 64)),
        *(
            _element(f"u{n}", f"uint{n}", INTEGER, n, True)
            for n in (8, 16, 32, 64)
        ),
        _element("complex<f64>", "complex128", COMPLEX, 64),
        _element("complex<f32>", "complex64", COMPLEX, 32),
    )
}
USER_TYPE = Scalar(REAL, 64)
_ANY_TRUTH = Scalar(TRUTH, 0)
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
        return left.of_kind(kind)
    if TRUTH in (left.kind, right.kind):
        return right if left.kind == TRUTH else left
    if left.kind == right.kind == INTEGER and left.unsigned != right.unsigned:
        # The unsigned one needs a bit more for the sign.
        if left.unsigned:
            left, right = right, left
        bits = max(left.bits, 2 * right.bits)
        return Scalar(INTEGER, bits) if bits <= 64 else Scalar(REAL, 64)
    unsigned = kind == INTEGER and left.unsigned
    return Scalar(kind, max(left.bits, right.bits), unsigned)


def is_truth(node: Expression) -> bool:
    match node:
        case Binary(operator, _, _):
            return operator in COMPARISONS
        case Call(function, _):
            return function in LOGICAL
        case Reduce(reducer, _, _):
            return reducer in ("any", "all")
    return False


def is_of_complex(node: Expression) -> bool:
    """Whether it has a meaning for complex numbers."""
    match node:
        case Reduce(reducer, _, _):
            return reducer not in ("min", "max")
        case Call(function, _):
            return function in OF_COMPLEX
    return True


def small_exponent(node: Call, base: Scalar) -> int | None:
    """The exponent if the power is a product by what stands there."""
    exponent = node.arguments[1]
    if not isinstance(exponent, Literal) or not isinstance(exponent.value, int):
        return None
    small = base.is_exact or exponent.value <= LARGEST_REAL_EXPONENT
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
        return _refuse_truth(infer(node.operand, types).counted())
    if isinstance(node, Reduce):
        body = infer(node.body, types)
        if node.reducer in USER_FUNCTIONS:
            return _infer_user([body])
        extremum = node.reducer in ("min", "max")
        _refuse_complex(body, extremum)
        if is_truth(node):
            return _ANY_TRUTH
        return body if extremum else body.counted()
    if isinstance(node, Binary):
        common = meet(infer(node.left, types), infer(node.right, types))
        if not is_truth(node):
            common = common.counted()
            return common if node.operator in "+*" else _refuse_truth(common)
        _refuse_complex(common, node.operator not in ("==", "!="))
        return _ANY_TRUTH
    assert isinstance(node, Call)
    return _infer_call(node, [infer(x, types) for x in node.arguments])


def _infer_user(arguments: list[Scalar]) -> Scalar:
    """The functions of the suite's own are of f64."""
    if any(meet(argument, USER_TYPE) != USER_TYPE for argument in arguments):
        raise IllTyped("an argument does not convert to f64")
    return USER_TYPE


def _infer_call(node: Call, arguments: list[Scalar]) -> Scalar:
    if node.function in USER_FUNCTIONS:
        return _infer_user(arguments)
    first = common = arguments[0]
    for argument in arguments:
        common = meet(common, argument)
    function = node.function
    if function in LOGICAL:
        return _ANY_TRUTH
    if function in ("abs", "real", "imag"):
        return first.of_kind(REAL) if first.kind == COMPLEX else first
    if function in REAL_FUNCTIONS:
        _refuse_complex(common, function not in OF_COMPLEX)
        return _real(common)
    if function in ("select", "where"):
        return meet(arguments[1], arguments[2])
    if function in ("conj", "sign"):
        return first
    if function == "pow":
        if small_exponent(node, first) is not None:
            return first.counted()
        return _real(common)
    _refuse_complex(common, True)
    return common


def _real(type: Scalar) -> Scalar:
    return type if type.kind == COMPLEX else type.of_kind(REAL)


def _refuse_truth(type: Scalar) -> Scalar:
    if type.kind == TRUTH:
        raise IllTyped("truth values are neither subtracted nor divided")
    return type


def _refuse_complex(type: Scalar, wrong: bool) -> None:
    if wrong and type.kind == COMPLEX:
        raise IllTyped("complex numbers have no order")


def right_side(assignment: Assign, types: Mapping[str, Scalar]) -> Scalar:
    """The type of the right side with its implied sums, which count."""
    bound = set(assignment.target.indices)
    return infer(close_terms(assignment.value, bound), types)


def value_type(assignment: Assign, types: Mapping[str, Scalar]) -> Scalar:
    """In which type the right side is computed. What has no type of its own
    takes that of the result; `+=` adds to the former value."""
    result = types[assignment.target.tensor]
    value = right_side(assignment, types)
    if value.kind > result.kind:
        raise IllTyped(f"{value.name} does not convert to {result.name}")
    if value.adapts or assignment.accumulate:
        value = meet(value, result)
    if value.kind > result.kind:
        raise IllTyped(f"{value.name} does not convert to {result.name}")
    return value
