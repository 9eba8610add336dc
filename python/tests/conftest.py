# ===- conftest.py - What the tests share --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the tests share."""

import numpy as np
import pytest
import scipy.sparse

TYPES = [
    np.bool_,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.complex128,
]


@pytest.fixture
def rng():
    return np.random.default_rng(1)


@pytest.fixture
def random_dense(rng):
    """Makes arrays with many zeros, whose values are small integers, so that
    sums are exact in any order."""

    def make(*shape, dtype=np.float64, density=0.3):
        values = rng.integers(1, 5, shape)
        return (values * (rng.random(shape) < density)).astype(dtype)

    return make


@pytest.fixture
def random_csr(random_dense):
    def make(*shape, dtype=np.float64, density=0.3):
        return scipy.sparse.csr_array(
            random_dense(*shape, dtype=dtype, density=density)
        )

    return make


def dense_of(x):
    """A result of Weft, SciPy or NumPy as an array of NumPy."""
    if hasattr(x, "to_numpy"):
        return x.to_numpy()
    return x.toarray() if hasattr(x, "toarray") else np.asarray(x)


def check(actual, expected):
    """Compares components, shapes and types."""
    actual, expected = dense_of(actual), dense_of(expected)
    assert actual.shape == expected.shape
    assert actual.dtype == expected.dtype
    np.testing.assert_allclose(
        actual, expected, rtol=1e-6 if expected.dtype.itemsize <= 4 else 1e-12
    )
