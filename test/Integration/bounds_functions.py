# ===- bounds_functions.py - Truth and functions with bounds ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Comparisons, selection, and functions that a library evaluates, on the fields
of `bounds.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from bounds import Array, Field, absorb, either, finish, full, rounding
from functions import UserFunction
from scalars import COMPLEX, USER_TYPE, Scalar

# A library's function may be wrong by so many units in the last place.
_ULPS = 8


def compare(operator: str, left: Field, right: Field) -> Field:
    apply = {
        "==": np.equal,
        "!=": np.not_equal,
        "<": np.less,
        "<=": np.less_equal,
        ">": np.greater,
        ">=": np.greater_equal,
    }[operator]
    error = left.error + right.error
    near = left.value == right.value
    if left.value.dtype.kind in "fc":
        near = np.abs(left.value - right.value) <= error
    finite = np.isfinite(left.value) & np.isfinite(right.value)
    unknown = np.isinf(error) | ((error > 0) & finite & near)
    absent, present = either(left, right)
    value = apply(left.value, right.value)
    return Field(
        value, np.where(unknown, np.inf, 0.0), absent, present, value | True
    )


def truth(field: Field) -> Field:
    """Whether it is not zero."""
    zero = full(np.zeros((), field.value.dtype), absent=True, present=False)
    result = compare("!=", field, zero)
    return replace(result, absent=field.absent, present=field.present)


def combine_truth(is_and: bool, left: Field, right: Field) -> Field:
    decided = (left.known & (left.value != is_and)) | (
        right.known & (right.value != is_and)
    )
    value = left.value & right.value if is_and else left.value | right.value
    error = np.where(decided, 0.0, left.error + right.error)
    value = np.where(decided, not is_and, value)
    field = Field(value, error, *either(left, right), value | True)
    # An absent truth value annihilates, as in a product.
    if is_and:
        return absorb(field, [left, right], False)
    # A literal that is true is the result, whatever the other is.
    constant = (~left.present & left.value) | (~right.present & right.value)
    return replace(field, present=field.present & ~constant)


def select(condition: Field, left: Field, right: Field) -> Field:
    chosen = condition.value
    error = np.where(chosen, left.error, right.error)
    error = np.where(condition.known, error, np.inf)
    # Whether a branch that is not chosen counts is left open.
    absent, _ = either(condition, left, right)
    present = condition.present & left.present & right.present
    return Field(
        np.where(chosen, left.value, right.value),
        error,
        absent,
        present,
        np.where(chosen, left.signed, right.signed),
    )


# --- Functions -------------------------------------------------------------


def extremum(is_max: bool, left: Field, right: Field) -> Field:
    choose = np.maximum if is_max else np.minimum
    value = choose(left.value, right.value)
    error = np.maximum(left.error, right.error)
    # NaN is the result whatever the other operand is.
    known_nan = (left.known & np.isnan(left.value)) | (
        right.known & np.isnan(right.value)
    )
    error = np.where(known_nan, 0.0, error)
    if known_nan.any():
        value = np.where(known_nan, np.nan, value).astype(value.dtype)
    field = Field(value, error, *either(left, right), value != 0)
    if value.dtype.kind in "iub":
        # Nothing is beyond the last number of the type, which annihilates where
        # it is absent.
        is_bool = value.dtype.kind == "b"
        type = np.iinfo(np.uint8 if is_bool else value.dtype)
        least, most = (0, 1) if is_bool else (type.min, type.max)
        field = absorb(field, [left, right], most if is_max else least)
    return field


def round_to(mode: str, field: Field) -> Field:
    """To an integer; `round` takes halves away from zero."""

    def apply(x: Array) -> Array:
        if mode != "round":
            modes = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc}
            return modes[mode](x)
        whole = np.trunc(x)
        half = np.abs(x - whole) >= 0.5
        return whole + np.where(half, np.sign(x), 0).astype(x.dtype)

    value = apply(field.value)
    wide = field.value.astype(np.float64)
    low, high = apply(wide - field.error), apply(wide + field.error)
    error = np.where(field.known | (low == high), 0.0, np.inf)
    return replace(field, value=value, error=error, signed=value != 0)


def apply_function(
    type: Scalar, function: Callable[..., Array], *fields: Field
) -> Field:
    """A function that a library evaluates. Its change over the bounds of its
    arguments is added to its own error."""
    value = np.asarray(function(*(f.value for f in fields))).astype(type.dtype)
    error = _ULPS * rounding(type, value)
    if type.kind == COMPLEX:
        error = error * 8
    wide = np.complex128 if type.kind == COMPLEX else np.float64
    # A complex number may be off in any direction, as across a branch cut.
    steps = (-1, 1, -1j, 1j) if type.kind == COMPLEX else (-1, 1)
    for number, field in enumerate(fields):
        if field.known.all():
            continue
        for step in steps:
            moved = [f.value.astype(wide) for f in fields]
            moved[number] = moved[number] + step * field.error
            change = np.abs(function(*moved) - value)
            change = np.where(field.known, 0.0, change)
            error = error + 2 * np.where(np.isnan(change), np.inf, change)
    # Infinities and NaN, and what zero becomes, are not rounded.
    special = ~np.isfinite(value)
    if len(fields) == 1:
        special = special | (fields[0].value == 0)
    exact = np.ones(value.shape, bool)
    for field in fields:
        exact = exact & field.known
    error = np.where(special & exact, 0.0, error)
    field = finish(type, value, error, *fields)
    return replace(field, signed=field.signed & (value != 0))


def arc_tangent(type: Scalar, y: Field, x: Field) -> Field:
    """The angle of a point, which jumps where y is zero and x is not above."""
    field = apply_function(type, np.arctan2, y, x)
    jumps = y.is_zero() & (~y.signed | ~y.known | ~x.known | ~x.signed)
    jumps = jumps & ~((x.value > x.error) & x.known)
    return replace(field, error=np.where(jumps, np.inf, field.error))


def user_call(
    function: UserFunction, operands: list[Field], strict: bool
) -> Field:
    """A function of the suite's own. Its products may be fused with what they
    are added to, inside or outside of it."""
    value = function.evaluate(*(field.value for field in operands))
    unknown = np.zeros(np.shape(value), bool)
    for field in operands:
        unknown = unknown | ~field.known
    error = _fused_error(function, operands, value)
    absent, present = either(*operands)
    # From the last operand to the first, which comes before the others.
    for place in reversed(range(len(operands))):
        annihilator = function.annihilators[place]
        if strict or annihilator is None:
            continue
        field = operands[place]
        is_value = field.value == annihilator
        ones: list[float | Array] = [1.0] * len(operands)
        ones[place] = annihilator
        annihilated = function.evaluate(*map(np.float64, ones))
        surely = is_value & field.known & field.absent
        maybe = ~field.present & (is_value | ~field.known) & ~surely
        unknown = (unknown | maybe & (value != annihilated)) & ~surely
        value = np.where(surely, annihilated, value)
        error = np.where(surely, 0.0, error)
        absent = np.where(maybe, False, absent | surely)
        present = np.where(surely | maybe, False, present)
    error = np.where(unknown, np.inf, error)
    return Field(value, error, absent, present, np.zeros(value.shape, bool))


def _fused_error(
    function: UserFunction, operands: list[Field], value: Array
) -> Array:
    """How far fused operations may be from those that are rounded each."""
    if function.magnitude is None:
        return np.zeros(np.shape(value))
    numbers = [field.value for field in operands]
    size = np.abs(function.magnitude(*numbers))
    exact = ~np.isfinite(value) | (size < 2.0**30)
    for number in numbers:
        scaled = np.ldexp(number, 8)
        exact = exact & (~np.isfinite(number) | (scaled == np.rint(scaled)))
    return np.where(exact, 0.0, 2 * rounding(USER_TYPE, size))
