# ===- _ufuncs.py - Universal functions ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""NumPy's universal functions as index notation."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from ._core import Error
from ._sizes import raise_no_value
from ._types import dtype_of, type_of


class Function(NamedTuple):
    """How a universal function is written.

    template: makes the text of the value from those of the operands
    sparse:   whether the result is sparse, from whether each operand is
    literal:  whether a number of Python is a part of the text, because its
              value decides where the result is zero; else it is an operand
    repeats:  whether the text of an operand occurs several times in the value,
              so that an operand which is expensive is computed before
    kinds:    the kinds of NumPy's types that the function is defined for
    """

    template: Callable[..., str]
    sparse: Callable[..., bool]
    literal: bool = False
    repeats: bool = False
    kinds: str = "biufc"


def _call(name: str) -> Callable[..., str]:
    return lambda *values: f"{name}({','.join(values)})"


def _infix(operator: str) -> Callable[..., str]:
    return lambda a, b: f"({a} {operator} {b})"


def _never(*sparse: bool) -> bool:
    return False


def _first(*sparse: bool) -> bool:
    return sparse[0]


def _any(*sparse: bool) -> bool:
    return any(sparse)


def _all(*sparse: bool) -> bool:
    return all(sparse)


def _divide(a: str, b: str) -> str:
    return f"({a} / {b})"


# Functions that index notation has no name for, composed of others. Literals
# have fractions where integers are to become real numbers.


def _rint(a: str) -> str:
    # round() rounds halves away from zero; a - trunc(a) is exact.
    half = f"(abs({a} - trunc({a})) == 0.5)"
    return f"where({half},2.0 * round(0.5 * {a}),round({a}))"


def _expm1(a: str) -> str:
    # exp(a) - 1 = 2 sinh(a/2) exp(a/2). Below -80, the value is -1 in any
    # precision, and sinh and exp neither overflow nor underflow.
    half = f"(0.5 * max({a},-80.0))"
    return f"(2.0 * sinh({half}) * exp({half}))"


def _log1p(a: str) -> str:
    # The error of the sum s = 1 + a cancels: log(s) / (s - 1) varies slowly
    # (W. Kahan; D. Goldberg, 1991, theorem 4).
    s = f"(1.0 + {a})"
    return (
        f"where({s} == 1.0,1.0 * {a},where(abs({a}) > 1e19,log({s}),"
        f"log({s}) * ({a} / ({s} - 1.0))))"
    )


def _asinh(a: str) -> str:
    # With t = |a|: log(1 + t + t^2 / (1 + sqrt(1 + t^2))); the square of a
    # large t would overflow, and asinh(t) is log(2 t) there.
    t = f"(1.0 * abs({a}))"
    u = f"min({t},1e9)"
    small = _log1p(f"({u} + {u} * {u} / (1.0 + sqrt(1.0 + {u} * {u})))")
    large = f"(log({t}) + 0.6931471805599453)"
    return f"(sign({a}) * where({t} > 1e9,{large},{small}))"


def _acosh(a: str) -> str:
    # With t = a - 1, exact near 1: log(1 + t + sqrt(t) sqrt(t + 2)), which is
    # NaN below 1.
    u = f"min({a} - 1.0,1e9)"
    small = _log1p(f"({u} + sqrt({u}) * sqrt({u} + 2.0))")
    large = f"(log({a}) + 0.6931471805599453)"
    return f"where({a} > 1e9,{large},{small})"


def _atanh(a: str) -> str:
    # log((1 + t) / (1 - t)) / 2 with t = |a|.
    t = f"(1.0 * abs({a}))"
    return f"(sign({a}) * 0.5 * {_log1p(f'(2.0 * {t} / (1.0 - {t}))')})"


def _hypot(a: str, b: str) -> str:
    # Scaled by the larger operand, so that no square overflows or underflows.
    # An infinite operand wins over NaN.
    m, n = f"max(abs({a}),abs({b}))", f"min(abs({a}),abs({b}))"
    q = f"(1.0 * {n} / {m})"
    finite = f"where({m} == 0,0.0,{m} * sqrt(1.0 + {q} * {q}))"
    return f"where({_isinf(a)},abs({a}),where({_isinf(b)},abs({b}),{finite}))"


def _logaddexp(a: str, b: str) -> str:
    # Equal operands include infinite ones, whose difference is NaN.
    rest = _log1p(f"exp(-abs({a} - {b}))")
    return f"where({a} == {b},{a} + 0.6931471805599453,max({a},{b}) + {rest})"


def _isnan(a: str) -> str:
    return f"({a} != {a})"


def _isinf(a: str) -> str:
    return f"and({a} - {a} != 0,{a} == {a})"


def _isfinite(a: str) -> str:
    return f"({a} - {a} == 0)"


def _floor_divide(a: str, b: str) -> str:
    # Index notation truncates; a quotient with a remainder and a negative sign
    # is one less. The quotient by zero is zero, and has no sign.
    inexact = f"and(({a} / {b}) * {b} != {a},{b} != 0)"
    return f"(({a} / {b}) - and({inexact},({a} < 0) != ({b} < 0)))"


def _remainder(a: str, b: str) -> str:
    return f"where({b} == 0,0,{a} - {_floor_divide(a, b)} * {b})"


FUNCTIONS: dict[np.ufunc, Function] = {
    np.add: Function(_infix("+"), _all),
    np.subtract: Function(_infix("-"), _all),
    np.multiply: Function(_infix("*"), _any),
    np.divide: Function(_divide, _first),
    np.maximum: Function(_call("max"), _all, literal=True),
    np.minimum: Function(_call("min"), _all, literal=True),
    np.power: Function(_call("pow"), _first, literal=True),
    np.negative: Function(lambda a: f"(-{a})", _first),
    np.positive: Function(lambda a: a, _first),
    np.absolute: Function(_call("abs"), _first),
    np.square: Function(lambda a: f"({a} * {a})", _first, repeats=True),
    np.reciprocal: Function(lambda a: f"(1 / {a})", _never),
    np.sign: Function(_call("sign"), _first),
    np.sqrt: Function(_call("sqrt"), _first),
    np.floor: Function(_call("floor"), _first),
    np.ceil: Function(_call("ceil"), _first),
    np.trunc: Function(_call("trunc"), _first),
    np.sin: Function(_call("sin"), _first),
    np.tan: Function(_call("tan"), _first),
    np.arcsin: Function(_call("asin"), _first),
    np.arctan: Function(_call("atan"), _first),
    np.sinh: Function(_call("sinh"), _first),
    np.tanh: Function(_call("tanh"), _first),
    np.conjugate: Function(_call("conj"), _first),
    np.cos: Function(_call("cos"), _never),
    np.arccos: Function(_call("acos"), _never),
    np.cosh: Function(_call("cosh"), _never),
    np.exp: Function(_call("exp"), _never),
    np.log: Function(_call("log"), _never),
    np.log2: Function(_call("log2"), _never),
    np.log10: Function(_call("log10"), _never),
    np.equal: Function(_infix("=="), _never, literal=True),
    np.not_equal: Function(_infix("!="), _all, literal=True),
    np.less: Function(_infix("<"), _all, literal=True),
    np.greater: Function(_infix(">"), _all, literal=True),
    np.less_equal: Function(_infix("<="), _never, literal=True),
    np.greater_equal: Function(_infix(">="), _never, literal=True),
    np.logical_and: Function(_call("and"), _any),
    np.logical_or: Function(_call("or"), _all),
    np.logical_xor: Function(_call("xor"), _all),
    np.logical_not: Function(_call("not"), _never),
    np.rint: Function(_rint, _first, repeats=True, kinds="f"),
    np.expm1: Function(_expm1, _first, repeats=True, kinds="f"),
    np.log1p: Function(_log1p, _first, repeats=True, kinds="f"),
    np.arcsinh: Function(_asinh, _first, repeats=True, kinds="f"),
    np.arccosh: Function(_acosh, _never, repeats=True, kinds="f"),
    np.arctanh: Function(_atanh, _first, repeats=True, kinds="f"),
    np.hypot: Function(_hypot, _all, repeats=True, kinds="f"),
    np.logaddexp: Function(_logaddexp, _never, repeats=True, kinds="f"),
    np.isnan: Function(_isnan, _first, repeats=True),
    np.isinf: Function(_isinf, _first, repeats=True),
    np.isfinite: Function(_isfinite, _never, repeats=True),
    np.floor_divide: Function(_floor_divide, _first, repeats=True, kinds="iu"),
    np.remainder: Function(_remainder, _first, repeats=True, kinds="iu"),
    np.bitwise_and: Function(_call("and"), _any, kinds="b"),
    np.bitwise_or: Function(_call("or"), _all, kinds="b"),
    np.bitwise_xor: Function(_call("xor"), _all, kinds="b"),
    np.invert: Function(_call("not"), _never, kinds="b"),
}

# Comparisons with numbers, which say themselves where they hold of zero.
COMPARISONS = {
    np.equal,
    np.not_equal,
    np.less,
    np.greater,
    np.less_equal,
    np.greater_equal,
}

# Functions of truth values alone. The values of comparisons are numbers, which
# would be counted.
BOOLEAN: dict[np.ufunc, Callable[..., str]] = {
    np.add: _call("or"),
    np.multiply: _call("and"),
    np.maximum: _call("or"),
    np.minimum: _call("and"),
}

_types: dict[tuple[Any, ...], tuple[str, ...]] = {}


def resolve(ufunc: np.ufunc, operands: Sequence[Any]) -> tuple[str, ...]:
    """The types that NumPy computes a universal function in: those of its
    operands, each the name of a type or one of int, float and complex for
    numbers of Python, and that of the result."""
    key = (ufunc, *operands)
    found = _types.get(key)
    if found is None:
        dtypes = [dtype_of(t) if isinstance(t, str) else t for t in operands]
        try:
            # Numbers of Python alone are of their own types.
            resolved = ufunc.resolve_dtypes((*dtypes, None))
        except TypeError as error:
            raise Error(str(error)) from None
        found = _types[key] = tuple(type_of(dtype) for dtype in resolved)
    return found


def literal(value: Any, type: str) -> Optional[str]:
    """A number as it is written in a text beside operands of a type, to which
    it is rounded; None if there is no way. Raises Error for an integer that the
    type does not have."""
    dtype = dtype_of(type)
    if dtype.kind in "iu" and isinstance(value, int):
        limits = np.iinfo(dtype)
        if not limits.min <= value <= limits.max:
            raise_no_value(value, dtype)
    if dtype.kind == "f":
        try:
            with np.errstate(all="ignore"):
                rounded = float(dtype.type(value))
        except OverflowError:
            raise_no_value(value, dtype)
        if not np.isfinite(rounded):
            return None
        text = repr(rounded)
        return text if text[0] != "-" else f"({text})"
    return exact_literal(value)


def exact_literal(value: Any) -> Optional[str]:
    """A number as it is written in a text; None if there is no way."""
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value)) if value >= 0 else f"({int(value)})"
    if isinstance(value, (float, np.floating)) and np.isfinite(value):
        text = repr(float(value))
        return text if text[0] != "-" else f"({text})"
    return None
