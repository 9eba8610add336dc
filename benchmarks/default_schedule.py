#!/usr/bin/env python3
# ===- default_schedule.py - What a schedule that is chosen is worth -------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares kernels without a schedule with those that have none (`-s=none`).

Runs products of each matrix with a dense one, or a dense vector, through the
driver, with and without `-s=none` in turn, and prints the least times in
milliseconds and how many times as fast the schedule that is chosen is. For a
machine that does nothing else. The matrices are Matrix Market files.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

KERNELS = {
    "spmv": ("y(i) = A(i,j) * B(j)", "CSR"),
    "spmm": ("C(i,k) = A(i,j) * B(j,k)", "CSR"),
    "spmm-csc": ("C(i,k) = A(i,j) * B(j,k)", "CSC"),
    "spmm-coo": ("C(i,k) = A(i,j) * B(j,k)", "COO"),
    "spmm-transposed": ("C(i,k) = A(j,i) * B(j,k)", "CSR"),
}


def least_time(
    driver: Path, kernel: str, matrix: Path, columns: int, schedule: list[str]
) -> float:
    """The least time of nine runs in one process."""
    text, format = KERNELS[kernel]
    command = [str(driver), text, f"-f=A:{format}", f"-i=A:{matrix}"]
    if "k" in text:
        command.append(f"-d=k:{columns}")
    command += ["-g=B:d", "-time=9", *schedule]
    printed = subprocess.run(
        command, check=True, capture_output=True, text=True
    ).stdout
    found = re.search(r"time to run +([0-9.]+) ms at least", printed)
    assert found, printed
    return float(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("matrices", nargs="+", type=Path)
    add("--driver", type=Path, default=Path("build/bin/weft"))
    add("--columns", type=int, nargs="+", default=[1, 5, 16, 64])
    add("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'kernel':16} {'matrix':24} columns   none chosen  ratio")
    for matrix in arguments.matrices:
        for kernel in KERNELS:
            several = "k" in KERNELS[kernel][0]
            for columns in arguments.columns if several else [1]:
                none, chosen = (
                    min(times)
                    for times in zip(
                        *(
                            [
                                least_time(
                                    arguments.driver,
                                    kernel,
                                    matrix,
                                    columns,
                                    schedule,
                                )
                                for schedule in (["-s=none"], [])
                            ]
                            for _ in range(arguments.rounds)
                        )
                    )
                )
                print(
                    f"{kernel:16} {matrix.name.split('.')[0]:24} {columns:7} {none:6.2f} "
                    f"{chosen:6.2f} {none / chosen:6.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
