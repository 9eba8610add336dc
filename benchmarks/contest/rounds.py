# ===- rounds.py - Contestants in turn ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs one case: every contestant prepares, is checked, and runs in turn.

All hold their operands in memory while the case lasts, if they fit (`room.py`).
In each round, each runs for a moment, in an order that moves on by one, so that
what the machine does meanwhile meets all of them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path

from contest.datasets import Dataset
from contest.digests import Digest
from contest.gathers import gathers
from contest.instance import Instance
from contest.kernels import Kernel
from contest.processes import WorkerFailed, WorkerKilled, WorkerProcess
from contest.reference import evaluate
from contest.results import Case, Entry, Outcome
from contest.room import Room

# After each turn, idle threads of a runtime fall asleep.
_PAUSE = 0.003
_LEAST = 3


class Measurement:
    """One kernel on one dataset, with the reference evaluated once."""

    def __init__(
        self,
        kernel: Kernel,
        dataset: Dataset,
        dataset_file: Path,
        matrix_file: Path,
    ) -> None:
        self.kernel, self.dataset = kernel, dataset
        self._files = {"dataset": str(dataset_file), "file": str(matrix_file)}
        instance = Instance(kernel, dataset, dataset_file.parent)
        self._expected, self._operations = evaluate(instance)
        self._gathers = gathers(instance)
        dense = (
            8 * math.prod(instance.dims(name))
            for name in kernel.operands
            if name not in kernel.formats
        )
        self._vector_bytes = max(dense, default=0)
        self._bytes = 0
        if kernel.reads_file:
            self._bytes = matrix_file.stat().st_size
        else:
            self._bytes = sum(
                instance.keep(name).num_bytes for name in kernel.operands
            )

    def run(
        self,
        case: Case,
        workers: Mapping[str, WorkerProcess],
        rounds: int,
        seconds: float,
        most_seconds: float = math.inf,
    ) -> Outcome:
        """`seconds` is how long each contestant runs in a round; who has run for
        `most_seconds`, and three times at least, runs no more."""
        room = Room(workers, self._prepare, self._bytes)
        entries = room.enter_all()
        names = [name for name, entry in entries.items() if not entry.note]
        for number in range(rounds):
            turn = number % max(1, len(names))
            for name in names[turn:] + names[:turn]:
                entry = entries[name]
                enough = sum(entry.times) > most_seconds and number >= _LEAST
                if entry.note or enough:
                    continue
                try:
                    entry.times += room.run(name, seconds)
                except WorkerFailed as error:
                    entry.note = str(error)
                time.sleep(_PAUSE)
        room.leave_all()
        return Outcome(
            *(case, self._bytes, self._operations, entries),
            *(self._vector_bytes, self._gathers),
        )

    def _prepare(self, worker: WorkerProcess) -> tuple[Entry, int]:
        """Loads the operands, compiles, and compares the first result; says the
        most bytes that the worker had. Raises WorkerKilled."""
        entry, most = Entry(), 0
        try:
            answer = worker.ask("load", kernel=self.kernel.name, **self._files)
            if "unsupported" in answer:
                entry.note = answer["unsupported"]
                return entry, most
            entry.compile, most = answer["compile"], answer["most"]
            answer = worker.ask("check")
        except WorkerKilled:
            raise
        except WorkerFailed as error:
            entry.note = str(error)
            entry.agrees = False
            return entry, most
        entry.result_bytes, entry.peak = answer["result_bytes"], answer["peak"]
        if not self._expected.agrees(Digest(*answer["digest"])):
            entry.agrees = False
            entry.note = "the result is wrong"
        return entry, max(most, answer["most"])
