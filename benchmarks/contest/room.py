# ===- room.py - Who holds operands ---------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Lets contestants hold their operands beside each other as far as memory goes.

Where all fit, each loads its operands once. Otherwise some leave, so that another
one can load: their processes end, and load again before their next turns. It is
the last that ran that leaves: others have waited longer for their turns.

What a contestant needs is known when it has loaded operands, and guessed before.
So the system may end a process for lack of memory all the same. Then all others
leave, and it tries again alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from contest import memory
from contest.processes import WorkerFailed, WorkerKilled, WorkerProcess
from contest.results import Entry

# What is needed to load operands, as a multiple of what they take.
_GUESS = 4


class Room:
    """The memory of the machine. `prepare` lets a worker load its operands, and
    gives what comes of it with the most bytes that it had meanwhile. `size` are
    the bytes of the operands."""

    def __init__(
        self,
        workers: Mapping[str, WorkerProcess],
        prepare: Callable[[WorkerProcess], tuple[Entry, int]],
        size: int,
    ) -> None:
        self._workers, self._prepare, self._size = workers, prepare, size
        self._needs: dict[str, int] = {}
        # Who ran last is the last.
        self._holders: list[str] = []

    def enter_all(self) -> dict[str, Entry]:
        """What comes of loading, several at a time if there is room for all."""
        names = list(self._workers)
        if len(names) * _GUESS * self._size > memory.available():
            return {name: self._enter(name) for name in names}
        # Nothing is timed yet, so that several may do this at a time.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            entries = dict(zip(names, pool.map(self._load, names), strict=True))
        return {
            name: entry or self._enter_alone(name)
            for name, entry in entries.items()
        }

    def run(self, name: str, seconds: float) -> list[float]:
        """The times of a turn, before which operands are loaded if they must be.
        Raises WorkerFailed."""
        try:
            return self._turn(name, seconds)
        except WorkerKilled:
            self._end_all()
            return self._turn(name, seconds)

    def leave_all(self) -> None:
        """Lets all forget their operands; their processes may live on."""
        for name in self._holders:
            self._unload(name)
        self._holders.clear()

    def _turn(self, name: str, seconds: float) -> list[float]:
        if name in self._holders:
            self._holders.remove(name)
            self._make_room(0)
        else:
            entry = self._enter(name)
            if entry.note:
                raise WorkerFailed(entry.note)
            self._holders.remove(name)
        try:
            times = self._workers[name].ask("run", seconds=seconds)["times"]
        except WorkerFailed:
            self._workers[name].stop()
            raise
        self._holders.append(name)
        return times

    def _enter(self, name: str) -> Entry:
        self._make_room(self._needs.get(name, _GUESS * self._size))
        return self._load(name) or self._enter_alone(name)

    def _enter_alone(self, name: str) -> Entry:
        self._end_all()
        ended = Entry(agrees=False, note=WorkerKilled.NOTE)
        return self._load(name) or ended

    def _load(self, name: str) -> Entry | None:
        """What comes of loading; nothing if the system ended the process."""
        try:
            entry, self._needs[name] = self._prepare(self._workers[name])
        except WorkerKilled:
            return None
        if entry.note:
            self._unload(name)
        else:
            self._holders.append(name)
        return entry

    def _make_room(self, size: float) -> None:
        """Lets some leave until so many bytes are left, and as many for results
        and the system as operands take, or until nobody is left."""
        while self._holders and memory.available() < size + self._size:
            self._end_last()

    def _end_all(self) -> None:
        while self._holders:
            self._end_last()

    def _end_last(self) -> None:
        """All that a process has goes back to the system when it ends."""
        self._workers[self._holders.pop()].stop()

    def _unload(self, name: str) -> None:
        try:
            self._workers[name].ask("unload")
        except WorkerFailed:
            self._workers[name].stop()
