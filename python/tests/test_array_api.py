# ===- test_array_api.py - The array API standard ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The Python array API standard, against NumPy."""

import operator

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft
from conftest import check
from weft_sparse import array_api as xp

SPECIAL = [0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 1e-9, -1e-9, 3e-5, 0.3, -0.3]
LARGE = [30.0, -30.0, 87.0, 3e4, -1e10, 1e30, np.inf, -np.inf, np.nan]


def is_sparse(x):
    return x.format.partition("{")[0].partition(":")[0].strip("d") != ""


def store(a, format):
    """A tensor with the entries of an array that are not zero."""
    if format.strip("d") == "" or a.ndim == 0:
        return weft.tensor(a)
    return weft.tensor(scipy.sparse.coo_array(a), format=format)


def check_close(actual, expected, rtol):
    """Compares components with a tolerance, also tiny ones; NaN equals NaN."""
    assert actual.shape == expected.shape
    assert actual.dtype == expected.dtype
    np.testing.assert_allclose(actual.to_numpy(), expected, rtol=rtol, atol=0)


# The namespace.


def test_namespace():
    x = weft.tensor([1.0, 2.0])
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2023.12") is xp
    with pytest.raises(weft.Error, match="2021.12"):
        x.__array_namespace__(api_version="2021.12")
    assert x.device == "cpu"
    assert x.to_device("cpu") is x
    with pytest.raises(weft.Error, match='a device is "cpu"'):
        x.to_device("gpu")


def test_what_is_supported():
    info = xp.__array_namespace_info__()
    assert info.default_device() in info.devices()
    assert not info.capabilities()["boolean indexing"]
    assert info.default_dtypes()["real floating"] == xp.float64
    assert info.dtypes(kind="unsigned integer") == {
        "uint8": xp.uint8,
        "uint16": xp.uint16,
        "uint32": xp.uint32,
        "uint64": xp.uint64,
    }
    assert len(info.dtypes()) == 13


@pytest.mark.parametrize(
    "name", ["sort", "argmax", "copysign", "nonzero", "fft", "linalg", "repeat"]
)
def test_what_is_refused_is_named(name):
    assert not hasattr(xp, name)
    with pytest.raises(AttributeError, match=f"{name} is not supported by"):
        getattr(xp, name)
    assert name not in xp.__all__


def test_all_names_are_there():
    for name in xp.__all__:
        assert hasattr(xp, name)
    with pytest.raises(AttributeError, match="no attribute 'frobnicate'"):
        xp.frobnicate


# Functions of components.


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("format", ["d", "s"])
@pytest.mark.parametrize(
    "name, ufunc",
    [
        ("expm1", np.expm1),
        ("log1p", np.log1p),
        ("asinh", np.arcsinh),
        ("acosh", np.arccosh),
        ("atanh", np.arctanh),
        ("round", np.rint),
        ("isnan", np.isnan),
        ("isinf", np.isinf),
        ("isfinite", np.isfinite),
        ("positive", np.positive),
        ("square", np.square),
        ("tanh", np.tanh),
        ("sinh", np.sinh),
    ],
)
def test_functions_of_special_numbers(name, ufunc, format, dtype):
    a = np.array(SPECIAL + LARGE).astype(dtype)
    x = store(a, format=format)
    with np.errstate(all="ignore"):
        result = getattr(xp, name)(x)
        check_close(result, ufunc(a), 8 * np.finfo(dtype).eps)
        check_close(ufunc(x), ufunc(a), 8 * np.finfo(dtype).eps)
        assert is_sparse(result) == (format == "s" and not ufunc(dtype(0)) != 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_accuracy_of_composed_functions(rng, dtype):
    signs = rng.choice([-1, 1], 4000)
    a = (signs * 10.0 ** rng.uniform(-20, 18, 4000)).astype(dtype)
    x = weft.tensor(a)
    rtol = 8 * np.finfo(dtype).eps
    with np.errstate(all="ignore"):
        check_close(xp.expm1(x), np.expm1(a), rtol)
        check_close(xp.log1p(x), np.log1p(a), rtol)
        check_close(xp.asinh(x), np.arcsinh(a), rtol)
        near = (1 + np.abs(a)).astype(dtype)
        check_close(xp.acosh(weft.tensor(near)), np.arccosh(near), rtol)
        inside = np.tanh(a)
        check_close(xp.atanh(weft.tensor(inside)), np.arctanh(inside), rtol)
        b = a[::-1].copy()
        check_close(xp.hypot(x, b), np.hypot(a, b), rtol)
        s = (10 * rng.standard_normal(4000)).astype(dtype)
        t = (10 * rng.standard_normal(4000)).astype(dtype)
        # The sum of the maximum and the logarithm may cancel.
        np.testing.assert_allclose(
            xp.logaddexp(weft.tensor(s), t).to_numpy(),
            np.logaddexp(s.astype(np.float64), t),
            rtol=rtol,
            atol=np.finfo(dtype).eps,
        )


def test_hypot_and_logaddexp_of_special_numbers():
    values = [0.0, 1.0, -2.0, 1e-300, 1e300, np.inf, -np.inf, np.nan]
    a, b = (each.ravel() for each in np.meshgrid(values, values))
    x, y = weft.tensor(a), weft.tensor(b)
    with np.errstate(all="ignore"):
        check(xp.hypot(x, y), np.hypot(a, b))
        check(xp.logaddexp(x, y), np.logaddexp(a, b))


def test_functions_of_integers(random_dense):
    a = random_dense(4, 5, dtype=np.int32)
    x = store(a, format="CSR")
    check(xp.expm1(x), np.expm1(a))
    check(xp.log1p(x), np.log1p(a))
    check(xp.asinh(x), np.arcsinh(a))
    check(xp.hypot(x, x), np.hypot(a, a))
    check(xp.round(x), a)
    check(xp.isfinite(x), np.isfinite(a))


def test_complex_numbers(random_dense):
    a = random_dense(4, 5) + 1j * random_dense(4, 5)
    for dtype in (np.complex64, np.complex128):
        c = a.astype(dtype)
        x = store(c, format="CSR")
        check(xp.real(x), c.real)
        check(xp.imag(x), c.imag)
        check(xp.conj(x), c.conj())
        check(xp.abs(x), np.abs(c))
        assert is_sparse(xp.imag(x))
    check(xp.imag(xp.asarray([1.0, 2.0])), np.zeros(2))
    with pytest.raises(weft.Error, match="real numbers"):
        xp.expm1(x)
    b = np.array([1 + 1j, complex(np.inf, 1), complex(0, np.nan)])
    check(xp.isinf(xp.asarray(b)), np.isinf(b))
    check(xp.isnan(xp.asarray(b)), np.isnan(b))
    check(xp.isfinite(xp.asarray(b)), np.isfinite(b))


@pytest.mark.parametrize("a_type", [np.int8, np.int32, np.uint8, np.int64])
@pytest.mark.parametrize("b_type", [np.int8, np.int32, np.uint8])
def test_floors_of_quotients(a_type, b_type):
    values = np.arange(-9, 10)
    a, b = (each.ravel() for each in np.meshgrid(values, values))
    a, b = a.astype(a_type), b.astype(b_type)
    x = store(a, format="s")
    with np.errstate(all="ignore"):
        check(xp.floor_divide(x, b), a // b)
        check(xp.remainder(x, b), a % b)
        check(x // weft.tensor(b), a // b)
        check(x % b, a % b)
        check(b % x, b % a)
        check(x // 3, a // 3)
        check(7 % x, 7 % a)
    assert is_sparse(xp.remainder(x, b))


def test_floors_of_quotients_of_real_numbers_are_refused():
    x = weft.tensor([1.0, 2.0])
    with pytest.raises(weft.Error, match="floor_divide is defined for integ"):
        x // 2
    with pytest.raises(weft.Error, match="remainder is defined for integers"):
        x % 2


@pytest.mark.parametrize("function", ["and_", "or_", "xor"])
def test_bits_of_truth_values(random_dense, function):
    apply = getattr(operator, function)
    a, b = random_dense(4, 5) > 0, random_dense(4, 5) > 0
    x = store(a, format="CSR")
    check(apply(x, weft.tensor(b)), apply(a, b))
    check(apply(b, x), apply(b, a))
    check(~x, ~a)
    check(xp.bitwise_invert(x), ~a)
    with pytest.raises(weft.Error, match="are of truth values"):
        apply(weft.tensor([6, 3]), 2)


def test_types_that_meet_elsewhere():
    a = np.array([2**24 + 1, 3], np.int32)
    b = np.array([0.5, -1.0], np.float32)
    for function in (operator.add, operator.sub, operator.mul, operator.lt):
        check(function(weft.tensor(a), weft.tensor(b)), function(a, b))
        check(function(weft.tensor(b), weft.tensor(a)), function(b, a))
    check(
        xp.where(weft.tensor([True, False]), weft.tensor(a), b),
        [2**24 + 1, -1.0],
    )


def test_where(random_dense):
    c, a, b = random_dense(4, 5) > 0, random_dense(4, 5), random_dense(5)
    x, y = store(a, format="CSR"), store(c, format="CSR")
    check(xp.where(y, x, b), np.where(c, a, b))
    check(xp.where(y, x, 0.0), np.where(c, a, 0.0))
    check(xp.where(y, 1, weft.tensor(b)), np.where(c, 1, b))
    sparse = xp.where(y, x, store(a + 0, format="CSR"))
    check(sparse, np.where(c, a, a))
    assert is_sparse(sparse)


@pytest.mark.parametrize("bounds", [(1, 3), (None, 2), (2, None), (-1, 1)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
def test_clip(random_dense, bounds, dtype):
    a = random_dense(4, 5, dtype=dtype)
    x = store(a, format="CSR")
    check(xp.clip(x, *bounds), np.clip(a, *bounds))
    check(xp.clip(x, xp.asarray(a), None), a)


def test_repeated_squares():
    a = np.array([1.1, 0.0, -0.9])
    x = weft.tensor(a)
    for _ in range(12):
        x, a = xp.square(x), np.square(a)
    check(x, a)
    x, a = weft.tensor(a), a
    for _ in range(4):
        x, a = xp.log1p(x), np.log1p(a)
    check(x, a)


def test_functions_of_expressions(random_dense):
    a = random_dense(4, 5)
    x = store(a, format="CSR")
    i, j = weft.indices("i j")
    y = weft.empty(4)
    y[i] = weft.log1p(x[i, j]) * weft.hypot(x[i, j], 3)
    check(y, np.sum(np.log1p(a) * np.hypot(a, 3), axis=1))
    z = weft.empty((4, 5), format="CSR")
    z[i, j] = weft.where(weft.isfinite(x[i, j]), weft.expm1(x[i, j]), 0)
    check(z, np.expm1(a))


# Reductions.


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), ()])
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("format", ["ddd", "sss"])
def test_reductions(random_dense, axis, keepdims, format):
    a = random_dense(3, 4, 5)
    x = store(a, format=format)
    options = dict(axis=axis, keepdims=keepdims)
    for name in ["sum", "prod", "max", "min", "any", "all", "mean"]:
        check(getattr(xp, name)(x, **options), getattr(np, name)(a, **options))
    check(xp.var(x, **options), np.var(a, **options))
    check(xp.std(x, **options), np.std(a, **options))
    if axis != ():
        check(xp.var(x, correction=1, **options), np.var(a, ddof=1, **options))
    check(xp.count_nonzero(x, **options), np.asarray(np.sum(a != 0, **options)))


@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.uint16, np.bool_])
def test_types_of_reductions(random_dense, dtype):
    a = random_dense(4, 5, dtype=dtype)
    for value in (a, a[0, 0]):
        x = xp.asarray(value)
        for name in ["sum", "prod", "mean", "any"]:
            check(getattr(xp, name)(x), np.asarray(getattr(np, name)(value)))
    check(xp.sum(x, dtype=xp.float32), np.sum(a[0, 0], dtype=np.float32))


def test_means_are_computed_as_numpy_does():
    for a in (
        np.full(70000, 1.5, np.float16),
        np.full(4, 2**62, np.int64),
        np.full(4, 2**63 + 2**60, np.uint64),
        np.array([True, False]),
    ):
        check(xp.mean(xp.asarray(a)), np.asarray(np.mean(a)))


def test_other_fill_values():
    entries = scipy.sparse.coo_array(([2.0], ([0], [1])), shape=(3, 4))
    x = weft.tensor(entries, format="CSR{fill=1}")
    a = x.to_numpy()
    check(xp.tril(x), np.tril(a))
    check(xp.triu(x, k=1), np.triu(a, 1))
    check(xp.concat([x, x]), np.concatenate([a, a]))
    check(xp.roll(x, 1, axis=0), np.roll(a, 1, axis=0))
    check(xp.reshape(x, (2, 6)), a.reshape(2, 6))
    check(xp.expand_dims(x, axis=0), a[None])
    check(xp.flip(x), np.flip(a))
    check(xp.log1p(x), np.log1p(a))
    check(xp.where(x > 1, x, x * 3), np.where(a > 1, a, a * 3))


def test_reductions_of_nothing():
    x = xp.zeros((0, 3))
    assert np.isnan(float(xp.mean(x)))
    assert np.isnan(xp.mean(x, axis=0).to_numpy()).all()
    assert xp.mean(x, axis=1).shape == (0,)
    assert float(xp.prod(x)) == 1
    with pytest.raises(weft.Error, match="max of no components"):
        xp.max(x)


# Creation.


def test_creation():
    check(xp.zeros((2, 3)), np.zeros((2, 3)))
    check(xp.zeros(3, dtype=xp.int32), np.zeros(3, np.int32))
    check(xp.ones((2, 3), dtype=xp.float32), np.ones((2, 3), np.float32))
    check(xp.full((2,), 7), np.full((2,), 7))
    check(xp.full((), True), np.full((), True))
    check(xp.arange(5), np.arange(5))
    check(xp.arange(1, 2, 0.25), np.arange(1, 2, 0.25))
    check(xp.linspace(0, 1, 5), np.linspace(0, 1, 5))
    check(xp.linspace(0, 1, 5, endpoint=False), np.linspace(0, 1, 5, False))
    assert xp.empty((2, 3)).shape == (2, 3)
    for mine, theirs in zip(
        xp.meshgrid(xp.arange(3), xp.arange(2)),
        np.meshgrid(np.arange(3), np.arange(2)),
    ):
        check(mine, theirs)


@pytest.mark.parametrize("shape", [(4,), (4, 3), (3, 5)])
@pytest.mark.parametrize("k", [-9, -2, 0, 1, 9])
def test_eye(shape, k):
    made = xp.eye(*shape, k=k, dtype=xp.float32)
    check(made, np.eye(*shape, k=k, dtype=np.float32))
    assert is_sparse(made)


def test_likenesses(random_dense):
    a = random_dense(3, 4, dtype=np.float32)
    for format in ("dd", "CSC", "COO"):
        x = store(a, format=format)
        check(xp.zeros_like(x), np.zeros_like(a))
        check(xp.empty_like(x), np.zeros_like(a))
        check(xp.ones_like(x), np.ones_like(a))
        check(xp.full_like(x, 2), np.full_like(a, 2))
        check(xp.zeros_like(x, dtype=xp.int8), np.zeros((3, 4), np.int8))
        assert is_sparse(xp.zeros_like(x)) == (format != "dd")
        assert is_sparse(xp.zeros_like(x + x)) == (format != "dd")


@pytest.mark.parametrize("k", [-1, 0, 2])
@pytest.mark.parametrize("format", ["dd", "CSR", "CSC", "COO"])
def test_triangles(random_dense, format, k):
    a = random_dense(5, 4)
    x = store(a, format=format)
    check(xp.tril(x, k=k), np.tril(a, k))
    check(xp.triu(x, k=k), np.triu(a, k))
    if format != "dd":
        assert xp.triu(x, k=k).nnz == np.count_nonzero(np.triu(a, k))


@pytest.mark.parametrize("k", [2**70, -(2**70)])
def test_eye_without_ones(k):
    assert xp.eye(3, k=k).nnz == 0


def test_dlpack(random_dense):
    a = random_dense(3, 4)
    x = weft.tensor(a)
    np.testing.assert_array_equal(np.from_dlpack(x), a)
    np.testing.assert_array_equal(np.from_dlpack(x, copy=True), a)
    assert x.__dlpack_device__() == (1, 0)


def test_asarray(random_dense):
    a = random_dense(3, 4)
    shared = xp.asarray(a)
    copied = xp.asarray(a, copy=True)
    a[0, 0] = 77
    assert float(shared[0, 0]) == 77
    assert float(copied[0, 0]) != 77
    assert xp.asarray(shared) is shared
    check(
        xp.asarray([[1, 2], [3, 4]], dtype=xp.float32),
        np.float32([[1, 2], [3, 4]]),
    )
    check(xp.from_dlpack(a), a)
    with pytest.raises(ValueError, match="without a copy"):
        xp.asarray([1, 2], copy=False)
    with pytest.raises(weft.Error, match="only device"):
        xp.asarray(a, device="cuda")


# Types.


def test_types():
    x = xp.asarray([1.5, -1.5, 0.0])
    assert x.dtype == xp.float64
    check(xp.astype(x, xp.int32), np.array([1, -1, 0], np.int32))
    check(xp.astype(x, xp.bool), np.array([True, True, False]))
    check(xp.astype(x, xp.complex64), np.complex64([1.5, -1.5, 0]))
    assert xp.astype(x, xp.float64, copy=False) is x
    with pytest.raises(weft.Error, match="complex numbers"):
        xp.astype(xp.asarray([1j]), xp.float64)
    assert xp.finfo(xp.float32).eps == np.finfo(np.float32).eps
    assert xp.finfo(xp.complex128).dtype == xp.float64
    assert xp.iinfo(xp.uint8).max == 255
    assert xp.isdtype(xp.uint8, ("signed integer", "unsigned integer"))
    assert not xp.isdtype(xp.uint8, "real floating")
    assert xp.can_cast(xp.int8, xp.int16)
    assert not xp.can_cast(x, xp.float32)
    assert xp.result_type(xp.int8, xp.uint8) == xp.int16
    assert xp.result_type(xp.asarray([1.0]), xp.float32, 1j) == xp.complex128
    sparse = store(np.array([[0.0, 2.5]]), format="CSC")
    assert sparse.astype(np.int64).format.startswith("ds:1,0")


# Manipulation.


@pytest.mark.parametrize("format", ["dd", "CSR", "CSC", "COO"])
def test_manipulation(random_dense, format):
    a = random_dense(4, 6)
    x = store(a, format=format)
    sparse = format != "dd"
    for mine, theirs in [
        (xp.permute_dims(x, (1, 0)), a.T),
        (xp.matrix_transpose(x), a.T),
        (xp.moveaxis(x, 0, -1), np.moveaxis(a, 0, -1)),
        (xp.expand_dims(x, axis=0), a[None]),
        (xp.expand_dims(x, axis=1), a[:, None]),
        (xp.expand_dims(x, axis=-1), a[..., None]),
        (xp.squeeze(xp.expand_dims(x, axis=1), 1), a),
        (xp.flip(x), np.flip(a)),
        (xp.flip(x, axis=1), np.flip(a, 1)),
        (xp.broadcast_to(x, (2, 4, 6)), np.broadcast_to(a, (2, 4, 6))),
        (xp.broadcast_to(x[:1], (4, 6)), np.broadcast_to(a[:1], (4, 6))),
        (xp.reshape(x, (3, 8)), a.reshape(3, 8)),
        (xp.reshape(x, (-1,)), a.reshape(-1)),
        (xp.reshape(x, (2, 2, -1)), a.reshape(2, 2, -1)),
        (xp.concat([x, x * 2]), np.concatenate([a, a * 2])),
        (xp.concat([x, x[:, :2]], axis=1), np.concatenate([a, a[:, :2]], 1)),
        (xp.concat([x, x], axis=None), np.concatenate([a, a], None)),
        (xp.stack([x, x], axis=1), np.stack([a, a], 1)),
        (xp.roll(x, 2), np.roll(a, 2)),
        (xp.roll(x, -1, axis=1), np.roll(a, -1, 1)),
        (xp.roll(x, (1, 2), axis=(0, 1)), np.roll(a, (1, 2), (0, 1))),
    ]:
        check(mine, theirs)
        assert is_sparse(mine) == sparse
    for mine, theirs in zip(xp.unstack(x, axis=1), a.T, strict=True):
        check(mine, theirs)
    mine = xp.broadcast_arrays(x, weft.tensor(a[:, :1]))
    for each, theirs in zip(mine, np.broadcast_arrays(a, a[:, :1])):
        check(each, theirs)


def test_manipulation_of_no_components():
    x = weft.tensor(np.zeros((0, 3)), format="CSR")
    assert xp.reshape(x, (3, 0)).shape == (3, 0)
    assert xp.broadcast_to(x, (2, 0, 3)).shape == (2, 0, 3)
    assert xp.concat([x, xp.eye(3)]).shape == (3, 3)
    check(xp.reshape(xp.eye(1), ()), np.array(1.0))
    check(xp.reshape(weft.tensor(np.float64(2)), (1, 1)), np.array([[2.0]]))


def test_manipulation_that_is_refused(random_dense):
    x = store(random_dense(4, 6), format="CSR")
    with pytest.raises(weft.Error, match="has no shape"):
        xp.reshape(x, (5, 5))
    with pytest.raises(ValueError, match="without a copy"):
        xp.reshape(x, (24,), copy=False)
    with pytest.raises(weft.Error, match="not of size one"):
        xp.squeeze(x, 0)
    with pytest.raises(weft.Error, match="does not repeat to"):
        xp.broadcast_to(x, (4, 5))
    with pytest.raises(IndexError):
        xp.expand_dims(x, axis=3)
    with pytest.raises(weft.Error, match="differ beside axis"):
        xp.concat([x, xp.eye(4)], axis=0)


# Products.


@pytest.mark.parametrize(
    "shapes",
    [
        ((3, 4), (4, 5)),
        ((4,), (4,)),
        ((2, 3, 4), (4, 5)),
        ((2, 3, 4), (2, 4, 5)),
        ((2, 1, 3, 4), (6, 4, 2)),
        ((2, 3, 4), (4,)),
        ((4,), (2, 4, 5)),
    ],
)
@pytest.mark.parametrize("is_stored_sparsely", [False, True])
def test_matmul(random_dense, shapes, is_stored_sparsely):
    a, b = (random_dense(*shape) for shape in shapes)
    x, y = a, b
    if is_stored_sparsely:
        x, y = (store(v, format="s" * v.ndim) for v in (a, b))
    check(xp.matmul(x, y), np.matmul(a, b))
    check(weft.tensor(x) @ y, a @ b)
    with pytest.raises(weft.Error):
        xp.matmul(x, random_dense(7))


def test_tensordot_and_vecdot(random_dense):
    a, b = random_dense(2, 3, 4), random_dense(3, 4, 5)
    x, y = store(a, format="sss"), weft.tensor(b)
    check(xp.tensordot(x, y), np.tensordot(a, b))
    check(xp.tensordot(x, y, axes=0), np.tensordot(a, b, 0))
    pairs = ((1, -1), (0, 1))
    check(xp.tensordot(x, y, axes=pairs), np.tensordot(a, b, pairs))
    with pytest.raises(weft.Error, match="differ"):
        xp.tensordot(x, y, axes=1)
    c = a + 1j * random_dense(2, 3, 4)
    z = weft.tensor(c)
    check(xp.vecdot(z, x), np.sum(c.conj() * a, axis=-1))
    check(xp.vecdot(z, x, axis=-2), np.sum(c.conj() * a, axis=-2))


# Programs that know the standard only.


def normalize_rows(x):
    names = x.__array_namespace__()
    total = names.sum(names.abs(x), axis=1, keepdims=True)
    return x / names.where(total == 0, names.asarray(1.0), total)


def standardize(x):
    names = x.__array_namespace__()
    center = names.mean(x, axis=0, keepdims=True)
    return (x - center) / names.std(x, axis=0, keepdims=True)


def power_iteration(x, count):
    names = x.__array_namespace__()
    v = names.ones(x.shape[1], dtype=x.dtype)
    for _ in range(count):
        v = names.matmul(x, v)
        v = v / names.sqrt(names.vecdot(v, v))
    return names.vecdot(v, names.matmul(x, v))


def test_programs_of_the_standard(random_dense):
    a = random_dense(8, 8)
    a += a.T + np.eye(8)
    x = store(a, format="CSR")
    check(normalize_rows(x), normalize_rows(a))
    assert is_sparse(normalize_rows(x))
    check(standardize(x), standardize(a))
    check(power_iteration(x, 20), power_iteration(a, 20))
