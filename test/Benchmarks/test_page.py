# ===- test_page.py - What the documentation says of a run -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The pages are what the run gives that is kept, goals are judged by what was
measured, and what is kept has the same medians, quartiles and ratios."""

from __future__ import annotations

import re
import statistics
import unittest

from location import ROOT

from contest import kept, page, slow_cases, summary, verdicts
from contest.documentation import KEPT, PAGES
from contest.kernels import BY_NAME
from contest.machine import Machine
from contest.results import Case, Entry, Outcome, Results

_MB = 1 << 20


def machine() -> Machine:
    return Machine(
        *("fast", [1000, 1 << 30], {"1": [1e9, 1e9]}, {"1": 1e12}),
        *([1000, 1 << 30], {"1": [1e-9, 1e-8]}, 2 * _MB),
    )


def results(*outcomes: Outcome, **costs: float) -> Results:
    made = Results({"rounds": 5}, machine(), {"weft": "1"}, date="2026-01-02")
    made.outcomes = {outcome.case.key: outcome for outcome in outcomes}
    made.costs, made.load = costs, 0.25
    return made


def outcome(
    kernel: str,
    dataset: str,
    times: dict[str, float],
    threads: int = 1,
    vector: int = 0,
    size: int = 1000,
) -> Outcome:
    case = Case(kernel, dataset, threads, "reused")
    entries = {
        name: Entry([0.9 * time, time, 1.1 * time])
        for name, time in times.items()
    }
    return Outcome(case, size, 1.0, entries, vector)


class Kept(unittest.TestCase):
    def test_comes_back(self) -> None:
        made = outcome("spmv-csr", "a", {"weft": 2.0, "c-gcc": 3.0})
        made.entries["weft"].times += [2.1, 2.2, 1.9, 5.0]
        made.entries["mkl"] = Entry(agrees=False, note="wrong, it is")
        made.entries["scipy"] = Entry(note="no threads")
        made.gathers = [[64.0, 5.0], [128.0, 7.0]]
        made.handover = 6.5e-08
        text = kept.text(results(made, cold=3.5))
        found = kept.read(text)
        self.assertEqual(kept.text(found), text)
        self.assertEqual(found.machine, machine())
        self.assertEqual(found.costs, {"cold": 3.5})
        self.assertEqual(found.load, 0.25)
        (again,) = found.outcomes.values()
        self.assertEqual(again.gathers, made.gathers)
        self.assertEqual(again.handover, made.handover)
        self.assertEqual(list(again.entries), ["weft", "c-gcc", "mkl"])
        self.assertFalse(again.entries["mkl"].agrees)
        self.assertEqual(again.entries["weft"].runs, 7)
        before, after = summary.times(made), summary.times(again)
        for field in ("median", "low", "high", "fastest"):
            was = getattr(before["weft"], field)
            self.assertAlmostEqual(getattr(after["weft"], field), was, 4)

    def test_five_numbers(self) -> None:
        many = [3.0, 1.0, 8.0, 5.0, 2.0, 9.0]
        quartiles = statistics.quantiles(many, n=4, method="inclusive")
        again = statistics.quantiles(kept.five(many), n=4, method="inclusive")
        self.assertEqual(again, quartiles)
        self.assertEqual(kept.five([2.0]), [2.0] * 5)

    def test_something_else(self) -> None:
        with self.assertRaises((ValueError, KeyError)):
            kept.read("a,b\n1,2\n")


def verdict(goal: str, made: Results) -> verdicts.Verdict:
    (found,) = (one for one in verdicts.verdicts(made) if one.goal == goal)
    return found


class Verdicts(unittest.TestCase):
    def test_nothing_measured_holds_nothing(self) -> None:
        found = verdicts.verdicts(results())
        self.assertTrue(found)
        self.assertEqual({one.holds for one in found}, {None})

    def test_ratios(self) -> None:
        made = results(
            outcome("spmv-csr", "a", {"weft": 1.0, "c-gcc": 0.9, "c-clang": 2}),
            outcome("spmv-csr", "b", {"weft": 1.0, "c-gcc": 1.6}),
        )
        self.assertTrue(verdict("spmv-csr, best C", made).holds)
        least = verdict("spmv-csr, best C, least of all matrices", made)
        self.assertEqual(list(least.measured.values()), [0.9])
        self.assertFalse(least.holds)

    def test_a_contestant_that_is_missing_is_not_beaten(self) -> None:
        made = results(outcome("spmm-8", "a", {"weft": 1.0}))
        self.assertIsNone(verdict("spmm-8, best library", made).holds)

    def test_slow_cases_are_beyond_the_spread(self) -> None:
        # The quartiles of the last lie 0.95 and 1.05 times the median away.
        made = results(
            outcome("spmv-csr", "fast", {"weft": 1.0, "c-gcc": 1.0}),
            outcome("spmv-csr", "slow", {"weft": 2.0, "c-gcc": 1.5, "c-clang": 1}),
            outcome("spmv-csr", "slowest", {"weft": 3.0, "c-gcc": 1.0}),
            outcome("spmv-csr", "near", {"weft": 1.0, "c-gcc": 0.85}),
            outcome("spmv-csr", "alone", {"weft": 1.0}),
        )
        found = slow_cases.slow_cases(made.outcomes.values())
        self.assertEqual(
            [case.key.split("/")[1] for case in found], ["slowest", "slow"]
        )
        self.assertAlmostEqual(found[1].ratio, 0.5)
        self.assertGreater(found[1].bound, 0.5)
        goal = "cases below 0.9 of best C by more than the spread"
        self.assertEqual(list(verdict(goal, made).measured.values()), [2])
        self.assertFalse(verdict(goal, made).holds)

    def test_schedules_are_not_the_default(self) -> None:
        times = {"weft": 2.0, "weft-scheduled": 1.0, "c-gcc": 1.0}
        made = outcome("spmv-csr", "a", times)
        found = summary.ratios(made)
        self.assertEqual(found["best C"], 0.5)
        self.assertEqual(found["weft-scheduled"], 0.5)

    def test_vectors_beyond_the_cache(self) -> None:
        times = {"weft": 1.0, "c-gcc": 2.0}
        made = [
            outcome("spmv-csr", "small", times, vector=_MB),
            outcome("spmv-csr", "large", {**times, "weft": 4.0}, vector=3 * _MB),
        ]
        goal = "spmv-csr, best C, vectors beyond the cache"
        found = verdict(goal, results(*made))
        self.assertEqual(list(found.measured.values()), [0.5])
        self.assertIsNone(verdict(goal, results(made[0])).holds)

    def test_formats_are_compared_where_they_fit(self) -> None:
        made = results(
            outcome("spmv-csr", "fits", {"weft": 4.0, "mkl": 3.0}, size=1000),
            outcome("spmv-dia", "fits", {"weft": 2.0}, size=900),
            outcome("spmv-csr", "other", {"weft": 1.0}, size=1000),
            outcome("spmv-dia", "other", {"weft": 9.0}, size=1001),
        )
        found = verdict("spmv-dia, the best CSR where DIA fits", made)
        self.assertEqual(list(found.measured.values()), [1.5])

    def test_two_threads(self) -> None:
        made = results(
            outcome("spgemm", "a", {"weft": 3.0}),
            outcome("spgemm", "a", {"weft": 1.5}, threads=2),
            outcome("add-2", "a", {"weft": 3.0}),
            outcome("add-2", "a", {"weft": 3.0}, threads=2),
            outcome("add-3", "short", {"weft": 1e-4}),
            outcome("add-3", "short", {"weft": 1e-4}, threads=2),
        )
        least = "two threads over one, least of all kernels"
        self.assertEqual(list(verdict(least, made).measured.values()), [1.0])
        self.assertEqual(list(verdicts.scaling(made)["reused"]), ["spgemm", "add-2"])

    def test_growth(self) -> None:
        made = results(
            *(
                outcome(
                    *("sddmm-32", f"uniform-{n}"),
                    {"weft": n * 1e-6, "scipy-unfused": n * n * 1e-9},
                    vector=256 * n,
                )
                for n in (1000, 2000, 4000)
            )
        )
        fused = verdict("sddmm-32, fused: time grows with rows to the", made)
        unfused = verdict("sddmm-32, unfused calls: the same", made)
        self.assertAlmostEqual(*fused.measured.values(), 1)
        self.assertAlmostEqual(*unfused.measured.values(), 2)
        self.assertTrue(fused.holds and unfused.holds)

    def test_memory_and_costs_are_upper_bounds(self) -> None:
        made = outcome("spgemm", "a", {"weft": 1.0})
        made.entries["weft"].peak = 30 * _MB
        made.entries["weft"].result_bytes = 20 * _MB
        goal = "spgemm, the most memory of a run over that of its result"
        self.assertFalse(verdict(goal, results(made)).holds)
        made.entries["weft"].peak = 22 * _MB
        self.assertTrue(verdict(goal, results(made)).holds)
        call = "a call with a matrix of three entries"
        self.assertTrue(verdict(call, results(call=1.5)).holds)
        self.assertFalse(verdict(call, results(call=2.5)).holds)


_TEXT = """before
<!-- measured: kernels spmv-csr -->
stale
<!-- end of what was measured -->
between
<!-- measured: goals -->
<!-- end of what was measured -->
after
"""


class Page(unittest.TestCase):
    def made(self) -> Results:
        return results(
            outcome("spmv-csr", "a", {"weft": 1.0, "c-gcc": 0.5}, size=10**9),
            outcome("spmv-csr", "b", {"weft": 1.0, "mkl": 2.0}),
            cold=70,
        )

    def test_only_what_is_marked_is_written(self) -> None:
        text = page.filled(_TEXT, self.made())
        self.assertNotIn("stale", text)
        for word in ("before\n", "\nbetween\n", "\nafter\n"):
            self.assertIn(word, text)
        self.assertEqual(page.filled(text, self.made()), text)

    def test_numbers(self) -> None:
        text = page.filled(_TEXT, self.made())
        # Below the goal, and not in all cases.
        self.assertIn("**0.50 (0.50) of 1**", text)
        self.assertIn("| ≤ 60 ms | **70** | no |", text)
        self.assertIn("Not measured: ", text)

    def test_how_near_threads_were(self) -> None:
        text = _TEXT.replace("goals", "run")
        made = self.made()
        self.assertNotIn("a line of a cache", page.filled(text, made))
        first, second = made.outcomes.values()
        first.handover, second.handover = 55e-9, 340e-9
        self.assertIn(
            "in 55 to 340 ns: in less than 150, as between processors that share "
            "a cache, in 1 of 2 cases.",
            page.filled(text, made),
        )

    def test_slow_cases_are_listed(self) -> None:
        text = _TEXT.replace("goals", "slow")
        self.assertIn("| spmv-csr/a/1/reused | 0.50 | 0.55 |", page.filled(text, self.made()))
        self.assertIn("In no case is best C", page.filled(text, results()))

    def test_an_unknown_part(self) -> None:
        with self.assertRaises(KeyError):
            page.filled(_TEXT.replace("goals", "gaols"), self.made())

    def test_who_failed_is_named(self) -> None:
        made = self.made()
        made.outcomes["spmv-csr/a/1/reused"].entries["eigen"] = Entry(
            agrees=False, note="the result is wrong"
        )
        text = page.filled(_TEXT.replace("goals", "wrong"), made)
        self.assertIn("spmv-csr/a/1/reused: eigen: the result is wrong", text)


class Documentation(unittest.TestCase):
    """`benchmarks/write_page.py` writes what is kept."""

    def setUp(self) -> None:
        self.texts = {path: path.read_text() for path in PAGES}
        self.results = kept.read(KEPT.read_text())

    def test_is_what_the_kept_run_gives(self) -> None:
        for path, text in self.texts.items():
            name = path.relative_to(ROOT)
            made = page.filled(text, self.results)
            lines = zip(made.splitlines(), text.splitlines(), strict=False)
            for number, (one, other) in enumerate(lines, 1):
                self.assertEqual(one, other, f"{name}, line {number}")
            self.assertEqual(len(made), len(text), name)

    def test_an_edit_by_hand_shows(self) -> None:
        text = self.texts[PAGES[0]]
        table = re.search(r"measured: goals -->.*?\| (\d+\.\d\d)", text, re.S)
        place = table.start(1)
        edited = text[:place] + "9" + text[place:]
        self.assertNotEqual(page.filled(edited, self.results), edited)

    def test_has_all_kernels(self) -> None:
        whole = "".join(self.texts.values())
        parts = re.findall(r"measured: kernels (.*?) -->", whole)
        named = [name for part in parts for name in part.split()]
        self.assertEqual(sorted(named), sorted(BY_NAME))


if __name__ == "__main__":
    unittest.main()
