#!/usr/bin/env python3
# ===- test_reference.py - Tests of the reference --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Checks the reference against numbers worked out by hand and against NumPy.

The suite is only worth what its reference is worth. Needs no library.
"""

from __future__ import annotations

import math
import unittest

import numpy as np

import kernels  # noqa: F401 - fills KERNELS
from datasets import SMALL, datasets
from spellings import parse_format
from storage import read_storage
from storage_arrays import StorageError
from kernel import KERNELS, to
from notation import (
    Assign,
    Expression,
    accesses,
    call,
    close,
    compare,
    reduce,
    render,
)
from reference import TYPES, Evaluator, Values
from symbols import A, B, a, alpha, b, c, d, e, i, j, k, x, y

F64, I32 = TYPES["f64"], TYPES["i32"]


def dense(*numbers: object, dtype: str = "float64") -> Values:
    array = np.array(numbers if len(numbers) > 1 else numbers[0], dtype)
    return Values(array, np.ones(array.shape, bool))


def sparse(numbers: list, dtype: str = "float64") -> Values:
    """None is an absent entry."""
    array = np.array(
        [[0 if n is None else n for n in row] for row in numbers]
        if isinstance(numbers[0], list)
        else [0 if n is None else n for n in numbers],
        dtype,
    )
    present = np.vectorize(lambda n: n is not None)(np.array(numbers, object))
    return Values(array, present)


def run(
    program: Assign,
    tensors: dict[str, Values],
    *,
    element=F64,
    strict_zero=False,
) -> Values:
    extents = {}
    for access in accesses(program.value):
        for mode, index in enumerate(access.indices):
            extents[index] = tensors[access.tensor].numbers.shape[mode]
    evaluator = Evaluator(element, tensors, extents, strict_zero=strict_zero)
    return evaluator.run(program)


class NotationTest(unittest.TestCase):
    def check(self, program: Expression | Assign, text: str) -> None:
        self.assertEqual(render(program), text)

    def test_text(self) -> None:
        self.check(to(y(i), A(i, j) * x(j)), "y(i) = A(i,j) * x(j)")
        self.check(to(y(i), x(i), add=True), "y(i) += x(i)")
        self.check(to(alpha, 0.5), "alpha = 0.5")
        self.check(a(i) - (b(i) - c(i)), "a(i) - (b(i) - c(i))")
        self.check(a(i) - b(i) - c(i), "a(i) - b(i) - c(i)")
        self.check((a(i) + b(i)) * c(i), "(a(i) + b(i)) * c(i)")
        self.check(a(i) * (b(i) / c(i)), "a(i) * (b(i) / c(i))")
        self.check(-(a(i) + b(i)), "-(a(i) + b(i))")
        self.check(a(i) * -b(i), "a(i) * (-b(i))")
        self.check(a(i) * -2, "a(i) * (-2)")
        self.check(a(i) * (1 + 2j), "a(i) * (1.0 + 2.0im)")
        self.check(call("max", A(i, 3), 0), "max(A(i,3), 0)")
        self.check(reduce("max", i, j, A(i, j)), "max(i, j, A(i,j))")
        self.check(compare(">", a(i) + 1, b(i)) * 2, "(a(i) + 1 > b(i)) * 2")

    def test_implied_sums(self) -> None:
        def closed(program: Assign) -> str:
            return render(close(program))

        self.assertEqual(
            closed(to(a(i), B(i, j) * c(j) + d(i) + e(i))),
            "a(i) = sum(j, B(i,j) * c(j)) + d(i) + e(i)",
        )
        self.assertEqual(
            closed(to(a(i), b(i) - (A(i, j) - B(k, i)))),
            "a(i) = b(i) - (sum(j, A(i,j)) - sum(k, B(k,i)))",
        )
        self.assertEqual(
            closed(to(alpha, (b(i) + c(i)) * d(i))),
            "alpha = sum(i, (b(i) + c(i)) * d(i))",
        )
        self.assertEqual(
            closed(to(a(i), call("max", B(i, j), 0))),
            "a(i) = sum(j, max(B(i,j), 0))",
        )
        self.assertEqual(
            closed(to(a(i), reduce("max", j, B(i, j)))), "a(i) = max(j, B(i,j))"
        )
        self.assertEqual(closed(to(a(i), b(i), add=True)), "a(i) = a(i) + b(i)")


class ReferenceTest(unittest.TestCase):
    def equal(self, got: Values, expected: object) -> None:
        np.testing.assert_array_equal(got.numbers, np.array(expected))

    def test_spmv_by_hand(self) -> None:
        matrix = sparse([[1, None, 2], [None, None, None]])
        got = run(
            to(y(i), A(i, j) * x(j)), {"A": matrix, "x": dense(10, 20, 30)}
        )
        self.equal(got, [70, 0])
        self.assertEqual(got.present.tolist(), [True, False])

    def test_terms_are_summed_apart(self) -> None:
        got = run(
            to(a(i), B(i, j) * c(j) + d(i) + e(i)),
            {
                "B": dense([[1, 2], [3, 4]]),
                "c": dense(1, 1),
                "d": dense(10, 20),
                "e": dense(100, 200),
            },
        )
        self.equal(got, [113, 227])

    def test_absent_annihilates(self) -> None:
        inf = math.inf
        tensors = {"b": sparse([None, 0, 2]), "c": dense(inf, inf, inf)}
        self.equal(run(to(a(i), b(i) * c(i)), tensors), [0, math.nan, inf])
        self.equal(run(to(a(i), c(i) * b(i)), tensors), [0, math.nan, inf])
        strict = run(to(a(i), b(i) * c(i)), tensors, strict_zero=True)
        self.equal(strict, [math.nan, math.nan, inf])

    def test_absent_dividend(self) -> None:
        tensors = {"b": sparse([None, 0, 1]), "c": dense(0, 0, 0)}
        self.equal(run(to(a(i), b(i) / c(i)), tensors), [0, math.nan, math.inf])

    def test_absent_passes_through_sums_and_signs(self) -> None:
        tensors = {
            "b": sparse([None, None, 1]),
            "c": sparse([None, 0, None]),
            "d": dense(math.nan, math.nan, 5),
        }
        got = run(to(a(i), (b(i) + -c(i)) * d(i)), tensors)
        self.equal(got, [0, math.nan, 5])
        self.assertEqual(got.present.tolist(), [False, True, True])

    def test_sum_of_absent_is_absent(self) -> None:
        tensors = {
            "B": sparse([[None, None], [None, 0]]),
            "c": dense([math.inf] * 2),
        }
        total = reduce("sum", j, B(i, j))
        self.equal(run(to(a(i), total * c(i)), tensors), [0, math.nan])

    def test_max_sees_zeros_of_absent_entries(self) -> None:
        matrix = sparse([[-1, None], [-2, -3]])
        got = run(to(a(i), reduce("max", j, B(i, j))), {"B": matrix})
        self.equal(got, [0, -2])

    def test_empty_ranges_give_identities(self) -> None:
        empty = Values(np.zeros((2, 0)), np.zeros((2, 0), bool))
        got = run(to(a(i), reduce("max", j, B(i, j))), {"B": empty})
        self.equal(got, [-math.inf] * 2)
        self.equal(run(to(a(i), B(i, j)), {"B": empty}), [0, 0])

    def test_integers_wrap(self) -> None:
        numbers = dense(2**31 - 1, -(2**31), dtype="int32")
        self.equal(
            run(to(a(i), b(i) + 1), {"b": numbers}, element=I32),
            [-(2**31), -(2**31) + 1],
        )
        self.equal(
            run(to(a(i), -b(i)), {"b": numbers}, element=I32),
            [-(2**31) + 1, -(2**31)],
        )
        self.equal(
            run(
                to(a(i), b(i) / 2),
                {"b": dense(-7, 7, dtype="int32")},
                element=I32,
            ),
            [-3, 3],
        )

    def test_single_precision_rounds_every_step(self) -> None:
        numbers = dense(1, 2.0**24, dtype="float32")
        got = run(to(a(i), b(i) + 1 - 1), {"b": numbers}, element=TYPES["f32"])
        self.equal(got, [1, 2.0**24 - 1])

    def test_functions(self) -> None:
        tensors = {"b": sparse([None, -4, 4])}
        self.equal(run(to(a(i), call("max", b(i), 0)), tensors), [0, 0, 4])
        self.equal(run(to(a(i), call("abs", b(i))), tensors), [0, 4, 4])
        self.equal(run(to(a(i), compare(">=", b(i), 0)), tensors), [1, 0, 1])
        chosen = call("select", compare(">", b(i), 0), b(i), 7)
        self.equal(run(to(a(i), chosen), tensors), [7, 7, 4])

    def test_accumulate_and_sequence(self) -> None:
        tensors = {"y": dense(1, 2), "x": dense(10, 20)}
        evaluator = Evaluator(F64, tensors, {i: 2})
        evaluator.run(to(y(i), x(i), add=True))
        self.equal(evaluator.run(to(a(i), y(i) * y(i))), [121, 484])

    def test_against_numpy(self) -> None:
        """The sums of products of the suite, against einsum."""
        for name, subscripts in {
            "spmv": "ij,j->i",
            "spmv-transposed": "ij,i->j",
            "quadratic-form": "i,ij,j->",
            "matmul": "ik,kj->ij",
            "matmul-chain": "ik,kl,lj->ij",
            "sddmm": "ij,ik,kj->ij",
            "sddmm-nested": "ij,ik,jk->ij",
            "trace": "ii->",
            "transpose": "ji->ij",
            "ttv": "ijk,k->ij",
            "ttm": "ijl,kl->ijk",
            "mttkrp": "ikl,kj,lj->ij",
            "cube-inner-product": "ijk,ijk->",
            "cube-diagonal": "iii->i",
        }.items():
            kernel = KERNELS[name]
            for data in datasets(kernel, F64, SMALL):
                arrays = {n: t.dense(F64) for n, t in data.operands.items()}
                tensors = {
                    n: t.evaluate(F64, parse_format("COO", len(t.dims)))
                    if t.dims
                    else dense(arrays[n])
                    for n, t in data.operands.items()
                }
                got = Evaluator(F64, tensors, data.extents).run(
                    kernel.program[0]
                )
                order = [
                    access.tensor
                    for access in accesses(kernel.program[0].value)
                ]
                expected = np.einsum(subscripts, *(arrays[n] for n in order))
                with self.subTest(kernel=name, shape=data.shape):
                    self.equal(got, expected)


class FormatTest(unittest.TestCase):
    def test_stored_components(self) -> None:
        entries = {(0, 1), (2, 0)}
        everything = set(np.ndindex(3, 2))
        for name, expected in {
            "CSR": entries,
            "COO": entries,
            "DCSR": entries,
            "sd": {(0, 0), (0, 1), (2, 0), (2, 1)},
            "sd:1,0": everything,
            "dd": everything,
        }.items():
            with self.subTest(format=name):
                self.assertEqual(
                    parse_format(name, 2).stored((3, 2), entries), expected
                )

    def read(self, name: str, dims: tuple[int, ...], *arrays: list) -> list:
        raw = [np.array(array, np.int64) for array in arrays]
        return read_storage(parse_format(name, len(dims)), dims, raw)

    def test_reads(self) -> None:
        expected = [((0, 1), 5), ((2, 0), 6), ((2, 1), 7)]
        csr = self.read("CSR", (3, 2), [0, 1, 1, 3], [1, 0, 1], [5, 6, 7])
        self.assertEqual(csr, expected)
        coo = self.read("COO", (3, 2), [0, 3], [0, 2, 2], [1, 0, 1], [5, 6, 7])
        self.assertEqual(coo, expected)
        dcsr = self.read(
            "DCSR", (3, 2), [0, 2], [0, 2], [0, 1, 3], [1, 0, 1], [5, 6, 7]
        )
        self.assertEqual(dcsr, expected)
        csc = self.read("CSC", (3, 2), [0, 1, 3], [2, 0, 2], [6, 5, 7])
        self.assertEqual(csc, [expected[1], expected[0], expected[2]])
        self.assertEqual(self.read("", (), [4]), [((), 4)])

    def test_keeps_segments_of_nothing(self) -> None:
        """Coordinates are there though a dense level below them has size 0."""
        stored = self.read("ssd", (1, 1, 0), [0, 1], [0], [0, 1], [0], [])
        self.assertEqual(stored, [])

    def test_refuses(self) -> None:
        for message, name, arrays in (
            ("2 positions, expected 3", "CSR", ([0, 1], [0], [1])),
            ("not monotone", "CSR", ([0, 2, 1], [0], [1])),
            ("out of range", "CSR", ([0, 1, 1], [2], [1])),
            ("follows 1", "CSR", ([0, 2, 2], [1, 0], [1, 1])),
            ("follows 1", "CSR", ([0, 2, 2], [1, 1], [1, 1])),
            ("1 values, expected 2", "CSR", ([0, 2, 2], [0, 1], [1])),
            (
                "3 coordinates, expected 2",
                "CSR",
                ([0, 2, 2], [0, 1, 1], [1, 1]),
            ),
            ("is stored after", "COO", ([0, 2], [0, 0], [1, 1], [1, 1])),
            ("is stored after", "COO", ([0, 2], [1, 0], [1, 1], [1, 1])),
            (
                "position 0 of level 0 is empty",
                "DCSR",
                ([0, 1], [0], [0, 0], [], []),
            ),
            (
                "position 0 of level 0 is empty",
                "sds",
                ([0, 1], [0], [0, 0, 0], [], []),
            ),
            ("expected one values array", "dd", ([1, 2, 3, 4], [])),
        ):
            dims = (2,) * (3 if name == "sds" else 2)
            with (
                self.subTest(message=message),
                self.assertRaisesRegex(StorageError, message),
            ):
                self.read(name, dims, *arrays)


if __name__ == "__main__":
    unittest.main()
