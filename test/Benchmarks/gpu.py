# ===- gpu.py - The benchmark of a GPU, without one ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Builds the bundle of the benchmark of a GPU, and runs it on the PTX machine."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

BUNDLE = Path(__file__).resolve().parents[2] / "benchmarks/gpu/bundle.py"
LINE = "No device was to be had"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    folder = options.out.absolute()
    subprocess.run(
        [sys.executable, BUNDLE, folder, "--build", options.build], check=True
    )
    environment = {**os.environ, "WEFT_GPU": "emulate"}
    subprocess.run(
        [folder / "run.sh", "--entries=1000"], cwd=folder, env=environment, check=True
    )
    rows = (folder / "gpu.csv").read_text().splitlines()
    page = (folder / "gpu.html").read_text()
    if len(rows) < 2 or LINE not in page.splitlines()[0]:
        print("error: the page does not say that there was no device")
        return 1
    # A wrong argument, and a table that is not there.
    for command, words in (
        ([folder / "run.sh", "--entries=many"], "usage"),
        ([sys.executable, folder / "page.py", "absent.csv", "x.html"], "cannot read"),
    ):
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True,
            check=False,
        )
        if done.returncode != 1 or words not in done.stderr:
            print(f"error: {command} gives {done.returncode}, {done.stderr}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
