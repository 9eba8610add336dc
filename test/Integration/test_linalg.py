# ===- test_linalg.py - Tests of random linalg operations ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Cases follow from their numbers; programs differ in encodings alone."""

from __future__ import annotations

import unittest

from linalg_case import program
from linalg_execute import DENSE_PASSES, is_close
from linalg_generate import generate


class Cases(unittest.TestCase):
    def test_a_case_follows_from_its_number(self) -> None:
        first = program([generate(3, 14)], False)
        self.assertEqual(first, program([generate(3, 14)], False))
        self.assertNotEqual(first, program([generate(3, 15)], False))

    def test_erased_programs_have_no_encodings(self) -> None:
        cases = [generate(1, number) for number in range(200)]
        erased = program(cases, True)
        self.assertNotIn("sparse_tensor", erased)
        self.assertIn("sparse_tensor.convert", program(cases, False))
        for text in (erased, program(cases, False)):
            self.assertNotIn("{type:", text)
            self.assertNotIn("<stored>", text)

    def test_many_kinds_are_drawn(self) -> None:
        text = program([generate(2, number) for number in range(1500)], False)
        for word in (
            *("compressed(nonunique)", "singleton", "loose_compressed"),
            *("structured[2, 4]", "floordiv", "linalg.index", "soa"),
            *("complex<f32>", "i1", "linalg.matmul", "linalg.conv_2d"),
            *(
                "linalg.contract",
                "linalg.transpose",
                "linalg.pooling",
                "linalg.elementwise",
            ),
            *("tensor<?x", "x0x", "arith.select", "posWidth = 8"),
        ):
            self.assertIn(word, text)


class Reference(unittest.TestCase):
    def test_nothing_folds_before_bufferization(self) -> None:
        self.assertTrue(DENSE_PASSES[0].startswith("--one-shot-bufferize"))


class Comparison(unittest.TestCase):
    def test_differences_are_seen(self) -> None:
        self.assertTrue(is_close(["1", "0"], ["1", "0"]))
        self.assertFalse(is_close(["1", "0"], ["1"]))
        self.assertFalse(is_close(["1", "2"], ["1", "3"]))
        self.assertFalse(is_close(["0"], ["1"]))
        self.assertTrue(is_close(["1.23456e+08"], ["1.23457e+08"]))


if __name__ == "__main__":
    unittest.main()
