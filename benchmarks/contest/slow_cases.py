# ===- slow_cases.py - Where the default schedule is slow -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Single cases in which textbook loops in C are faster than Weft's default.

A mean hides them. A case is slow if it stays below the least ratio
(`goals.LEAST_OF_CASES`) when the quartiles are taken in Weft's favour: the upper
one of C and the lower one of Weft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from contest.goals import BEST_C, LEAST_OF_CASES
from contest.results import Outcome
from contest.summary import WEFT, times

EXPLANATION = (
    f"Cases in which {BEST_C} takes less than {LEAST_OF_CASES:g} of the time of "
    "Weft's default schedule, the slowest first: the ratio of the medians, and its "
    "bound by the quartiles."
)


@dataclass(frozen=True)
class SlowCase:
    """`bound` is the upper quartile of C over the lower one of Weft."""

    key: str
    ratio: float
    bound: float


def slow_cases(outcomes: Iterable[Outcome]) -> list[SlowCase]:
    """By rising ratio."""
    found = []
    for outcome in outcomes:
        known = times(outcome)
        weft, loops = known.get(WEFT), known.get(BEST_C)
        if not weft or not loops or loops.high >= LEAST_OF_CASES * weft.low:
            continue
        ratio = loops.median / weft.median
        case = SlowCase(outcome.case.key, ratio, loops.high / weft.low)
        found.append(case)
    return sorted(found, key=lambda case: case.ratio)
