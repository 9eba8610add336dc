# ===- test_reference.py - The reference against dense arrays -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every kernel on small matrices, once by the reference and once with dense
arrays; and that a digest tells wrong results from right ones."""

from __future__ import annotations

import re
import tracemalloc
import unittest

import numpy as np
from location import ROOT

from contest import digests, matrices, reference, storage
from contest.c_loops import BODIES
from contest.instance import Instance, Limits, derive, products, refusal
from contest.kernels import KERNELS
from contest.notation import parse


def dense(instance: Instance) -> np.ndarray:
    """The result from dense operands, term by term."""
    assignment = instance.kernel.assignment
    total = 0
    for term in assignment.terms:
        arrays = []
        for access in term.factors:
            entries = instance.entries(access.tensor)
            if entries is None:
                arrays.append(instance.dense(access.tensor))
                continue
            array = np.zeros(entries.dims)
            array[tuple(entries.coordinates)] = entries.values
            arrays.append(array)
        inputs = ",".join("".join(access.indices) for access in term.factors)
        formula = inputs + "->" + "".join(assignment.result.indices)
        total = total + term.sign * np.einsum(formula, *arrays, optimize=True)
    return np.asarray(total)


class Kernels(unittest.TestCase):
    def test_reference(self) -> None:
        met = set()
        for dataset in matrices.generate(list(matrices.KINDS), [40], 1):
            for kernel in KERNELS:
                if refusal(kernel, dataset, Limits()):
                    continue
                met.add(kernel.name)
                instance = Instance(kernel, dataset)
                found, operations = reference.evaluate(instance)
                expected = digests.dense_digest(dense(instance))
                with self.subTest(kernel=kernel.name, dataset=dataset.name):
                    self.assertTrue(found.agrees(expected), (found, expected))
                    self.assertGreaterEqual(operations, 0)
        self.assertEqual(met, {kernel.name for kernel in KERNELS})

    def test_operations(self) -> None:
        (matrix,) = matrices.generate(["uniform"], [50], 1)
        for kernel in KERNELS:
            instance = Instance(kernel, matrix) if kernel.order == 2 else None
            if kernel.name == "spmm-8":
                _, count = reference.evaluate(instance)
                self.assertEqual(count, 2 * 8 * matrix.entries)
            if kernel.name == "spgemm":
                _, count = reference.evaluate(instance)
                self.assertEqual(count, 2 * products(matrix, matrix))

    def test_loops_are_written(self) -> None:
        self.assertEqual(set(BODIES), {kernel.name for kernel in KERNELS})

    def test_schedules_are_documented(self) -> None:
        page = (ROOT / "docs" / "Schedules" / "Benchmark.md").read_text()
        for kernel in KERNELS:
            row = rf"\| .*\b{kernel.name}\b.* \| `{re.escape(kernel.schedule)}` \|"
            if kernel.schedule:
                self.assertTrue(re.search(row, page), kernel.name)


class Digests(unittest.TestCase):
    def setUp(self) -> None:
        self.coordinates = [np.arange(1000) // 10, np.arange(1000) % 7]
        self.values = 0.5 + np.random.default_rng(1).random(1000)
        self.right = digests.digest(self.coordinates, self.values)

    def test_of_dense_entries(self) -> None:
        for shape in ((), (0,), (5,), (70_000,), (300, 400), (20, 0), (9, 8, 7)):
            array = np.random.default_rng(1).random(shape) - 0.25
            places = [column.ravel() for column in np.indices(shape)]
            expected = digests.digest(places, array.ravel())
            found = digests.dense_digest(array)
            with self.subTest(shape=shape):
                self.assertAlmostEqual(found.value, expected.value, 6)
                self.assertAlmostEqual(found.scale, expected.scale, 6)

    def test_of_a_dense_result_takes_little_memory(self) -> None:
        for shape in ((1 << 21,), (1 << 14, 1 << 7)):
            array = np.ones(shape)
            tracemalloc.start()
            digests.dense_digest(array)
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertLess(most, array.nbytes / 4)

    def test_order_does_not_matter(self) -> None:
        order = np.random.default_rng(2).permutation(1000)
        columns = [column[order] for column in self.coordinates]
        other = digests.digest(columns, self.values[order])
        self.assertTrue(self.right.agrees(other))

    def test_a_wrong_component_shows(self) -> None:
        self.values[17] *= 1.001
        self.assertFalse(
            self.right.agrees(digests.digest(self.coordinates, self.values))
        )

    def test_a_wrong_coordinate_shows(self) -> None:
        for mode in (0, 1):
            columns = [column.copy() for column in self.coordinates]
            columns[mode][3] += 1
            other = digests.digest(columns, self.values)
            self.assertFalse(self.right.agrees(other))

    def test_nothing_is_a_number_that_is_wrong(self) -> None:
        wrong = digests.Digest(float("nan"), 1.0)
        self.assertFalse(self.right.agrees(wrong))


class Order(unittest.TestCase):
    def stored(self, columns: list[int]) -> storage.Stored:
        arrays = [
            np.array([0, 2, 3], np.int32),
            np.array(columns, np.int32),
            np.array([1.0, 2.0, 3.0]),
        ]
        return storage.Stored(storage.CSR, (2, 4), (2, 4), arrays)

    def test_rows_begin_again(self) -> None:
        digests.stored_digest(self.stored([1, 3, 0]))

    def test_a_row_that_is_not_sorted(self) -> None:
        with self.assertRaises(ValueError):
            digests.stored_digest(self.stored([3, 1, 0]))


class Operands(unittest.TestCase):
    def setUp(self) -> None:
        (self.matrix,) = matrices.generate(["wide"], [400], 1)

    def test_rotated(self) -> None:
        rotated = derive(self.matrix, "rotated 1")
        moved = (self.matrix.coordinates[1] + 1) % self.matrix.dims[1]
        expected = set(zip(self.matrix.coordinates[0], moved, strict=True))
        self.assertEqual(set(zip(*rotated.coordinates, strict=True)), expected)

    def test_partner_can_be_multiplied_with(self) -> None:
        partner = derive(self.matrix, "partner")
        self.assertEqual(partner.dims, self.matrix.dims[::-1])

    def test_lower_is_strict(self) -> None:
        (square,) = matrices.generate(["uniform"], [60], 1)
        rows, columns = derive(square, "lower").coordinates
        self.assertTrue((rows > columns).all())


class Notation(unittest.TestCase):
    def test_terms(self) -> None:
        parsed = parse("y(i) = b(i) - A(i,j) * x(j)")
        self.assertEqual([term.sign for term in parsed.terms], [1, -1])
        self.assertEqual(parsed.accesses[1].indices, ("i", "j"))
        self.assertEqual(parse("n = a(i) * b(i)").result.indices, ())

    def test_nonsense(self) -> None:
        with self.assertRaises(ValueError):
            parse("y(i) = A(i")


if __name__ == "__main__":
    unittest.main()
