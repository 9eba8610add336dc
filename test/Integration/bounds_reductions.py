# ===- bounds_reductions.py - Reductions with bounds -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reductions of the fields of `bounds.py`, in an order that is not defined."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from bounds import Array, Field, largest, precision, rounding, smallest
from functions import UserFunction
from scalars import COMPLEX, REAL, TRUTH, Scalar

# The scales on which sums are looked at for being exact.
_GRIDS = (0, 3, 8)


def reduce_sum(type: Scalar, field: Field, axes: tuple[int, ...]) -> Field:
    value = field.value.sum(axis=axes, dtype=type.dtype)
    error = field.error.sum(axis=axes)
    if type.is_exact:
        error = np.where(error > 0, np.inf, 0.0)
    else:
        terms = np.where(np.isfinite(field.value), field.value, 0)
        total = np.abs(terms).astype(np.float64).sum(axis=axes)
        count = max(1, field.value.size // max(1, value.size))
        exact = _is_exact_sum(type, terms, total, axes) & (error == 0)
        error = error + (count + 1) * (total * precision(type))
        error = error + smallest(type)
        error = np.where(exact, 0.0, error)
        if type.kind == REAL:
            special = ~np.isfinite(field.value) & field.known
            all_known = ~np.isinf(field.error).any(axis=axes)
            error = np.where(special.any(axis=axes) & all_known, 0.0, error)
        else:
            finite = np.isfinite(field.value).all(axis=axes)
            error = np.where(finite, error, np.inf)
        error = np.where(total > largest(type), np.inf, error)
    return _reduced(field, value, error, axes, 0)


def _is_exact_sum(
    type: Scalar, terms: Array, total: Array, axes: tuple[int, ...]
) -> Array:
    """Whether every order of the terms gives the same sum."""
    if type.kind == COMPLEX:
        real = _is_exact_sum(Scalar(REAL, type.bits), terms.real, total, axes)
        part = _is_exact_sum(Scalar(REAL, type.bits), terms.imag, total, axes)
        return real & part
    exact = np.zeros(total.shape, bool)
    for grid in _GRIDS:
        scaled = np.ldexp(terms.astype(np.float64), grid)
        whole = (scaled == np.rint(scaled)).all(axis=axes)
        exact = exact | whole & (np.ldexp(total, grid) < 1 / precision(type))
    return exact


def reduce_product(
    type: Scalar, field: Field, axes: tuple[int, ...]
) -> Field:
    if type.is_exact:
        value = field.value.prod(axis=axes, dtype=type.dtype)
        error = np.where(field.error.any(axis=axes), np.inf, 0.0)
        return _reduced(field, value, error, axes, 1)
    value = field.value.prod(axis=axes, dtype=type.dtype)
    size = np.abs(field.value).astype(np.float64)
    grows = np.maximum(size, 1).prod(axis=axes)
    shrinks = np.where(size == 0, 1, np.minimum(size, 1)).prod(axis=axes)
    count = max(1, field.value.size // max(1, value.size))
    whole = field.value.real == np.rint(field.value.real)
    if type.kind == COMPLEX:
        whole = whole & (field.value.imag == np.rint(field.value.imag))
    exact = whole.all(axis=axes) & (grows < 0.25 / precision(type))
    exact = exact & field.known.all(axis=axes)
    relative = np.where(size > 0, field.error / size, np.inf)
    relative = np.where(field.known, 0.0, relative).sum(axis=axes)
    error = np.where(relative > 0.01, np.inf, 2 * relative * np.abs(value))
    error = error + 8 * count * rounding(type, value)
    error = np.where(exact, 0.0, error)
    bad = (grows > largest(type)) | (shrinks < smallest(type) * 4)
    special = ~np.isfinite(field.value).all(axis=axes)
    if type.kind == REAL:
        known = field.known.all(axis=axes) & special & ~np.isfinite(value)
        finite = np.where(np.isfinite(size), size, 1)
        bad = (np.maximum(finite, 1).prod(axis=axes) > largest(type)) | (
            shrinks < smallest(type) * 4
        )
        error = np.where(known, 0.0, error)
    else:
        bad = bad | special
    error = np.where(bad, np.inf, error)
    return _reduced(field, value, error, axes, 1)


def reduce_extremum(
    type: Scalar, field: Field, axes: tuple[int, ...], is_max: bool
) -> Field:
    if type.is_exact:
        identity = least(type) if is_max else greatest(type)
    else:
        identity = -np.inf if is_max else np.inf
    choose = np.max if is_max else np.min
    value = choose(field.value, axis=axes, initial=identity)
    error = field.error.max(axis=axes, initial=0.0)
    nan = (field.known & np.isnan(field.value)).any(axis=axes)
    if nan.any():
        value = np.where(nan, np.nan, value)
    error = np.where(nan, 0.0, error)
    value = np.asarray(value, type.dtype)
    result = _reduced(field, value, error, axes, identity)
    return replace(result, signed=result.value != 0)


def reduce_user(
    function: UserFunction, field: Field, axes: tuple[int, ...]
) -> Field:
    """Whole numbers that stay below 2^52 combine to the same in any order; of
    others, nothing is known."""
    assert function.identity is not None
    shape = [size for n, size in enumerate(field.value.shape) if n not in axes]
    rows = np.moveaxis(field.value, axes, range(-len(axes), 0))
    length = math.prod(field.value.shape[axis] for axis in axes)
    rows = rows.reshape(*shape, length)
    value = np.full(shape, function.identity)
    largest = np.ones(shape)
    for place in range(length):
        value = function.evaluate(value, rows[..., place])
        largest = largest * (2 + np.abs(rows[..., place]))
    known = (field.known & (field.value == np.rint(field.value))).all(axis=axes)
    error = np.where(known & (largest < 2.0**52), 0.0, np.inf)
    result = _reduced(field, value, error, axes, function.identity)
    return replace(result, signed=result.value != 0)


def least(type: Scalar) -> int:
    return 0 if type.kind == TRUTH else int(np.iinfo(type.dtype).min)


def greatest(type: Scalar) -> int:
    return 1 if type.kind == TRUTH else int(np.iinfo(type.dtype).max)


def reduce_truth(field: Field, axes: tuple[int, ...], is_all: bool) -> Field:
    decided = (field.known & (field.value != is_all)).any(axis=axes)
    value = field.value.all(axis=axes) if is_all else field.value.any(axis=axes)
    error = np.where(decided, 0.0, field.error.max(axis=axes, initial=0.0))
    value = np.where(decided, not is_all, value)
    return _reduced(field, value, error, axes, is_all)


def _reduced(
    field: Field,
    value: Array,
    error: Array,
    axes: tuple[int, ...],
    identity: float,
) -> Field:
    """Absent terms show in the result if they are not the identity. Whether what
    has no terms is absent is open."""
    left_out = field.absent & (field.value == identity) & field.known
    shows = (field.value != identity) & field.known
    has_terms = all(field.value.shape[axis] for axis in axes)
    return Field(
        value,
        np.asarray(error, float),
        left_out.all(axis=axes) & has_terms,
        (field.present | shows).any(axis=axes),
        value != 0,
    )
