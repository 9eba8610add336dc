# ===- test_patterns.py - Programs of patterns ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Programs of patterns against SciPy and NumPy."""

import numpy as np
import pytest
import scipy.sparse
import weft_sparse as weft

SPMV = """
spmv = nFun(n => nFun(m =>
  fun(A: format(ds, float, n, m) =>
  fun(x: [float]_m =>
    zip(A_crd2, A) :>>
    map(fun(row =>
      zip(row.1, row.2) :>> map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)))))))
"""

LIL = """
lil = nFun(n => nFun(m =>
  fun(lengths: [int]_n =>
  fun(cols: [i => [int]_{toNat(lengths@i)}]_n =>
  fun(values: [i => [float]_{toNat(lengths@i)}]_n =>
  fun(x: [float]_m =>
    zip(cols, values) :>>
    map(fun(row =>
      zip(row.1, row.2) :>> map(fun(e => e.2 * (x@e.1))) :>>
      reduce(+, 0)))))))))
"""


def matrix():
    rng = np.random.default_rng(3)
    stored = scipy.sparse.random_array((50, 30), density=0.1, rng=rng)
    # Sums of small integers are exact in any order.
    stored.data = rng.integers(1, 9, stored.nnz).astype(np.float32)
    return scipy.sparse.csr_array(stored.astype(np.float32))


@pytest.mark.parametrize("options", ["", "patterns=loops"])
def test_product(options):
    A, x = matrix(), np.arange(30, dtype=np.float32)
    spmv = weft.compile_patterns(SPMV, options=options)
    assert spmv.operands == ("A", "x") and spmv.results == ("spmv",)
    np.testing.assert_array_equal(spmv(A, x).to_numpy(), A @ x)


def test_rules():
    A, x = matrix(), np.arange(30, dtype=np.float32)
    spmv = weft.compile_patterns(
        SPMV, schedule="stride_reduce(4), set_mapping(par)"
    )
    assert "pattern.lanes" in spmv.source("pattern")
    np.testing.assert_array_equal(spmv(A, x).to_numpy(), A @ x)


def test_arrays():
    A, x = matrix(), np.arange(30, dtype=np.float32)
    lengths = np.diff(A.indptr).astype(np.int32)
    lil = weft.compile_patterns(LIL)
    cols = A.indices.astype(np.int32)
    result = lil(lengths, cols, A.data, x)
    np.testing.assert_array_equal(result.to_numpy(), A @ x)
    with pytest.raises(weft.Error, match="out of"):
        lil(lengths, cols + 30, A.data, x)
    with pytest.raises(weft.Error, match="one length has two values"):
        lil(lengths, cols, A.data[:-1], x)
    with pytest.raises(weft.Error, match="expected an array of length"):
        lil(lengths, cols[:-1], A.data[:-1], x)


def test_empty_positions():
    """An array of length 0 whose type is n + 1 leaves no natural number."""
    sums = weft.compile_patterns("""
      sums = nFun(n => fun(offset: [int]_{n+1} =>
        fun(values: [i => [float]_{toNat(offset@(i+1) - offset@i)}]_n =>
          values :>> map(reduce(+, 0)))))
    """)
    values = np.zeros(0, dtype=np.float32)
    assert sums(np.zeros(1, dtype=np.int32), values).shape == (0,)
    with pytest.raises(weft.Error, match=r"to have the size n\+1, got 0"):
        sums(np.zeros(0, dtype=np.int32), values)


def test_numbers():
    text = """
      a = nFun(n => nFun(k => fun(x: [float]_n =>
            x :>> split(k) :>> map(reduce(+, 0)) :>> reduce(+, 0))))
      b = nFun(n => fun(x: [float]_n => x))
    """
    x = np.arange(7, dtype=np.float32)
    assert weft.compile_patterns(text, "a", numbers={"k": 3})(x).item() == 21
    with pytest.raises(weft.Error, match="no tensor has the size 'k'"):
        weft.compile_patterns(text, "a")
    with pytest.raises(weft.Error, match="the programs are a, b"):
        weft.compile_patterns(text)
    with pytest.raises(weft.Error, match="no type is called 'flat'"):
        weft.compile_patterns("a = fun(x: flat => x)")
