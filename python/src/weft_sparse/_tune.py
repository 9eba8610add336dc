# ===- _tune.py - The search for a fast schedule ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The search for a fast schedule."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional

from ._core import Error
from ._evaluate import prepare
from ._kernel import Formats, Functions, format_sizes

_LISTED = 10


class Trial(NamedTuple):
    """A schedule that was tried."""

    schedule: str
    """As `compile` takes it; "default" for the one that it chooses itself."""
    partition: str
    """Its commands that make tiles, or what it changes of the default."""
    status: str
    """"measured", "refused", "wrong", "slow" or "started"."""
    time: float
    """The least time of the runs in milliseconds; 0 unless measured."""
    deviation: float
    """The standard deviation of the times in milliseconds."""
    runs: int
    reason: str
    """Why it has no time; empty otherwise."""


class Tuning:
    """What a search has found."""

    __slots__ = ("is_stopped", "num_schedules", "records", "trials")

    def __init__(
        self,
        num_schedules: int,
        trials: list[Trial],
        records: str,
        is_stopped: bool,
    ) -> None:
        self.num_schedules = num_schedules
        """How many schedules there are to try."""
        self.trials = trials
        """The fastest first; those without a time last."""
        self.records = records
        """All times, as `tune` takes them for a later search."""
        self.is_stopped = is_stopped
        """Whether an interrupt has ended the search."""

    @property
    def schedule(self) -> str:
        """The fastest schedule, as `compile` and `evaluate` take it."""
        best = self.trials[0] if self.trials else None
        if best is None or best.status != "measured":
            return ""
        return "" if best.schedule == "default" else best.schedule

    @property
    def speedup(self) -> float:
        """How many times as fast the fastest schedule is as the default."""
        for trial in self.trials:
            if trial.schedule == "default" and trial.status == "measured":
                return trial.time / self.trials[0].time
        return 1.0

    def __str__(self) -> str:
        lines = [
            f"best: {self.schedule or 'the default schedule'}, "
            f"{self.speedup:.2f} times as fast as the default",
            f"tried {len(self.trials)} of {self.num_schedules} schedules",
            "      ms  deviation  schedule",
        ]
        lines += [
            f"{t.time:8.4g}  {t.deviation:9.2g}  {t.schedule}"
            for t in self.trials[:_LISTED]
            if t.status == "measured"
        ]
        return "\n".join(lines)

    __repr__ = __str__


def tune(
    text: str,
    operands: Optional[Mapping[str, Any]] = None,
    *,
    budget: Optional[float] = None,
    schedules: int = 0,
    search: str = "thompson",
    formats: Optional[Formats] = None,
    dtypes: Optional[Mapping[str, Any]] = None,
    sizes: Optional[Mapping[str, Any]] = None,
    options: str = "",
    functions: Functions = None,
    records: Optional[str] = None,
    **named: Any,
) -> Tuning:
    """Searches for the fastest schedule of an expression on operands:
    `tune("y(i) = A(i,j) * x(j)", A=A, x=x).schedule`. Each schedule is compiled
    and run, and its results are compared with those of the loops of the
    expression. Times are kept in the user's tuning store, where
    `schedule="auto"` finds the fastest. An interrupt ends the search, which
    returns what it has found.

    operands, named: what `tensor` takes, by name
    budget:          how long to search, in seconds; 30 if None
    schedules:       how many schedules to measure, in the place of a time
    search:          "thompson", "random", "halving" or "exhaustive"
    formats, dtypes, sizes, options, functions: as of `evaluate`
    records:         the `records` of an earlier search for the same kernel

    Raises Error, also if a schedule gives another result.
    """
    words = f"strategy={search} cache"
    if schedules:
        words += f" schedules={schedules}"
    elif budget is not None:
        words += f" budget={budget}"
    kernel, tensors = prepare(
        text,
        operands,
        named,
        formats=formats,
        dtypes=dtypes,
        options=f"{options} no-code".strip(),
        functions=functions,
    )
    given = kernel._order((), tensors)
    count, trials, known, is_stopped = kernel._kernel.tune(
        tuple(tensor._force() for tensor in given),
        format_sizes(sizes) or [],
        words,
        records,
    )
    found = [Trial(*trial) for trial in trials]
    for trial in found:
        if trial.status == "wrong":
            raise Error(
                f"the schedule {trial.schedule} gives another result than the "
                f"loops of the expression: {trial.reason}"
            )
    return Tuning(count, found, known, is_stopped)
