# ===- processes.py - The parent's side of workers ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Starts workers, talks to them, and ends those that do not answer."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from contest.contestants.base import Setup

_HERE = Path(__file__).resolve().parent.parent
_HEAP = 1 << 40

# How memory is given: as the system does it by default, or with large pages and
# without giving memory back between runs, for allocators of all contestants.
MEMORY = {
    "plain": {},
    "reused": {
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
        f"glibc.malloc.trim_threshold={_HEAP}:glibc.malloc.top_pad={64 << 20}"
    },
}


class WorkerFailed(Exception):
    """A worker died, did not answer in time, or failed; the text says which."""


class WorkerKilled(WorkerFailed):
    """The system ended a worker."""

    NOTE = "the system ended the process, as it does when memory runs out"

    def __init__(self) -> None:
        super().__init__(self.NOTE)


class WorkerProcess:
    """A contestant with a number of threads and a setting of memory."""

    def __init__(
        self,
        contestant: str,
        setup: Setup,
        memory: str,
        log: Path,
        limit: float,
    ) -> None:
        self.contestant, self.setup, self.memory = contestant, setup, memory
        self._log, self._limit = log, limit
        self._process: subprocess.Popen | None = None
        self._buffer = b""

    def _start(self) -> None:
        threads = str(self.setup.threads)
        environment = os.environ | MEMORY[self.memory]
        environment |= {
            "PYTHONPATH": str(_HERE),
            "OMP_NUM_THREADS": threads,
            "MKL_NUM_THREADS": threads,
            "OPENBLAS_NUM_THREADS": threads,
            # Idle threads must not disturb the next contestant.
            "KMP_BLOCKTIME": "1",
        }
        if self.setup.threads > 1:
            # Or they may wake up where another thread of the process runs, and
            # wait for milliseconds there.
            environment |= {"OMP_PROC_BIND": "true", "OMP_PLACES": "cores"}
        setup = self.setup
        words = [setup.library, setup.llvm, setup.scratch, threads]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "contest.worker", self.contestant]
                + [str(word) for word in words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        self._buffer = b""

    def ask(self, do: str, **arguments: object) -> dict:
        """Sends a message; raises WorkerFailed, after which a new process
        is started for the next message."""
        if self._process is None:
            self._start()
        line = json.dumps({"do": do, **arguments}) + "\n"
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
            answer = json.loads(self._line())
        except (OSError, ValueError) as error:
            status = self._process.poll()
            self.stop()
            if status == -signal.SIGKILL:
                raise WorkerKilled from error
            raise WorkerFailed(f"the process ended ({status})") from error
        if "failed" in answer:
            raise WorkerFailed(answer["failed"])
        return answer

    def _line(self) -> bytes:
        output = self._process.stdout.fileno()
        end = time.monotonic() + self._limit
        while b"\n" not in self._buffer:
            ready, _, _ = select.select(
                [output], [], [], max(0.0, end - time.monotonic())
            )
            if not ready:
                self.stop()
                raise WorkerFailed(f"no answer in {self._limit:.0f} s")
            read = os.read(output, 1 << 16)
            if not read:
                self._process.wait()
                raise OSError("no more answers")
            self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            # What was not sent is of no use to a process that has ended.
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            self._process.stdout.close()
            self._process = None
