# ===- automatic.py - What schedule=auto gains ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The time of Weft's default schedule (`weft`) divided by that of the schedule that
a cost model chooses for the operands (`weft-auto`).

Most often the default is chosen, and the ratio is noise. A case counts only if the
quartiles are apart: the lower one of one schedule is above the upper one of the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contest.results import Outcome
from contest.summary import AUTOMATIC, WEFT, geometric_mean, times


@dataclass(frozen=True)
class AutomaticCase:
    """`ratio` is of the medians. `bound` is the ratio of the quartiles that is
    nearest to 1 if they are apart, else 1."""

    key: str
    ratio: float
    bound: float

    @property
    def is_apart(self) -> bool:
        return self.bound != 1

    @property
    def is_slower(self) -> bool:
        return self.bound < 1


def automatic_cases(outcomes: Iterable[Outcome]) -> list[AutomaticCase]:
    """The cases in which both ran, by rising ratio."""
    found = []
    for outcome in outcomes:
        known = times(outcome)
        weft, auto = known.get(WEFT), known.get(AUTOMATIC)
        if not weft or not auto:
            continue
        least, most = weft.low / auto.high, weft.high / auto.low
        bound = least if least > 1 else most if most < 1 else 1.0
        ratio = weft.median / auto.median
        found.append(AutomaticCase(outcome.case.key, ratio, bound))
    return sorted(found, key=lambda case: case.ratio)


def automatic_text(cases: Sequence[AutomaticCase]) -> str:
    """The counts and the mean of the ratios, as sentences."""
    slower = sum(case.is_slower for case in cases)
    faster = sum(case.is_apart and not case.is_slower for case in cases)
    mean = geometric_mean(case.ratio for case in cases)
    return (
        f"{WEFT} / {AUTOMATIC}: in {len(cases)} cases, the schedule that is chosen "
        f"for the operands is slower than the default in {slower} and faster in "
        f"{faster} by more than the spread; the geometric mean of the ratios of "
        f"medians is {mean:.3f}. Cases apart, the slowest first:"
    )
