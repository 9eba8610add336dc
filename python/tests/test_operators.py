# ===- test_operators.py - Array operators -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Array operators against NumPy: the values, the types and what is sparse."""

import operator

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft
from conftest import TYPES, check, dense_of

FORMATS = ["dd", "CSR", "CSC", "COO", "DCSR"]
REAL = [np.int32, np.uint8, np.float32, np.float64]


def is_sparse(x):
    return x.format.partition("{")[0].partition(":")[0].strip("d") != ""


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("other", FORMATS)
@pytest.mark.parametrize("function", [operator.add, operator.sub, operator.mul])
def test_elementwise(random_dense, format, other, function):
    a, b = random_dense(5, 7), random_dense(5, 7)
    x, y = weft.tensor(a, format=format), weft.tensor(b, format=other)
    result = function(x, y)
    check(result, function(a, b))
    if function is operator.mul:
        assert is_sparse(result) == (format != "dd" or other != "dd")
    else:
        assert is_sparse(result) == (format != "dd" and other != "dd")


@pytest.mark.parametrize("a_type", TYPES)
@pytest.mark.parametrize(
    "b_type", [np.bool_, np.int16, np.uint32, np.float32, np.complex128]
)
@pytest.mark.parametrize(
    "function", [operator.add, operator.mul, operator.truediv]
)
def test_types_are_promoted_as_numpy_does(a_type, b_type, function):
    a, b = (
        np.array([1, 0, 3, 1]).astype(a_type),
        np.array([1, 1, 2, 3]).astype(b_type),
    )
    expected = function(a, b)
    check(function(weft.tensor(a), weft.tensor(b)), expected)


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("scalar", [2, 0, 1.5, np.float32(2.5), np.int64(3)])
@pytest.mark.parametrize(
    "function", [operator.add, operator.sub, operator.mul, operator.truediv]
)
def test_scalars(random_dense, dtype, scalar, function):
    a = random_dense(4, 5, dtype=dtype)
    x = weft.tensor(a, format="CSR")
    with np.errstate(all="ignore"):
        expected = function(a, scalar)
        if function is operator.truediv and scalar == 0:
            # What is not stored stays zero, as in SciPy.
            expected = np.where(a == 0, 0, expected).astype(expected.dtype)
        check(function(x, scalar), expected)
        if function is not operator.truediv:
            check(function(scalar, x), function(scalar, a))


def test_numbers_after_scalar_tensors():
    a = np.array([[0, 3], [3, 0]], np.int32)
    x = weft.tensor(a, format="CSR")
    for given in (weft.tensor(np.int32(2)), 2, 3, weft.tensor(np.int32(4)), 5):
        check(x * given, a * int(given))
        check(given * x, a * int(given))
    y = weft.tensor(np.float64(3))
    for given in (weft.tensor(np.float64(2)), 2.0, 5.0):
        check(given * y, float(given) * 3)
        check(y * given, float(given) * 3)


@pytest.mark.parametrize(
    "name",
    [
        "sqrt",
        "abs",
        "negative",
        "square",
        "sin",
        "tan",
        "tanh",
        "sinh",
        "floor",
        "ceil",
        "trunc",
        "sign",
        "cos",
        "exp",
        "cosh",
        "atan",
        "asin",
        "acos",
    ],
)
@pytest.mark.parametrize("format", ["dd", "CSR"])
def test_functions(rng, name, format):
    a = rng.random((4, 5)) * (rng.random((4, 5)) < 0.5)
    ufunc = {
        "abs": np.abs,
        "atan": np.arctan,
        "asin": np.arcsin,
        "acos": np.arccos,
    }.get(name) or getattr(np, name)
    x = weft.tensor(a, format=format)
    result = getattr(weft, name)(x)
    check(result, ufunc(a))
    check(ufunc(x), ufunc(a))
    assert is_sparse(result) == (format == "CSR" and ufunc(0.0) == 0)


@pytest.mark.parametrize(
    "function",
    [
        operator.lt,
        operator.gt,
        operator.le,
        operator.ge,
        operator.eq,
        operator.ne,
    ],
)
@pytest.mark.parametrize("scalar", [-1, 0, 2, 2.5])
def test_comparisons(random_dense, function, scalar):
    a, b = random_dense(4, 6), random_dense(4, 6)
    x, y = weft.tensor(a, format="CSR"), weft.tensor(b, format="CSR")
    result = function(x, scalar)
    check(result, function(a, scalar))
    assert is_sparse(result) == (not function(0, scalar))
    check(function(x, y), function(a, b))


@pytest.mark.parametrize("scalar", [-1, 0, 2.5])
def test_maximum_and_minimum(random_dense, scalar):
    a, b = random_dense(4, 6), random_dense(4, 6) - 1
    x, y = weft.tensor(a, format="CSR"), weft.tensor(b, format="CSR")
    check(np.maximum(x, scalar), np.maximum(a, scalar))
    check(np.minimum(x, y), np.minimum(a, b))


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 0.5, -1])
def test_powers(random_dense, exponent):
    a = random_dense(4, 6, density=1.0)
    check(weft.tensor(a) ** exponent, a ** float(exponent))
    b = random_dense(4, 6)
    result = weft.tensor(b, format="CSR") ** exponent
    with np.errstate(divide="ignore"):
        check(result, b ** float(exponent))


@pytest.mark.parametrize("a_format", FORMATS)
@pytest.mark.parametrize("b_format", FORMATS)
def test_products(random_dense, a_format, b_format):
    a, b = random_dense(5, 6), random_dense(6, 4)
    result = weft.tensor(a, format=a_format) @ weft.tensor(b, format=b_format)
    check(result, a @ b)
    assert is_sparse(result) == (a_format != "dd" and b_format != "dd")


def test_products_with_vectors(random_dense):
    a, x, y = random_dense(5, 6), random_dense(6), random_dense(5)
    A = weft.tensor(a, format="CSR")
    check(A @ x, a @ x)
    check(y @ A, y @ a)
    check(weft.tensor(x) @ x, x @ x)
    check(A @ a.T, a @ a.T)
    with pytest.raises(weft.Error, match="cannot be multiplied"):
        A @ y


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 1)])
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize(
    "name", ["sum", "prod", "max", "min", "any", "all", "mean"]
)
def test_reductions(random_dense, axis, keepdims, name):
    a = random_dense(5, 6)
    for format in ("dd", "CSR"):
        x = weft.tensor(a, format=format)
        check(
            getattr(x, name)(axis=axis, keepdims=keepdims),
            getattr(a, name)(axis=axis, keepdims=keepdims),
        )


@pytest.mark.parametrize("dtype", TYPES)
def test_sums_have_the_types_of_numpy(dtype):
    a = np.array([[1, 0, 100], [100, 1, 0]]).astype(dtype)
    check(weft.tensor(a).sum(), a.sum())
    check(weft.tensor(a).sum(axis=0), a.sum(axis=0))


def test_broadcasting(random_dense):
    a, row, column = random_dense(4, 5), random_dense(5), random_dense(4, 1)
    x = weft.tensor(a, format="CSR")
    check(x * row, a * row)
    check(x + column, a + column)
    check(x - weft.tensor(row), a - row)
    check(weft.tensor(row) * weft.tensor(column), row * column)
    b = random_dense(2, 1, 5)
    check(weft.tensor(b) + x, b + a)
    with pytest.raises(weft.Error, match="do not fit each other"):
        x + random_dense(3)


def test_transposes(random_dense):
    a = random_dense(4, 5)
    x = weft.tensor(a, format="CSR")
    check(x.T, a.T)
    assert x.T.format.startswith("ds:1,0")
    assert x.T.to_scipy().format == "csc"
    check(x.T @ x, a.T @ a)
    check(x + x.T.T, a + a)
    b = random_dense(2, 3, 4)
    check(weft.tensor(b).transpose([2, 0, 1]), b.transpose([2, 0, 1]))
    check(
        weft.tensor(b, format="sss").transpose([2, 0, 1]),
        b.transpose([2, 0, 1]),
    )
    check(weft.tensor(b).mT, b.mT if hasattr(b, "mT") else b.swapaxes(-1, -2))


@pytest.mark.parametrize(
    "selection",
    [
        np.s_[1],
        np.s_[-1],
        np.s_[1:3],
        np.s_[:, 2],
        np.s_[::2, 1:],
        np.s_[::-1],
        np.s_[4:0:-2, ::-1],
        np.s_[2:2],
        np.s_[...],
        np.s_[..., 0],
        np.s_[None],
        np.s_[:, None, 1:4],
        np.s_[1, 2],
        np.s_[3:100],
        np.s_[-2:],
    ],
)
@pytest.mark.parametrize("format", ["dd", "CSR", "CSC", "COO"])
def test_slices(random_dense, selection, format):
    a = random_dense(5, 6)
    check(weft.tensor(a, format=format)[selection], a[selection])


@pytest.mark.parametrize("width", [np.int32, np.int64])
@pytest.mark.parametrize("kind", ["csr", "csc"])
def test_slices_of_matrices(rng, random_csr, kind, width):
    matrix = random_csr(9, 11).asformat(kind)
    matrix.indptr = matrix.indptr.astype(width)
    matrix.indices = matrix.indices.astype(width)
    dense = matrix.toarray()
    x = weft.tensor(matrix)

    def choose(size):
        if rng.random() < 0.25:
            return int(rng.integers(-size, size))
        ends = [
            None
            if rng.random() < 0.3
            else int(rng.integers(-size - 3, size + 3))
            for _ in range(2)
        ]
        return slice(*ends, int(rng.choice([1, 1, 2, 3, 100, -1, -2])))

    for _ in range(150):
        selection = choose(9), choose(11)
        made = x[selection]
        check(made, dense[selection])
        # What has no entry is stored by nobody, and the order is kept.
        assert made.nnz == np.count_nonzero(dense[selection]) or not made.shape
        assert f"crd={np.dtype(width).itemsize * 8}" in made.format or (
            not made.shape
        )


def test_slices_of_large_matrices_with_narrow_coordinates():
    matrix = scipy.sparse.csr_array(
        (np.array([1.0, 2.0]), np.array([3, 7], np.int32), np.array([0, 2, 2])),
        shape=(2, LARGE),
    )
    matrix.indices = matrix.indices.astype(np.int32)
    matrix.indptr = matrix.indptr.astype(np.int32)
    x = weft.tensor(matrix)
    assert x[:, 5:].nnz == 1 and x[:, LARGE // 2 :].nnz == 0
    assert x[:, :: 2**33].shape == (2, 2**7) and x[:, 7 :: 2**33].nnz == 1
    assert float(x[0, 7]) == 2 and float(x[0, LARGE - 1]) == 0


def test_slices_of_slices_and_in_expressions(random_dense):
    a = random_dense(8, 9)
    x = weft.tensor(a, format="CSR")
    check(x[1:7][2:5, ::2], a[1:7][2:5, ::2])
    check(x[1:4] + x[4:7], a[1:4] + a[4:7])
    check((x[:, 1:4] @ x[1:4]).sum(axis=0), (a[:, 1:4] @ a[1:4]).sum(axis=0))
    check(x[2:5].sum(axis=0) * 2.0, a[2:5].sum(axis=0) * 2.0)


@pytest.mark.parametrize(
    "selection", [[1, 2], np.array([True] * 5), "text", 1.5]
)
def test_other_indices_are_refused(random_dense, selection):
    with pytest.raises(weft.Error, match="is indexed by integers, slices"):
        weft.tensor(random_dense(5, 6))[selection]


def test_out_of_range(random_dense):
    x = weft.tensor(random_dense(5, 6))
    with pytest.raises(IndexError):
        x[5]
    with pytest.raises(weft.Error, match="too many indices"):
        x[1, 2, 3]


def test_fusion_and_sharing(random_dense):
    a, b, m = random_dense(5, 6), random_dense(6, 5), random_dense(5, 5)
    A, B, M = (weft.tensor(x, format="CSR") for x in (a, b, m))
    check(M * (A @ B), m * (a @ b))
    c = A @ B
    check(c @ c, a @ b @ a @ b)
    check(c + c.T, a @ b + (a @ b).T)
    check((A + A) @ (B - B * 3), (a + a) @ (b - b * 3))
    check(
        A / A.sum(axis=1, keepdims=True),
        a / np.maximum(a.sum(axis=1, keepdims=True), 1),
    )


def test_long_chains(random_dense):
    a, x = random_dense(5, 5), random_dense(5)
    A, y, z = weft.tensor(a / 100, format="CSR"), weft.tensor(x), x
    for _ in range(200):
        y = y + 0.5 * (A @ y) - y * 0.25
        z = z + 0.5 * (a / 100 @ z) - z * 0.25
    check(y, z)


def test_numbers(random_dense):
    a = random_dense(5, 6)
    x = weft.tensor(a, format="CSR")
    assert float(x.sum()) == a.sum()
    assert int(x.sum()) == a.sum()
    assert bool((x == x).all())
    assert complex(x.sum()) == a.sum()
    with pytest.raises(weft.Error, match="only a tensor of size 1"):
        float(x)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(x)


def test_mixed_operands(random_dense, random_csr):
    matrix = random_csr(5, 6)
    a = matrix.toarray()
    x = weft.tensor(matrix)
    check(x + matrix, a + a)
    check(a + x, a + a)
    check(x * a, a * a)
    check(np.multiply(a, x), a * a)
    assert dense_of(x).shape == (5, 6)


def test_stored_tensors_do_not_change(random_dense):
    x = weft.tensor(random_dense(3))
    with pytest.raises(weft.Error, match="does not change"):
        x[0] = 1
    with pytest.raises(ValueError):
        x.to_numpy()[0] = 1


def test_functions_of_numpy_call_methods(random_dense):
    a = random_dense(3, 4)
    x = weft.tensor(a, format="CSR")
    for function in (np.sum, np.prod, np.max, np.min, np.mean, np.any, np.all):
        check(function(x), function(a))
        check(function(x, axis=1), function(a, axis=1))


@pytest.mark.parametrize("swap_a", [False, True])
@pytest.mark.parametrize("swap_b", [False, True])
@pytest.mark.parametrize("swap_result", [False, True])
def test_products_do_not_intersect_all_pairs(swap_a, swap_b, swap_result):
    # Each intersection of rows would be a search; 20000 squared take hours.
    n = 20000
    matrix = scipy.sparse.diags_array(np.arange(1.0, n + 1)).tocsr()
    x = weft.tensor(matrix)
    a, b = (x.T if swap_a else x), (x.T if swap_b else x)
    check_sparse(a @ b, matrix @ matrix)
    terms = ("ji" if swap_a else "ij") + "," + ("kj" if swap_b else "jk")
    result = weft.einsum(terms + ("->ki" if swap_result else "->ik"), x, x)
    check_sparse(result, matrix @ matrix)


def check_sparse(actual, expected):
    assert abs(actual.to_scipy() - expected).max() == 0


def test_what_uses_a_product_twice_keeps_it_sparse(random_dense):
    n = 30000
    x = weft.tensor(scipy.sparse.eye_array(n, format="csr"))
    d = x.sum(axis=1)
    c = x @ x
    # The denominator has a component for each pair, but few are used.
    jaccard = c / (d[:, None] + d - c)
    assert jaccard.nnz == n
    assert float(jaccard.sum()) == n


def test_coordinates_that_are_counted_compile_nothing(random_dense):
    from weft_sparse import _node

    a = random_dense(50, 6)
    for format in ("dd", "CSR", "CSC", "COO"):
        x = weft.tensor(a, format=format)
        before = len(_node._kernels)
        rows = [row.to_numpy() for row in x]
        check(np.array(rows), a)
        for i in range(50):
            check(x[i, 2], a[i, 2])
            check(x[i:, ::2], a[i:, ::2])
            check(x[: i + 1], a[: i + 1])
        assert len(_node._kernels) == before


def test_rows_share_memory():
    matrix = scipy.sparse.random_array((9, 7), density=0.4, format="csr")
    part = weft.tensor(matrix)[2:6].to_scipy()
    assert np.shares_memory(part.data, matrix.data)
    assert (part != matrix[2:6]).nnz == 0


# Numbers that index notation does not have in slices.
LARGE = 2**40


@pytest.mark.parametrize(
    "selection",
    [
        slice(2**31 + 5, None),
        slice(LARGE // 2, None),
        slice(None, 2**35),
        slice(None, None, 2**33),
        slice(None, None, -1),
        slice(LARGE - 3, 5, -1),
        slice(LARGE - 3, 4, -(2**33)),
        slice(3, 5, -1),
        slice(LARGE - 2, LARGE),
    ],
)
def test_slices_of_large_modes(selection):
    stored = [5, LARGE // 2, LARGE - 3]
    chosen = range(*selection.indices(LARGE))
    expected = {chosen.index(c): v for v, c in enumerate(stored) if c in chosen}
    x = weft.tensor(
        scipy.sparse.coo_array(
            (np.arange(3.0), (np.array(stored, np.int64),)), shape=(LARGE,)
        )
    )
    columns = weft.tensor(
        scipy.sparse.coo_array(
            (np.arange(3.0), (np.array(stored, np.int64), np.zeros(3, int))),
            shape=(LARGE, 2),
        )
    )
    for made, factor in (
        (x[selection], 1),
        (x[selection] * 2, 2),
        ((x * 3)[selection] + x[selection], 4),
        (columns[selection, ::-1][:, 1] * 2, 2),
    ):
        assert made.shape == (len(chosen),)
        coordinates, values = made.entries()
        found = dict(zip(coordinates[:, 0].tolist(), values.tolist()))
        assert found == {c: factor * v for c, v in expected.items()}


def test_widths_are_not_read_from_a_fill():
    x = weft.tensor(np.eye(3), format="CSR{fill=64}")
    assert "crd=32" in x[1:, ::-1].format
    check(x[1:, ::-1], x.to_numpy()[1:, ::-1])


def test_slices_keep_a_fill(random_dense):
    a = random_dense(5, 6) + 1
    x = weft.tensor(scipy.sparse.csr_array(a), format="CSR{fill=1}")
    check(x[1:4, ::2], a[1:4, ::2])
    check(x[2], a[2])
    check(x[2, 3], a[2, 3])


def test_later_changes_of_operands_do_not_show():
    a, x = np.eye(3), np.ones(3)
    A = weft.tensor(scipy.sparse.csr_array(a))
    y, z = A @ x, A + a
    e = weft.einsum("ij,j->i", A, x)
    x += 1
    a += 1
    check(y, np.ones(3))
    check(z, 2 * np.eye(3))
    check(e, np.ones(3))


def test_reductions_over_new_axes(random_dense):
    a = random_dense(4, 5)
    for format in ("dd", "CSR"):
        x = weft.tensor(a, format=format)
        for name in ("sum", "max", "mean", "any"):
            for axis in (1, (0, 1), None):
                check(
                    getattr(x[:, None], name)(axis=axis),
                    getattr(a[:, None], name)(axis=axis),
                )
        check(x[None].sum(), a.sum())


def test_numbers_are_printed():
    x = weft.tensor(np.arange(4.0)).sum()
    assert str(x) == "6.0"
    assert f"{x:.2f}" == "6.00"
    assert round(x / 4.0, 1) == 1.5


@pytest.mark.parametrize("source", ["CSR", "CSC", "COO", "DCSR", "dd"])
@pytest.mark.parametrize(
    "target", ["CSR", "CSC", "COO", "DCSR", "BCSR{block=2x2}", "ELL"]
)
def test_conversions_of_large_matrices(source, target):
    rng = np.random.default_rng(2)
    matrix = scipy.sparse.random_array(
        (400, 300), density=0.5, format="csr", rng=rng
    )
    x = weft.tensor(matrix, format=source)
    assert x.nnz >= 50000
    check(x.to_format(target), matrix)
