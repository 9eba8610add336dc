# ===- worker.py - One contestant in a process of its own -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs a contestant for the parent, which sends a line and gets a line back.

OpenMP runtimes of several libraries do not get along in one process, and a crash
ends one process only. Messages are JSON:

    {"do": "load", "kernel", "dataset", "file"}  prepares; says how long compiling
                                                 took and the most memory, or
                                                 {"unsupported": why}
    {"do": "run", "seconds"}                     runs for that long, at least once;
                                                 says the time of each run
    {"do": "check"}                              runs once; says digest and bytes
                                                 of the result, the peak memory,
                                                 and the most with all else
    {"do": "unload"}                             forgets the instance

What a library prints goes to the standard error.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from pathlib import Path

from contest import memory
from contest.contestants import CONTESTANTS
from contest.contestants.base import Prepared, Setup, Unsupported
from contest.datasets import load
from contest.instance import Instance
from contest.kernels import BY_NAME

# More runs of a turn say nothing new.
_MOST_RUNS = 100
# A run of so many seconds needs no other one before.
_LONG = 0.25


class Worker:
    """Answers messages, each by the method of its name."""

    def __init__(self, name: str, setup: Setup) -> None:
        self.contestant = CONTESTANTS[name](setup)
        self.prepared: Prepared | None = None

    def hello(self) -> dict:
        return {"version": self.contestant.version}

    def load(self, kernel: str, dataset: str, file: str) -> dict:
        memory.reset_most()
        path = Path(dataset)
        instance = Instance(BY_NAME[kernel], load(path), path.parent)
        self.prepared = self.contestant.prepare(instance, Path(file))
        return {"compile": self.prepared.compile_seconds, "most": memory.most()}

    def check(self) -> dict:
        # What packing took beside the operands is not theirs.
        memory.give_back()
        before = memory.held()
        memory.reset_most()
        self.prepared.run()
        peak = max(0, memory.most() - before)
        result = self.prepared.digest()
        size = self.prepared.result_bytes()
        most = memory.most()
        # Before the result is freed, whose memory the next run may use again.
        memory.give_back()
        self.prepared.discard()
        return {
            "digest": [result.value, result.scale],
            "result_bytes": size,
            "peak": peak,
            "most": most,
        }

    def run(self, seconds: float) -> dict:
        """The first run is not counted, unless it takes very long: it finds the
        caches full of what others left there."""
        times: list[float] = []
        end = time.perf_counter() + seconds
        while self._goes_on(times, end):
            start = time.perf_counter()
            self.prepared.run()
            times.append(time.perf_counter() - start)
            self.prepared.discard()
        return {"times": times[1:] or times}

    @staticmethod
    def _goes_on(times: list[float], end: float) -> bool:
        if len(times) < 2 and sum(times) < _LONG:
            return True
        return len(times) <= _MOST_RUNS and time.perf_counter() < end

    def unload(self) -> dict:
        self.prepared = None
        memory.give_back()
        return {}

    def answer(self, message: dict) -> dict:
        message = dict(message)
        try:
            return getattr(self, message.pop("do"))(**message)
        except Unsupported as reason:
            return {"unsupported": str(reason)}
        except Exception as error:
            traceback.print_exc()
            return {"failed": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Arguments: the contestant, the library, LLVM's tools, the scratch folder
    and the number of threads."""
    name, library, llvm, scratch, threads = sys.argv[1:]
    # Answers go where the standard output was.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    setup = Setup(Path(library), Path(llvm), Path(scratch), int(threads))
    worker = Worker(name, setup)
    for line in sys.stdin:
        answers.write(json.dumps(worker.answer(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
