# ===- test_sizes.py - Sizes and axes that users give --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Sizes, axes and types that users give: of any type that has `__index__`, and
of any magnitude."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft
from conftest import check
from weft_sparse import array_api as xp

LARGE = [2**40, 2**50, 2**62]


@pytest.mark.parametrize("size", LARGE)
def test_arrays_that_no_memory_holds(size):
    for make in (
        lambda: xp.eye(size),
        lambda: xp.arange(size),
        lambda: xp.arange(0.0, size),
        lambda: xp.linspace(0, 1, size),
        lambda: xp.full(size, 1),
        lambda: xp.ones((2, size)),
        lambda: xp.ones_like(weft.empty(size, "s{crd=64}")),
        lambda: xp.zeros(size).compute(),
        lambda: xp.meshgrid(*[xp.ones(2**14)] * 4),
    ):
        with pytest.raises(weft.OutOfMemoryError, match="not enough memory"):
            make()


@pytest.mark.parametrize("size", [2**63, 2**64, -1])
def test_numbers_that_are_no_sizes(size):
    for make in (
        lambda: xp.eye(size),
        lambda: xp.eye(3, size),
        lambda: xp.linspace(0, 1, size),
        lambda: xp.full((2, size), 1),
        lambda: xp.ones(size),
        lambda: xp.zeros(size),
        lambda: weft.empty(size),
        lambda: xp.broadcast_to(xp.ones(1), (size,)),
    ):
        with pytest.raises(weft.Error, match="negative or too large"):
            make()


@pytest.mark.parametrize("shape", [(0, 2**62), (2**62, 0), (2**62, 0, 2**62)])
def test_sizes_beside_zero(shape):
    for x in (xp.zeros(shape), xp.ones(shape), xp.full(shape, 3.0)):
        assert x.shape == shape and x.nnz == 0
        assert x.entries()[0].shape == (0, len(shape))
        assert pickle.loads(pickle.dumps(x)).shape == shape
        with pytest.raises(weft.Error, match="NumPy has no array of"):
            x.to_numpy()
    if len(shape) == 2:
        x = xp.eye(*shape)
        assert x.shape == shape and x.nnz == 0
        assert x.to_scipy().shape == shape


def test_operators_of_no_rows():
    x = xp.ones((0, 2**62))
    assert (x + 1).compute().shape == x.shape
    check(x.sum(), np.float64(0))
    assert (x @ x.T).to_numpy().shape == (0, 0)


def test_identity_matrices_of_many_rows():
    x = xp.eye(2**62, 2)
    assert x.nnz == 2 and x.to_scipy().nnz == 2
    check(x.sum(), np.float64(2))


class Size:
    def __index__(self):
        return 3


@pytest.mark.parametrize(
    "size", [3, np.int64(3), np.uint8(3), np.array(3), weft.tensor(3), Size()]
)
def test_sizes_are_of_any_type_of_integers(size):
    for x in (xp.zeros(size), xp.ones(size), xp.empty(size), weft.empty(size)):
        assert x.shape == (3,)
    check(xp.full((size, 2), 4.0), np.full((3, 2), 4.0))
    check(xp.eye(size, k=size), np.eye(3, k=3))
    check(xp.arange(size), np.arange(3))
    check(xp.linspace(0, 1, size), np.linspace(0, 1, 3))
    check(xp.tril(xp.ones((4, 9)), k=size), np.tril(np.ones((4, 9)), 3))
    check(xp.reshape(xp.arange(6), (size, -1)), np.arange(6).reshape(3, 2))
    check(xp.broadcast_to(xp.ones(1), (size,)), np.ones(3))
    check(xp.roll(xp.arange(5), size), np.roll(np.arange(5), 3))
    check(xp.sum(xp.ones((1, 2, 1, 4)), axis=size), np.full((1, 2, 1), 4.0))


@pytest.mark.parametrize("size", ["a", b"ab", 2.5, None, 1j, {2: 3}, (2, "a")])
def test_what_is_no_size(size):
    for make in (xp.ones, xp.zeros, xp.empty, weft.empty, xp.eye):
        with pytest.raises(weft.Error, match="a size is an integer, not"):
            make(size)
    with pytest.raises(weft.Error, match="a size is an integer, not"):
        xp.full(size, 1)
    with pytest.raises(weft.Error, match="a size is an integer, not"):
        xp.reshape(xp.ones(4), size)


@pytest.mark.parametrize("axis", ["a", 1.5, 1j, object()])
def test_what_is_no_axis(axis):
    x = xp.ones((2, 3))
    for act in (
        lambda: xp.sum(x, axis=axis),
        lambda: x.max(axis=axis),
        lambda: xp.flip(x, axis=axis),
        lambda: xp.roll(x, 1, axis=axis),
        lambda: xp.expand_dims(x, axis=axis),
        lambda: xp.squeeze(x, axis),
        lambda: xp.concat([x, x], axis=axis),
        lambda: xp.vecdot(x, x, axis=axis),
        lambda: xp.permute_dims(x, (0, axis)),
    ):
        with pytest.raises(weft.Error, match="an axis is an integer, not"):
            act()


@pytest.mark.parametrize(
    "act, message",
    [
        (lambda: xp.arange("a"), "stop is a number, not 'a'"),
        (lambda: xp.arange(None), "stop is a number, not None"),
        (lambda: xp.arange(np.nan), "stop is a finite number"),
        (lambda: xp.arange(0, np.inf), "stop is a finite number"),
        (lambda: xp.arange(0, 1, 0), "step of arange is not zero"),
        (lambda: xp.arange(1j), "of real numbers"),
        (lambda: xp.arange(-1e308, 1e308), "too large"),
        (lambda: xp.arange(300, dtype="int8"), "int8 have no value 299"),
        (lambda: xp.arange(2, dtype=bool), "no truth values"),
        (lambda: xp.linspace("a", 1, 3), "start is a number, not 'a'"),
        (lambda: xp.linspace(0, 1j, 3, dtype=float), "float64 have no value"),
        (lambda: xp.linspace(0, 1, 2.5), "num is an integer, not 2.5"),
        (lambda: xp.linspace(0, 999, 3, dtype="int8"), "no value 999"),
        (lambda: xp.full(2, "a"), "type <U1 are not supported"),
        (lambda: xp.full(2, [1, 2]), "expected one number"),
        (lambda: xp.full(2, 300, dtype="int8"), "int8 have no value 300"),
        (lambda: xp.full(2, np.nan, dtype=int), "int64 have no value nan"),
        (lambda: xp.full(2, 10**400, dtype=float), "float64 have no value"),
        (lambda: xp.full(2, 1j, dtype=float), "float64 have no value 1j"),
        (lambda: xp.ones((1,) * 65), "at most 64 modes, not 65"),
        (lambda: xp.ones(2, dtype="foo"), "expected a type .* got 'foo'"),
        (lambda: weft.tensor(1, dtype="<z9"), "expected a type"),
        (lambda: xp.eye(2, dtype=object), "type object are not supported"),
        (lambda: xp.finfo(int), "finfo is of real and complex numbers"),
        (lambda: xp.iinfo(float), "iinfo is of integers"),
        (lambda: xp.isdtype(xp.int8, "foo"), "'foo' is not a known kind"),
        (lambda: xp.result_type(), "at least one"),
        (lambda: xp.tril(xp.ones((2, 2)), k="a"), "diagonal is an integer"),
        (lambda: xp.triu([1, 2]), "expected a matrix"),
        (lambda: xp.meshgrid(xp.ones((2, 2))), "expected vectors"),
        (lambda: xp.concat(3), "expected a sequence of tensors, got 3"),
        (lambda: xp.stack([[1], [1, 2]]), r"\(1,\) and \(2,\) are not stacked"),
        (lambda: xp.tensordot([1], [1], axes="a"), "axes of both tensors"),
        (lambda: xp.var([1.0], correction="a"), "correction is a real number"),
        (lambda: xp.asarray([[1], [1, 2]]), "cannot be made of"),
    ],
)
def test_arguments_that_are_refused(act, message):
    with pytest.raises(weft.Error, match=message):
        act()


def test_integers_of_64_bits_in_ranges():
    check(
        xp.arange(1, 2**63 + 2, 2**62, dtype="uint64"),
        np.array([1, 2**62 + 1, 2**63 + 1], np.uint64),
    )
    check(xp.arange(-(2**63), 2**63 - 1, 2**63 - 1), [-(2**63), -1, 2**63 - 2])
    check(xp.arange(5, -5, -3, dtype="int8"), np.arange(5, -5, -3, np.int8))
    check(xp.arange(3, dtype=complex), np.arange(3, dtype=complex))
    check(xp.linspace(0, 2**70, 3), np.linspace(0, 2.0**70, 3))


def test_coordinates_that_are_rolled_have_no_more_bits():
    matrix = scipy.sparse.coo_array(([1.0], ([3], [2**62])), (5, 2**63 - 1))
    x = xp.roll(weft.tensor(matrix), 2**62 + 1, axis=1)
    assert x.entries()[0].tolist() == [[3, 2]]
    x = xp.roll(weft.tensor(np.eye(3), "CSR"), (1, 2**70), axis=(0, 1))
    check(x, np.roll(np.eye(3), (1, 2**70 % 3), (0, 1)))


def test_functions_take_what_tensors_are_made_of():
    a = [[1.0, 2], [3, 4]]
    for function in (xp.tril, xp.triu, xp.flip, xp.matrix_transpose, xp.sum):
        check(function(a), function(weft.tensor(a)))
    check(xp.moveaxis(a, 0, 1), np.array(a).T)
    check(xp.concat([a, a]), np.concatenate([a, a]))
    check(xp.stack([a, a], axis=1), np.stack([a, a], axis=1))
    check(xp.tensordot(a, a), np.tensordot(a, a))
    check(xp.astype(a, xp.int8), np.array(a, np.int8))


@pytest.mark.parametrize(
    "make, value",
    [
        (
            lambda: xp.arange(0.0, 300.0, dtype=np.int8),
            "int8 have no value 299",
        ),
        (lambda: xp.arange(0.9, 110.0, 1.2, dtype=np.int8), "no value 180"),
        (lambda: xp.arange(-1.0, 3, dtype=np.uint8), "uint8 have no value -1"),
        (lambda: xp.arange(0, 1e6, 1e5, dtype=np.float16), "no value 900000.0"),
        (lambda: xp.arange(300, dtype=np.uint8), "uint8 have no value 299"),
        (lambda: xp.full(3, 1.5, dtype=int), "int64 have no value 1.5"),
        (lambda: xp.full(0, 1.5, dtype=int), "int64 have no value 1.5"),
        (lambda: xp.full(3, np.nan, dtype=int), "int64 have no value nan"),
        (lambda: xp.full(3, 2.0**63, dtype=int), "no value 9.22"),
        (lambda: xp.full(3, 1e300, dtype=np.float32), "no value 1e[+]300"),
        (lambda: xp.full(3, 1e300j, dtype=np.complex64), "no value 1e[+]300j"),
        (lambda: xp.full(3, 10**6, dtype=np.float16), "no value 1000000"),
        (lambda: xp.full(3, -(10**400), dtype=float), r"no value -10\^400"),
        (lambda: xp.full(3, 10**5000, dtype=int), r"no value 10\^5000"),
        (lambda: xp.arange(10**5000), r"finite number, not 10\^5000"),
        (lambda: xp.full(3, [[1], [2, 3]]), "expected one number"),
        (
            lambda: xp.linspace(0, 1e6, 3, dtype=np.float16),
            "no value 1000000.0",
        ),
        (
            lambda: xp.linspace(0, 300, 3, dtype=np.int8),
            "int8 have no value 300",
        ),
        (
            lambda: xp.linspace(0, 2**63 - 1, 3, dtype=int),
            "int64 have no value",
        ),
    ],
)
def test_numbers_that_a_type_does_not_have(make, value):
    with pytest.raises(weft.Error, match=value):
        make()


def test_numbers_that_a_type_has():
    check(xp.full(3, 2.0, dtype=int), np.full(3, 2))
    check(xp.full(3, np.inf, dtype=np.float16), np.full(3, np.inf, np.float16))
    check(xp.full(3, 0.1, dtype=np.float16), np.full(3, 0.1, np.float16))
    check(xp.full(3, 2**64 - 1), np.full(3, 2**64 - 1, np.uint64))
    check(xp.arange(-3.0, 3.0, dtype=np.int8), np.arange(-3, 3, dtype=np.int8))
    check(xp.linspace(0, 1.5, 4, dtype=int), np.array([0, 0, 1, 1]))
    check(
        xp.linspace(-1e308, 1e308, 5),
        np.array([-1e308, -5e307, 0, 5e307, 1e308]),
    )


@pytest.mark.parametrize(
    "apply, value",
    [
        (lambda t, u, f: t + 2**63, "int64 have no value 9223372036854775808"),
        (lambda t, u, f: 10**400 * t, r"int64 have no value 10\^400"),
        (lambda t, u, f: xp.multiply(t, 2**63), "int64 have no value"),
        (lambda t, u, f: u + 256, "uint8 have no value 256"),
        (lambda t, u, f: u * -1, "uint8 have no value -1"),
        (lambda t, u, f: np.add(u, 256), "uint8 have no value 256"),
        (lambda t, u, f: xp.remainder(u, 300), "uint8 have no value 300"),
        (lambda t, u, f: xp.maximum(u, 300), "uint8 have no value 300"),
        (lambda t, u, f: weft.minimum(10**60, t), "int64 have no value 1000"),
        (
            lambda t, u, f: xp.clip(f, 0, 10**400),
            r"float64 have no value 10\^4",
        ),
        (lambda t, u, f: xp.clip(u, -1, 3), "uint8 have no value -1"),
        (lambda t, u, f: f + 10**400, r"float64 have no value 10\^400"),
        (lambda t, u, f: f ** -(10**400), r"float64 have no value -10\^400"),
        (lambda t, u, f: t / 10**400, r"float64 have no value 10\^400"),
        (lambda t, u, f: 1j * f * 10**400, r"complex128 have no value 10\^400"),
        (lambda t, u, f: xp.where(t > 2, t, 2**70), "int64 have no value 118"),
        (lambda t, u, f: xp.where(t > 2, 2**70, t), "int64 have no value 118"),
        (lambda t, u, f: xp.where(t > 2, u, -1), "uint8 have no value -1"),
        (lambda t, u, f: xp.where(t > 2, f, 10**400), "float64 have no value"),
    ],
)
def test_operators_with_integers_that_a_type_does_not_have(apply, value):
    numbers = np.arange(5)
    tensors = [weft.tensor(numbers.astype(t)) for t in (int, np.uint8, float)]
    with pytest.raises(weft.Error, match=value):
        apply(*tensors)


@pytest.mark.parametrize(
    "dtype", [bool, np.uint8, int, np.float16, np.float32, float, complex]
)
@pytest.mark.parametrize("number", [10**400, -(10**400)])
def test_comparisons_with_integers_that_no_type_has(dtype, number):
    # Python compares numbers and integers of any magnitude exactly.
    array = np.array([0, 1, 0, 1]).astype(dtype)
    x = weft.tensor(array)
    check(x == number, np.zeros(4, bool))
    check(x != number, np.ones(4, bool))
    if dtype is complex:
        return
    check(x < number, np.full(4, number > 0))
    check(x >= number, np.full(4, number < 0))
    check(number > x, np.full(4, number > 0))
    sparse = weft.tensor(array[None], format="CSR")
    check(sparse < number, np.full((1, 4), number > 0))


def test_where_rounds_numbers_to_the_type():
    x = weft.tensor(np.arange(3, dtype=np.float32))
    check(xp.where(x > 1, x, 1e300), np.array([np.inf, np.inf, 2], np.float32))
    check(xp.where(x > 1, x, 1j), np.array([1j, 1j, 2], np.complex64))


@pytest.mark.parametrize(
    "function", [np.hypot, np.logaddexp, np.remainder, np.floor_divide]
)
@pytest.mark.parametrize("dtype", [bool, np.uint8, np.float32, float])
def test_composed_functions_of_truth_values(function, dtype):
    truths, numbers = np.array([True, False, True]), np.array([1, 1, 2])
    if function in (np.remainder, np.floor_divide) and dtype not in (np.uint8,):
        dtype = int
    others = numbers.astype(dtype)
    for a, b in ((truths, others), (others, truths | True)):
        check(function(weft.tensor(a), weft.tensor(b)), function(a, b))


def test_tensors_whose_concatenation_is_too_large():
    x = weft.empty((2**62, 2), "DCSR{crd=64}")
    with pytest.raises(weft.Error, match="sizes .* are negative or too large"):
        xp.concat([x, x])
    assert xp.concat([x, x], axis=1).shape == (2**62, 4)
