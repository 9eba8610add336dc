# ===- test_kept_kernels.py - Operations that are repeated ----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Operations find the kernels of earlier ones: those of the same formats, and
no others. Repeated operations take few steps of the interpreter."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft
from weft_sparse import _core, _node


def sparse(rows: int, columns: int, seed: int, format: str = "csr") -> Any:
    rng = np.random.default_rng(seed)
    return scipy.sparse.random_array(
        (rows, columns), density=0.3, format=format, rng=rng
    )


def count_calls(operation: Callable[[], Any]) -> int:
    """The calls of functions, of Python and of C, in an operation."""
    count = 0

    def observe(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(observe)
    try:
        operation()
    finally:
        sys.setprofile(None)
    return count


A, B = weft.tensor(sparse(20, 20, 1)), weft.tensor(sparse(20, 20, 2))
X = weft.tensor(np.arange(20.0))


@pytest.mark.parametrize(
    "operation, most",
    [
        (lambda: (A @ X).compute(), 8),
        (lambda: (A @ np.ones(20)).compute(), 11),
        (lambda: (A + B).compute(), 9),
        (lambda: (A * 2.0).compute(), 11),
        (lambda: A.sum().compute(), 11),
        (lambda: A.sum(axis=0).compute(), 11),
        (lambda: A.T.compute(), 24),
    ],
)
def test_repeated_operations_take_few_calls(operation, most):
    for _ in range(3):
        operation()
    kernels = len(_node._kernels)
    assert count_calls(operation) <= most
    assert len(_node._kernels) == kernels


def test_compiled_kernels_take_few_calls():
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": A.format})
    kernel(A, X)
    assert count_calls(lambda: kernel(A, X)) <= 10
    text = "y(i) = A(i,j) * x(j)"
    for _ in range(2):
        weft.evaluate(text, A=A, x=X)
    assert count_calls(lambda: weft.evaluate(text, A=A, x=X)) <= 30


def test_other_sizes_find_the_kernel():
    for rows, columns in ((3, 4), (7, 2), (1, 5), (5, 1), (1, 1), (0, 3)):
        a, b = sparse(rows, columns, 3), sparse(rows, columns, 4)
        x = np.arange(float(columns))
        for _ in range(2):
            ta, tb = weft.tensor(a), weft.tensor(b)
            np.testing.assert_allclose((ta @ x).to_numpy(), a @ x)
            np.testing.assert_allclose((ta + tb).to_numpy(), (a + b).toarray())
            np.testing.assert_allclose(
                (3.0 * ta).to_numpy(), (3.0 * a).toarray()
            )
            np.testing.assert_allclose(
                ta.sum(axis=0).to_numpy(), a.toarray().sum(axis=0)
            )
            np.testing.assert_allclose(
                ta.sum(axis=1, keepdims=True).to_numpy(),
                a.toarray().sum(axis=1, keepdims=True),
            )
            np.testing.assert_allclose(float(ta.sum()), a.sum())
            np.testing.assert_allclose(ta.T.compute().to_numpy(), a.toarray().T)


def test_operands_keep_their_places():
    a, b = sparse(6, 6, 5), sparse(6, 6, 6)
    ta, tb, dense = weft.tensor(a), weft.tensor(b), b.toarray()
    td = weft.tensor(dense)
    for _ in range(2):
        for left, right, x, y in (
            (ta, tb, a, b),
            (tb, ta, b, a),
            (ta, ta, a, a),
            (ta, td, a, dense),
            (td, ta, dense, a),
        ):
            x, y = np.asarray(weft.tensor(x)), np.asarray(weft.tensor(y))
            np.testing.assert_allclose((left - right).to_numpy(), x - y)
            np.testing.assert_allclose((left * right).to_numpy(), x * y)
            np.testing.assert_allclose((left @ right).to_numpy(), x @ y)
            np.testing.assert_array_equal((left > right).to_numpy(), x > y)


def test_numbers_are_told_apart():
    a = sparse(5, 5, 7)
    t, dense = weft.tensor(a), a.toarray()
    numbers = [2.0, 3.0, 2, True, np.float32(2), np.int8(2), 0.0, -0.0, np.nan]
    for _ in range(2):
        for number in numbers:
            for function in (np.multiply, np.add, np.greater, np.maximum):
                # What is not stored stays zero.
                if function is np.multiply and number != number:
                    continue
                made = function(t, number)
                expected = function(dense, number)
                assert made.dtype == expected.dtype, (function, number)
                np.testing.assert_array_equal(made.to_numpy(), expected)
    ones = weft.tensor(np.ones(3))
    for _ in range(2):
        for zero in (0.0, -0.0):
            made = (ones * zero).to_numpy()
            np.testing.assert_array_equal(
                np.signbit(made), np.signbit([zero] * 3)
            )


def test_shapes_that_are_repeated_are_told_apart():
    a = np.arange(6.0).reshape(2, 3)
    for _ in range(2):
        for b in (a, a[:1], a[:, :1], a[0], np.float64(4), a[:1, :1]):
            made = weft.tensor(a) + weft.tensor(b)
            np.testing.assert_array_equal(made.to_numpy(), a + b)
            made = weft.tensor(b) - weft.tensor(a)
            np.testing.assert_array_equal(made.to_numpy(), b - a)


def test_formats_are_told_apart():
    a = sparse(6, 5, 8)
    x = np.arange(5.0)
    for _ in range(2):
        for format in ("csr", "csc", "coo"):
            t = weft.tensor(a.asformat(format))
            np.testing.assert_allclose((t @ x).to_numpy(), a @ x)
            np.testing.assert_allclose((t * 2.0).to_numpy(), 2 * a.toarray())
            assert (t * 2.0).format.startswith(
                "ds:1,0" if format == "csc" else "ds:0,1"
            )


@pytest.mark.parametrize(
    "dtype", [bool, "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16"]
)
def test_arrays_become_tensors_directly(dtype):
    array = np.arange(6).reshape(2, 3).astype(dtype)
    shared = _core.Tensor.of_dense(array, False)
    copied = _core.Tensor.of_dense(array, True)
    assert shared.type == copied.type
    array[0, 0] = 1
    for data, changes in ((shared, True), (copied, False)):
        values = np.asarray(data.values((2, 3)))
        assert values.dtype == array.dtype and values.shape == (2, 3)
        assert bool(values[0, 0]) is changes
        np.testing.assert_array_equal(values[1], array[1])


def test_arrays_of_other_storage_are_left_to_numpy():
    array = np.arange(6.0).reshape(2, 3)
    misaligned = np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:]
    for other in (
        array.T,
        array[:, ::2],
        array.astype(">f8"),
        misaligned.view(np.float64),
        array.astype(np.longdouble),
        np.array(["a"]),
        np.array([None]),
        np.zeros(2, [("a", "f8")]),
        np.array(["2020"], "M8[D]"),
    ):
        assert _core.Tensor.of_dense(other, False) is None
    x = np.arange(3.0).astype(">f8")
    np.testing.assert_array_equal((weft.tensor(array) @ x).to_numpy(), [5, 14])


def test_shared_arrays_live_as_long_as_a_tensor():
    array = np.arange(5.0)
    before = sys.getrefcount(array)
    tensor = weft.tensor(array)
    assert sys.getrefcount(array) > before
    del tensor
    assert sys.getrefcount(array) == before
    transposed = weft.tensor(sparse(4, 3, 9)).T.compute()
    assert transposed.shape == (3, 4)
    np.testing.assert_allclose(
        transposed.to_numpy(), sparse(4, 3, 9).toarray().T
    )


def test_threads_share_an_operation():
    a = sparse(30, 30, 10)
    x = np.arange(30.0)
    expected = a @ x
    failures: list[Any] = []

    def look(made: Any) -> None:
        if not np.allclose(made.to_numpy(), expected):
            failures.append(made)

    for _ in range(50):
        made = weft.tensor(a) @ x
        threads = [threading.Thread(target=look, args=(made,)) for _ in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failures


def test_einsum_finds_its_kernel():
    a, b = sparse(6, 5, 11), sparse(5, 6, 12)
    x, one = np.arange(5.0), np.ones((1, 5))
    operands = {"a": a.toarray(), "b": b.toarray(), "x": x, "one": one}
    tensors = {"a": weft.tensor(a), "b": weft.tensor(b), "x": x, "one": one}
    for _ in range(3):
        for text, names in (
            ("ij,j->i", "a x"),
            ("ij,j->j", "a x"),
            ("ij,jk->ik", "a b"),
            ("ij,jk->ki", "a b"),
            ("ij,ji->", "a b"),
            ("ij,ij->ij", "a a"),
            ("ij,ij->ij", "a one"),
            ("ij,kj->ik", "a a"),
            ("ij->ji", "a"),
            ("...j,j->...j", "a x"),
            ("ij,jk,k->i", "a b x"),
        ):
            if text == "ij,jk,k->i":
                given = [tensors["a"], tensors["b"], np.arange(6.0)]
                dense = [operands["a"], operands["b"], np.arange(6.0)]
            else:
                given = [tensors[name] for name in names.split()]
                dense = [operands[name] for name in names.split()]
            made = weft.einsum(text, *given)
            expected = np.einsum(text, *dense)
            np.testing.assert_allclose(made.to_numpy(), expected)
            fused = made + 1
            np.testing.assert_allclose(fused.to_numpy(), expected + 1)
    kernels = len(_node._kernels)
    weft.einsum("ij,j->i", tensors["a"], x).compute()
    assert len(_node._kernels) == kernels
    assert (
        count_calls(lambda: weft.einsum("ij,j->i", tensors["a"], X5).compute())
        <= 10
    )


X5 = weft.tensor(np.arange(5.0))


def count_computations(operation: Callable[[], Any]) -> int:
    """The nodes that Python computes in an operation, rather than the
    extension."""
    count = 0
    compute = _node.Node.compute

    def observe(node: Any) -> Any:
        nonlocal count
        count += 1
        return compute(node)

    _node.Node.compute = observe  # type: ignore[method-assign]
    try:
        operation()
    finally:
        _node.Node.compute = compute  # type: ignore[method-assign]
    return count


I, J = weft.indices("i j")


def assign(tensor: Any) -> Any:
    y = weft.empty(20)
    y[I] = tensor[I, J] * X[J] + 2.0 * weft.max(tensor[I, J], J)
    return y.compute()


@pytest.mark.parametrize(
    "operation",
    [
        lambda: (A @ X + 1.0).compute(),
        lambda: ((A + B) * (A + B)).compute(),
        lambda: (A * X).sum(axis=1).compute(),
        lambda: (A.T @ X - X).compute(),
        lambda: A.mean().compute(),
        lambda: weft.where(A, B, A).compute(),
        lambda: (A > 0.5).sum(axis=0).compute(),
        lambda: np.log1p(abs(A)).compute(),
        lambda: (A @ (A @ X)).compute(),
        lambda: weft.einsum("ij,j,i->i", A, X, X).compute(),
        lambda: assign(A),
    ],
)
def test_repeated_expressions_are_computed_by_the_extension(operation):
    first = operation().to_numpy()
    for _ in range(2):
        operation()
    assert count_computations(operation) == 0
    np.testing.assert_array_equal(operation().to_numpy(), first)


def test_forms_are_told_apart_by_what_operands_are():
    a, b = sparse(5, 5, 13), sparse(5, 5, 14)
    ta, tb = weft.tensor(a), weft.tensor(b)
    da, db = a.toarray(), b.toarray()
    for _ in range(3):
        for x, y, dx, dy in (
            (ta, tb, da, db),
            (tb, ta, db, da),
            (ta, ta, da, da),
        ):
            made = (x + y) * x - y * 2.0
            np.testing.assert_allclose(
                made.to_numpy(), (dx + dy) * dx - dy * 2.0
            )
            # One operand is computed between.
            inner = x + y
            outer = inner * y
            np.testing.assert_allclose(inner.to_numpy(), dx + dy)
            np.testing.assert_allclose(outer.to_numpy(), (dx + dy) * dy)
            # A reduction in an operand is computed before it is repeated.
            rows = x.sum(axis=1, keepdims=True)
            np.testing.assert_allclose(
                (x * (rows + 1.0)).to_numpy(),
                dx * (dx.sum(axis=1, keepdims=True) + 1.0),
            )
            np.testing.assert_allclose(
                (rows + 1.0 + y.sum()).to_numpy(),
                dx.sum(axis=1, keepdims=True) + 1.0 + dy.sum(),
            )


def test_sizes_that_do_not_fit_are_refused_with_a_known_form():
    i, j, k = weft.indices("i j k")
    x, short = weft.tensor(np.ones(20)), weft.tensor(np.ones(19))
    for _ in range(2):
        (A @ x).compute()
        (A + B).compute()
        y = weft.empty(20)
        y[i] = A[i, j] * x[j] + weft.sum(B[i, j], j)
        y.compute()
        weft.einsum("ij,j->i", A, x).compute()
        A.sum(axis=1).compute()
        for refused in (
            lambda: A @ short,
            lambda: short @ A,
            lambda: A + weft.tensor(np.ones((20, 19))),
            lambda: weft.einsum("ij,j->i", A, short),
            lambda: A.sum(axis=2),
        ):
            with pytest.raises(weft.Error):
                refused()
        with pytest.raises((weft.Error, TypeError)):
            A.sum(axis=1.0)
        with pytest.raises(weft.Error, match="has the sizes 20 and 19"):
            y[i] = A[i, j] * short[j] + weft.sum(B[i, j], j)
        narrow = weft.tensor(np.ones((20, 19)))
        with pytest.raises(weft.Error, match="has the sizes 20 and 19"):
            y[i] = A[i, j] * x[j] + weft.sum(narrow[i, j], j)
        with pytest.raises(weft.Error, match="has the sizes"):
            weft.empty(19)[i] = A[i, j] * x[j]
        # Other variables are another statement.
        z = weft.empty(20)
        z[i] = A[i, j] * x[j] + weft.sum(narrow[i, k], k)
        np.testing.assert_allclose(z.to_numpy(), A.to_numpy().sum(1) + 19)


def test_a_chosen_format_is_not_that_of_the_form():
    for _ in range(3):
        made = A + B
        made._node.format = "dd"
        assert made.format.startswith("dd")
        assert (A + B).format.startswith("ds")


def test_assignments_take_the_sizes_of_their_target():
    i = weft.indices("i")[0]
    x = weft.tensor(np.arange(4.0))
    for _ in range(2):
        for size in (3, 4, 6, 1):
            s = weft.empty(size)
            s[i] = x[i + 0 * 1 + 1] + 1.0 * x[0]
            expected = np.append(np.arange(1.0, 4.0), np.zeros(4))[:size]
            np.testing.assert_array_equal(s.to_numpy(), expected)


def test_kept_forms_keep_no_tensors():
    import gc
    import weakref

    i, j = weft.indices("i j")
    operand = weft.tensor(sparse(7, 7, 15))
    y = weft.empty(7)
    y[i] = operand[i, j] * 3.25
    y.compute()
    (operand * 3.25).sum().compute()
    dead = weakref.ref(operand)
    array = np.arange(7.0)
    before = sys.getrefcount(array)
    shared = weft.tensor(array)
    y[i] = shared[i] * 7.5
    y.compute()
    (shared - 7.5).compute()
    del operand, shared, y
    gc.collect()
    assert dead() is None
    assert sys.getrefcount(array) == before
