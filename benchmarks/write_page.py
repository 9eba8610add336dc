#!/usr/bin/env python3
# ===- write_page.py - The pages of the documentation ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Writes what was measured into docs/performance.md and the pages of
docs/Performance, from docs/performance.csv, and draws docs/performance.svg, the
picture of README.md.

With `--from`, the results of a run in that folder are kept there first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from contest import results
from contest.documentation import keep, refill


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="run", type=Path, help="an --out")
    folder = parser.parse_args().run
    if folder:
        keep(results.read(folder / "state.json"))
    else:
        refill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
