# ===- test_storage.py - Formats hold what they are given -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Arrays that were worked out by hand, and lists that come back as they were."""

from __future__ import annotations

import unittest

import numpy as np
from location import ROOT  # noqa: F401

from contest import matrices, storage

#     0 1 2 3
#  0  5 6 . .
#  1  . . . .
#  2  . . 7 8
DIMS = (3, 4)
COORDINATES = [np.array([0, 0, 2, 2]), np.array([0, 1, 2, 3])]
VALUES = np.array([5.0, 6.0, 7.0, 8.0])


def arrays(format: storage.Format) -> list[list[float]]:
    stored = storage.pack(format, DIMS, COORDINATES, VALUES)
    return [array.tolist() for array in stored.arrays]


class HandMade(unittest.TestCase):
    def test_csr(self) -> None:
        expected = [[0, 2, 2, 4], [0, 1, 2, 3], [5, 6, 7, 8]]
        self.assertEqual(arrays(storage.CSR), expected)

    def test_csc(self) -> None:
        expected = [[0, 1, 2, 3, 4], [0, 0, 2, 2], [5, 6, 7, 8]]
        self.assertEqual(arrays(storage.CSC), expected)

    def test_coo(self) -> None:
        expected = [[0, 4], [0, 0, 2, 2], [0, 1, 2, 3], [5, 6, 7, 8]]
        self.assertEqual(arrays(storage.COO), expected)

    def test_dcsr(self) -> None:
        expected = [[0, 2], [0, 2], [0, 2, 4], [0, 1, 2, 3], [5, 6, 7, 8]]
        self.assertEqual(arrays(storage.DCSR), expected)

    def test_ell(self) -> None:
        expected = [[0, -1, 2, 1, -1, 3], [5, 0, 7, 6, 0, 8]]
        self.assertEqual(arrays(storage.ELL), expected)

    def test_sell(self) -> None:
        # One slice, with two slots for the rows 0 and 2.
        none = [-1] * 5
        columns = [0, -1, 2, *none, 1, -1, 3, *none]
        values = [5, 0, 7, *[0] * 5, 6, 0, 8, *[0] * 5]
        expected = [[0, 2], [0], columns, values]
        self.assertEqual(arrays(storage.SELL), expected)

    def test_dia(self) -> None:
        expected = [[0, 1], [5, 0, 7, 6, 0, 8]]
        self.assertEqual(arrays(storage.DIA), expected)

    def test_bcsr(self) -> None:
        block = [5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 0, 0, 0, 0]
        self.assertEqual(arrays(storage.BCSR), [[0, 1], [0], block])


class BackAndForth(unittest.TestCase):
    def test_come_back(self) -> None:
        made = matrices.generate(["uniform", "wide", "hypersparse"], [200], 3)
        for dataset in made:
            for format in (storage.CSR, storage.COO, storage.DCSR, storage.CSC):
                with self.subTest(format=format.name, dataset=dataset.name):
                    self.check(format, dataset)

    def test_tensors_come_back(self) -> None:
        for dataset in matrices.generate(["tensor", "tensor-4"], [60], 3):
            format = storage.CSF3 if dataset.order == 3 else storage.CSF4
            self.check(format, dataset)

    def check(self, format: storage.Format, dataset: object) -> None:
        stored = storage.pack(
            format, dataset.dims, dataset.coordinates, dataset.values
        )
        coordinates, values = storage.unpack(stored)
        order = np.lexsort(coordinates[::-1])
        for column, expected in zip(
            coordinates, dataset.coordinates, strict=True
        ):
            np.testing.assert_array_equal(column[order], expected)
        np.testing.assert_array_equal(values[order], dataset.values)

    def test_padding_counts_what_is_stored(self) -> None:
        for format in (storage.ELL, storage.SELL, storage.DIA, storage.BCSR):
            stored = storage.pack(format, DIMS, COORDINATES, VALUES)
            expected = len(stored.values) / len(VALUES)
            counted = storage.padding(format, DIMS, COORDINATES)
            self.assertEqual(counted, expected, format.name)


if __name__ == "__main__":
    unittest.main()
