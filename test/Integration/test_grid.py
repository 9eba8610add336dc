#!/usr/bin/env python3
# ===- test_grid.py - Tests of the grid ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Lets the grid meet a compiler that refuses, errs and crashes. Needs no
library."""

from __future__ import annotations

import contextlib
import io
import os
import unittest

import grid
from execute import FAILED, PASSED, REFUSED, Outcome
from fuzz_case import FuzzCase
from kernel import KERNELS

KNOWN = "level 1 is not unique, so that the segments of level 2 (dense) would"
KNOWN += " have to be merged"


class GridTest(unittest.TestCase):
    def run_grid(self, behave, cases: int = 100) -> tuple[int, str]:
        options = grid.parse_arguments(["--cases", str(cases), "--jobs", "1"])
        options.make_runner = lambda _: behave
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = grid.Grid(options).run()
        return status, text.getvalue()

    def test_families_take_turns(self) -> None:
        count = len(KERNELS)
        names = {
            grid.generate(1, n).name.rpartition("/")[0] for n in range(count)
        }
        self.assertEqual(names, set(KERNELS))
        again = grid.generate(1, 5).to_json()
        self.assertEqual(grid.generate(1, 5).to_json(), again)
        self.assertNotEqual(grid.generate(1, 5 + count).to_json(), again)
        self.assertNotEqual(grid.generate(2, 5).to_json(), again)

    def test_axes_are_covered(self) -> None:
        seen: dict[str, set[str]] = {}
        for n in range(1500):
            for axis, value in grid.cells(grid.generate(1, n)):
                seen.setdefault(axis, set()).add(value)
        self.assertLess({"CSR", "CSC", "COO", "dss"}, seen["operand format"])
        self.assertLess({"CSR", "CSC", "COO", "dss"}, seen["result format"])
        self.assertLess({"f64", "i32", "bool", "u8"}, seen["type"])
        self.assertEqual(seen["operand order"], {"same", "other"})

    def test_all_pass(self) -> None:
        status, text = self.run_grid(lambda _: Outcome(PASSED))
        self.assertEqual(status, 0)
        self.assertIn("100 kernels: 100 passed, 0 refused, 0 failed", text)

    def test_refusals_are_counted(self) -> None:
        def behave(case: FuzzCase, share: int) -> Outcome:
            number = int(case.name.rpartition("-")[2])
            if number % share == 0:
                return Outcome(REFUSED, "refused", KNOWN)
            return Outcome(PASSED)

        status, text = self.run_grid(lambda case: behave(case, 50))
        self.assertEqual(status, 0, text)
        self.assertIn("2 refused: level N is not unique", text)
        self.assertRegex(text, r"refused by type .* \d+/\d+")
        status, text = self.run_grid(lambda case: behave(case, 20))
        self.assertEqual(status, 1)
        self.assertIn("5 refused, more than 3%", text)

    def test_mistakes_fail(self) -> None:
        for outcome in (
            lambda: Outcome(FAILED, "wrong numbers", "A is 3"),
            lambda: Outcome(REFUSED, "refused", "nobody knows why"),
            os.abort,
        ):

            def behave(case: FuzzCase, outcome=outcome) -> Outcome:
                bad = case.name.endswith("-3")
                return outcome() if bad else Outcome(PASSED)

            status, text = self.run_grid(behave, 6)
            self.assertEqual(status, 1)
            self.assertIn("5 passed, 0 refused, 1 failed", text)
            self.assertIn("--seed 1 --start 3 --cases 1", text)

    def test_nothing_done_is_a_failure(self) -> None:
        self.assertEqual(self.run_grid(lambda _: Outcome(PASSED), 0)[0], 1)


if __name__ == "__main__":
    unittest.main()
