# ===- test_own_operators.py - Operators of users -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Operators that are recorded from Python functions."""

import numpy as np
import pytest
from conftest import check

import weft_sparse as weft


@weft.operator(associative=True, commutative=True, identity=0.0)
def probably_or(x, y):
    return x + y - x * y


def test_reductions_in_texts(random_dense):
    a, x = random_dense(4, 5) / 10, random_dense(5) / 10
    A = weft.tensor(a, format="CSR")
    result = weft.evaluate(
        "y(i) = probably_or(j, A(i,j) * x(j))",
        A=A,
        x=x,
        functions=probably_or,
    )
    check(result, 1 - np.prod(1 - a * x, axis=1))


def test_reductions_and_calls_of_index_objects(random_dense):
    a, b = random_dense(4, 5) / 10, random_dense(4, 5) / 10
    A, B = weft.tensor(a, format="CSR"), weft.tensor(b, format="CSR")
    i, j = weft.indices("i j")
    y = weft.empty(4)
    y[i] = probably_or.reduce(A[i, j], j)
    check(y, 1 - np.prod(1 - a, axis=1))
    C = weft.empty((4, 5), format="CSR")
    C[i, j] = probably_or(A[i, j], B[i, j])
    check(C, a + b - a * b)
    assert C.nnz == np.count_nonzero((a != 0) | (b != 0))


def test_annihilators_restrict(random_dense):
    @weft.operator(commutative=True, annihilators=[0.0, 0.0])
    def clip(x, y):
        return np.minimum(x * y, 1)

    a, b = random_dense(4, 5), random_dense(4, 5)
    A, B = weft.tensor(a, format="CSR"), weft.tensor(b, format="CSR")
    i, j = weft.indices("i j")
    C = weft.empty((4, 5), format="CSR")
    C[i, j] = clip(A[i, j], B[i, j])
    check(C, np.minimum(a * b, 1))
    assert C.nnz == np.count_nonzero(a * b)


@pytest.mark.parametrize(
    "function, dtype",
    [
        (lambda x, y: weft.where(x > y, x - y, 0), "f64"),
        (lambda x, y: weft.where((x > 1) & ~(y == 2), 1, y), "f64"),
        (lambda x, y: abs(-x) ** 2 / (1 + y) - 3, "f64"),
        (lambda x, y: np.sqrt(x) + weft.exp(y), "f32"),
        (lambda x, y: np.maximum(x, y) * 2 - (-x), "i32"),
        (lambda x, y: 1 - x, "i64"),
        (lambda x, y: 7, "f64"),
    ],
)
def test_functions(random_dense, function, dtype):
    function.__name__ = "f"
    recorded = weft.operator(function, dtype=dtype)
    a = random_dense(4, 5).astype(weft.tensor([0], dtype=dtype).dtype)
    b = random_dense(4, 5).astype(a.dtype)
    i, j = weft.indices("i j")
    c = weft.empty((4, 5), dtype=dtype)
    c[i, j] = recorded(weft.tensor(a)[i, j], weft.tensor(b)[i, j])
    where, weft_where = np.where, weft.where
    try:
        weft.where = where
        exp, weft.exp = weft.exp, np.exp
        expected = np.broadcast_to(function(a, b), a.shape)
    finally:
        weft.where = weft_where
        weft.exp = exp
    check(c, expected.astype(a.dtype))


def refuse(function, message, **laws):
    with pytest.raises(weft.Error, match=message):
        made = weft.operator(function, **laws)
        i = weft.IndexVar("i")
        y = weft.empty(3)
        y[i] = made(weft.tensor(np.ones(3))[i], 2.0)
        y.compute()


def test_what_cannot_be_recorded():
    def branches(x, y):
        return x if x > y else y

    def text(x, y):
        return x + "a"

    def truth(x, y):
        return x > y

    def difference(x, y):
        return x - y

    def remainder(x, y):
        return np.fmod(x, y)

    import math

    def number(x, y):
        return math.sqrt(x)

    refuse(branches, "branches on a value")
    refuse(text, "neither a parameter nor a number")
    refuse(truth, "its value is a truth")
    refuse(difference, "associative", associative=True)
    refuse(remainder, "computes fmod of f64")
    refuse(number, "takes a value for a number")
    refuse(difference, "not of complex", dtype=np.complex128)
    with pytest.raises(weft.Error, match="takes 2 operands, got 1"):
        probably_or(1.0)
