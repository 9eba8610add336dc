# ===- campaign.py - Commands that draw cases ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the commands have in common that draw cases by a seed and run them."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from run import DEFAULT_LIBRARY


def campaign_parser(
    description: str, drawn: str, count: int
) -> argparse.ArgumentParser:
    """The options of all of them; `drawn` is what one case is."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    add = parser.add_argument
    add("--seed", type=int, default=1, help=f"which {drawn}s there are")
    add(
        "--start",
        type=int,
        default=0,
        help=f"the number of the first {drawn}",
    )
    add("--cases", type=int, default=count, help=f"how many {drawn}s")
    add("--jobs", type=int, default=2, help="how many worker processes")
    add("--timeout", type=float, default=20, help=f"seconds for one {drawn}")
    add("--library", type=Path, default=DEFAULT_LIBRARY, help="libweft.so")
    return parser


def check_library(path: Path) -> str:
    """Why it cannot be loaded; in a process of its own, as workers are."""
    load = "import ctypes, sys; ctypes.CDLL(sys.argv[1])"
    command = [sys.executable, "-c", load, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = done.stderr.strip().splitlines() or ["it cannot be loaded"]
    return lines[-1] if done.returncode else ""


def run_campaign(
    options: argparse.Namespace, run: Callable[[argparse.Namespace], int]
) -> int:
    """Runs what needs the library, if it can be loaded; the exit status."""
    if problem := check_library(options.library):
        print(f"error: {problem}", file=sys.stderr)
        return 1
    return run(options)
