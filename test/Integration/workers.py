# ===- workers.py - Cases in processes of their own ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A pool of worker processes that survives what it tests.

Compiled kernels are native code: they can crash, corrupt memory or never end.
A worker that dies or takes too long makes its current case fail, under that
case's name, and a new worker takes the next one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

from cases import Case
from execute import FAILED, Outcome, execute
from weft import Library

# What runs a case: made once per worker, from the library's path.
Runner = Callable[[Case], Outcome]
SUITE_ERROR = "error in the suite"
_FORK = multiprocessing.get_context("fork")
_SHOWN_OF_STDERR = 2000


def load_runner(library: Path) -> Runner:
    loaded = Library(str(library))
    return lambda case: execute(loaded, case)


def _serve(
    connection: multiprocessing.connection.Connection,
    log: int,
    library: Path,
    make_runner: Callable[[Path], Runner],
) -> None:
    os.dup2(log, 2)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where others wait for the processors, threads that spin take them away.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    runner = make_runner(library)
    while (case := connection.recv()) is not None:
        try:
            outcome = runner(case)
        except Exception as error:  # A case must not end the run.
            outcome = Outcome(FAILED, SUITE_ERROR, f"  {error!r}")
        connection.send(outcome)


class _Worker:
    """One process and the case it is at."""

    def __init__(
        self, library: Path, make_runner: Callable[[Path], Runner]
    ) -> None:
        self.log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self.connection, theirs = _FORK.Pipe()
        self.process = _FORK.Process(
            target=_serve,
            args=(theirs, self.log.fileno(), library, make_runner),
            daemon=True,
        )
        self.process.start()
        theirs.close()
        self.case: Case | None = None
        self.deadline = 0.0

    def begin(self, case: Case, timeout: float) -> None:
        self.log.seek(0)
        self.log.truncate()
        self.case = case
        self.deadline = time.monotonic() + timeout
        # A worker that is dead already says so when its answer is read.
        with contextlib.suppress(OSError):
            self.connection.send(case)

    def finish(self, timeout: float) -> Outcome | None:
        """The outcome if there is one; None while the case still runs."""
        if self.connection.poll():
            try:
                return self.connection.recv()
            except (EOFError, OSError):
                self.process.join()
                outcome = Outcome(FAILED, "crash", self._last_words())
                self.stop()
                return outcome
        if time.monotonic() < self.deadline:
            return None
        self.stop()
        return Outcome(FAILED, "timeout", f"  no result after {timeout:g} s")

    def _last_words(self) -> str:
        code = self.process.exitcode or 0
        ending = f"exit status {code}"
        if code < 0:
            ending = signal.Signals(-code).name
        self.log.seek(0)
        text = self.log.read()[:_SHOWN_OF_STDERR].decode(errors="replace")
        return f"  the worker died: {ending}\n{text}"

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()
        self.log.close()


class _Waiting:
    """The cases that no worker has begun, true if there is one."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.cases = iter(cases)
        self.next = next(self.cases, None)

    def __bool__(self) -> bool:
        return self.next is not None

    def take(self) -> Case:
        case, self.next = self.next, next(self.cases, None)
        assert case is not None
        return case


class Pool:
    """Runs cases and yields outcomes as they come."""

    def __init__(
        self,
        library: Path,
        jobs: int,
        timeout: float,
        make_runner: Callable[[Path], Runner] = load_runner,
    ) -> None:
        self.library, self.jobs, self.timeout = library, jobs, timeout
        self.make_runner = make_runner
        self.workers: list[_Worker] = []
        self.idle: list[_Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in (*self.workers, *self.idle):
            worker.stop()
        self.workers.clear()
        self.idle.clear()

    def run(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Outcome]]:
        """Takes a case when a worker is free for it, so that `cases` may be
        made while others run, and need not end."""
        waiting = _Waiting(cases)
        while waiting or self.workers:
            while waiting and len(self.workers) < self.jobs:
                worker = self._hire()
                worker.begin(waiting.take(), self.timeout)
                self.workers.append(worker)
            self._wait()
            for worker in list(self.workers):
                outcome = worker.finish(self.timeout)
                if outcome is None:
                    continue
                assert worker.case is not None
                case = worker.case
                if outcome.cause in ("crash", "timeout"):
                    self.workers.remove(worker)
                elif waiting:
                    worker.begin(waiting.take(), self.timeout)
                else:
                    self.workers.remove(worker)
                    self.idle.append(worker)
                yield case, outcome

    def _hire(self) -> _Worker:
        """One that an earlier run has left, since loading takes a while."""
        if self.idle:
            return self.idle.pop()
        return _Worker(self.library, self.make_runner)

    def _wait(self) -> None:
        """Sleeps until a worker has something to say or is out of time."""
        nearest = min(worker.deadline for worker in self.workers)
        multiprocessing.connection.wait(
            [worker.connection for worker in self.workers],
            max(0.0, nearest - time.monotonic()),
        )
