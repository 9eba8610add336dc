#!/usr/bin/env python3
# ===- test_runner.py - Tests of cases and runner --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Checks the runner against a compiler that makes mistakes.

A runner that cannot fail proves nothing. Needs no library.
"""

from __future__ import annotations

import math
import os
import time
import unittest
from pathlib import Path
from unittest import mock

from cases import RUNS, Case, all_cases
from datasets import SHAPES, SMALL, datasets
from execute import FAILED, PASSED, REFUSED, Outcome, execute
from fake_library import FakeLibrary
from kernel import KERNELS
from reference import TYPES
from run import Report, load_refusals
from workers import Pool

F64 = TYPES["f64"]


class CasesTest(unittest.TestCase):
    def test_names_are_unique(self) -> None:
        names = [case.name for case in all_cases()]
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("spmv/y=d/A=CSR/x=d/f64", names)

    def test_shapes_are_what_they_say(self) -> None:
        found = {}
        for data in datasets(KERNELS["matrix-sum-2"], F64, SMALL):
            found[data.shape] = data.operands["B"], data.operands["C"]
        self.assertEqual(set(found), set(SHAPES))
        self.assertTrue(all(not t.coordinates for t in found["empty"]))
        self.assertEqual([t.dims for t in found["single"]], [(1, 1)] * 2)
        self.assertTrue(all(0 in t.dims for t in found["no-extent"]))
        for tensor in found["full"]:
            self.assertEqual(
                len(set(tensor.coordinates)), math.prod(tensor.dims)
            )
        for tensor in found["mixed"]:
            self.assertLess(
                len(set(tensor.coordinates)), len(tensor.coordinates)
            )


CASES = {case.name: case for case in all_cases()}


def make_case(name: str) -> Case:
    return CASES[name]


SPMV = "spmv/y=s/A=CSR/x=d/f64"


class ExecuteTest(unittest.TestCase):
    """The comparison, on a compiler that is right and on ones that are not."""

    def outcome(self, mistake: str = "", name: str = SPMV) -> Outcome:
        return execute(FakeLibrary(mistake), make_case(name))

    def test_right(self) -> None:
        for name in (SPMV, "spmv/y=d/A=DCSR/x=s/f64", "spmv/y=s/A=COO/x=s/f64"):
            outcome = self.outcome(name=name)
            self.assertEqual(outcome.status, PASSED, outcome.message)
            self.assertFalse(outcome.surplus)

    def test_wrong_number(self) -> None:
        outcome = self.outcome("number")
        self.assertEqual(
            (outcome.status, outcome.cause), (FAILED, "wrong numbers")
        )
        self.assertIn("expression y(i) = A(i,j) * x(j)", outcome.message)
        self.assertIn("formats    y:s A:CSR x:d, type f64", outcome.message)
        self.assertIn("expected y = [", outcome.message)

    def test_other_mistakes(self) -> None:
        for mistake, cause in {
            "order": "storage",
            "entries": "entries",
            "packing": "packing",
            "type": "shape",
            "run": "error while running",
        }.items():
            with self.subTest(mistake=mistake):
                outcome = self.outcome(mistake)
                self.assertEqual(
                    (outcome.status, outcome.cause), (FAILED, cause)
                )

    def test_surplus_and_refusal(self) -> None:
        self.assertTrue(self.outcome("surplus").surplus)
        self.assertEqual(self.outcome("compile").status, REFUSED)


class RunnerTest(unittest.TestCase):
    def pool(self, behaviour: dict[str, object], timeout: float = 30) -> dict:
        def run_case(case: Case) -> Outcome:
            action = behaviour.get(case.name, Outcome(PASSED))
            return action() if callable(action) else action

        cases = [make_case(name) for name in self.names]
        with Pool(Path(), 2, timeout, lambda _: run_case) as pool:
            return {case.name: outcome for case, outcome in pool.run(cases)}

    names = tuple(
        f"trace/B={name}/f64" for name in ("dd", "CSR", "CSC", "COO", "DCSR")
    )

    def test_crash_costs_one_case(self) -> None:
        outcomes = self.pool({self.names[1]: os.abort})
        self.assertEqual(outcomes[self.names[1]].cause, "crash")
        self.assertIn("SIGABRT", outcomes[self.names[1]].message)
        passed = [
            n for n, outcome in outcomes.items() if outcome.status == PASSED
        ]
        self.assertEqual(len(passed), 4)

    def test_endless_case_is_killed(self) -> None:
        outcomes = self.pool(
            {self.names[2]: lambda: time.sleep(100)}, timeout=0.5
        )
        self.assertEqual(outcomes[self.names[2]].cause, "timeout")
        self.assertEqual(sum(o.status == PASSED for o in outcomes.values()), 4)

    def test_exception_is_a_failure(self) -> None:
        outcomes = self.pool({self.names[0]: lambda: 1 / 0})
        self.assertEqual(outcomes[self.names[0]].status, FAILED)

    def report(self, *outcomes: Outcome, patterns: str = "") -> tuple[int, str]:
        lines: list[str] = []
        path = mock.Mock(read_text=lambda: patterns)
        report = Report(load_refusals(path), verbose=False)

        def note(*words: object, **_: object) -> None:
            lines.append(" ".join(map(str, words)))

        with mock.patch("builtins.print", note):
            for outcome in outcomes:
                report.add(make_case(self.names[0]), outcome)
            status = report.finish()
        return status, "\n".join(lines)

    def test_report(self) -> None:
        passed = Outcome(PASSED)
        refused = Outcome(REFUSED, "refused", "error: the order of 'A' is 3")
        status, text = self.report(*[passed] * 3)
        self.assertEqual(
            (status, text.splitlines()[-1]), (0, "3 passed, 0 failed")
        )
        status, text = self.report(passed, Outcome(FAILED, "crash", ""))
        self.assertEqual(
            (status, text.splitlines()[-1]), (1, "1 passed, 1 failed")
        )
        status, _ = self.report(
            *[passed] * 30, refused, patterns="# c\n\nthe order of"
        )
        self.assertEqual(status, 0)
        status, text = self.report(
            *[passed] * 30, refused, patterns="something else"
        )
        self.assertEqual(status, 1)
        self.assertIn("does not compile", text)
        status, text = self.report(
            *[passed] * 3, refused, patterns="the order of"
        )
        self.assertEqual(status, 1)
        self.assertIn("1 of 4 refused, more than 5%", text)
        self.assertEqual(self.report()[0], 1)

    def test_runs_have_names_of_their_own(self) -> None:
        names = {(run.name, run.types, run.rare) for run in RUNS}
        self.assertEqual(len(names), len(RUNS))


if __name__ == "__main__":
    unittest.main()
