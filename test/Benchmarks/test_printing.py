# ===- test_printing.py - Kernels that the benchmark prints ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What is printed for C compilers and for MLIR's sparsifier; the smoke test
compiles the C."""

from __future__ import annotations

import unittest

from location import ROOT  # noqa: F401

from contest import c_loops, matrices, native
from contest.contestants.base import Unsupported
from contest.contestants.weft_linalg import StoredProgram
from contest.instance import Instance
from contest.kernels import BY_NAME
from contest.sparsifier_text import Program


def instance(kernel: str, kind: str = "uniform") -> Instance:
    (dataset,) = matrices.generate([kind], [20], 1)
    return Instance(BY_NAME[kernel], dataset)


class Sparsifier(unittest.TestCase):
    def test_product(self) -> None:
        text = Program(instance("spmv-csr")).text()
        self.assertIn("map = (d0, d1) -> (d0 : dense, d1 : compressed)", text)
        self.assertIn('iterator_types = ["parallel", "reduction"]', text)
        self.assertIn("arith.addf %out, %p0_1", text)

    def test_sum_of_operands(self) -> None:
        text = Program(instance("add-2")).text()
        self.assertIn("arith.addf %s0, %s1", text)
        self.assertNotIn("%out,", text)
        self.assertIn("sparse_tensor.positions %result {level = 1", text)

    def test_conversion(self) -> None:
        self.assertIn(
            "sparse_tensor.convert", Program(instance("csr-to-csc")).text()
        )
        self.assertIn("linalg.generic", Program(instance("transpose")).text())

    def test_several_terms_with_a_reduction(self) -> None:
        text = Program(instance("residual")).text()
        self.assertIn("%t0 = arith.addf %out, %s0", text)
        self.assertIn("outs(%part0", text)
        self.assertIn("%t0 = arith.subf %out, %p0_1", text)

    def test_refusals(self) -> None:
        for kernel in ("spmv-ell", "spmv-sell", "spmv-dia"):
            with self.assertRaises(Unsupported, msg=kernel):
                Program(instance(kernel, "banded")).text()

    def test_formats_of_weft(self) -> None:
        for kernel, levels in (
            ("spmv-ell", "(slot : dense, d0 : dense, d1 : padded)"),
            ("spmv-dia", "(slot : dense, d0 : range, d1 : offset)"),
            ("spmv-sell", "d0 floordiv 8 : dense, slot : interval"),
        ):
            text = StoredProgram(instance(kernel, "banded")).text()
            self.assertIn(levels, text)


class CSource(unittest.TestCase):
    def test_arrays_have_names(self) -> None:
        text = native.wrap(instance("spmv-csr"), "/* body */", "")
        self.assertIn("A2_pos = (const int32_t *)in[0].arrays[0]", text)
        self.assertIn("y_vals = (double *)out->arrays[0]", text)

    def test_sparse_results_begin_empty(self) -> None:
        text = native.wrap(instance("add-2"), "/* body */", "")
        self.assertIn("int32_t *__restrict A2_pos = 0;", text)
        self.assertIn("out->arrays[2] = A_vals;", text)

    def test_a_loop_for_each_lattice_point(self) -> None:
        for kernel, points in (("add-2", 3), ("add-3", 7)):
            self.assertEqual(c_loops.BODIES[kernel].count("while ("), points)


if __name__ == "__main__":
    unittest.main()
