# ===- test_notation.py - Expressions ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Expressions as text, as einsum and as objects."""

import threading

import numpy as np
import pytest

import weft_sparse as weft
from conftest import check


def test_evaluate(random_dense):
    a, x = random_dense(4, 5), random_dense(5)
    A = weft.tensor(a, format="CSR")
    check(weft.evaluate("y(i) = A(i,j) * x(j)", A=A, x=x), a @ x)
    check(weft.evaluate("s = alpha * x(i) * x(i)", x=x, alpha=2.0), 2 * x @ x)
    y, s = weft.evaluate("y(i) = A(i,j); s = A(i,j)", {"A": A})
    check(y, a.sum(axis=1))
    check(s, a.sum())
    C = weft.evaluate("C(i,k) = A(i,j) * A(k,j)", A=A, formats={"C": "CSR"})
    assert C.format.startswith("ds:0,1")
    check(C, a @ a.T)
    check(weft.evaluate("y(i) = x(2)", x=x, sizes={"i": 3}), np.full(3, x[2]))
    check(
        weft.evaluate("n = sum(i, j, A(i,j) > 1)", A=A, dtypes={"n": "i64"}),
        np.int64((a > 1).sum()),
    )


def test_schedules(random_dense):
    a, x = random_dense(40, 50), random_dense(50)
    result = weft.evaluate(
        "y(i) = A(i,j) * x(j)",
        A=weft.tensor(a, format="CSR"),
        x=x,
        schedule="split(i, i0, i1, 8)\nparallelize(i0, CPUThread, NoRaces)",
    )
    check(result, a @ x)
    with pytest.raises(weft.Error, match="no loop|has no"):
        weft.evaluate(
            "y(i) = A(i,j) * x(j)", A=a, x=x, schedule="split(k,k0,k1,8)"
        )


def test_functions_of_the_user(random_dense):
    a, x = random_dense(4, 5) / 10, random_dense(5) / 10
    text = """
    algebra.operator @probably_or(%x: f64, %y: f64) -> f64
        attributes {associative, commutative, identity = 0.0 : f64} {
      %s = arith.addf %x, %y : f64
      %p = arith.mulf %x, %y : f64
      %r = arith.subf %s, %p : f64
      algebra.yield %r : f64
    }"""
    result = weft.evaluate(
        "y(i) = probably_or(j, A(i,j) * x(j))",
        A=weft.tensor(a, format="CSR"),
        x=x,
        functions=text,
    )
    check(result, 1 - np.prod(1 - a * x, axis=1))


def test_errors_show_the_place():
    with pytest.raises(weft.Error) as caught:
        weft.evaluate("y(i) = A(i,j) * x(j", A=np.zeros((2, 2)), x=np.zeros(2))
    assert "\n  y(i) = A(i,j) * x(j\n" in str(caught.value)
    assert "^" in str(caught.value)
    with pytest.raises(weft.Error, match="has no tensor 'B'"):
        weft.evaluate(
            "y(i) = A(i,i)",
            A=np.zeros((2, 2)),
            B=np.zeros(2),
            formats={"B": "s"},
        )
    with pytest.raises(weft.Error):
        weft.evaluate("y(i) = A(i,j) * x(j)", A=np.zeros((2, 3)), x=np.zeros(2))


def test_kernels(random_dense):
    a, x = random_dense(4, 5), random_dense(5)
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    A = weft.tensor(a, format="CSR")
    assert kernel.operands == ("A", "x")
    assert kernel.results == ("y",)
    check(kernel(A, x), a @ x)
    check(kernel(x=x, A=A), a @ x)
    check(kernel(A, x=x), a @ x)
    # Other formats and types are converted.
    check(kernel(a, x.astype(np.float32)), a @ x)
    for wrong, message in [
        (
            lambda: kernel(A),
            r"the operand x is missing\n  y\(i\) = A\(i,j\) \* x\(j\)\n *\^~~~$",
        ),
        (
            lambda: kernel(),
            r"operands A, x are missing\n  y\(i\).*\n *\^~~~~~$",
        ),
        (lambda: kernel(A, x, x), "expected 2 operands"),
        (lambda: kernel(A, x, A=A), "given twice"),
        (lambda: kernel(A, z=x), "no operand 'z'"),
        (
            lambda: kernel(x, x),
            r"has 1 mode, but the kernel was compiled for 2\n  y\(i\).*\n *\^~~~~~$",
        ),
        (lambda: kernel(A, x[:3]), "size"),
    ]:
        with pytest.raises(weft.Error, match=message):
            wrong()


def test_kernels_show_themselves():
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    assert "for (" in kernel.source("c")
    assert "cin.forall" in kernel.source("cin")
    assert "only" in kernel.schedule
    again = weft.compile(kernel.text, {"A": "CSR"}, schedule=kernel.schedule)
    assert again.schedule == kernel.schedule
    explanation = kernel.explain()
    assert "A(i,j)" in str(explanation)
    assert explanation._repr_html_().startswith("<iframe")


def test_kernels_run_in_threads(random_dense):
    a, x = random_dense(50, 50), random_dense(50)
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    A = weft.tensor(a, format="CSR")
    failures = []

    def work():
        for _ in range(200):
            if not np.array_equal(kernel(A, x).to_numpy(), a @ x):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    "text, shapes",
    [
        ("ij,j->i", [(4, 5), (5,)]),
        ("ij,jk", [(4, 5), (5, 3)]),
        ("ij->ji", [(4, 5)]),
        ("ij->", [(4, 5)]),
        ("ii->i", [(4, 4)]),
        ("ii", [(4, 4)]),
        ("ij,ij->ij", [(4, 5), (4, 5)]),
        ("i,j->ij", [(4,), (5,)]),
        ("ij,jk,kl->il", [(4, 5), (5, 3), (3, 2)]),
        ("ijk,jl,kl->il", [(3, 4, 5), (4, 2), (5, 2)]),
        ("...j,jk->...k", [(2, 3, 4), (4, 5)]),
        ("...ij,...jk->...ik", [(2, 3, 4), (2, 4, 5)]),
        ("...ij,...jk", [(1, 3, 4), (2, 4, 5)]),
        (" i j , j -> i ", [(4, 5), (5,)]),
        ("ba", [(4, 5)]),
        ("ij,j->i", [(4, 1), (5,)]),
        ("i,i->", [(4,), (4,)]),
    ],
)
@pytest.mark.parametrize("is_sparse", [False, True])
def test_einsum(random_dense, text, shapes, is_sparse):
    arrays = [random_dense(*shape) for shape in shapes]
    operands = arrays
    if is_sparse:
        operands = [weft.tensor(a, format="s" * a.ndim) for a in arrays]
    check(weft.einsum(text, *operands), np.einsum(text, *arrays))


def test_einsum_with_lists(random_dense):
    a, x = random_dense(4, 5), random_dense(5)
    check(
        weft.einsum(a, [0, 1], x, [1], [0]), np.einsum(a, [0, 1], x, [1], [0])
    )
    check(weft.einsum(a, [0, 1], x, [1]), np.einsum(a, [0, 1], x, [1]))
    check(weft.einsum(a, ["i", 0]), np.einsum(a, [1, 0]))


def test_einsum_chooses_formats(random_dense):
    a = weft.tensor(random_dense(4, 5), format="CSR")
    assert weft.einsum("ij,kj->ik", a, a).format.startswith("ds:")
    assert weft.einsum("ij,kj->ik", a, random_dense(3, 5)).format.startswith(
        "dd:"
    )
    assert weft.einsum("ij,kj->ik", a, a, format="COO").format.startswith("uq:")


@pytest.mark.parametrize(
    "text, shapes, message",
    [
        ("ij,j->i", [(4, 5), (4,)], "sizes 5 and 4"),
        ("ij,j->k", [(4, 5), (5,)], "of no operand"),
        ("ij->ii", [(4, 5)], "repeated in the result"),
        ("ijk->i", [(4, 5)], "3 labels for a tensor of 2 modes"),
        ("ij,j->i", [(4, 5)], "2 terms for 1 operands"),
        ("i1->i", [(4, 5)], "expected letters"),
    ],
)
def test_einsum_refuses(text, shapes, message):
    with pytest.raises(weft.Error, match=message):
        weft.einsum(text, *[np.zeros(shape) for shape in shapes])


def test_index_objects(random_dense):
    a, b, x = random_dense(4, 5), random_dense(5, 6), random_dense(5)
    A, B, X = (
        weft.tensor(a, format="CSR"),
        weft.tensor(b, format="CSR"),
        weft.tensor(x),
    )
    i, j, k = weft.indices("i j k")
    y = weft.empty(4)
    y[i] = A[i, j] * X[j]
    check(y, a @ x)
    y[i] += 2 * A[i, 0]
    check(y, a @ x + 2 * a[:, 0])
    y[i] = y[i] * y[i]
    check(y, (a @ x + 2 * a[:, 0]) ** 2)
    C = weft.empty((4, 6), format="CSR")
    C[i, k] = A[i, j] * B[j, k]
    assert C.format.startswith("ds:0,1")
    check(C, a @ b)
    D = weft.empty((4, 5), format="CSR")
    D[i, j] = weft.where(A[i, j] > 2, A[i, j], 0)
    check(D, np.where(a > 2, a, 0))
    m = weft.empty(4)
    m[i] = weft.max(A[i, j], j) + weft.sum(A[i, j] * X[j], j)
    check(m, a.max(axis=1) + a @ x)
    e = weft.empty(5)
    e[j] = weft.exp(X[j]) - abs(X[j]) ** 2
    check(e, np.exp(x) - np.abs(x) ** 2)
    n = weft.empty(5)
    n[j] = X[j] * j
    check(n, x * np.arange(5))


def test_windows(random_dense):
    x, w = random_dense(10), random_dense(3)
    X, W = weft.tensor(x), weft.tensor(w)
    i, j = weft.indices("i j")
    y = weft.empty(8)
    y[i] = X[i + j] * W[j]
    check(y, np.correlate(x, w, "valid"))
    r = weft.empty(10)
    r[i] = X[9 - i]
    check(r, x[::-1])
    s = weft.empty(5)
    s[i] = X[2 * i + 1]
    check(s, x[1::2])


def test_index_objects_refuse(random_dense):
    A, i, j = weft.tensor(random_dense(4, 5)), *weft.indices("i j")
    y = weft.empty(4)
    with pytest.raises(weft.Error, match="expected 2 indices"):
        A[i,] * 1 if False else weft.Tensor(A._node)[i]
    with pytest.raises(weft.Error, match="has the sizes"):
        y[i] = A[j, i]
    with pytest.raises(weft.Error, match="a tensor is accessed as"):
        y[i] = A[i, j] * A
    with pytest.raises(IndexError):
        A[i, 7]
    with pytest.raises(weft.Error, match="differ from each other"):
        A[i, i] = A[i, i]


def test_control_c_ends_a_kernel():
    import signal
    import time

    a = weft.tensor(np.ones((1200, 1200)))
    kernel = weft.compile("C(i,j) = exp(sum(k, exp(A(i,k) * A(k,j))))")
    kernel(a[:2, :2])
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            for _ in range(1000):
                kernel(a)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    # A call takes seconds.
    assert time.perf_counter() - start < 60
    check(kernel(a[:1, :1]), np.array([[np.exp(np.e)]]))


def test_results_have_the_type_of_real_operands(random_dense):
    a = random_dense(3, 4)
    text = "y(i) = A(i,j)"
    for dtype, expected in [
        (np.float32, np.float32),
        (np.float16, np.float32),
        (np.complex64, np.complex64),
        (np.int32, np.float64),
        (np.float64, np.float64),
    ]:
        result = weft.evaluate(text, A=a.astype(dtype))
        check(result, a.sum(axis=1).astype(expected))
    both = weft.evaluate("y(i) = A(i,j);\nz = x(i) * x(i)", A=a, x=a[0])
    assert [each.dtype for each in both] == [np.float64, np.float64]


def test_sparse_operands_do_not_become_dense(random_dense):
    kernel = weft.compile("y(i) = A(i,j)")
    with pytest.raises(weft.Error, match="compiled for a dense one"):
        kernel(weft.tensor(random_dense(3, 4), format="CSR"))


def test_index_variables_are_numbers(random_dense):
    a = random_dense(4, 4)
    A, (i, j) = weft.tensor(a, format="CSR"), weft.indices("i j")
    rows, columns = np.indices(a.shape)
    for value, expected in [
        (A[i, j] * (i == j), a * (rows == columns)),
        (A[i, j] * (i < j), a * (rows < columns)),
        (A[i, j] * (i >= j + 1), a * (rows >= columns + 1)),
        (A[i, j] * (i != 2), a * (rows != 2)),
        (A[i, j] * (i * 0.5), a * (rows * 0.5)),
        (A[i, j] + i / 2, a + rows / 2),
    ]:
        d = weft.empty((4, 4))
        d[i, j] = value
        check(d, expected)
