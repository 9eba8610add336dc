#!/usr/bin/env python3
# ===- default_schedule.py - What a schedule that is chosen is worth -------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares kernels without a schedule with those that have none (`-s=none`).

Runs products of each matrix with a dense one, or a dense vector, and counts
triangles of square ones, through the driver, with and without `-s=none` in
turn. Prints the least times in milliseconds and how many times as fast the
schedule that is chosen is. For a machine that does nothing else. Where arrays
come to lie in memory changes short times by a third from one process to the
next, so that a ratio below 1 is measured up to `--rounds` times. The matrices
are Matrix Market files, of at most `--most-entries` for triangles.
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
    "triangles": ("t = A(i,j) * A(j,k) * A(i,k)", "CSR"),
}

# Shorter runs are repeated more often, in milliseconds and times.
SHORT, REPETITIONS, MANY = 1.0, 15, 101


class Matrix:
    """What the first lines of a file say."""

    def __init__(self, path: Path):
        self.path = path
        self.name = path.name.split(".")[0]
        with path.open() as file:
            self.is_complex = "complex" in file.readline()
            sizes = next(line for line in file if not line.startswith("%"))
        rows, columns, self.entries = (int(size) for size in sizes.split())
        self.is_square = rows == columns


def least_time(
    driver: Path, kernel: str, matrix: Matrix, columns: int, schedule: list[str], runs: int
) -> float:
    """The least time of some runs in one process, in milliseconds."""
    text, format = KERNELS[kernel]
    command = [str(driver), text, f"-f=A:{format}", f"-i=A:{matrix.path}"]
    if columns:
        command.append(f"-d=k:{columns}")
    if "B" in text:
        command.append("-g=B:d")
    if matrix.is_complex:
        names = set(re.findall(r"[A-Zyt](?= =|\()", text))
        command += [f"-t={name}:complex<f64>" for name in sorted(names)]
    printed = subprocess.run(
        [*command, f"-time={runs}", *schedule],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found = re.search(r"time to run +([0-9.]+) ms at least", printed)
    assert found, printed
    return float(found[1])


def compare(
    driver: Path, kernel: str, matrix: Matrix, columns: int, rounds: int
) -> list[float]:
    """The least times without a schedule, and with the one that is chosen."""
    least = [float("inf"), float("inf")]
    runs = REPETITIONS
    for _ in range(rounds):
        for number, schedule in enumerate((["-s=none"], [])):
            time = least_time(driver, kernel, matrix, columns, schedule, runs)
            least[number] = min(least[number], time)
        if least[0] >= least[1]:
            break
        if least[0] < SHORT:
            runs = MANY
    return least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("matrices", nargs="+", type=Path)
    add("--driver", type=Path, default=Path("build/bin/weft"))
    add("--columns", type=int, nargs="+", default=[1, 2, 3, 8])
    add("--rounds", type=int, default=5)
    add("--most-entries", type=int, default=1_000_000)
    arguments = parser.parse_args()
    print(f"{'kernel':16} {'matrix':24} columns    none  chosen  ratio")
    for path in arguments.matrices:
        matrix = Matrix(path)
        for kernel, (text, _) in KERNELS.items():
            if kernel == "triangles" and not (
                matrix.is_square and matrix.entries <= arguments.most_entries
            ):
                continue
            for columns in arguments.columns if "C(" in text else [0]:
                none, chosen = compare(
                    arguments.driver, kernel, matrix, columns, arguments.rounds
                )
                print(
                    f"{kernel:16} {matrix.name:24} {columns or '':7} {none:7.3f} "
                    f"{chosen:7.3f} {none / chosen:6.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
