# ===- cli.py - The command -----------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads the options, runs what was not run before, and writes the reports."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from contest import (
    costs,
    files,
    kept,
    machine,
    matrices,
    page,
    report_csv,
    report_html,
    report_text,
    results,
)
from contest.contestants import CONTESTANTS
from contest.contestants.base import Setup
from contest.datasets import Dataset
from contest.instance import Limits, refusal
from contest.kernels import KERNELS, Kernel
from contest.processes import MEMORY, WorkerFailed, WorkerProcess
from contest.results import Case, Results
from contest.rounds import Measurement
from contest.suites import SUITES, Part

_ROOT = Path(__file__).resolve().parents[2]
_KINDS = ",".join(matrices.KINDS)
# What a run leaves in the tree, and the page that is made of it.
KEPT = _ROOT / "docs" / "performance.csv"
PAGE = _ROOT / "docs" / "performance.md"

Loader = Callable[[], Dataset]


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="run.py", description="Measures kernels under every contestant."
    )
    add = made.add_argument
    add(
        "files",
        nargs="*",
        type=Path,
        help=".mtx and .tns files, or their folders",
    )
    add("--generate", type=_words, help=f"kinds to make, of {_KINDS}, or all")
    add(
        "--rows", type=_numbers, default=[100_000], help="sizes of what is made"
    )
    add("--suite", choices=list(SUITES), help="a choice of what is measured")
    add("--kernels", default="", help="a pattern that their names match")
    add("--datasets", default="", help="a pattern that their names match")
    add("--contestants", type=_words, default=list(CONTESTANTS), help="names")
    add("--threads", type=_numbers, default=[1, 2])
    add("--memory", type=_words, default=list(MEMORY), help="plain, reused")
    add("--rounds", type=int, default=5, help="turns of each contestant")
    add("--seconds", type=float, default=0.2, help="how long a turn is")
    add("--most-seconds", type=float, default=2, help="of one in a case")
    add("--limit", type=float, default=300, help="seconds until one is ended")
    add("--most-products", type=int, default=Limits.products)
    add("--most-bytes", type=int, default=Limits.bytes, help="of an operand")
    add("--seed", type=int, default=1)
    add("--out", type=Path, default=_ROOT / "build" / "benchmark")
    add("--scratch", type=Path, default=_ROOT / "build" / "benchmark-scratch")
    add("--prepare", action="store_true", help="compile for it, without running")
    add("--page", action="store_true", help="keep the results in docs/")
    add("--fresh", action="store_true", help="forget what --out has")
    library = _ROOT / "build" / "lib" / "libweft.so"
    add("--library", type=Path, default=library)
    add("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    add("--list", action="store_true", help="say who takes part, and why not")
    add("--no-limits", action="store_true", help="measure no bandwidth")
    add("--check", action="store_true", help="fail where results disagree")
    return made


class Progress:
    """A line that is written over, on a terminal; lines in a file."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._start = time.monotonic()

    def __call__(self, text: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._start), 60)
        line = f"[{minutes}:{seconds:02}] {text}"
        end = "\r" if self._is_terminal else "\n"
        columns = shutil.get_terminal_size().columns - 1
        if self._is_terminal:
            line = line[:columns].ljust(columns)
        print(line, end=end, file=sys.stderr, flush=True)


class Run:
    """One call of the command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.progress = Progress()
        out = options.out
        self.scratch, self.data = options.scratch, out / "data"
        for folder in (out, self.scratch, self.data):
            folder.mkdir(parents=True, exist_ok=True)
        # What a run that was stopped left there may be half a file.
        for left_over in self.data.iterdir():
            left_over.unlink()
        self.state = out / "state.json"
        self.results = self._open()
        self.limits = Limits(options.most_products, options.most_bytes)
        self._workers: dict[tuple, WorkerProcess] = {}

    def _open(self) -> Results:
        """What was measured before with the same options."""
        deciding = ("rounds", "seconds", "most_seconds", "seed")
        chosen = {name: getattr(self.options, name) for name in deciding}
        if self.options.fresh or not self.state.exists():
            return Results(chosen)
        found = results.read(self.state)
        if found.options != chosen:
            raise SystemExit(
                f"{self.state} is of a run with {found.options}; "
                "give --fresh to forget it, or another --out"
            )
        return found

    def setup(self, threads: int) -> Setup:
        options = self.options
        return Setup(options.library, options.llvm, self.scratch, threads)

    def contestants(self) -> list[str]:
        """Those that the machine has."""
        unknown = set(self.options.contestants) - set(CONTESTANTS)
        if unknown:
            raise SystemExit(
                f"there is no contestant {', '.join(sorted(unknown))}"
            )
        taking_part = []
        for name in CONTESTANTS:
            if name in self.options.contestants:
                missing = CONTESTANTS[name].missing(self.setup(1))
                if missing is None:
                    taking_part.append(name)
                print(f"{name:16} {missing or 'takes part'}")
        return taking_part

    def parts(self) -> tuple[Part, ...]:
        """Of a suite, or what the options ask for."""
        options = self.options
        if options.suite:
            return SUITES[options.suite]
        kinds = options.generate or (
            [] if options.files else list(matrices.KINDS)
        )
        kinds = list(matrices.KINDS) if kinds == ["all"] else kinds
        return (
            Part(
                *("", "", kinds, options.rows),
                *(options.threads, options.memory),
            ),
        )

    def kernels(self, part: Part) -> list[Kernel]:
        patterns = (self.options.kernels, part.kernels)
        return [
            kernel
            for kernel in KERNELS
            if all(re.search(pattern, kernel.name) for pattern in patterns)
        ]

    def files(self, part: Part) -> list[Path]:
        """The files of a part, below those that are given."""
        if part.files is None:
            return []
        found = (
            file
            for path in self.options.files
            for file in (files.find(path) if path.is_dir() else [path])
        )
        patterns = (self.options.datasets, part.files)
        return [
            file
            for file in found
            if all(re.search(pattern, file.name) for pattern in patterns)
        ]

    def datasets(self, part: Part) -> Iterator[tuple[str, Loader]]:
        """The names of files, then of what is made, each with a function that
        makes it: what was measured before is not read again."""
        for file in self.files(part):
            yield files.stem(file), partial(files.read, file)
        for kind in part.kinds:
            for size in part.rows:
                name = f"{kind}-{size}"
                if re.search(self.options.datasets, name):
                    seed = self.options.seed
                    yield name, partial(matrices.make_kind, kind, size, seed)

    def worker(self, name: str, threads: int, memory: str) -> WorkerProcess:
        key = name, threads, memory
        if key not in self._workers:
            log = self.options.out / f"{name}.log"
            setup, limit = self.setup(threads), self.options.limit
            self._workers[key] = WorkerProcess(name, setup, memory, log, limit)
        return self._workers[key]

    def run(self) -> None:
        names = self.contestants()
        if self.options.list:
            return
        try:
            if not self.options.prepare:
                self._measure_once(names)
            for part in self.parts():
                for name, load in self.datasets(part):
                    self._run_dataset(part, name, load, names)
        finally:
            for worker in self._workers.values():
                worker.stop()

    def _measure_once(self, names: list[str]) -> None:
        """Versions, the limits of the machine, and what compiling takes."""
        options, results = self.options, self.results
        results.load = max(results.load, os.getloadavg()[0])
        for name in names:
            try:
                worker = self.worker(name, 1, options.memory[0])
                results.versions[name] = worker.ask("hello")["version"]
            except WorkerFailed as error:
                print(f"{name}: {error}", file=sys.stderr)
        if results.machine is None and not options.no_limits:
            results.machine = machine.measure(
                self.scratch, options.threads, progress=self.progress
            )
        if not results.costs and not options.no_limits and "weft" in names:
            self.progress("compiling and calling")
            results.costs = costs.measure(options.library, self.scratch)

    def _cases(
        self, part: Part, dataset: str
    ) -> list[tuple[Kernel, list[Case]]]:
        """What is left to be measured."""
        options = self.options
        chosen = [
            (threads, memory)
            for threads in part.threads
            for memory in part.memory
            if threads in options.threads and memory in options.memory
        ]
        left = []
        for kernel in self.kernels(part):
            cases = [Case(kernel.name, dataset, *setting) for setting in chosen]
            known = self.results.outcomes
            cases = [case for case in cases if case.key not in known]
            if cases:
                left.append((kernel, cases))
        return left

    def _run_dataset(
        self, part: Part, name: str, load: Loader, names: list[str]
    ) -> None:
        left = self._cases(part, name)
        if not left:
            return
        self.progress(f"reading {name}")
        try:
            dataset = load()
        except ValueError as error:
            print(f"left out: {error}", file=sys.stderr)
            return
        taking_part = [n for n in names if n in (part.contestants or names)]
        path = self.data / f"{name}.npz"
        matrix = self.data / f"{name}.mtx"
        for kernel, cases in left:
            if refusal(kernel, dataset, self.limits):
                continue
            if not path.exists():
                dataset.save(path)
            if kernel.reads_file and not matrix.exists():
                files.write_mtx(matrix, dataset)
            if self.options.prepare:
                self._prepare(kernel, cases, taking_part, path, matrix)
                continue
            measurement = Measurement(kernel, dataset, path, matrix)
            for case in cases:
                done = len(self.results.outcomes)
                self.progress(f"case {done + 1}: {case.key}")
                self._run_case(measurement, case, taking_part)
        for left_over in self.data.glob(f"{name}.*"):
            left_over.unlink()

    def _prepare(
        self,
        kernel: Kernel,
        cases: list[Case],
        names: list[str],
        dataset: Path,
        matrix: Path,
    ) -> None:
        """Lets compilers run that keep what they made."""
        memory = self.options.memory[0]
        for threads in sorted({case.threads for case in cases}):
            for name in names:
                if not CONTESTANTS[name].keeps:
                    continue
                self.progress(f"{kernel.name}, {threads}: {name}")
                worker = self.worker(name, threads, memory)
                given = {"dataset": str(dataset), "file": str(matrix)}
                with contextlib.suppress(WorkerFailed):
                    worker.ask("load", kernel=kernel.name, **given)
                    worker.ask("unload")

    def _run_case(
        self, measurement: Measurement, case: Case, names: list
    ) -> None:
        workers = {
            name: self.worker(name, case.threads, case.memory) for name in names
        }
        options = self.options
        outcome = measurement.run(
            *(case, workers, options.rounds, options.seconds),
            options.most_seconds,
        )
        self.results.outcomes[case.key] = outcome
        self.results.date = datetime.date.today().isoformat()
        self.results.save(self.state)

    def write(self) -> None:
        """The reports of all that was measured so far."""
        for suffix, format in (
            ("txt", report_text),
            ("csv", report_csv),
            ("html", report_html),
        ):
            path = self.options.out / f"report.{suffix}"
            results.write_whole(path, format.report(self.results))
        print(report_text.report(self.results))
        print(f"written to {self.options.out}")

    def disagreements(self) -> list[str]:
        return [
            f"{key}: {name}: {entry.note}"
            for key, outcome in self.results.outcomes.items()
            for name, entry in outcome.entries.items()
            if not entry.agrees
        ]


def keep(measured: Results) -> None:
    """Keeps results with the sources, and writes the page that has them."""
    results.write_whole(KEPT, kept.text(measured))
    refill()


def refill() -> None:
    """Writes what is kept into the page."""
    found = kept.read(KEPT.read_text())
    results.write_whole(PAGE, page.filled(PAGE.read_text(), found))


def main() -> int:
    options = parser().parse_args()
    # Also where a shell starts it in the background.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    run = Run(options)
    status = 0
    try:
        run.run()
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        status = 130
    if options.list or options.prepare:
        return status
    run.write()
    if options.page:
        keep(run.results)
    wrong = run.disagreements()
    for line in wrong:
        print(line, file=sys.stderr)
    if options.check and (wrong or not run.results.outcomes):
        return 1
    return status
