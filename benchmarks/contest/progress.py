# ===- progress.py - How far a run is --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Says what a run does."""

from __future__ import annotations

import shutil
import sys
import time


class Progress:
    """A line that is written over, on a terminal; lines in a file."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._start = time.monotonic()

    def __call__(self, text: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._start), 60)
        line = f"[{minutes}:{seconds:02}] {text}"
        end = "\r" if self._is_terminal else "\n"
        columns = shutil.get_terminal_size().columns - 1
        if self._is_terminal:
            line = line[:columns].ljust(columns)
        print(line, end=end, file=sys.stderr, flush=True)
