# ===- report_csv.py - The report as a table of values --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A line for each contestant in each case, in seconds and bytes."""

from __future__ import annotations

import csv
import io
import math

from contest.results import Results
from contest.summary import fraction, ratios, times

COLUMNS = (
    *("kernel", "dataset", "threads", "memory", "contestant"),
    *("median", "low_quartile", "high_quartile", "fastest", "runs"),
    *("ratio_to_weft", "fraction_of_limit", "compile", "peak_bytes"),
    *("operand_bytes", "result_bytes", "operations", "note"),
)


def report(results: Results) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for outcome in results.outcomes.values():
        case, found, compared = outcome.case, times(outcome), ratios(outcome)
        for name, entry in outcome.entries.items():
            numbers: list[object] = [""] * 5
            if name in found:
                time = found[name]
                numbers = [time.median, time.low, time.high]
                numbers += [time.fastest, time.runs]
            reached = fraction(outcome, entry, results.machine)
            writer.writerow(
                [case.kernel, case.dataset, case.threads, case.memory, name]
                + numbers
                + [
                    compared.get(name, ""),
                    "" if math.isnan(reached) else reached,
                ]
                + [entry.compile, entry.peak, outcome.operand_bytes]
                + [entry.result_bytes, outcome.operations, entry.note]
            )
    return text.getvalue()
