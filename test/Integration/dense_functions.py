# ===- dense_functions.py - Functions of the dense evaluator ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The functions of the language on all components at once (docs/notation.md).

A function is a line of the table, unless zeros, absence or types make it a case
of its own.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

import numpy as np

import bounds
import bounds_functions as functions
from bounds import Array, Field
from functions import USER_FUNCTIONS
from notation import Call, Expression
from scalars import (
    COMPLEX,
    REAL,
    TRUTH,
    USER_TYPE,
    Scalar,
    infer,
    small_exponent,
)

# How NumPy calls the functions that a library evaluates.
_FUNCTIONS = {
    "acos": np.arccos,
    "asin": np.arcsin,
    "atan": np.arctan,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": np.vectorize(math.erf, [float]),
    "exp": np.exp,
    "log": np.log,
    "log10": np.log10,
    "log2": np.log2,
    "sin": np.sin,
    "sinh": np.sinh,
    "tan": np.tan,
    "tanh": np.tanh,
}

# Functions that come back to the same values, of real and of complex numbers.
_PERIODIC = ("cos", "sin", "tan")
_COMPLEX_PERIODIC = ("cosh", "exp", "sinh", "tanh")


def _complex_sign(value: Array) -> Array:
    size = np.abs(value)
    return np.where(size == 0, value, value / np.where(size == 0, 1, size))


def _power(base: Array, exponent: Array) -> Array:
    """Powers as C has them: NumPy takes the square root where all exponents are
    a half, which minus infinity has none of.
    """
    power = np.power(base, exponent)
    if np.iscomplexobj(power):
        return power
    return np.where(np.isneginf(base) & (exponent == 0.5), np.inf, power)


def _unknown_on_cut(field: Field, argument: Field) -> Field:
    """On the branch cut along the negative numbers, the sign of a zero decides,
    which compilers do not keep."""
    value = argument.value
    cut = (np.imag(value) == 0) & (np.real(value) < 0)
    error = np.where(cut, np.inf, field.error)
    return dataclasses.replace(field, error=error)


def _unknown_over_turns(field: Field, argument: Field) -> Field:
    """How a periodic function changes over a bound of its argument does not say
    how far it may be off, if that may be anywhere in a turn."""
    error = np.where(argument.error > 0.5, np.inf, field.error)
    return dataclasses.replace(field, error=error)


class Functions:
    """What a walk over an expression does at a call. `strict` is whether the
    zero of an absent factor is a number like any other."""

    types: Mapping[str, Scalar]
    strict: bool

    def emit(self, node: Expression, target: Scalar) -> Field:
        raise NotImplementedError

    def truth(self, node: Expression) -> Field:
        raise NotImplementedError

    def binary(
        self, type: Scalar, operator: str, left: Field, right: Field
    ) -> Field:
        raise NotImplementedError

    def call(self, node: Call, type: Scalar) -> Field:
        function, first = node.function, node.arguments[0]
        if function in USER_FUNCTIONS:
            operands = [self.emit(x, USER_TYPE) for x in node.arguments]
            user = USER_FUNCTIONS[function]
            return functions.user_call(user, operands, self.strict)
        if function in ("max", "min"):
            result, *others = (self.emit(x, type) for x in node.arguments)
            for other in others:
                result = self.extremum(function == "max", type, result, other)
            return result
        if function in ("select", "where"):
            return functions.select(
                self.truth(first),
                self.emit(node.arguments[1], type),
                self.emit(node.arguments[2], type),
            )
        if function == "pow":
            return self.power(node, type)
        if function in ("abs", "real", "imag"):
            return self.part(function, first, type)
        argument = self.emit(first, type)
        if function in ("ceil", "floor", "round"):
            if type.is_exact:
                return argument
            return functions.round_to(function, argument)
        if function == "conj":
            # NumPy's of truth values is a number.
            if type.is_exact:
                return argument
            return Field(np.conj(argument.value), *argument.parts[1:])
        if function == "trunc":
            if type.is_exact:
                return argument
            return functions.round_to(function, argument)
        if function == "sign":
            return self.sign(type, argument)
        if function == "atan2":
            other = self.emit(node.arguments[1], type)
            return functions.arc_tangent(type, argument, other)
        if function == "sqrt":
            return self.square_root(type, argument)
        field = functions.apply_function(type, _FUNCTIONS[function], argument)
        if function in _PERIODIC or (
            type.kind == COMPLEX and function in _COMPLEX_PERIODIC
        ):
            return _unknown_over_turns(field, argument)
        if type.kind == COMPLEX and function in ("log", "log2", "log10"):
            return _unknown_on_cut(field, argument)
        return field

    def extremum(
        self, is_max: bool, type: Scalar, left: Field, right: Field
    ) -> Field:
        field = functions.extremum(is_max, left, right)
        if type.kind != REAL or self.strict:
            return field
        infinity = math.inf if is_max else -math.inf
        return bounds.absorb(field, [left, right], infinity)

    def sign(self, type: Scalar, argument: Field) -> Field:
        """Of a zero, the zero; of a complex number, that of length one."""
        if type.kind == COMPLEX:
            return functions.apply_function(type, _complex_sign, argument)
        if type.kind == TRUTH:
            return argument
        value = np.sign(argument.value).astype(argument.value.dtype)
        unknown = ~argument.known & argument.is_zero()
        error = np.where(unknown, np.inf, 0.0)
        return Field(value, error, *argument.parts[2:])

    def square_root(self, type: Scalar, argument: Field) -> Field:
        """Rounded correctly, so that it is exact for real numbers."""
        field = functions.apply_function(type, np.sqrt, argument)
        error = field.error
        if type.kind == REAL:
            error = np.where(argument.known, 0.0, error)
        else:
            return _unknown_on_cut(field, argument)
        return Field(field.value, error, *field.parts[2:])

    def part(self, function: str, first: Expression, type: Scalar) -> Field:
        if infer(first, self.types).kind != COMPLEX:
            argument = self.emit(first, type)
            if function == "abs":
                value = np.abs(argument.value)
                return Field(value, *argument.parts[1:4], value == value)
            if function == "real":
                return argument
            # The constant 0, whatever is there.
            zero = np.zeros_like(argument.value)
            none = np.zeros(zero.shape, bool)
            return Field(zero, np.zeros(zero.shape), none, none, none)
        argument = self.emit(first, Scalar(COMPLEX, type.bits))
        if function == "abs":
            return functions.apply_function(type, np.abs, argument)
        choose = np.real if function == "real" else np.imag
        value = choose(argument.value).astype(type.dtype)
        error = np.where(np.isfinite(argument.value), argument.error, np.inf)
        return Field(value, error, *argument.parts[2:4], value != 0)

    def power(self, node: Call, type: Scalar) -> Field:
        base = self.emit(node.arguments[0], type)
        exponent = small_exponent(node, infer(node.arguments[0], self.types))
        if exponent is None:
            other = self.emit(node.arguments[1], type)
            field = functions.apply_function(type, _power, base, other)
            # Powers of one and zeroth powers are one, whatever the other is.
            constant = (~base.present & (base.value == 1)) | (
                ~other.present & (other.value == 0)
            )
            present = field.present & ~constant
            field = dataclasses.replace(field, present=present)
            odd = base.is_zero() & (~base.signed | (type.kind == COMPLEX))
            error = np.where(odd & (other.value < 0), np.inf, field.error)
            field = dataclasses.replace(field, error=error)
            if type.kind == COMPLEX:
                return _unknown_on_cut(field, base)
            return field
        if exponent == 0:
            one = np.ones_like(base.value)
            none = np.zeros(one.shape, bool)
            return Field(one, np.zeros(one.shape), none, none, ~none)
        result, square = None, base
        while exponent:
            if exponent & 1:
                result = (
                    square
                    if result is None
                    else self.binary(type, "*", result, square)
                )
            exponent >>= 1
            if exponent:
                square = self.binary(type, "*", square, square)
        assert result is not None
        return result
