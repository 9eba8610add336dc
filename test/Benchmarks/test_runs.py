# ===- test_runs.py - Files, state, workers and reports -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What surrounds measuring: files are read, a stopped run goes on, a worker that
dies ends nothing else, and numbers are summarized as the page says."""

from __future__ import annotations

import gzip
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
from location import ROOT  # noqa: F401

from contest import cli, files, matrices, report_text, results, summary
from contest.contestants.base import Prepared, Setup
from contest.kernels import KERNELS
from contest.machine import Machine
from contest.processes import WorkerFailed, WorkerKilled, WorkerProcess
from contest.worker import Worker


class Temporary(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Files(Temporary):
    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        opener = gzip.open if name.endswith(".gz") else open
        with opener(path, "wt") as file:
            file.write(text)
        return path

    def test_symmetric(self) -> None:
        head = "%%MatrixMarket matrix coordinate real symmetric\n% note\n"
        path = self.write("a.mtx.gz", head + "3 3 2\n1 1 2\n3 1 4\n")
        matrix = files.read(path)
        found = [column.tolist() for column in matrix.coordinates]
        self.assertEqual(found, [[0, 0, 2], [0, 2, 0]])
        self.assertEqual(matrix.values.tolist(), [2, 4, 4])

    def test_patterns_get_numbers_that_differ(self) -> None:
        head = "%%MatrixMarket matrix coordinate pattern general\n"
        matrix = files.read(self.write("a.mtx", head + "2 2 2\n1 1\n2 2\n"))
        self.assertNotEqual(*matrix.values)

    def test_tensor_with_duplicates(self) -> None:
        path = self.write("t.tns", "# note\n2 1 1 5\n1 1 3 6\n2 1 1 2\n")
        tensor = files.read(path)
        self.assertEqual(tensor.dims, (2, 1, 3))
        self.assertEqual(tensor.values.tolist(), [6, 7])

    def test_found_below_a_folder(self) -> None:
        self.write("b.txt", "")
        path = self.write("t.tns", "1 1 1\n")
        self.assertEqual(files.find(self.folder), [path])

    def test_written_and_read(self) -> None:
        (matrix,) = matrices.generate(["uniform"], [30], 1)
        path = self.folder / "m.mtx"
        files.write_mtx(path, matrix)
        np.testing.assert_array_equal(files.read(path).values, matrix.values)

    def test_not_a_matrix(self) -> None:
        with self.assertRaises(ValueError):
            files.read(self.write("a.mtx", "nothing\n"))


def outcome(
    kernel: str, times: dict[str, list[float]], threads: int = 1
) -> results.Outcome:
    case = results.Case(kernel, "made", threads, "plain")
    entries = {name: results.Entry(list(t)) for name, t in times.items()}
    return results.Outcome(case, 1000, 100.0, entries)


MACHINE = Machine("fast", [100, 10000], {"1": [1e9, 5e8]}, {"1": 1e9})


class Summary(unittest.TestCase):
    def test_ratios(self) -> None:
        made = outcome(
            "spmv-csr",
            {
                "weft": [2.0, 4.0, 3.0],
                "weft-scheduled": [5.0],
                "c-gcc": [6.0],
                "c-clang": [9.0],
                "scipy": [12.0],
            },
        )
        ratios = summary.ratios(made)
        self.assertEqual(ratios["c-clang"], 3)
        self.assertEqual(ratios["best C"], 2)
        self.assertEqual(ratios["best library"], 4)
        self.assertEqual(ratios["weft"], 1)
        self.assertAlmostEqual(ratios["weft-scheduled"], 5 / 3)

    def test_who_failed_is_left_out(self) -> None:
        made = outcome("spmv-csr", {"weft": [1.0], "c-gcc": [2.0]})
        made.entries["c-gcc"].note = "the result is wrong"
        self.assertEqual(summary.ratios(made), {"weft": 1})

    def test_nothing_is_compared_without_weft(self) -> None:
        made = outcome("spmv-csr", {"c-gcc": [2.0]})
        self.assertEqual(summary.ratios(made), {})

    def test_means(self) -> None:
        made = [
            outcome("dot-skewed", {"weft": [1.0], "scipy": [ratio]})
            for ratio in (2.0, 8.0)
        ]
        (row,) = summary.rows(made, MACHINE)
        mean, least, count = row.means["scipy"]
        self.assertAlmostEqual(mean, 4)
        self.assertEqual((least, count), (2, 2))
        self.assertTrue(math.isnan(summary.geometric_mean([])))

    def test_limit(self) -> None:
        self.assertEqual(MACHINE.rate(10, 1), 1e9)
        self.assertEqual(MACHINE.rate(1e9, 1), 5e8)
        self.assertAlmostEqual(MACHINE.rate(1000, 1) / 7.5e8, 1)
        self.assertEqual(MACHINE.limit(10, 1e9, 1), 1)

    def test_no_limit_for_other_threads(self) -> None:
        made = outcome("dot-skewed", {"weft": [1.0]}, threads=2)
        entry = made.entries["weft"]
        self.assertTrue(math.isnan(summary.fraction(made, entry, MACHINE)))

    def test_text(self) -> None:
        made = results.Results({}, MACHINE, {"weft": "1"})
        case = outcome("dot-skewed", {"weft": [1e-3], "scipy": [2e-3]})
        made.outcomes[case.case.key] = case
        text = report_text.report(made)
        self.assertIn("2.00 (2.00)", text)


class State(Temporary):
    def test_comes_back(self) -> None:
        made = results.Results({"rows": [1]}, MACHINE, {"weft": "1"})
        case = outcome("dot-skewed", {"weft": [1.0]})
        made.outcomes[case.case.key] = case
        path = self.folder / "state.json"
        made.save(path)
        self.assertEqual(results.read(path), made)

    def test_a_failed_write_leaves_what_was_there(self) -> None:
        path = self.folder / "state.json"
        results.write_whole(path, "whole")
        with self.assertRaises(TypeError):
            results.write_whole(path, None)
        self.assertEqual(path.read_text(), "whole")

    def run_with(self, *words: str) -> cli.Run:
        words = (*words, "--out", str(self.folder))
        return cli.Run(cli.parser().parse_args(words))

    def test_goes_on(self) -> None:
        run = self.run_with("--rounds", "2")
        case = outcome("dot-skewed", {"weft": [1.0]})
        run.results.outcomes[case.case.key] = case
        run.results.save(run.state)
        again = self.run_with("--rounds", "2")
        self.assertIn(case.case.key, again.results.outcomes)
        with self.assertRaises(SystemExit):
            self.run_with("--rounds", "3")
        fresh = self.run_with("--rounds", "3", "--fresh")
        self.assertFalse(fresh.results.outcomes)

    def test_a_run_with_more_threads_measures_what_limits_lack(self) -> None:
        run = self.run_with("--threads", "1,2")
        run.results.machine = MACHINE
        case = outcome("dot-skewed", {"weft": [1.0]}, threads=4)
        run.results.outcomes[case.case.key] = case
        bandwidth = {"2": [2e9, 5e8], "4": [4e9, 5e8]}
        more = Machine("fast", MACHINE.sizes, bandwidth, {"2": 2e9, "4": 4e9})
        with mock.patch("contest.machine.measure", return_value=more) as asked:
            run._measure_once([])
        self.assertEqual(asked.call_args.args[1:3], ([2, 4], MACHINE.sizes))
        found = results.read(run.state).machine
        self.assertEqual(list(found.bandwidth), ["1", "2", "4"])
        with mock.patch("contest.machine.measure") as asked:
            run._measure_once([])
        asked.assert_not_called()

    def test_what_was_compiled_is_not_compiled_again(self) -> None:
        run = self.run_with("--prepare")
        kernel, case = KERNELS[0], results.Case("spmv-csr", "a", 2, "plain")
        names = ["weft", "c-gcc", "sparsifier"]
        left = run._to_compile(kernel, [case], names)
        self.assertEqual(left, [(2, "c-gcc"), (2, "sparsifier")])
        run._compiled |= {(kernel.name, *one) for one in left}
        # Whose code has the sizes of one dataset.
        left = run._to_compile(kernel, [case], names)
        self.assertEqual(left, [(2, "sparsifier")])

    def test_disagreements(self) -> None:
        run = self.run_with()
        case = outcome("dot-skewed", {"weft": [1.0]})
        run.results.outcomes[case.case.key] = case
        self.assertEqual(run.disagreements(), [])
        case.entries["weft"].agrees = False
        self.assertEqual(len(run.disagreements()), 1)


class Workers(Temporary):
    def worker(self, name: str) -> WorkerProcess:
        setup = Setup(Path("none"), Path("none"), self.folder, 1)
        made = WorkerProcess(name, setup, "plain", self.folder / "log", 60)
        self.addCleanup(made.stop)
        return made

    def test_one_that_dies(self) -> None:
        with self.assertRaises(WorkerFailed):
            self.worker("nobody").ask("hello")

    def test_one_that_died_before_it_was_asked(self) -> None:
        worker = self.worker("c-gcc")
        worker.ask("hello")
        worker._process.kill()
        worker._process.wait()
        with self.assertRaises(WorkerKilled):
            worker.ask("run", seconds=0)
        self.assertIn("version", worker.ask("hello"))

    def test_one_that_fails_lives_on(self) -> None:
        worker = self.worker("c-gcc")
        with self.assertRaises(WorkerFailed):
            worker.ask("load", kernel="none", dataset="", file="")
        self.assertIn("version", worker.ask("hello"))


class Turns(unittest.TestCase):
    """How often a worker runs in a turn, by a clock that each run moves."""

    def turn(self, length: float, seconds: float) -> list[float]:
        now = 0.0

        def run() -> None:
            nonlocal now
            now += length

        turn = Worker.__new__(Worker)
        turn.prepared = Prepared(run, lambda: None)
        clock = mock.Mock(perf_counter=lambda: now)
        with mock.patch("contest.worker.time", clock):
            return turn.run(seconds)["times"]

    def test_the_first_run_is_left_out(self) -> None:
        self.assertEqual(len(self.turn(0.25, 1.0)), 3)
        self.assertEqual(len(self.turn(0.5, 0.0)), 1)

    def test_a_long_run_is_enough(self) -> None:
        self.assertEqual(self.turn(4.0, 0.1), [4.0])

    def test_many_short_runs_are_enough(self) -> None:
        self.assertEqual(len(self.turn(0.0, 1.0)), 100)


if __name__ == "__main__":
    unittest.main()
