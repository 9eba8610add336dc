#!/usr/bin/env python3
# ===- test_dense.py - Tests of the dense evaluator ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares the two evaluators, and the second one with numbers worked out by
hand where the first knows nothing. Needs no library."""

from __future__ import annotations

import math
import unittest
import zlib

import numpy as np

from cases import RUNS, Case, all_cases
from datasets import REAL, SMALL, SPECIAL, datasets
from dense import DenseEvaluator, Result, keeps_sign, operand
from spellings import parse_format
from kernel import KERNELS
from notation import (
    Assign,
    Binary,
    Call,
    Expression,
    IndexValue,
    call,
    compare,
    lift,
    reduce,
    walk,
)
from reference import Evaluator
from scalars import ELEMENTS, IllTyped, value_type
from symbols import A, B, a, alpha, b, c, i, j, x, y, z

TYPES = {"A": "bool", "b": "f64", "c": "f32", "x": "i32", "y": "i64", "z": "u64"}


# Functions of which it may be open whether they are absent.
OPEN = ("select", "where", "min", "and")


def leaves_open(value: Expression) -> bool:
    """Whether it may be open what a result stores."""
    return any(
        (isinstance(node, Call) and node.function in OPEN)
        or (isinstance(node, Binary) and node.operator == "/")
        for node in walk(value)
    )


def sizes(*numbers: int) -> dict:
    return dict(zip((i, j), numbers))


def run(
    value: object,
    type: str = "f64",
    drop_fill: bool = False,
    format: str = "s",
    into_sums: bool = False,
    factors: bool = False,
    **tensors: list,
) -> Result:
    """`a(i) = value`, or a scalar where `i` does not occur. None is an absent
    component."""
    stored, extents = {}, {}
    for name, numbers in tensors.items():
        array = np.array(numbers, object)
        present = np.vectorize(lambda n: n is not None, [bool])(array)
        kind = ELEMENTS[TYPES.get(name, "f64")]
        filled = np.where(present, array, 0).astype(kind.dtype)
        stored[name] = operand(kind, filled, present)
        extents = sizes(*array.shape)
    target = a(i) if extents else alpha
    evaluator = DenseEvaluator(
        stored,
        extents,
        drop_fill=drop_fill,
        into_sums=into_sums,
        factors=factors,
    )
    return evaluator.run(
        Assign(target, lift(value)),
        ELEMENTS[type],
        parse_format(format if extents else "", len(target.indices)),
    )


class EvaluatorsAgree(unittest.TestCase):
    """On every kernel and kind of numbers, with dense and sparse operands."""

    def check(self, case: Case) -> tuple[int, int]:
        """How many components there are, and how many have one right value."""
        count = exact = 0
        type = ELEMENTS[case.element.name]
        for data in datasets(case.kernel, case.element, case.run.numbers):
            values = {
                name: entries.evaluate(case.element, case.format(name))
                for name, entries in data.operands.items()
            }
            first = Evaluator(case.element, values, data.extents)
            stored = {
                name: operand(type, tensor.numbers, tensor.present)
                for name, tensor in values.items()
            }
            second = DenseEvaluator(stored, data.extents)
            for assignment in case.kernel.program:
                format = case.format(assignment.target.tensor)
                expected = first.run(assignment, format=format)
                got = second.run(assignment, type, format)
                with np.errstate(all="ignore"):
                    close = np.isclose(
                        *(got.numbers, expected.numbers, 1e-4, 1e-5),
                        equal_nan=True,
                    )
                close &= (got.error > 0) | (got.numbers == expected.numbers) | (
                    np.isnan(got.numbers)
                )
                wrong = ~close & np.isfinite(got.error)
                self.assertFalse(wrong.any(), (case.name, data.shape))
                if len(case.kernel.program) == 1:
                    surplus = got.required & ~expected.present
                    self.assertFalse(surplus.any(), (case.name, data.shape))
                    lacking = expected.present & ~got.required
                    if not leaves_open(assignment.value):
                        self.assertFalse(lacking.any(), case.name)
                count += got.error.size
                exact += int((got.error == 0).sum())
        return count, exact

    def test_all_kernels(self) -> None:
        chosen: dict[tuple, Case] = {}
        for case in all_cases():
            if not case.run.options:
                # All types, on one kernel or another.
                type = case.element.name
                rest = zlib.crc32(f"{case.kernel.name} {type}".encode()) % 10
                key = case.kernel.name, case.run.numbers, "" if rest else type
                chosen.setdefault(key, case)
        totals: dict[str, list[int]] = {}
        for case in chosen.values():
            count, exact = self.check(case)
            total = totals.setdefault(case.run.numbers, [0, 0])
            total[0] += count
            total[1] += exact
        self.assertEqual(set(totals), {SMALL, REAL, SPECIAL})
        self.assertGreater(totals[SMALL][1] / totals[SMALL][0], 0.97)
        self.assertGreater(totals[SPECIAL][1] / totals[SPECIAL][0], 0.97)
        self.assertEqual({r.numbers for r in RUNS}, set(totals))
        self.assertGreater(len(chosen), 2 * len(KERNELS))


class Meaning(unittest.TestCase):
    def equal(self, result: Result, expected: list) -> None:
        np.testing.assert_array_equal(result.numbers, expected)
        self.assertTrue((result.error == 0).all())

    def test_types_meet(self) -> None:
        # 2^24 + 1 is no f32, but an i64 and an f32 meet in f64.
        self.equal(run(y(i) + c(i), y=[2**24 + 1], c=[0.5]), [2**24 + 1.5])
        self.equal(run(x(i) + c(i), x=[2**24 + 1], c=[0]), [2**24])
        self.equal(run(x(i) / 2, "i32", x=[-7]), [-3])
        self.equal(run(x(i) / 2.0, x=[-7]), [-3.5])
        self.equal(run(lift(1) / 2 * x(i), x=[8]), [0])
        self.equal(run(lift(1) / 2 * b(i), b=[8]), [4])
        self.equal(run(x(i) * y(i), "i32", x=[2**20], y=[2**13]), [0])
        large = 2**64 - 1
        self.equal(run(z(i) * (lift(1) / 1), "u64", z=[large]), [large])
        self.equal(run(z(i) / 2, "u64", z=[large]), [large // 2])
        with self.assertRaises(IllTyped):
            run(b(i), "i32", b=[1.0])
        with self.assertRaises(IllTyped):
            value_type(
                Assign(a(i), call("max", b(i), 2j)),
                {
                    "a": ELEMENTS["complex<f64>"].scalar,
                    "b": ELEMENTS["f64"].scalar,
                },
            )

    def test_truth_and_indices(self) -> None:
        self.equal(run(compare("<", b(i), IndexValue(i)), b=[0, 0]), [0, 1])
        self.equal(run(call("not", b(i)), b=[2, None]), [0, 1])
        self.equal(run(call("and", b(i), 1, 2), b=[2, 0]), [1, 0])
        rows = [[1, 2], [None, 0]]
        self.equal(run(reduce("any", j, B(i, j)), B=rows), [1, 0])
        self.equal(run(reduce("all", j, B(i, j)), B=rows), [1, 0])
        self.equal(run(reduce("min", j, B(i, j)), B=rows), [1, 0])

    def test_functions(self) -> None:
        self.equal(run(call("round", b(i)), b=[-2.5, 0.4]), [-3, 0])
        self.equal(run(call("pow", x(i), 3), "i32", x=[-2]), [-8])
        self.equal(run(A(i) + call("conj", A(i)), A=[True]), [1])
        self.equal(run(call("pow", b(i), 0), b=[math.nan]), [1])
        tan = run(call("tan", b(i)), b=[1.0])
        self.assertLess(tan.error[0], 1e-13)
        self.assertGreater(tan.error[0], 0)

    def test_into_sums(self) -> None:
        rows = {"B": [[1, 5], [2, 5]]}
        quotient = reduce("sum", j, B(i, j)) / 7.0
        self.equal(run(quotient, **rows), [6 / 7, 1])
        moved = run(quotient, into_sums=True, **rows)
        self.assertTrue((moved.error < 1e-14).all())
        self.assertGreater(moved.error[0], abs(1 / 7 + 5 / 7 - 6 / 7))
        # A product of small integers is what it is in any order.
        product = reduce("sum", j, B(i, j)) * 7.0
        self.equal(run(product, into_sums=True, **rows), [42, 49])
        # Infinities of both signs meet in a sum of products, and in no product.
        signs = {"B": [[1, -1, 2]]}
        for value in (
            reduce("sum", j, B(i, j)) * math.inf,
            reduce("sum", j, B(i, j)) / 0.0,
        ):
            self.assertEqual(run(value, **signs).numbers, [math.inf])
            self.assertEqual(
                run(value, into_sums=True, **signs).error, [math.inf]
            )
        # What is added to a sum stays outside.
        added = (reduce("sum", j, B(i, j)) + 1) / 7.0
        self.equal(run(added, into_sums=True, **rows), [1, 8 / 7])

    def test_out_of_sums(self) -> None:
        large = {"b": [0.0, 1.0], "B": [[1e200, 1], [1, 1]]}
        total = reduce("sum", j, b(i) * B(i, j) * B(i, j))
        self.equal(run(total, **large), [0, 2])
        # The square of 1e200 is infinite, and times zero no number.
        moved = run(total, factors=True, **large)
        self.assertEqual(moved.error.tolist(), [math.inf, 0])
        # That of its reciprocal is zero.
        small = {"b": [1e300, 1.0], "B": [[1e-200, 1], [1, 1]]}
        moved = run(total, factors=True, **small)
        self.assertEqual(moved.error.tolist(), [math.inf, 0])
        # And of complex numbers, whatever their parts are.
        turned = reduce("sum", j, lift(1j) * b(i) * B(i, j) * B(i, j))
        for numbers in large, small:
            moved = run(turned, "complex<f64>", factors=True, **numbers)
            self.assertEqual(moved.error.tolist(), [math.inf, 0])

    def test_absence(self) -> None:
        product = run(b(i) * (math.inf * y(i)), b=[None, 0], y=[1, 1])
        self.equal(product, [0, math.nan])
        result = run(call("cos", b(i)) * call("abs", b(i)), b=[None, 0])
        self.assertEqual(result.required.tolist(), [False, True])
        # The greatest number of a type decides alone.
        decided = call("not", call("max", A(i), call("not", x(i))))
        result = run(decided, "bool", A=[0, 1, None, 0], x=[None, None, None, 5])
        self.assertEqual(result.required.tolist(), [False, False, False, True])

    def test_what_is_dropped(self) -> None:
        b_numbers, c_numbers = [1, None, 2, 0], [-1, None, 3, None]
        for format, drop, expected in (
            ("s", False, [True, False, True, True]),
            ("s", True, [False, False, True, False]),
            ("d", True, [True, False, True, True]),
        ):
            result = run(
                *(b(i) + c(i), "f64", drop, format), b=b_numbers, c=c_numbers
            )
            self.assertEqual(result.required.tolist(), expected)

    def test_what_is_open(self) -> None:
        def unknown(result: Result) -> bool:
            return bool(np.isinf(result.error).any())

        third = lift(1.0) / 3 * b(i)
        self.assertTrue(unknown(run(compare("==", third, 1 * third), b=[1.0])))
        self.assertFalse(unknown(run(compare("<", third, 1), b=[1.0])))
        reciprocal = lift(1) / -b(i)
        self.assertTrue(unknown(run(reciprocal, b=[None])))
        self.assertTrue(unknown(run(1 + reciprocal, b=[None])))
        self.assertFalse(unknown(run(lift(1) / -b(i), b=[0])))
        chosen = call("select", y(i), b(i), c(i))
        for number, is_open in (None, True), (0, False):
            result = run(lift(1) / (chosen / -2.0), y=[1], b=[number], c=[3])
            self.assertEqual(unknown(result), is_open)
        least = reduce("min", j, B(i, j))
        result = run(lift(2) / (lift(2) / least / b(i)), b=[-4.0], B=[[]])
        self.assertTrue(unknown(result))
        # A rounding of large numbers is more than a turn of an angle.
        angle = b(i) * c(i) - y(i)
        self.assertTrue(
            unknown(run(call("sin", angle), b=[3e30], c=[1.5], y=[1]))
        )
        self.assertFalse(
            unknown(run(call("sin", angle), b=[1 / 3], c=[1.5], y=[1]))
        )
        # What a function of the suite multiplies may be fused with a sum.
        gate = lift(3) - call("f_gate", lift(1) / b(i))
        self.assertGreater(run(gate, b=[1.5]).error[0], 0)
        self.assertLess(run(gate, b=[1.5]).error[0], 1e-14)
        self.assertEqual(run(gate, b=[0.5]).error[0], 0)
        # The sign of a zero decides on which side of a branch cut a number is.
        for name in ("log", "sqrt"):
            root = call(name, lift(1 + 0j) * b(i))
            self.assertTrue(unknown(run(root, "complex<f64>", b=[-4.0])))
            self.assertFalse(unknown(run(root, "complex<f64>", b=[4.0])))
        power = call("pow", lift(1 + 0j) * b(i), lift(0.5 + 1j))
        self.assertTrue(unknown(run(power, "complex<f64>", b=[-4.0])))
        self.assertFalse(unknown(run(power, "complex<f64>", b=[4.0])))
        # The sum of many is exact if no order rounds, and bounded otherwise.
        # Whether an identity is absent, and wins over what is no number.
        least = reduce("min", j, B(i, j)) + b(i)
        self.assertTrue(unknown(run(least, b=[math.nan], B=[[]])))
        self.assertFalse(unknown(run(least, b=[math.nan], B=[[1]])))
        rows = [[1e16, 1.0, -1e16]]
        self.assertGreater(run(reduce("sum", j, B(i, j)), B=rows).error[0], 1)
        # What is left of large numbers may be more than a smaller type holds.
        rest = [[1.1e59, -1.1e59, 3.3e59, -3.3e59]]
        total = reduce("sum", j, B(i, j))
        self.assertTrue(unknown(run(total, "bf16", B=rest)))
        self.assertFalse(unknown(run(total, B=rest)))
        total = c(i, 0) * reduce("sum", j, c(i, j))
        rest = [[1.1e30, -1.1e30, 3.3e30, -3.3e30]]
        self.assertTrue(unknown(run(total, c=rest)))
        self.assertFalse(unknown(run(total, c=[[1.1e9, -1.1e9, 3.3e9, -3.3e9]])))

    def test_signs_of_zeros(self) -> None:
        numbers = np.array([[-0.0, 1.0]])
        for format, kept in (
            ("ds", True),
            ("DIA", False),
            ("ELL", False),
            ("ELL{fill=inf}", True),
        ):
            signed = keeps_sign(parse_format(format, 2), numbers)
            self.assertEqual(signed.tolist(), [[kept, True]])


if __name__ == "__main__":
    unittest.main()
