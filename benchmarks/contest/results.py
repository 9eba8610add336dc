# ===- results.py - What was measured -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measurements, and the file in which they are kept.

The file is written after each case, whole or not at all, so that a run that is
stopped goes on behind the last case that it finished.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from contest.machine import Machine


@dataclass(frozen=True)
class Case:
    """A kernel on a dataset with a number of threads and a setting of memory."""

    kernel: str
    dataset: str
    threads: int
    memory: str

    @property
    def key(self) -> str:
        return f"{self.kernel}/{self.dataset}/{self.threads}/{self.memory}"


@dataclass
class Entry:
    """What one contestant did in a case: seconds of each run, seconds to
    compile, bytes of the result, and the most bytes that it took beside its
    operands. `note` says why there are no times, or what is wrong. `runs` is how
    many there were where fewer times are kept."""

    times: list[float] = field(default_factory=list)
    compile: float = 0.0
    result_bytes: int = 0
    peak: int = 0
    agrees: bool = True
    note: str = ""
    runs: int = 0


@dataclass
class Outcome:
    """A case with the bytes that its operands take and the operations that its
    definition asks for. `vector_bytes` are those of the largest dense operand,
    and `gathers` how many of its components are read from how much memory
    (`gathers.py`). `handover` are the seconds that a line of a cache took from
    one of two threads to the other and back; zero where nobody asked."""

    case: Case
    operand_bytes: int
    operations: float
    entries: dict[str, Entry]
    vector_bytes: int = 0
    gathers: list[list[float]] = field(default_factory=list)
    handover: float = 0.0


@dataclass
class Results:
    """All of a run; `options` are those that decide what is measured, `date` is
    that of the last case, `load` what else the machine did when it began, as the
    system's average, and `costs` has what compiling and calling takes
    (`costs.py`)."""

    options: dict
    machine: Machine | None = None
    versions: dict[str, str] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    date: str = ""
    costs: dict[str, float | str] = field(default_factory=dict)
    load: float = 0.0

    def save(self, path: Path) -> None:
        data = {
            "options": self.options,
            "machine": self.machine and self.machine.as_json(),
            "versions": self.versions,
            "date": self.date,
            "costs": self.costs,
            "load": self.load,
            "outcomes": [asdict(outcome) for outcome in self.outcomes.values()],
        }
        write_whole(path, json.dumps(data))


def write_whole(path: Path, text: str) -> None:
    """Replaces a file by another one that was written before."""
    temporary = path.with_name(path.name + ".new")
    with open(temporary, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read(path: Path) -> Results:
    data = json.loads(path.read_text())
    results = Results(data["options"], versions=data["versions"])
    results.date, results.costs = data.get("date", ""), data.get("costs", {})
    results.load = data.get("load", 0.0)
    if data["machine"]:
        results.machine = Machine(**data["machine"])
    for outcome in data["outcomes"]:
        case = Case(**outcome.pop("case"))
        entries = {
            name: Entry(**entry)
            for name, entry in outcome.pop("entries").items()
        }
        results.outcomes[case.key] = Outcome(case, entries=entries, **outcome)
    return results
