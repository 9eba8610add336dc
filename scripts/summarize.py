#!/usr/bin/env python3
# ===- summarize.py - Counts the tests of all suites -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Turns the JUnit file that ctest writes into one line for each suite and the
total: CTest knows a suite only as one test, however many cases it runs."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple


class Count(NamedTuple):
    passed: int
    failed: int


def _last(pattern: str, text: str) -> re.Match[str] | None:
    found = None
    for found in re.finditer(pattern, text, re.MULTILINE):
        pass
    return found


def _google_test(text: str) -> Count | None:
    passed = _last(r"^\[  PASSED  \] (\d+) tests?\.", text)
    if not passed:
        return None
    failed = _last(r"^\[  FAILED  \] (\d+) tests?, listed below", text)
    return Count(int(passed[1]), int(failed[1]) if failed else 0)


def _lit(text: str) -> Count | None:
    if not _last(r"^Total Discovered Tests: \d+", text):
        return None

    def rows(*names: str) -> int:
        found = (_last(rf"^  {name} *: (\d+) \(", text) for name in names)
        return sum(int(row[1]) for row in found if row)

    return Count(
        rows("Passed", "Passed With Retry", "Expectedly Failed"),
        rows("Failed", "Unexpectedly Passed", "Unresolved", "Timed Out"),
    )


def _python(text: str) -> Count | None:
    ran = _last(r"^Ran (\d+) tests? in ", text)
    if not ran:
        return None
    end = _last(r"^(?:OK|FAILED)(?: \((.*)\))?$", text)
    rows = dict(re.findall(r"(\w+)=(\d+)", (end and end[1]) or ""))
    failed = int(rows.get("failures", 0)) + int(rows.get("errors", 0))
    skipped = int(rows.get("skipped", 0))
    return Count(int(ran[1]) - failed - skipped, failed)


def _plain(text: str) -> Count | None:
    counts = _last(r"^(\d+) passed, (\d+) failed$", text)
    return Count(int(counts[1]), int(counts[2])) if counts else None


def count(succeeded: bool, text: str) -> Count:
    """The cases of one suite by what it printed; a suite that prints no count
    is one case. One that fails has at least one failure, whatever it says."""
    for reader in (_google_test, _lit, _python, _plain):
        found = reader(text)
        if found:
            break
    else:
        found = Count(1, 0) if succeeded else Count(0, 1)
    if not succeeded and not found.failed:
        found = Count(found.passed, 1)
    return found


def summarize(path: str) -> tuple[list[str], Count]:
    """One line for each suite of a JUnit file, and the total."""
    lines = []
    total = Count(0, 0)
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        found = count(
            case.get("status") == "run", case.findtext("system-out") or ""
        )
        total = Count(total.passed + found.passed, total.failed + found.failed)
        seconds = float(case.get("time", 0))
        lines.append(
            f"  {case.get('name'):<24}{found.passed:>7} passed"
            f"{found.failed:>5} failed{seconds:>9.1f} s"
        )
    return lines, total


def main() -> int:
    lines, total = summarize(sys.argv[1])
    print(*lines, sep="\n")
    if not total.passed and not total.failed:
        print("no test ran")
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
