# ===- cli.py - The command ------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads the options, runs what was not run before, and writes the reports."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from contest import report_csv, report_html, report_text, results
from contest.documentation import keep
from contest.options import parser
from contest.results import Results
from contest.running import Run


def write(measured: Results, out: Path) -> None:
    """The reports of all that was measured so far."""
    for suffix, format in (
        ("txt", report_text),
        ("csv", report_csv),
        ("html", report_html),
    ):
        path = out / f"report.{suffix}"
        results.write_whole(path, format.report(measured))
    print(report_text.report(measured))
    print(f"written to {out}")


def main() -> int:
    options = parser().parse_args()
    # Also where a shell starts it in the background.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    run = Run(options)
    status = 0
    try:
        run.run()
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        status = 130
    if options.list or options.prepare:
        return status
    write(run.results, options.out)
    if options.page and not status:
        keep(run.results)
    wrong = run.disagreements()
    for line in wrong:
        print(line, file=sys.stderr)
    if options.check and (wrong or not run.results.outcomes):
        return 1
    return status
