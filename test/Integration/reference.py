# ===- reference.py - A dense evaluator of expressions ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What an expression means, by brute force over all values of its variables.

The one authority that the integration suite compares with. It knows no
sparsity, no order of loops and no simplification. What it does know is which
components are *absent*: every scalar is a pair of a number and a flag that says
whether the number is a mere background (an entry that is not stored, a literal,
or what follows from those alone). A background zero annihilates whatever it
multiplies and whatever it is divided by, infinities and NaN included; a stored
zero is a number like any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from formats import Format
from functions import USER_FUNCTIONS, UserFunction
from notation import (
    Access,
    AnySubscript,
    Assign,
    Binary,
    Call,
    Expression,
    Index,
    IndexValue,
    Literal,
    Negate,
    Reduce,
    Slice,
    Sum,
    close,
)

Number = int | float | complex
# A number, and whether it is background.
Scalar = tuple[Number, bool]


@dataclass(frozen=True)
class ElementType:
    """A component type: its name, NumPy's type, and the rounding of results."""

    name: str
    dtype: np.dtype
    round: Callable[[Number], Number]
    lowest: Number | None
    highest: Number | None
    # What is stored of a number that was computed, where that is less.
    narrow: Callable[[Number], Number] | None = None

    def store(self, number: Number) -> Number:
        return self.narrow(number) if self.narrow else self.round(number)

    @property
    def is_integer(self) -> bool:
        return self.dtype.kind in "iu"

    @property
    def is_complex(self) -> bool:
        return self.dtype.kind == "c"


def _integer(bits: int) -> ElementType:
    half = 1 << (bits - 1)
    return ElementType(
        name=f"i{bits}",
        dtype=np.dtype(f"int{bits}"),
        round=lambda value: (int(value) + half) % (2 * half) - half,
        lowest=-half,
        highest=half - 1,
    )


def _unsigned(bits: int) -> ElementType:
    return ElementType(
        name=f"u{bits}",
        dtype=np.dtype(f"uint{bits}"),
        round=lambda value: int(value) % (1 << bits),
        lowest=0,
        highest=(1 << bits) - 1,
    )


def _round_f32(value: Number) -> float:
    with np.errstate(over="ignore"):
        return float(np.float32(value))


def _round_f16(value: Number) -> float:
    with np.errstate(over="ignore"):
        return float(np.float16(value))


def round_bf16(value: Number) -> float:
    """Rounds to the upper half of an f32, to an even one if two are as near."""
    if not math.isfinite(value):
        return float(value)
    # The 8 bits of the significand of a normal number.
    _, exponent = math.frexp(value)
    unit = math.ldexp(1, max(exponent, -125) - 8)
    return _round_f32(round(value / unit) * unit)


# Numbers of 16 bits are stored as such and computed with as f32. NumPy has no
# bf16, so that those are held as f32.
TYPES = {
    element.name: element
    for element in (
        ElementType("f64", np.dtype("float64"), float, -math.inf, math.inf),
        ElementType(
            "f32", np.dtype("float32"), _round_f32, -math.inf, math.inf
        ),
        ElementType(
            "f16",
            np.dtype("float16"),
            _round_f32,
            -math.inf,
            math.inf,
            narrow=_round_f16,
        ),
        ElementType(
            "bf16",
            np.dtype("float32"),
            _round_f32,
            -math.inf,
            math.inf,
            narrow=round_bf16,
        ),
        *(_integer(bits) for bits in (8, 16, 32, 64)),
        *(_unsigned(bits) for bits in (8, 16, 32, 64)),
        ElementType("bool", np.dtype("bool"), lambda v: int(v != 0), 0, 1),
        ElementType(
            "complex<f32>",
            np.dtype("complex64"),
            lambda value: complex(np.complex64(value)),
            None,
            None,
        ),
        ElementType(
            "complex<f64>", np.dtype("complex128"), complex, None, None
        ),
    )
}


@dataclass
class Values:
    """A tensor: its numbers, duplicates summed, and which of them are there."""

    numbers: np.ndarray
    present: np.ndarray
    # What a component is that is not there, as all outside of the tensor are.
    fill: Number = 0
    listed: list = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Python's numbers are faster one by one than NumPy's.
        flat = zip(
            self.numbers.ravel().tolist(), self.present.ravel(), strict=True
        )
        self.listed = [(number, not there) for number, there in flat]

    def at(self, coordinate: tuple[int, ...]) -> Scalar:
        position = 0
        for value, size in zip(coordinate, self.numbers.shape, strict=True):
            if not 0 <= value < size:
                return self.fill, True
            position = position * size + value
        return self.listed[position]


def _sign(number: Number) -> Number:
    return number if isinstance(number, bool) else np.sign(number)


# How NumPy and Python call the functions of numbers.
_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "acos": np.arccos,
    "asin": np.arcsin,
    "atan": np.arctan,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": math.erf,
    "exp": np.exp,
    "log": np.log,
    "log10": np.log10,
    "log2": np.log2,
    "sign": _sign,
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "trunc": np.trunc,
}


def _absorbs(operator: str, number: Number) -> bool:
    """Whether a sum or an extremum is this number if it is absent."""
    infinities = {
        "+": (math.inf, -math.inf),
        "max": (math.inf,),
        "min": (-math.inf,),
    }
    return number in infinities.get(operator, ())


def _coordinate(subscript: AnySubscript, env: Mapping[Index, int]) -> int:
    match subscript:
        case Index():
            return env[subscript]
        case Sum() | Slice():
            return subscript.at(env)
    return subscript


class Evaluator:
    """Evaluates assignments over tensors of one element type."""

    def __init__(
        self,
        element: ElementType,
        tensors: Mapping[str, Values],
        extents: Mapping[Index, int],
        *,
        strict_zero: bool = False,
    ) -> None:
        self.element = element
        self.tensors = dict(tensors)
        self.extents = extents
        self.strict_zero = strict_zero

    def run(
        self,
        assignment: Assign,
        *,
        format: Format | None = None,
        fill: Number = 0,
    ) -> Values:
        """Computes the left side and makes it visible to later assignments.
        Those components of it are there that its format stores with those that
        are not the fill: all of a dense one, and whole blocks."""
        assignment = close(assignment)
        target = assignment.target
        dims = tuple(self.extents[index] for index in target.indices)
        numbers = np.zeros(dims, self.element.dtype)
        present = np.ones(dims, bool)
        for component in np.ndindex(*dims):
            env = dict(zip(target.indices, component, strict=True))
            number, background = self.evaluate(assignment.value, env)
            numbers[component] = self.element.store(number)
            present[component] = not background or number != fill
        entries = {tuple(map(int, entry)) for entry in np.argwhere(present)}
        stored = np.ones(dims, bool)
        if format:
            kept = format.stored(dims, entries)
            for component in np.ndindex(*dims):
                stored[component] = component in kept
        result = Values(numbers, stored, self.element.round(fill))
        self.tensors[target.tensor] = result
        return Values(numbers, present)

    def evaluate(self, node: Expression, env: dict[Index, int]) -> Scalar:
        match node:
            case Literal(value):
                return self.element.round(value), True
            case Access(tensor, subscripts):
                where = tuple(_coordinate(x, env) for x in subscripts)
                number, background = self.tensors[tensor].at(where)
                return number, background and not self.strict_zero
            case IndexValue(index):
                return self.element.round(env[index]), False
            case Negate(operand):
                number, background = self.evaluate(operand, env)
                return self.element.round(-number), background
            case Binary(operator, left, right):
                return self.combine(
                    operator,
                    self.evaluate(left, env),
                    self.evaluate(right, env),
                )
            case Call(function, arguments):
                scalars = [
                    self.evaluate(argument, env) for argument in arguments
                ]
                if function in USER_FUNCTIONS:
                    return self._call(USER_FUNCTIONS[function], scalars)
                number = self._apply(
                    function, [number for number, _ in scalars]
                )
                return number, all(background for _, background in scalars)
            case Reduce():
                return self._reduce(node, env)
        raise TypeError(f"not an expression: {node!r}")

    def combine(self, operator: str, left: Scalar, right: Scalar) -> Scalar:
        """A binary operator, with the rules for absent factors, dividends and
        infinite summands."""
        (a, a_background), (b, b_background) = left, right
        if operator in "*/" and not self.strict_zero:
            if a_background and a == 0:
                return self.element.round(0), True
            if operator == "*" and b_background and b == 0:
                return self.element.round(0), True
        if not self.strict_zero:
            for number, is_background in (left, right):
                if is_background and _absorbs(operator, number):
                    return number, True
        if operator in ("max", "min"):
            return self._apply(operator, [a, b]), a_background and b_background
        number = self._binary(operator, a, b)
        return self.element.round(number), a_background and b_background

    def _binary(self, operator: str, a: Number, b: Number) -> Number:
        match operator:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return self._divide(a, b)
            case "==":
                return int(a == b)
            case "!=":
                return int(a != b)
            case "<":
                return int(a < b)
            case "<=":
                return int(a <= b)
            case ">":
                return int(a > b)
            case ">=":
                return int(a >= b)
        raise ValueError(f"unknown operator {operator}")

    def _divide(self, a: Number, b: Number) -> Number:
        if self.element.is_integer:
            if b == 0:
                return 0
            quotient = abs(a) // abs(b)
            return quotient if (a < 0) == (b < 0) else -quotient
        with np.errstate(all="ignore"):
            return self.element.dtype.type(a) / self.element.dtype.type(b)

    def _apply(self, function: str, numbers: list[Number]) -> Number:
        match function:
            case "max" | "min":
                if any(number != number for number in numbers):
                    return math.nan
                return max(numbers) if function == "max" else min(numbers)
            case "abs":
                return self.element.round(abs(numbers[0]))
            case "select" | "where":
                return numbers[1] if numbers[0] != 0 else numbers[2]
            case "and":
                return int(all(number != 0 for number in numbers))
            case "or":
                return int(any(number != 0 for number in numbers))
            case "xor":
                return sum(number != 0 for number in numbers) % 2
            case "not":
                return int(numbers[0] == 0)
        if function in _FUNCTIONS:
            with np.errstate(all="ignore"):
                return self.element.round(_FUNCTIONS[function](*numbers))
        raise ValueError(f"unknown function {function}")

    def _call(self, function: UserFunction, scalars: list[Scalar]) -> Scalar:
        """What an operand that annihilates makes of the others' ones, it makes
        of everything."""
        numbers = [number for number, _ in scalars]
        background = all(background for _, background in scalars)
        if not self.strict_zero:
            for place, annihilator in enumerate(function.annihilators):
                if scalars[place] == (annihilator, True):
                    numbers = [1.0] * len(numbers)
                    numbers[place] = annihilator
                    background = True
                    break
        with np.errstate(all="ignore"):
            number = function.evaluate(*map(np.float64, numbers))
        return self.element.round(number), background

    def _reduce(self, node: Reduce, env: dict[Index, int]) -> Scalar:
        """Combines the body at every value of the variables, absent or not. An
        empty range gives the combiner's identity. Background that is not the
        identity shows in the result, which is then a number like any other."""
        names = {"sum": "+", "prod": "*", "any": "or", "all": "and"}
        operator = names.get(node.reducer, node.reducer)
        user = USER_FUNCTIONS.get(operator)
        identity = user.identity if user else {
            "+": 0,
            "*": 1,
            "or": 0,
            "and": 1,
            "max": self.element.lowest,
            "min": self.element.highest,
        }[operator]
        result, background = self.element.round(identity), True
        ranges = (range(self.extents[index]) for index in node.indices)
        for n, point in enumerate(itertools.product(*ranges)):
            env.update(zip(node.indices, point, strict=True))
            number, is_background = self.evaluate(node.body, env)
            if operator in ("or", "and"):
                number = int(number != 0)
            background &= is_background and number == identity
            if n > 0:
                if user:
                    number = user.evaluate(result, number)
                else:
                    combine = (
                        self._binary if operator in "+*" else self._extremum
                    )
                    number = combine(operator, result, number)
                number = self.element.round(number)
            result = number
        for index in node.indices:
            env.pop(index, None)
        return result, background

    def _extremum(self, operator: str, a: Number, b: Number) -> Number:
        return self._apply(operator, [a, b])
