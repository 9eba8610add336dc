# ===- notation.py - Expressions as Python objects -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensor index notation as Python objects, and its text.

The suite compares compiled kernels with an evaluator that shares nothing with
the compiler, its parser included. So a test case is built by the constructors
of this file (thesis section 4.2 names the parts), and the text that the
compiler reads is printed from the object, never the other way round.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from functions import USER_FUNCTIONS

FUNCTIONS = {
    *("abs", "and", "ceil", "conj", "cos", "exp", "floor", "imag", "log"),
    *("max", "min", "not", "or", "pow", "real", "round", "select", "sin"),
    *("sqrt", "tan", "tanh"),
    *("acos", "asin", "atan", "cosh", "erf", "log10", "log2"),
    *("sign", "sinh", "trunc", "where", "xor"),
    *USER_FUNCTIONS,
}
REDUCERS = {"sum", "prod", "max", "min", "any", "all", *USER_FUNCTIONS}
OPERATORS = {"+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">="}


class Expression:
    """Anything that has a value; Python's operators build larger ones."""

    def __add__(self, other: Operand) -> Binary:
        return Binary("+", self, lift(other))

    def __radd__(self, other: Operand) -> Binary:
        return Binary("+", lift(other), self)

    def __sub__(self, other: Operand) -> Binary:
        return Binary("-", self, lift(other))

    def __rsub__(self, other: Operand) -> Binary:
        return Binary("-", lift(other), self)

    def __mul__(self, other: Operand) -> Binary:
        return Binary("*", self, lift(other))

    def __rmul__(self, other: Operand) -> Binary:
        return Binary("*", lift(other), self)

    def __truediv__(self, other: Operand) -> Binary:
        return Binary("/", self, lift(other))

    def __neg__(self) -> Negate:
        return Negate(self)

    def __str__(self) -> str:
        return render(self)


class Subscript:
    """A variable or a sum of variables; Python's operators make sums."""

    def __add__(self, other: Subscript | int) -> Sum:
        return _sum(self, other, 1)

    def __radd__(self, other: int) -> Sum:
        return _sum(self, other, 1)

    def __sub__(self, other: Subscript | int) -> Sum:
        return _sum(self, other, -1)

    def __rsub__(self, other: int) -> Sum:
        return -self + other

    def __mul__(self, factor: int) -> Sum:
        terms, constant = _parts(self)
        return Sum(tuple((x, f * factor) for x, f in terms), constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Sum:
        return self * -1


@dataclass(frozen=True)
class Index(Subscript):
    """An index variable."""

    name: str


@dataclass(frozen=True)
class Sum(Subscript):
    """Different variables with factors that are not zero, and a constant."""

    terms: tuple[tuple[Index, int], ...]
    constant: int = 0

    def at(self, values: Mapping[Index, int]) -> int:
        return self.constant + sum(f * values[x] for x, f in self.terms)


@dataclass(frozen=True)
class Slice:
    """Each `step`-th coordinate from `begin` up to `end`."""

    index: Index
    begin: int
    end: int
    step: int = 1

    @property
    def size(self) -> int:
        return len(range(self.begin, self.end, self.step))

    def at(self, values: Mapping[Index, int]) -> int:
        return self.begin + self.step * values[self.index]


def _parts(part: Subscript | int) -> tuple[tuple[tuple[Index, int], ...], int]:
    if isinstance(part, int):
        return (), part
    if isinstance(part, Index):
        return ((part, 1),), 0
    assert isinstance(part, Sum)
    return part.terms, part.constant


def _sum(left: Subscript, right: Subscript | int, sign: int) -> Sum:
    terms, constant = _parts(left)
    others, other = _parts(right)
    found = dict(terms)
    for index, factor in others:
        found[index] = found.get(index, 0) + sign * factor
    return Sum(
        tuple((x, f) for x, f in found.items() if f), constant + sign * other
    )


AnySubscript = Index | int | Sum | Slice


def variables_of(subscript: AnySubscript) -> tuple[Index, ...]:
    match subscript:
        case Index():
            return (subscript,)
        case Sum(terms, _):
            return tuple(index for index, _ in terms)
        case Slice(index):
            return (index,)
    return ()


def render_subscript(subscript: AnySubscript) -> str:
    match subscript:
        case Index(name):
            return name
        case Slice(index, begin, end, step):
            return f"{index.name}({begin},{end}{f',{step}' * (step != 1)})"
        case Sum(terms, constant):
            text = ""
            for index, factor in terms:
                size = f"{abs(factor)}*" * (abs(factor) != 1)
                sign = "-" if factor < 0 else "+" * bool(text)
                text += f"{sign}{size}{index.name}"
            return text + (f"{constant:+}" if constant else "")
    return str(subscript)


@dataclass(frozen=True, repr=False)
class Literal(Expression):
    """A number."""

    value: int | float | complex


@dataclass(frozen=True, repr=False)
class Access(Expression):
    """A component of a tensor; an index is a variable, a number, a sum of
    variables or a slice. Outside of the tensor, there is an absent one."""

    tensor: str
    indices: tuple[AnySubscript, ...]


@dataclass(frozen=True, repr=False)
class IndexValue(Expression):
    """An index variable as a number."""

    index: Index


@dataclass(frozen=True, repr=False)
class Negate(Expression):
    operand: Expression


@dataclass(frozen=True, repr=False)
class Binary(Expression):
    operator: str
    left: Expression
    right: Expression

    def __post_init__(self) -> None:
        assert self.operator in OPERATORS, self.operator


@dataclass(frozen=True, repr=False)
class Call(Expression):
    """A scalar function of its arguments."""

    function: str
    arguments: tuple[Expression, ...]

    def __post_init__(self) -> None:
        assert self.function in FUNCTIONS, self.function


@dataclass(frozen=True, repr=False)
class Reduce(Expression):
    """An explicit reduction over the whole extent of its variables."""

    reducer: str
    indices: tuple[Index, ...]
    body: Expression

    def __post_init__(self) -> None:
        assert self.reducer in REDUCERS, self.reducer


@dataclass(frozen=True)
class Assign:
    """`target = value`, or `target += value`."""

    target: Access
    value: Expression
    accumulate: bool = False


Operand = Expression | int | float | complex


def lift(value: Operand) -> Expression:
    return value if isinstance(value, Expression) else Literal(value)


def indices(names: str) -> tuple[Index, ...]:
    return tuple(Index(name) for name in names.split())


class Tensor:
    """A name that makes accesses: `A = Tensor("A"); A(i, j)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *subscripts: AnySubscript) -> Access:
        return Access(self.name, subscripts)


def call(function: str, *arguments: Operand) -> Call:
    return Call(function, tuple(lift(argument) for argument in arguments))


def reduce(reducer: str, *parts: Index | Expression) -> Reduce:
    """`reduce("max", j, A(i, j))`."""
    *bound, body = parts
    return Reduce(reducer, tuple(bound), body)


def compare(operator: str, left: Operand, right: Operand) -> Binary:
    """A comparison; Python's own operators are left alone, since dataclasses
    and containers need `==`."""
    return Binary(operator, lift(left), lift(right))


# --- Walking ---------------------------------------------------------------


def children(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Negate(operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Call(_, arguments):
            return arguments
        case Reduce(_, _, body):
            return (body,)
    return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and all that it is made of."""
    yield expression
    for child in children(expression):
        yield from walk(child)


def accesses(expression: Expression) -> Iterator[Access]:
    """All accesses from left to right."""
    if isinstance(expression, Access):
        yield expression
    for child in children(expression):
        yield from accesses(child)


def free_indices(expression: Expression) -> list[Index]:
    """The variables that no reduction inside binds, in order of occurrence."""
    found: dict[Index, None] = {}
    if isinstance(expression, Access):
        for subscript in expression.indices:
            found.update((x, None) for x in variables_of(subscript))
    if isinstance(expression, IndexValue):
        found[expression.index] = None
    for child in children(expression):
        found.update((x, None) for x in free_indices(child))
    if isinstance(expression, Reduce):
        for index in expression.indices:
            found.pop(index, None)
    return list(found)


def close_terms(expression: Expression, bound: set[Index]) -> Expression:
    """Writes the implied sums out: every additive term is summed over its own
    free variables that are not in `bound`."""
    match expression:
        case Binary("+" | "-" as operator, left, right):
            return Binary(
                operator, close_terms(left, bound), close_terms(right, bound)
            )
        case Negate(operand):
            return Negate(close_terms(operand, bound))
    implied = tuple(x for x in free_indices(expression) if x not in bound)
    return Reduce("sum", implied, expression) if implied else expression


def close(assignment: Assign) -> Assign:
    """The same assignment with explicit sums and without accumulation."""
    target = assignment.target
    value = close_terms(assignment.value, set(target.indices))
    if assignment.accumulate:
        value = Binary("+", target, value)
    return dataclasses.replace(assignment, value=value, accumulate=False)


# --- Text ------------------------------------------------------------------

_PRECEDENCE = {"+": 2, "-": 2, "*": 3, "/": 3}


def render(node: Expression | Assign | tuple[Assign, ...]) -> str:
    """The text that the compiler is given."""
    if isinstance(node, tuple):
        return "; ".join(render(assignment) for assignment in node)
    if isinstance(node, Assign):
        operator = "+=" if node.accumulate else "="
        return f"{render(node.target)} {operator} {render(node.value)}"
    return _render(node, 0)


def _render(node: Expression, outer: int) -> str:
    """Prints in parentheses what binds less tightly than `outer`."""
    match node:
        case Literal(value):
            if isinstance(value, complex):
                return f"({value.real!r} + {value.imag!r}im)"
            return repr(value) if value >= 0 else f"({value!r})"
        case Access(tensor, subscripts):
            if not subscripts:
                return tensor
            names = map(render_subscript, subscripts)
            return f"{tensor}({','.join(names)})"
        case IndexValue(index):
            return index.name
        case Negate(operand):
            text = f"-{_render(operand, 4)}"
            return f"({text})" if outer > 2 else text
        case Binary(operator, left, right):
            level = _PRECEDENCE.get(operator, 1)
            text = (
                f"{_render(left, level + (level == 1))} {operator} "
                f"{_render(right, level + 1)}"
            )
            return f"({text})" if outer > level else text
        case Call(function, arguments):
            return f"{function}({', '.join(_render(x, 0) for x in arguments)})"
        case Reduce(reducer, bound, body):
            names = "".join(f"{x.name}, " for x in bound)
            return f"{reducer}({names}{_render(body, 0)})"
    raise TypeError(f"not an expression: {node!r}")
