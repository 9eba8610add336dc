# ===- _functions.py - Functions -----------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Functions of tensors, and of expressions in index notation."""

from __future__ import annotations

import builtins
from typing import Any, Protocol, overload

import numpy as np

from ._array import choose, component, make_scalar_node, reduce
from ._core import Error
from ._notation import Application, Expression, IndexVar, Reduction
from ._operators import TracedValue, record, record_where
from ._tensor import Tensor, as_operand, compute_ufunc
from ._types import type_of
from ._ufuncs import FUNCTIONS

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "any",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_or",
    "bitwise_xor",
    "ceil",
    "conj",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "matmul",
    "max",
    "maximum",
    "min",
    "minimum",
    "multiply",
    "negative",
    "not_equal",
    "permute_dims",
    "positive",
    "pow",
    "prod",
    "real",
    "reciprocal",
    "remainder",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "sum",
    "tan",
    "tanh",
    "trunc",
    "where",
]


class Unary(Protocol):
    """A function of one operand."""

    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, x: Expression, /
    ) -> Expression: ...
    @overload
    def __call__(self, x: Any, /) -> Tensor: ...


class Binary(Protocol):
    """A function of two operands."""

    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, a: Expression, b: Any, /
    ) -> Expression: ...
    @overload
    def __call__(self, a: Any, b: Expression, /) -> Expression: ...
    @overload
    def __call__(self, a: Any, b: Any, /) -> Tensor: ...


class Reducer(Protocol):
    """A reduction of a tensor over axes, or of an expression over index
    variables."""

    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, operand: Expression, /, *variables: IndexVar
    ) -> Expression: ...
    @overload
    def __call__(
        self,
        operand: Any,
        /,
        axis: Any = None,
        *,
        keepdims: bool = False,
        dtype: Any = None,
    ) -> Tensor: ...


_any = builtins.any
_bool = builtins.bool


def _elementwise(ufunc: np.ufunc) -> Any:
    def function(*operands: Any) -> Any:
        if _any(isinstance(each, (Expression, IndexVar)) for each in operands):
            return Application(FUNCTIONS[ufunc].template, operands)
        if _any(isinstance(each, TracedValue) for each in operands):
            return record(ufunc, *operands)
        if not _any(isinstance(each, Tensor) for each in operands):
            operands = (as_operand(operands[0]), *operands[1:])
        return compute_ufunc(ufunc, *operands)

    function.__doc__ = (
        f"numpy.{ufunc.__name__} of tensors, deferred, or of expressions in "
        "index notation."
    )
    return function


def _unary(ufunc: np.ufunc) -> Unary:
    function = _elementwise(ufunc)

    def unary(x: Any, /) -> Any:
        return function(x)

    unary.__doc__ = function.__doc__
    return unary


def _binary(ufunc: np.ufunc) -> Binary:
    function = _elementwise(ufunc)

    def binary(a: Any, b: Any, /) -> Any:
        return function(a, b)

    binary.__doc__ = function.__doc__
    return binary


abs = _unary(np.absolute)
acos = _unary(np.arccos)
acosh = _unary(np.arccosh)
add = _binary(np.add)
asin = _unary(np.arcsin)
asinh = _unary(np.arcsinh)
atan = _unary(np.arctan)
atanh = _unary(np.arctanh)
bitwise_and = _binary(np.bitwise_and)
bitwise_invert = _unary(np.invert)
bitwise_or = _binary(np.bitwise_or)
bitwise_xor = _binary(np.bitwise_xor)
ceil = _unary(np.ceil)
conj = _unary(np.conjugate)
cos = _unary(np.cos)
cosh = _unary(np.cosh)
divide = _binary(np.divide)
equal = _binary(np.equal)
exp = _unary(np.exp)
expm1 = _unary(np.expm1)
floor = _unary(np.floor)
floor_divide = _binary(np.floor_divide)
greater = _binary(np.greater)
greater_equal = _binary(np.greater_equal)
hypot = _binary(np.hypot)
isfinite = _unary(np.isfinite)
isinf = _unary(np.isinf)
isnan = _unary(np.isnan)
less = _binary(np.less)
less_equal = _binary(np.less_equal)
log = _unary(np.log)
log10 = _unary(np.log10)
log1p = _unary(np.log1p)
log2 = _unary(np.log2)
logaddexp = _binary(np.logaddexp)
logical_and = _binary(np.logical_and)
logical_not = _unary(np.logical_not)
logical_or = _binary(np.logical_or)
logical_xor = _binary(np.logical_xor)
maximum = _binary(np.maximum)
minimum = _binary(np.minimum)
multiply = _binary(np.multiply)
negative = _unary(np.negative)
not_equal = _binary(np.not_equal)
positive = _unary(np.positive)
pow = _binary(np.power)
reciprocal = _unary(np.reciprocal)
remainder = _binary(np.remainder)
sign = _unary(np.sign)
sin = _unary(np.sin)
sinh = _unary(np.sinh)
sqrt = _unary(np.sqrt)
square = _unary(np.square)
subtract = _binary(np.subtract)
tan = _unary(np.tan)
tanh = _unary(np.tanh)
trunc = _unary(np.trunc)


def _reduction(name: str) -> Reducer:
    def function(
        operand: Any,
        *variables: Any,
        axis: Any = None,
        keepdims: bool = False,
        dtype: Any = None,
    ) -> Any:
        if isinstance(operand, (Expression, IndexVar)):
            return Reduction(name, operand, variables)
        if len(variables) > 1:
            raise Error(f"{name} of a tensor takes its axes as a tuple")
        if variables:
            axis = variables[0]
        return Tensor(
            reduce(name, as_operand(operand)._node, axis, dtype, keepdims)
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"The {name} of a tensor over all modes or some: {name}(A, axis=0); or of "
        f"an expression over index variables: {name}(A[i, j], j). Deferred."
    )
    return function


sum = _reduction("sum")
prod = _reduction("prod")
max = _reduction("max")
min = _reduction("min")
any = _reduction("any")
all = _reduction("all")


def matmul(a: Any, b: Any) -> Any:
    """The product of matrices and vectors: `a @ b`, deferred."""
    return as_operand(a) @ as_operand(b)


def permute_dims(x: Any, axes: Any) -> Any:
    """The tensor with its modes in another order."""
    return as_operand(x).transpose(axes)


def _part(name: str) -> Unary:
    def template(value: str) -> str:
        return f"{name}({value})"

    def function(x: Any, /) -> Any:
        if isinstance(x, (Expression, IndexVar)):
            return Application(template, (x,))
        return Tensor(component(name, as_operand(x)._node))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"numpy.{name} of a tensor, deferred, or of an expression."
    )
    return function


real = _part("real")
imag = _part("imag")


def where(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition is not zero and `b` elsewhere, of tensors,
    deferred, of expressions in index notation, or in an operator. Numbers of
    Python take the type of the other value; Error for integers that it does not
    have."""
    if isinstance(condition, TracedValue):
        return record_where(condition, a, b)
    if not isinstance(condition, (Expression, IndexVar)):
        numbers = (_bool, int, float, complex)
        if isinstance(a, numbers) and not isinstance(b, numbers):
            b = as_operand(b)
            a = _as_scalar(a, b.dtype)
        elif isinstance(b, numbers) and not isinstance(a, numbers):
            a = as_operand(a)
            b = _as_scalar(b, a.dtype)
        nodes = [as_operand(each)._node for each in (condition, a, b)]
        return Tensor(choose(*nodes))
    return Application(_choose, (condition, a, b))


def _as_scalar(value: Any, other: np.dtype[Any]) -> Tensor:
    """A number of Python as a scalar of the type that it takes beside another.
    Raises Error for an integer that the type does not have."""
    type = type_of(np.result_type(other, value))
    return Tensor(make_scalar_node(value, type))


def _choose(condition: str, a: str, b: str) -> str:
    return f"where({condition},{a},{b})"
