# ===- test_data.py - What is made, packed and gathered --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Matrices that are made, operands that are packed once, the memory that a vector
is gathered from, and the suites."""

from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
from location import ROOT  # noqa: F401

from contest import datasets, gathers, matrices
from contest.contestants import CONTESTANTS
from contest.instance import Instance, derive, derived_dims
from contest.kernels import BY_NAME, KERNELS
from contest.machine import Machine
from contest.suites import SUITES


class Made(unittest.TestCase):
    def test_large_ones_have_few_entries_in_a_row(self) -> None:
        square = ("uniform", "power-law", "banded", "blocks", "stencil")
        with mock.patch.object(matrices, "_MOST_ENTRIES", 8000):
            for kind in (*square, "hypersparse"):
                made = matrices.make_kind(kind, 4096, 1)
                self.assertEqual(made.dims, (4096, 4096), kind)
                self.assertLessEqual(made.entries, 4 * 4096, kind)
            for kind in ("wide", "tensor", "tensor-4"):
                made = matrices.make_kind(kind, 4096, 1)
                self.assertLessEqual(made.entries, 8000, kind)

    def test_small_ones_have_their_structure(self) -> None:
        self.assertEqual(matrices.make_kind("banded", 100, 1).entries, 1070)
        self.assertEqual(matrices.make_kind("stencil", 27, 1).entries, 343)

    def test_sorted_by_one_key_or_by_columns(self) -> None:
        random = np.random.default_rng(3)
        places = [random.integers(0, 40, 900) for _ in range(2)]
        values = random.random(900)
        made = datasets.make("a", (40, 40), places, values)
        with mock.patch.object(datasets, "_keys", lambda *_: None):
            other = datasets.make("a", (40, 40), places, values)
        for one, two in zip(made.coordinates, other.coordinates, strict=True):
            np.testing.assert_array_equal(one, two)
        np.testing.assert_allclose(made.values, other.values)


class Packed(unittest.TestCase):
    def test_a_dataset_is_mapped(self) -> None:
        matrix = matrices.make_kind("uniform", 30, 1)
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "uniform-30"
            loaded = matrix.save(path)
            self.assertEqual((loaded.name, loaded.dims), ("uniform-30", (30, 30)))
            self.assertIsInstance(loaded.values.base, np.memmap)
            np.testing.assert_array_equal(loaded.values, matrix.values)
            for one, other in zip(
                loaded.coordinates, matrix.coordinates, strict=True
            ):
                np.testing.assert_array_equal(one, other)

    def test_comes_back(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            matrix = matrices.make_kind("blocks", 40, 1)
            for kernel in ("spmv-bcsr", "spmv-dia", "triangles", "add-3"):
                fresh = Instance(BY_NAME[kernel], matrix)
                kept = Instance(BY_NAME[kernel], matrix, folder)
                for tensor in BY_NAME[kernel].operands:
                    first, again = kept.keep(tensor), kept.stored(tensor)
                    expected = fresh.stored(tensor)
                    self.assertEqual(again.sizes, expected.sizes)
                    for one in (first, again):
                        for array, other in zip(
                            one.arrays, expected.arrays, strict=True
                        ):
                            np.testing.assert_array_equal(array, other)

    def test_dimensions_are_those_of_what_is_derived(self) -> None:
        wide = matrices.make_kind("wide", 1000, 1)
        vector = matrices.make_kind("vector", 50, 1)
        for kernel in KERNELS:
            for role in kernel.roles.values():
                given = vector if role in ("balanced", "skewed") else wide
                if role not in ("lower", "square"):
                    self.assertEqual(
                        derived_dims(given, role), derive(given, role).dims
                    )


class Gathers(unittest.TestCase):
    def test_lines_that_were_read_before(self) -> None:
        lines = np.array([0, 1, 0, 0, 1, 2])
        # First reads are from all of the vector, the others from what was read.
        found = dict(gathers.histogram(lines, 1024))
        self.assertEqual(found, {1024: 3, 128: 1, 64: 1, 256: 1})

    def test_a_band_is_near_and_others_are_far(self) -> None:
        def share(kind: str) -> float:
            made = matrices.make_kind(kind, 20_000, 1)
            found = gathers.gathers(Instance(BY_NAME["spmv-csr"], made))
            total = sum(count for _, count in found)
            self.assertAlmostEqual(total, made.entries)
            return sum(n for size, n in found if size > 4096) / total

        self.assertLess(share("banded"), 0.02)
        self.assertGreater(share("uniform"), 0.9)

    def test_only_vectors_along_columns_of_rows(self) -> None:
        matrix = matrices.make_kind("uniform", 50, 1)
        for kernel in ("spmm-8", "add-2", "spgemm", "csr-to-csc"):
            self.assertEqual(
                gathers.gathers(Instance(BY_NAME[kernel], matrix)), [], kernel
            )

    def test_take_as_long_as_their_memory(self) -> None:
        machine = Machine(
            *("a", [1, 10**9], {"1": [1e9, 1e9]}, {"1": 1e12}),
            *([64, 4096], {"1": [1e-9, 9e-9]}),
        )
        given = [[64, 10.0], [4096, 2.0], [10**9, 1.0]]
        self.assertAlmostEqual(machine.gathering(given, 1), 37e-9)
        self.assertAlmostEqual(machine.limit(5, 1, 1, given), 37e-9)
        self.assertAlmostEqual(machine.limit(50, 1, 1, given), 50e-9)


class Shapes(unittest.TestCase):
    """Those of the suite of cliffs."""

    def rows(self, kind: str) -> np.ndarray:
        made = matrices.make_kind(kind, 100, 1)
        return np.bincount(made.coordinates[0], minlength=made.dims[0])

    def test_a_dense_row(self) -> None:
        counts = np.sort(self.rows("dense-row"))
        self.assertEqual(counts[-1], 100)
        self.assertLessEqual(counts[-2], 3)

    def test_a_dense_column(self) -> None:
        made = matrices.make_kind("dense-column", 100, 1)
        self.assertEqual((made.coordinates[1] == 50).sum(), 100)

    def test_an_arrow(self) -> None:
        counts = self.rows("arrow")
        self.assertEqual([counts[0], *set(counts[1:])], [100, 2])

    def test_nothing(self) -> None:
        made = matrices.make_kind("empty", 100, 1)
        self.assertEqual((made.entries, made.dims), (0, (100, 100)))

    def test_one_in_a_row(self) -> None:
        made = matrices.make_kind("tall", 2000, 1)
        self.assertEqual((made.entries, made.dims), (2000, (2000, 10)))


class Suites(unittest.TestCase):
    def test_name_what_there_is(self) -> None:
        for name, parts in SUITES.items():
            for part in parts:
                self.assertTrue(
                    any(re.search(part.kernels, kernel) for kernel in BY_NAME),
                    f"{name}: {part.kernels}",
                )
                self.assertLessEqual(set(part.kinds), set(matrices.KINDS))
                self.assertLessEqual(set(part.contestants), set(CONTESTANTS))
                self.assertTrue(part.kinds or part.files is not None)


if __name__ == "__main__":
    unittest.main()
