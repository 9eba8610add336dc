# ===- kept.py - Results that are kept with the sources --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A run as a small file, from which the documentation's page is made.

A line of JSON behind a `#` for each thing that was measured once, and a table
with a line for each contestant that ran, or failed, in a case. Of its times, the
least, the quartiles, the median and the most are kept: five numbers with the
same quartiles and the same median. What all of a case share is in its first line.
"""

from __future__ import annotations

import csv
import io
import json
import statistics

from contest.machine import Machine
from contest.results import Case, Entry, Outcome, Results

_TIMES = ("least", "low_quartile", "median", "high_quartile", "most")
COLUMNS = (
    *("kernel", "dataset", "threads", "memory", "contestant", "runs"),
    *(*_TIMES, "compile", "peak_bytes", "result_bytes", "note"),
    *("operand_bytes", "vector_bytes", "operations", "gathers", "handover"),
)
_ONCE = ("date", "options", "versions", "costs", "load")


def five(times: list[float]) -> list[float]:
    """The least, the quartiles with the median between them, and the most."""
    if len(times) < 2:
        return times * 5
    quartiles = statistics.quantiles(times, n=4, method="inclusive")
    return [min(times), *quartiles, max(times)]


def _short(number: float) -> str:
    return f"{number:.5g}"


def _gathers(gathers: list[list[float]]) -> str:
    return " ".join(f"{int(size)}:{count:.0f}" for size, count in gathers)


def text(results: Results) -> str:
    """What `read` reads. Who cannot run a kernel has no line."""
    file = io.StringIO()
    once = {name: getattr(results, name) for name in _ONCE}
    once["machine"] = results.machine and results.machine.as_json()
    for name, value in once.items():
        file.write(f"# {json.dumps({name: value}, sort_keys=True)}\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for outcome in results.outcomes.values():
        case = outcome.case
        shared = [outcome.operand_bytes, outcome.vector_bytes]
        shared += [_short(outcome.operations), _gathers(outcome.gathers)]
        shared.append(_short(outcome.handover) if outcome.handover else "")
        for name, entry in outcome.entries.items():
            if entry.agrees and not entry.times:
                continue
            times = five(entry.times) if entry.times else [""] * 5
            runs = entry.runs or len(entry.times)
            row = [case.kernel, case.dataset, case.threads, case.memory, name]
            row += [runs, *(_short(time) if time else "" for time in times)]
            row += [_short(entry.compile), entry.peak, entry.result_bytes]
            writer.writerow([*row, entry.note, *shared])
            shared = [""] * len(shared)
    return file.getvalue()


def read(text: str) -> Results:
    """Raises ValueError where the text is none of `text`."""
    lines = text.splitlines()
    once: dict = {}
    while lines and lines[0].startswith("# "):
        once |= json.loads(lines.pop(0)[2:])
    table = csv.DictReader(lines)
    if tuple(table.fieldnames or ()) != COLUMNS:
        raise ValueError("expected the columns of a run that is kept")
    results = Results(once["options"])
    for name in _ONCE:
        setattr(results, name, once[name])
    if once["machine"]:
        results.machine = Machine(**once["machine"])
    for row in table:
        threads = int(row["threads"])
        case = Case(row["kernel"], row["dataset"], threads, row["memory"])
        if case.key not in results.outcomes:
            results.outcomes[case.key] = _outcome(case, row)
        results.outcomes[case.key].entries[row["contestant"]] = _entry(row)
    return results


def _outcome(case: Case, row: dict[str, str]) -> Outcome:
    pairs = (pair.split(":") for pair in row["gathers"].split())
    return Outcome(
        case,
        int(row["operand_bytes"]),
        float(row["operations"]),
        {},
        int(row["vector_bytes"]),
        [[float(size), float(count)] for size, count in pairs],
        float(row["handover"] or 0),
    )


def _entry(row: dict[str, str]) -> Entry:
    return Entry(
        times=[float(row[name]) for name in _TIMES if row[name]],
        compile=float(row["compile"]),
        result_bytes=int(row["result_bytes"]),
        peak=int(row["peak_bytes"]),
        agrees=not row["note"],
        note=row["note"],
        runs=int(row["runs"]),
    )
