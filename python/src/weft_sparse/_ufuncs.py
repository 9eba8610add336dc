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
from ._types import dtype_of, type_of


class Function(NamedTuple):
    """How a universal function is written.

    template: makes the text of the value from those of the operands
    sparse:   whether the result is sparse, from whether each operand is
    literal:  whether a number of Python is a part of the text, because its
              value decides where the result is zero; else it is an operand
    """

    template: Callable[..., str]
    sparse: Callable[..., bool]
    literal: bool = False


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
    np.square: Function(lambda a: f"({a} * {a})", _first),
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
    it is rounded; None if there is no way."""
    dtype = dtype_of(type)
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            rounded = float(dtype.type(value))
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
