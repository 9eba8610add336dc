# ===- test_memory.py - What processes take, and who holds operands ------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Free memory goes back to the system, whatever the allocator was told, and all
contestants run where not all of their operands fit into memory."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from unittest import mock

from location import ROOT

from contest import memory
from contest.processes import MEMORY, WorkerFailed, WorkerKilled
from contest.results import Entry
from contest.room import Room

_MIB = 1 << 20

# Frees an array below one that lives on, and says what the process has then.
_FREES = f"""
import numpy as np
from contest import memory
below, above = np.ones({32 * _MIB // 8}), np.ones({_MIB // 8})
del below
kept = memory.held()
memory.give_back()
print(kept, memory.held())
"""


@unittest.skipUnless(memory.held(), "the system does not say")
class Processes(unittest.TestCase):
    def test_free_memory_is_given_back(self) -> None:
        environment = os.environ | MEMORY["reused"]
        environment["PYTHONPATH"] = str(ROOT / "benchmarks")
        done = subprocess.run(
            [sys.executable, "-c", _FREES],
            **{"check": True, "capture_output": True, "text": True},
            env=environment,
        )
        kept, held = map(int, done.stdout.split())
        self.assertGreater(kept - held, 24 * _MIB)

    def test_available(self) -> None:
        self.assertGreater(memory.available(), 0)


class Machine:
    """Memory of so many bytes, in which workers are ended that exceed it. To load
    operands of 10 bytes takes 20, or what `greedy` says, and to hold them 10."""

    def __init__(self, total: int, greedy: dict[str, int] | None = None) -> None:
        self.total, self.greedy = total, greedy or {}
        self.held: dict[str, int] = {}
        self.events: list[str] = []
        self.workers = {name: Process(self, name) for name in "abcd"}
        self.room = Room(self.workers, self.prepare, 10)

    def available(self) -> int:
        return self.total - sum(self.held.values())

    def prepare(self, worker: Process) -> tuple[Entry, int]:
        most = self.greedy.get(worker.name, 20)
        self.events.append(f"load {worker.name}")
        if self.available() < most:
            raise WorkerKilled
        self.held[worker.name] = 10
        return Entry(), most

    def rounds(self, count: int) -> tuple[str, list[str]]:
        """Who ran, in turn, and what else happened; without entries of a note."""
        with mock.patch("contest.memory.available", self.available):
            entries = self.room.enter_all()
            names = [name for name, entry in entries.items() if not entry.note]
            ran = ""
            for number in range(count):
                for name in names[number:] + names[:number]:
                    self.room.run(name, 1.0)
                    ran += name
            self.room.leave_all()
        return ran, self.events


class Process:
    """A worker of such a machine."""

    def __init__(self, machine: Machine, name: str) -> None:
        self.machine, self.name = machine, name

    def ask(self, do: str, **arguments: object) -> dict:
        if do == "unload":
            self.stop()
        elif self.name not in self.machine.held:
            raise WorkerKilled
        return {"times": [1.0]}

    def stop(self) -> None:
        self.machine.held.pop(self.name, None)


class Turns(unittest.TestCase):
    def test_all_load_once_where_they_fit(self) -> None:
        for total in (1000, 80):
            machine = Machine(total)
            ran, events = machine.rounds(2)
            self.assertEqual(ran, "abcd" + "bcda")
            self.assertEqual(sorted(events), [f"load {n}" for n in "abcd"])
            self.assertEqual(machine.held, {})

    def test_some_leave_where_not_all_fit(self) -> None:
        machine = Machine(55)
        ran, events = machine.rounds(3)
        self.assertEqual(ran, "abcd" + "bcda" + "cdab")
        # One of the others leaves, and not all of them load in each round.
        self.assertLess(len(events), 12)

    def test_each_is_alone_where_one_fits(self) -> None:
        machine = Machine(20)
        ran, events = machine.rounds(2)
        self.assertEqual(ran, "abcd" + "bcda")
        self.assertEqual(len(events), 12)

    def test_who_is_ended_tries_again_alone(self) -> None:
        machine = Machine(60, {"c": 55})
        ran, events = machine.rounds(1)
        self.assertEqual(ran, "abcd")
        self.assertEqual(events[2:4], ["load c", "load c"])

    def test_who_needs_too_much_is_left_out(self) -> None:
        machine = Machine(50, {"b": 60})
        with mock.patch("contest.memory.available", machine.available):
            entries = machine.room.enter_all()
        self.assertEqual(entries["b"].note, WorkerKilled.NOTE)
        self.assertEqual([n for n in "abcd" if entries[n].note], ["b"])

    def test_who_waits_may_be_ended(self) -> None:
        machine = Machine(1000)
        with mock.patch("contest.memory.available", machine.available):
            machine.room.enter_all()
            del machine.held["a"]
            self.assertEqual(machine.room.run("a", 1.0), [1.0])

    def test_who_fails_holds_nothing(self) -> None:
        machine = Machine(1000)
        with mock.patch("contest.memory.available", machine.available):
            machine.room.enter_all()
            ask = mock.Mock(side_effect=WorkerFailed("wrong"))
            with mock.patch.object(machine.workers["a"], "ask", ask):
                with self.assertRaises(WorkerFailed):
                    machine.room.run("a", 1.0)
        self.assertNotIn("a", machine.held)


if __name__ == "__main__":
    unittest.main()
