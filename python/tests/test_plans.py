# ===- test_plans.py - Products in steps ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels for the statistics of operands."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft

CHAIN = "D(i,l) = A(i,k) * B(j,k) * C(j,l)"
FEW = {"C": {"sizes": (400, 400), "entries": 10}}


def make_operands():
    rng = np.random.default_rng(1)
    rows, columns = rng.integers(400, size=(2, 10))
    few = scipy.sparse.coo_array((np.ones(10), (rows, columns)), (400, 400))
    return {
        "A": rng.random((400, 300)),
        "B": rng.random((400, 300)),
        "C": few.tocsr(),
    }


def test_plan_for_operands():
    operands = make_operands()
    kernel = weft.compile(CHAIN, {"C": "CSR"}).plan(**operands)
    assert "T1(l,k) = sum(j, B(j,k) * C(j,l))" in kernel.steps
    expected = operands["A"] @ operands["B"].T @ operands["C"].toarray()
    got = kernel(**operands).to_numpy()
    np.testing.assert_allclose(got, expected)
    # Right for other operands, too.
    operands["C"] = scipy.sparse.eye_array(400, format="csr")
    got = kernel(**operands).to_numpy()
    np.testing.assert_allclose(got, operands["A"] @ operands["B"].T)


def test_statements_without_a_plan_stay():
    a = scipy.sparse.eye_array(4, format="csr")
    kernel = weft.compile("y(i) = A(i,j) * x(j)", {"A": "CSR"})
    assert kernel.plan(a, np.ones(4)) is kernel
    assert kernel.steps.strip() == "y(i) = sum(j, A(i,j) * x(j))"


def test_stated_statistics():
    kernel = weft.compile(CHAIN, {"C": "CSR"}, statistics=FEW)
    assert "T1(" in kernel.steps
    operands = make_operands()
    expected = operands["A"] @ operands["B"].T @ operands["C"].toarray()
    np.testing.assert_allclose(kernel(**operands).to_numpy(), expected)
    strict = weft.compile(
        CHAIN, {"C": "CSR"}, statistics=FEW, options="strict-fp"
    )
    assert "T1(" not in strict.steps


@pytest.mark.parametrize(
    ("statistics", "message"),
    [
        ("A", "by name"),
        ({"C": 10}, "by name"),
        ({"C": {"entries": "many"}}, "'C': 'entries' is a number, not 'many'"),
        ({"C": {"entries": None}}, "'entries' is a number, not None"),
        ({"C": {"entries": True}}, "'entries' is a number, not True"),
        ({"C": {"entries": -1}}, "'C': expected 1 number for 'entries'"),
        ({"C": {"sizes": (400,)}}, "'C': expected 2 numbers for 'sizes', got"),
        ({"C": {"sizes": (400, "a")}}, "'C': a size is an integer, not 'a'"),
        ({"C": {"sizes": "3x4"}}, "a size is an integer, not '3x4'"),
        ({"C": {"sizes": (3.5, 4)}}, "a size is an integer, not 3.5"),
        ({"C": {"sizes": [[1, 2], [3]]}}, "a size is an integer, not"),
        ({"C": {"sizes": (2**63, 4)}}, "'C': the sizes .* too large"),
        ({"C": {"sizes": (2**70, 4)}}, "'C': the sizes .* too large"),
        ({"C": {"sizes": (-3, 4)}}, "the sizes .* are negative or too large"),
        (
            {"C": {"sizes": (3, 4), "entries": 13}},
            "13 entries do not fit 3 x 4",
        ),
        ({"C": {"sizes": (3, 4), "entries": np.array([12.5])}}, "12.5 entries"),
        (
            {"C": {"entries": 2**70}},
            "1180591620717411303424 entries do not fit",
        ),
        ({"C": {"entries": [1, 2]}}, "expected 1 number for 'entries'"),
        ({"C": {"entries": [[1, 2], [3]]}}, "'entries' is a number, not"),
        ({"C": {"distinct": [[1, 2], [3]]}}, "a number for each mode, not"),
        ({"C": {"nnz": 10}}, "'C': expected sizes, entries, .* got 'nnz'"),
        ({"C": {3: 10}}, "expected sizes, entries, .* got 3"),
        ({"C": {"entries": "1 opt=0"}}, "a number, not '1 opt=0'"),
        ({"C\n": {"entries": 10}}, "no tensor"),
        ({3: {"entries": 10}}, "no tensor 3"),
        ({"Z": {"entries": 10}}, "no tensor 'Z'"),
        ({"i": {"entries": 10}}, "no tensor 'i': index variables have sizes"),
    ],
)
def test_wrong_statistics(statistics, message):
    with pytest.raises(weft.Error, match=message):
        weft.compile(CHAIN, {"C": "CSR"}, statistics=statistics)


def test_statistics_of_arrays():
    for sizes in ((400, 400), [400, 400], np.array([400, 400])):
        known = {"C": {"sizes": sizes, "entries": np.float64(10.0)}, "A": {}}
        weft.compile(CHAIN, {"C": "CSR"}, statistics=known)
    full = {"C": {"sizes": (3, 4), "entries": 12}}
    weft.compile(CHAIN, {"C": "CSR"}, statistics=full)


def test_wrong_operands():
    kernel = weft.compile(CHAIN, {"C": "CSR"})
    with pytest.raises(weft.Error, match="missing"):
        kernel.plan(A=np.ones((4, 4)))
