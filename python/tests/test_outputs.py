# ===- test_outputs.py - Results in arrays of NumPy ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Results are computed into arrays that the caller has (out=)."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft

A = scipy.sparse.csr_array([[0, 2.0, 0], [1.0, 0, 3.0]])
x = np.array([1.0, 10.0, 100.0])
PRODUCT = np.array([20.0, 301.0])


def fresh(shape, dtype=float, order="C"):
    """An array with components that no result has."""
    return np.full(shape, -77, dtype, order=order)


def test_a_kernel_writes_to_the_array():
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    y = fresh(2)
    assert kernel(A, x, out=y) is y
    np.testing.assert_array_equal(y, PRODUCT)
    assert kernel(A=A, x=2 * x, out=(y,)) is y
    np.testing.assert_array_equal(y, 2 * PRODUCT)


_LARGE = """
import numpy as np
import weft_sparse as weft
x = np.ones(1 << 20)
y = np.empty_like(x)
kernel = weft.compile("y(i) = 2 * x(i)")
kernel(x, out=y)
assert y[0] == y[-1] == 2
weft.evaluate("y(i) = 3 * x(i)", x=x, out=y)
assert y[0] == y[-1] == 3
np.multiply(weft.tensor(x), 4, out=y)
assert y[0] == y[-1] == 4
weft.einsum("i,->i", weft.tensor(x), 5, out=y)
assert y[0] == y[-1] == 5
try:
    kernel(x)
except weft.Error as error:
    assert "not enough memory" in str(error)
else:
    raise AssertionError
"""


def test_large_results_take_no_memory():
    subprocess.run(
        [sys.executable, "-c", _LARGE],
        check=True,
        env={**os.environ, "WEFT_MEMORY_LIMIT": "4000000"},
    )


def test_several_results():
    kernel = weft.compile("s = x(i); y(i) = 2 * x(i)")
    s, y = fresh(()), fresh(3)
    both = kernel(x, out=(s, y))
    assert both[0] is s and both[1] is y
    assert s == 111
    np.testing.assert_array_equal(y, 2 * x)
    s[()] = 0
    one = kernel(x, out=(s, None))
    assert one[0] is s and s == 111
    np.testing.assert_array_equal(one[1].to_numpy(), 2 * x)
    for wrong in (y, (y,), (y, y, y)):
        with pytest.raises(weft.Error, match="for the results s, y"):
            kernel(x, out=wrong)


@pytest.mark.parametrize("order", ["C", "F"])
def test_either_order(order):
    a = A.toarray()
    out = fresh((2, 3), order=order)
    assert weft.evaluate("C(i,j) = 2 * A(i,j)", A=A, out=out) is out
    np.testing.assert_array_equal(out, 2 * a)
    out = fresh((2, 3), order=order)
    assert weft.einsum("ij,j->ij", A, x, out=out) is out
    np.testing.assert_array_equal(out, a * x)
    # A kernel for the other order copies.
    out = fresh((2, 3), order=order)
    kernel = weft.compile("C(i,j) = A(i,j)", {"A": "CSR", "C": "dd:1,0"})
    assert kernel(A, out=out) is out
    np.testing.assert_array_equal(out, a)


def test_any_order_of_modes_lies_in_place():
    cube = np.arange(24.0).reshape(2, 3, 4)
    out = fresh((4, 2, 3)).transpose(1, 2, 0)
    weft.evaluate("C(i,j,k) = 2 * A(i,j,k)", A=cube, out=out)
    np.testing.assert_array_equal(out, 2 * cube)


def test_gaps_reversed_and_unaligned_arrays_are_copied_to():
    backing = fresh(8)
    weft.evaluate("y(i) = x(i)", x=x, out=backing[1:7:2])
    np.testing.assert_array_equal(backing[1:7:2], x)
    assert (backing[::2] == -77).all() and backing[7] == -77
    weft.evaluate("y(i) = x(i)", x=x, out=backing[2::-1])
    np.testing.assert_array_equal(backing[:3], x[::-1])
    odd = np.zeros(25, np.uint8)[1:].view(np.float64)
    weft.evaluate("y(i) = x(i)", x=x, out=odd)
    np.testing.assert_array_equal(odd, x)
    swapped = np.zeros(3, ">f8")
    weft.evaluate("y(i) = x(i)", x=x, out=swapped)
    np.testing.assert_array_equal(swapped, x)
    matrix = fresh((3, 4))
    weft.evaluate("C(i,j) = x(i)", x=x, out=matrix[:, 1:3])
    np.testing.assert_array_equal(matrix[:, 1:3], np.outer(x, [1, 1]))
    assert (matrix[:, ::3] == -77).all()


@pytest.mark.parametrize(
    "dtype",
    [
        "bool",
        "int8",
        "int32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
)
def test_types(dtype):
    values = np.array([0, 1, 1, 0]).astype(dtype)
    out = np.empty(4, dtype)
    weft.evaluate("y(i) = x(i)", x=values, out=out)
    np.testing.assert_array_equal(out, values)
    out = np.empty(4, dtype)
    np.multiply(weft.tensor(values), values, out=out)
    np.testing.assert_array_equal(out, values)


def test_types_are_converted_as_numpy_does():
    out = np.zeros(2, np.float32)
    np.matmul(weft.tensor(A), x, out=out)
    np.testing.assert_array_equal(out, PRODUCT.astype(np.float32))
    out = np.zeros(2, complex)
    weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})(A, x, out=out)
    np.testing.assert_array_equal(out, PRODUCT)
    with pytest.raises(weft.Error, match="is not converted to int64"):
        np.matmul(weft.tensor(A), x, out=np.zeros(2, int))
    with pytest.raises(weft.Error, match="is not converted to int64"):
        weft.evaluate("y(i) = x(i)", x=x, out=np.zeros(3, int))
    # Results of integers are of the type of the array.
    out = np.zeros(3, np.int32)
    weft.evaluate("y(i) = 2 * x(i)", x=np.arange(3), out=out)
    np.testing.assert_array_equal(out, [0, 2, 4])


def test_the_array_may_be_an_operand():
    y = np.arange(3.0)
    weft.evaluate("y(i) += x(i)", y=y, x=x, out=y)
    np.testing.assert_array_equal(y, [1, 11, 102])
    z = np.arange(6.0)
    weft.evaluate("z(i) = 2 * x(i)", x=z[:4], out=z[2:])
    np.testing.assert_array_equal(z, [0, 1, 0, 2, 4, 6])
    # It gives sizes all the same.
    square = np.arange(4.0).reshape(2, 2)
    weft.evaluate("C(i,j) = v(i)", v=square[:, 0].copy(), out=square)
    np.testing.assert_array_equal(square, [[0, 0], [2, 2]])
    row = square[0]
    weft.evaluate("C(i,j) = 5 + v(i)", v=row, out=square)
    np.testing.assert_array_equal(square, [[5, 5], [5, 5]])


def test_functions_of_numpy():
    a, t = A.toarray(), weft.tensor(A)
    for function in (np.sum, np.prod, np.max, np.min, np.mean):
        out = fresh(3)
        assert function(t, axis=0, out=out) is out
        np.testing.assert_array_equal(out, function(a, axis=0))
    for function in (np.any, np.all):
        out = np.zeros((), bool)
        assert function(t, out=out) is out
        assert out == function(a)
    out = fresh((2, 3))
    assert np.add(t, x, out=out) is out
    np.testing.assert_array_equal(out, a + x)
    assert np.negative(t, out=out) is out
    np.testing.assert_array_equal(out, -a)
    # What is stored already is copied.
    assert np.positive(t, out=out) is out
    np.testing.assert_array_equal(out, a)
    out += t
    assert isinstance(out, np.ndarray)
    np.testing.assert_array_equal(out, 2 * a)


def test_deferred_operands():
    t = weft.tensor(A)
    product = t @ x
    out = fresh(2)
    assert np.add(product, 1, out=out) is out
    np.testing.assert_array_equal(out, PRODUCT + 1)
    np.testing.assert_array_equal(product.to_numpy(), PRODUCT)


def test_what_is_refused():
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    with pytest.raises(weft.Error, match="has 1 mode, but out has 2"):
        kernel(A, x, out=np.zeros((2, 1)))
    with pytest.raises(weft.Error, match="two sizes: 3 in mode 1 of y"):
        kernel(A, x, out=np.zeros(3))
    with pytest.raises(weft.Error, match="two sizes: 3 in mode 1 of y"):
        kernel(A, x, out=np.zeros(6)[::2])
    with pytest.raises(weft.Error, match="an array of NumPy, not of type list"):
        kernel(A, x, out=[0, 0])
    constant = np.zeros(2)
    constant.flags.writeable = False
    with pytest.raises(weft.Error, match="read-only"):
        kernel(A, x, out=constant)
    with pytest.raises(weft.Error, match="shape"):
        np.add(weft.tensor(A), 1, out=np.zeros((3, 2)))
    with pytest.raises(weft.Error, match="of type Tensor"):
        np.add(weft.tensor(A), 1, out=weft.tensor(A))
    with pytest.raises(weft.Error, match="leave out= away"):
        weft.evaluate(
            "C(i,j) = A(i,j)", A=A, formats={"C": "CSR"}, out=fresh((2, 3))
        )


def test_scalars_and_empty_arrays():
    total = fresh(())
    assert weft.evaluate("s = x(i)", x=x, out=total) is total
    assert total == 111
    empty = np.zeros(0)
    assert weft.evaluate("y(i) = 2 * x(i)", x=empty, out=np.zeros(0)).size == 0
    nothing = scipy.sparse.csr_array((2, 3))
    out = fresh(2)
    np.matmul(weft.tensor(nothing), x, out=out)
    np.testing.assert_array_equal(out, [0, 0])


def test_einsum():
    out = fresh(())
    assert weft.einsum("ij,ij->", A, A, out=out) is out
    assert out == 14
    out = fresh((2, 2))
    weft.einsum("ij,kj->ik", A, A, out=out)
    np.testing.assert_array_equal(out, (A @ A.T).toarray())
    with pytest.raises(weft.Error, match="shape"):
        weft.einsum("ij,kj->ik", A, A, out=np.zeros((2, 3)))
