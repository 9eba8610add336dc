# ===- test_reports.py - What the reports say -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The page stands alone and is well-formed, and all reports have the numbers."""

from __future__ import annotations

import csv
import unittest
from html.parser import HTMLParser

from location import ROOT  # noqa: F401

from contest import (
    automatic,
    goals,
    report_csv,
    report_html,
    report_text,
    results,
)
from contest.kernels import BY_NAME
from contest.machine import Machine

_EMPTY = {"meta", "wbr"}


def made() -> results.Results:
    machine = Machine("fast <one>", [1000, 2000], {"1": [2e9, 1e9]}, {"1": 1e9})
    found = results.Results({}, machine, {"weft": "1"})
    for kernel, factor in (("spmv-csr", 3.0), ("spgemm", 1.5)):
        for dataset in ("a", "b"):
            case = results.Case(kernel, dataset, 1, "plain")
            entries = {
                "weft": results.Entry([1e-3, 2e-3, 3e-3]),
                "weft-scheduled": results.Entry(note="no schedule"),
                "c-gcc": results.Entry([2e-3 * factor]),
                "mkl": results.Entry([1e-3]),
            }
            outcome = results.Outcome(case, 1500, 10.0, entries)
            found.outcomes[case.key] = outcome
    return found


class _Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.references: list[str] = []

    def handle_startendtag(self, tag: str, attributes: list) -> None:
        pass

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.references += [n for n, _ in attributes if n in ("href", "src")]
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


class Page(unittest.TestCase):
    def setUp(self) -> None:
        self.page = report_html.report(made())
        self.parsed = _Balance()
        self.parsed.feed(self.page)

    def test_is_balanced(self) -> None:
        self.assertEqual(self.parsed.open, [])
        self.assertEqual(self.parsed.wrong, [])

    def test_stands_alone(self) -> None:
        self.assertEqual(self.parsed.references, [])
        self.assertNotIn("http", self.page)
        self.assertNotIn("url(", self.page)

    def test_escapes_names(self) -> None:
        self.assertIn("fast &lt;one&gt;", self.page)

    def test_marks_goals(self) -> None:
        # 3.00 of the textbook's SpMV reaches 1.1; 1.50 of SpGEMM is below 3.
        self.assertIn('<td class="met">3.00', self.page)
        self.assertIn('<td class="missed">1.50', self.page)


    def test_has_all_goals(self) -> None:
        self.assertIn("<td>spgemm, best C</td><td>at least 3 </td>", self.page)


class Values(unittest.TestCase):
    def test_says_of_how_many_cases_a_mean_is(self) -> None:
        found = made()
        del found.outcomes["spgemm/a/1/plain"].entries["c-gcc"]
        self.assertIn("1.50 (1.50)/1*", report_text.report(found))
        page = report_html.report(found)
        self.assertIn("1.50 <small>1.50 of 1</small>", page)

    def test_lists_slow_cases(self) -> None:
        found = made()
        self.assertNotIn("ratio  bound", report_text.report(found))
        for outcome in found.outcomes.values():
            outcome.entries["c-gcc"] = results.Entry([5e-4])
        self.assertIn("ratio  bound", report_text.report(found))
        self.assertIn("<h2>Slow cases</h2>", report_html.report(found))

    def test_lists_cases_of_chosen_schedules_that_are_apart(self) -> None:
        found = made()
        self.assertNotIn("weft-auto", report_text.report(found))
        chosen = ([4e-3, 4.1e-3], [5e-4, 6e-4], [2e-3], [1e-3, 2.5e-3])
        for outcome, times in zip(found.outcomes.values(), chosen, strict=True):
            outcome.entries["weft-auto"] = results.Entry(times)
        text = " ".join(report_text.report(found).split())
        self.assertIn("slower than the default in 1 and faster in 1", text)
        cases = automatic.automatic_cases(found.outcomes.values())
        self.assertAlmostEqual(cases[0].bound, 2.5e-3 / 4.025e-3)
        self.assertTrue(cases[0].is_slower)
        self.assertEqual(cases[1].bound, 1)

    def test_csv(self) -> None:
        lines = report_csv.report(made()).splitlines()
        table = list(csv.DictReader(lines))
        self.assertEqual(len(table), 16)
        row = next(row for row in table if row["contestant"] == "c-gcc")
        self.assertAlmostEqual(float(row["ratio_to_weft"]), 3)
        self.assertAlmostEqual(float(row["median"]), 6e-3)

    def test_text_marks_what_is_below_its_goal(self) -> None:
        text = report_text.report(made())
        self.assertIn("1.50 (1.50)*", text)
        self.assertIn("3.00 (3.00) ", text)

    def test_a_library_apart_is_not_the_best(self) -> None:
        (line,) = (
            line
            for line in report_text.table(made())
            if line.startswith("spgemm")
        )
        self.assertEqual(line.count("0.50"), 2)


class Goals(unittest.TestCase):
    def test_the_longest_name_counts(self) -> None:
        self.assertEqual(goals.goals("dot-skewed")["best C"], 20)
        self.assertEqual(goals.goals("sddmm-32")["best C"], 1.8)
        self.assertNotIn("best C", goals.goals("sddmm-spmm"))

    def test_are_of_kernels(self) -> None:
        for name in goals._GOALS:
            fitting = [kernel for kernel in BY_NAME if kernel.startswith(name)]
            self.assertTrue(fitting, name)


if __name__ == "__main__":
    unittest.main()
