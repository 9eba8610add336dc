# ===- bounds.py - Numbers with what is known of them ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Arrays of numbers, how far a correct compiler may be from them, and absence.

docs/semantics.md leaves some things open: the order of a reduction, whether a
product and a sum are fused. A fixed tolerance would hide errors in what it does
say, and find some where there are none. So every number carries a bound: zero
where only one result is right, as for integers and for sums of small ones in
any order, and infinity where nothing is said, as for a comparison of two
numbers closer than their bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from scalars import COMPLEX, REAL, Element, Scalar

Array = np.ndarray


@dataclass(frozen=True)
class Field:
    """Arrays that broadcast with each other. `error` bounds the distance from
    `value`. Neither `absent` nor `present` means that either may be. `signed`
    says that the sign of a zero is that of `value`."""

    value: Array
    error: Array
    absent: Array
    present: Array
    signed: Array

    def __post_init__(self) -> None:
        # A bound that is no number, as 0 times infinity, bounds nothing.
        if np.isnan(self.error).any():
            error = np.where(np.isnan(self.error), np.inf, self.error)
            object.__setattr__(self, "error", error)

    @property
    def parts(self) -> tuple[Array, ...]:
        return (self.value, self.error, self.absent, self.present, self.signed)

    def map(self, change: Callable[[Array], Array]) -> Field:
        return Field(*(change(part) for part in self.parts))

    @property
    def known(self) -> Array:
        return self.error == 0

    def is_zero(self) -> Array:
        """Where it is zero, or may be."""
        near = (self.error > 0) & (np.abs(self.value) <= self.error)
        return near | (self.value == 0) | np.isinf(self.error)


def full(value: Array, *, absent: bool, present: bool) -> Field:
    value = np.asarray(value)
    return Field(
        value,
        np.zeros(value.shape),
        np.full(value.shape, absent),
        np.full(value.shape, present),
        np.ones(value.shape, bool),
    )


def precision(type: Scalar) -> float:
    """The relative error of one rounding."""
    return 0.0 if type.is_exact else float(np.finfo(type.dtype).eps)


def smallest(type: Scalar) -> float:
    return 0.0 if type.is_exact else float(np.finfo(type.dtype).tiny)


def largest(type: Scalar) -> float:
    return float(np.finfo(type.dtype).max) / 4


def either(*fields: Field) -> tuple[Array, Array]:
    """Absent if all are, present if one is: sums and functions."""
    absent, present = fields[0].absent, fields[0].present
    for field in fields[1:]:
        absent, present = absent & field.absent, present | field.present
    return absent, present


def finish(type: Scalar, value: Array, error: Array, *fields: Field) -> Field:
    """A result whose bound follows from the operands'. Complex numbers that are
    not finite are left open by the document."""
    unknown = np.isinf(fields[0].error)
    finite = np.isfinite(fields[0].value)
    for field in fields[1:]:
        unknown = unknown | np.isinf(field.error)
        finite = finite & np.isfinite(field.value)
    error = np.where(np.isnan(error), np.inf, error)
    if type.kind == COMPLEX:
        unknown = unknown | ~finite | ~np.isfinite(value)
    elif type.kind == REAL:
        # A fused operation does not overflow where two in turn would, and a
        # number may that is known less well than the range goes.
        most = np.abs(value) + error
        over = ~np.isfinite(value) | (most > np.finfo(type.dtype).max)
        unknown = unknown | (finite & over & (error != 0))
    absent, present = either(*fields)
    signed = fields[0].signed
    for field in fields[1:]:
        signed = signed & field.signed
    error = np.where(unknown, np.inf, error)
    return Field(value, error, absent, present, signed)


def rounding(type: Scalar, value: Array) -> Array:
    return np.abs(value) * precision(type) + smallest(type)


def add(type: Scalar, left: Field, right: Field, sign: int) -> Field:
    value = left.value + right.value if sign > 0 else left.value - right.value
    error = left.error + right.error
    error = np.where(error > 0, error + rounding(type, value), 0.0)
    field = finish(type, value, error, left, right)
    if type.kind == REAL:
        # Infinities keep a sum exact whatever the other operand is.
        keep = np.isinf(value) & ~np.isinf(left.error) & ~np.isinf(right.error)
        keep = keep & (np.isinf(left.value) | np.isinf(right.value))
        error = np.where(keep, 0.0, field.error)
        # What an absent number is added to may stay as it is.
        signed = field.signed & left.present & right.present
        field = replace(field, error=error, signed=signed | (value != 0))
    return field


def absorb(field: Field, operands: list[Field], number: float) -> Field:
    """What a result is with an operand that is this number and absent, as a sum
    with an infinity in a shortest path: that of the first, if there are two."""
    for operand in reversed(operands):
        surely = operand.absent & (operand.value == number) & operand.known
        maybe = ~operand.present & (operand.value == number) & ~surely
        value = np.where(surely, operand.value, field.value)
        differs = maybe & ~(field.known & (field.value == number))
        error = np.where(surely, 0.0, np.where(differs, np.inf, field.error))
        field = Field(
            value.astype(field.value.dtype),
            error,
            field.absent | surely,
            field.present & ~surely & ~maybe,
            field.signed,
        )
    return field


def _is_exact_product(type: Scalar, left: Array, right: Array) -> Array:
    """Whether a product is not rounded, so that fusing changes nothing."""
    digits = int(-np.log2(precision(type)))
    scaled_left, scaled_right = np.ldexp(left, 8), np.ldexp(right, 8)
    whole = (scaled_left == np.rint(scaled_left)) & (
        scaled_right == np.rint(scaled_right)
    )
    small = np.abs(scaled_left) * np.abs(scaled_right) < 2.0**digits
    return (whole & small) | ~np.isfinite(left) | ~np.isfinite(right)


def multiply(type: Scalar, left: Field, right: Field, strict: bool) -> Field:
    value = left.value * right.value
    a, b = np.abs(left.value), np.abs(right.value)
    error = np.where(left.error > 0, left.error * b, 0.0)
    error = error + np.where(right.error > 0, right.error * a, 0.0)
    error = error + np.where(
        (left.error > 0) & (right.error > 0), left.error * right.error, 0.0
    )
    if type.is_exact:
        error = np.where(error > 0, np.inf, 0.0)
    elif type.kind == REAL:
        exact = _is_exact_product(type, left.value, right.value)
        rounded = np.where(exact, 0.0, rounding(type, value))
        error = np.where((error > 0) | ~exact, error + rounded, 0.0)
    else:
        exact = _is_exact_complex(type, left.value, right.value)
        exact = exact & (error == 0)
        error = np.where(exact, 0.0, error + 8 * rounding(type, a * b))
    field = finish(type, value, error, left, right)
    return field if strict else _annihilate(field, [left, right], [left, right])


def _is_exact_complex(type: Scalar, left: Array, right: Array) -> Array:
    parts = [left.real, left.imag, right.real, right.imag]
    whole = np.ones(np.broadcast(left, right).shape, bool)
    for part in parts:
        whole = whole & (part == np.rint(part))
    return whole & (np.abs(left) * np.abs(right) < 0.5 / precision(type))


def _annihilate(
    field: Field, factors: list[Field], operands: list[Field]
) -> Field:
    """An absent zero among the factors makes the result an absent zero."""
    surely = np.zeros(field.value.shape, bool)
    maybe = surely.copy()
    for factor in factors:
        surely = surely | factor.absent & (factor.value == 0) & factor.known
        maybe = maybe | ~factor.present & factor.is_zero()
    odd = np.zeros(field.value.shape, bool)
    for operand in operands:
        odd = odd | ~np.isfinite(operand.value) | np.isinf(operand.error)
    unknown = maybe & (odd | ~np.isfinite(field.value))
    error = np.where(unknown, np.inf, field.error)
    return Field(
        np.where(surely, np.zeros_like(field.value), field.value),
        np.where(surely, 0.0, error),
        field.absent | surely,
        field.present & ~maybe,
        field.signed & ~surely & ~maybe,
    )


def divide(type: Scalar, left: Field, right: Field, strict: bool) -> Field:
    unknown = np.isinf(left.error) | np.isinf(right.error)
    if type.is_exact:
        value = _divide_integers(left.value, right.value)
        error = np.where(unknown, np.inf, 0.0)
    else:
        value = np.divide(left.value, right.value)
        value = value.astype(type.dtype)
        a, b = np.abs(left.value), np.abs(right.value)
        error = (left.error + np.abs(value) * right.error) / (b - right.error)
        error = error + rounding(type, value) * (
            16 if type.kind == COMPLEX else 1
        )
        exact = left.known & right.known
        if type.kind == REAL:
            error = np.where(exact, 0.0, error)
        zero = right.is_zero()
        unsure = zero & (~right.known | (right.value != 0))
        unsure = unsure | zero & ~right.signed & (left.value != 0)
        unsure = unsure | zero & ~left.known & left.is_zero()
        unsure = unsure | zero & ~left.known
        error = np.where(unsure, np.inf, error)
        if type.kind == REAL:
            fixed = np.isinf(right.value) & right.known & np.isfinite(a)
            error = np.where(fixed, 0.0, error)
    field = finish(type, value, error, left, right)
    # The quotient of an integer by an absent number is an absent zero.
    factors = [left, right] if type.is_exact else [left]
    return field if strict else _annihilate(field, factors, [left, right])


def _divide_integers(left: Array, right: Array) -> Array:
    """Towards zero; zero where the divisor is; the least number stays by -1."""
    if left.dtype.kind == "u":
        divisor = np.where(right == 0, np.ones_like(right), right)
        return np.where(right == 0, np.zeros_like(right), left // divisor)
    divisor = np.where((right == 0) | (right == -1), 1, right)
    quotient = left // divisor
    quotient = quotient + (
        (left % divisor != 0) & ((left < 0) != (divisor < 0))
    ).astype(left.dtype)
    quotient = np.where(right == -1, -left, quotient)
    return np.where(right == 0, 0, quotient).astype(left.dtype)


def negate(field: Field) -> Field:
    # An absent number has no sign: its value is that of the fill.
    return replace(
        field, value=-field.value, signed=field.signed & field.present
    )


def convert(field: Field, source: Scalar, target: Scalar) -> Field:
    if source == target:
        return field
    value = field.value.astype(target.dtype)
    error = field.error
    if not target.is_exact and precision(target) > precision(source):
        error = np.where(error > 0, error + rounding(target, value), 0.0)
        # So may a number that is known less well than the range goes.
        most = np.abs(field.value) + field.error
        overflows = np.isfinite(field.value) & (
            np.isinf(value) | (most > np.finfo(target.dtype).max)
        )
        error = np.where(overflows & (error > 0), np.inf, error)
    return replace(field, value=value, error=error)


def store(field: Field, source: Scalar, element: Element) -> Field:
    """What a tensor holds of a result, in the type that expressions have of it.
    Types of 16 bits are rounded to once."""
    if not element.digits or source.is_exact:
        field = convert(field, source, element.scalar)
        source = element.scalar
    if element.digits:
        value = element.store(field.value.real).astype(element.scalar.dtype)
        error = np.abs(value) * 2.0**-element.digits + 2.0**-24
        error = np.where(field.known, 0.0, field.error + error)
        most = element.store(np.abs(field.value.real) + error)
        error = np.where(np.isinf(most) & (error > 0), np.inf, error)
        field = replace(field, value=value, error=error)
    return field
