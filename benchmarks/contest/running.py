# ===- running.py - One call of the command --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs what was not run before, and keeps what was measured."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from contest import costs, files, machine, matrices, results
from contest.contestants import CONTESTANTS
from contest.contestants.base import Setup
from contest.datasets import Dataset
from contest.instance import Limits, refusal
from contest.kernels import KERNELS, Kernel
from contest.processes import WorkerFailed, WorkerProcess
from contest.progress import Progress
from contest.results import Case, Results
from contest.rounds import Measurement
from contest.suites import SUITES, Part

Loader = Callable[[], Dataset]


class Run:
    """One call of the command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.progress = Progress()
        out = options.out
        self.scratch, self.data = options.scratch, out / "data"
        # What a run that was stopped left there may be half a file.
        shutil.rmtree(self.data, ignore_errors=True)
        for folder in (out, self.scratch, self.data):
            folder.mkdir(parents=True, exist_ok=True)
        self.state = out / "state.json"
        self.results = self._open()
        self.limits = Limits(options.most_products, options.most_bytes)
        self._workers: dict[tuple, WorkerProcess] = {}
        self._compiled: set[tuple[str, int, str]] = set()

    def _open(self) -> Results:
        """What was measured before with the same options."""
        deciding = ("rounds", "seconds", "most_seconds", "seed", "awake")
        chosen = {name: getattr(self.options, name) for name in deciding}
        if self.options.fresh or not self.state.exists():
            return Results(chosen)
        found = results.read(self.state)
        if {"awake": False} | found.options != chosen:
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
        # What keeps processors awake is no load of others.
        self.results.load = max(self.results.load, os.getloadavg()[0])
        try:
            keeps = self.options.awake and not self.options.prepare
            with machine.awake(self.scratch) if keeps else contextlib.nullcontext():
                self._measure(names)
        finally:
            for worker in self._workers.values():
                worker.stop()

    def _measure(self, names: list[str]) -> None:
        if not self.options.prepare:
            self._measure_once(names)
        for part in self.parts():
            for name, load in self.datasets(part):
                self._run_dataset(part, name, load, names)

    def _measure_once(self, names: list[str]) -> None:
        """Versions, the limits of the machine, and what compiling takes."""
        options, results = self.options, self.results
        for name in names:
            try:
                worker = self.worker(name, 1, options.memory[0])
                results.versions[name] = worker.ask("hello")["version"]
            except WorkerFailed as error:
                print(f"{name}: {error}", file=sys.stderr)
        if not options.no_limits:
            # Also of what was measured before without limits.
            cases = (outcome.case for outcome in results.outcomes.values())
            threads = {*options.threads, *(case.threads for case in cases)}
            results.machine = machine.complete(
                results.machine, self.scratch, threads, self.progress
            )
        if not results.costs and not options.no_limits and "weft" in names:
            self.progress("compiling and calling")
            results.costs = costs.measure(options.library, self.scratch)
        results.save(self.state)

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
        chosen = part.contestants or [
            name
            for name in names
            if CONTESTANTS[name].in_every_suite or not self.options.suite
        ]
        taking_part = [name for name in names if name in chosen]
        if self.options.prepare:
            left = [one for one in left if self._to_compile(*one, taking_part)]
        if not left:
            return
        self.progress(f"reading {name}")
        try:
            dataset = load()
        except ValueError as error:
            print(f"left out: {error}", file=sys.stderr)
            return
        folder = self.data / name
        folder.mkdir()
        path, matrix = folder / name, folder / f"{name}.mtx"
        for kernel, cases in left:
            if refusal(kernel, dataset, self.limits):
                continue
            if not path.exists():
                dataset = dataset.save(path)
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
        shutil.rmtree(folder)

    def _prepare(
        self,
        kernel: Kernel,
        cases: list[Case],
        names: list[str],
        dataset: Path,
        matrix: Path,
    ) -> None:
        """Lets compilers run that keep what they made."""
        given = {"dataset": str(dataset), "file": str(matrix)}
        for threads, name in self._to_compile(kernel, cases, names):
            self.progress(f"{kernel.name}, {threads}: {name}")
            self._compiled.add((kernel.name, threads, name))
            worker = self.worker(name, threads, self.options.memory[0])
            with contextlib.suppress(WorkerFailed):
                worker.ask("load", kernel=kernel.name, **given)
                worker.ask("unload")

    def _to_compile(
        self, kernel: Kernel, cases: list[Case], names: list[str]
    ) -> list[tuple[int, str]]:
        """Numbers of threads and who has not compiled a kernel for these."""
        return [
            (threads, name)
            for threads in sorted({case.threads for case in cases})
            for name in names
            if CONTESTANTS[name].keeps
            if CONTESTANTS[name].fixes_sizes
            or (kernel.name, threads, name) not in self._compiled
        ]

    def _run_case(
        self, measurement: Measurement, case: Case, names: list
    ) -> None:
        workers = {
            name: self.worker(name, case.threads, case.memory) for name in names
        }
        options = self.options
        handover = 0.0
        if case.threads > 1 and not options.no_limits:
            handover = machine.handover(self.scratch)
        outcome = measurement.run(
            *(case, workers, options.rounds, options.seconds),
            options.most_seconds,
        )
        outcome.handover = handover
        self.results.outcomes[case.key] = outcome
        self.results.date = datetime.date.today().isoformat()
        self.results.save(self.state)

    def disagreements(self) -> list[str]:
        return [
            f"{key}: {name}: {entry.note}"
            for key, outcome in self.results.outcomes.items()
            for name, entry in outcome.entries.items()
            if not entry.agrees
        ]
