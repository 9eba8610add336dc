#!/usr/bin/env python3
# ===- gpu_patterns.py - Programs of patterns on a GPU ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures listing 7 on a GPU, as figure 8 of the paper does: products of sparse
matrices with vectors of f32, by rows per group and splits per row.

    gpu_patterns.py MATRIX.mtx...

For each matrix, prints the median of many runs of each configuration, then the
fastest one, and the one configuration with the least geometric mean over all
matrices. Where the CUDA libraries are installed, each is compared with the
fastest algorithm of cuSPARSE. With WEFT_GPU=emulate, kernels run on the PTX
machine, whose counts take the place of times.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass

PROGRAM = """spmv = nFun(n => nFun(m =>
  fun(A: format(ds, {component}, n, m) =>
  fun(x: [float]_m =>
    {entries} :>> split({rows}) :>>
    mapWorkgroup(
      mapLocal(fun(row => {row} :>> {sum}))) :>>
    join))))
"""
SUM = "map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)"
WARP = 32
MOST_THREADS = 1024


@dataclass(frozen=True)
class Configuration:
    """Rows per group, and the threads that share a row: one, or a warp."""

    rows: int
    splits: int
    packed: bool

    def __str__(self) -> str:
        kind = "packed" if self.packed else "unpacked"
        return f"{self.rows} rows per group, {self.splits} splits per row, {kind}"

    def program(self) -> str:
        return PROGRAM.format(
            component="(int, float)" if self.packed else "float",
            entries="A" if self.packed else "zip(A_crd2, A)",
            rows=self.rows,
            row="row" if self.packed else "zip(row.1, row.2)",
            sum=SUM
            if self.splits == 1
            else f"lanes({self.splits}) :>> mapLocal({SUM}) :>> reduce(+, 0)",
        )


def configurations(packed: bool) -> list[Configuration]:
    """Groups of 8 to 1024 threads, as the paper has local sizes of 8 to 128."""
    sizes = [2**power for power in range(3, 11)]
    found = [Configuration(size, 1, packed) for size in sizes]
    found += [
        Configuration(size, WARP, packed)
        for size in sizes
        if size * WARP <= MOST_THREADS
    ]
    return found


@dataclass(frozen=True)
class Result:
    """Milliseconds, or instructions of warps on the PTX machine."""

    cost: float
    lanes: float
    sectors: float


def number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    return float(found.group(1)) if found else math.nan


def measure(
    weft: str, folder: pathlib.Path, matrix: pathlib.Path,
    configuration: Configuration, runs: int,
) -> Result:
    program = folder / "program.txt"
    program.write_text(configuration.program())
    output = subprocess.run(
        [
            weft,
            f"-patterns={program}",
            f"-i=A:{matrix}",
            "-g=x:d",
            f"-time={runs}",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    emulated = number(r"warp instructions\s+(\d+)", output)
    median = number(r"time of kernels.*?([0-9.]+) ms median", output)
    least = number(r"time of kernels\D*([0-9.]+) ms", output)
    time = least if math.isnan(median) else median
    return Result(
        time if math.isnan(emulated) else emulated,
        number(r"([0-9.]+) of 32 lanes active", output),
        number(r"([0-9.]+) sectors each", output),
    )


# --- cuSPARSE ---------------------------------------------------------------


def read_matrix(path: pathlib.Path) -> tuple[int, int, list[tuple[int, int]]]:
    """The size and the sorted coordinates of a file in the Matrix Market format."""
    with path.open() as file:
        is_symmetric = "symmetric" in file.readline()
        line = next(line for line in file if not line.startswith("%"))
        rows, columns, _ = map(int, line.split())
        entries = set()
        for line in file:
            i, j = (int(word) - 1 for word in line.split()[:2])
            entries.add((i, j))
            if is_symmetric:
                entries.add((j, i))
    return rows, columns, sorted(entries)


class CuSparse:
    """The product of a matrix and a vector by cuSPARSE's generic interface."""

    INDEX_32, BASE_ZERO, REAL_32, HOST_TO_DEVICE = 2, 0, 0, 1
    ALGORITHMS = (2, 3)  # CUSPARSE_SPMV_CSR_ALG1 and _ALG2

    def __init__(self) -> None:
        self.cuda = ctypes.CDLL("libcudart.so")
        self.sparse = ctypes.CDLL("libcusparse.so")
        self.handle = ctypes.c_void_p()
        self.check(self.sparse.cusparseCreate(ctypes.byref(self.handle)))

    @staticmethod
    def check(status: int) -> None:
        if status != 0:
            raise SystemExit(f"error: a call of CUDA fails with status {status}")

    def copy(self, values: ctypes.Array) -> ctypes.c_void_p:
        pointer = ctypes.c_void_p()
        size = ctypes.c_size_t(max(1, ctypes.sizeof(values)))
        self.check(self.cuda.cudaMalloc(ctypes.byref(pointer), size))
        self.check(
            self.cuda.cudaMemcpy(pointer, values, size, self.HOST_TO_DEVICE)
        )
        return pointer

    def vector(self, size: int) -> ctypes.c_void_p:
        described = ctypes.c_void_p()
        memory = self.copy((ctypes.c_float * size)(*[1.0] * size))
        self.check(
            self.sparse.cusparseCreateDnVec(
                ctypes.byref(described), ctypes.c_int64(size), memory, self.REAL_32
            )
        )
        return described

    def time(self, path: pathlib.Path, runs: int) -> float:
        """The median of runs of the fastest algorithm in milliseconds."""
        rows, columns, entries = read_matrix(path)
        offsets = [0] * (rows + 1)
        for i, _ in entries:
            offsets[i + 1] += 1
        for i in range(rows):
            offsets[i + 1] += offsets[i]
        count = len(entries)
        matrix = ctypes.c_void_p()
        self.check(
            self.sparse.cusparseCreateCsr(
                ctypes.byref(matrix),
                *(ctypes.c_int64(size) for size in (rows, columns, count)),
                self.copy((ctypes.c_int32 * (rows + 1))(*offsets)),
                self.copy((ctypes.c_int32 * count)(*(j for _, j in entries))),
                self.copy((ctypes.c_float * count)(*[1.0] * count)),
                self.INDEX_32, self.INDEX_32, self.BASE_ZERO, self.REAL_32,
            )
        )
        x, y = self.vector(columns), self.vector(rows)
        return min(
            self.time_algorithm(algorithm, matrix, x, y, runs)
            for algorithm in self.ALGORITHMS
        )

    def time_algorithm(
        self, algorithm: int, matrix: ctypes.c_void_p, x: ctypes.c_void_p,
        y: ctypes.c_void_p, runs: int,
    ) -> float:
        one, zero = ctypes.c_float(1), ctypes.c_float(0)
        arguments = [
            self.handle, 0, ctypes.byref(one), matrix, x, ctypes.byref(zero), y,
            self.REAL_32, algorithm,
        ]
        size = ctypes.c_size_t()
        self.check(
            self.sparse.cusparseSpMV_bufferSize(*arguments, ctypes.byref(size))
        )
        buffer = self.copy((ctypes.c_char * max(1, size.value))())
        events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in events:
            self.check(self.cuda.cudaEventCreate(ctypes.byref(event)))
        times = []
        # The first run is not counted.
        for _ in range(runs + 1):
            self.check(self.cuda.cudaEventRecord(events[0], None))
            self.check(self.sparse.cusparseSpMV(*arguments, buffer))
            self.check(self.cuda.cudaEventRecord(events[1], None))
            self.check(self.cuda.cudaEventSynchronize(events[1]))
            taken = ctypes.c_float()
            self.check(
                self.cuda.cudaEventElapsedTime(ctypes.byref(taken), *events)
            )
            times.append(taken.value)
        return statistics.median(times[1:])


def open_cusparse() -> CuSparse | None:
    if os.environ.get("WEFT_GPU") == "emulate":
        return None
    try:
        return CuSparse()
    except OSError as error:
        print(f"no comparison with cuSPARSE: {error}", file=sys.stderr)
        return None


# --- The comparison ---------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("matrices", nargs="+", type=pathlib.Path)
    parser.add_argument("--weft", default="build/bin/weft")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--packed", action="store_true", help="records, too")
    arguments = parser.parse_args()
    weft = str(pathlib.Path(arguments.weft).resolve())
    cusparse = open_cusparse()
    all_of_them = configurations(packed=False)
    if arguments.packed:
        all_of_them += configurations(packed=True)
    costs: dict[Configuration, list[float]] = {each: [] for each in all_of_them}
    others = []
    print("matrix,rows per group,splits per row,packed,cost,lanes,sectors")
    with tempfile.TemporaryDirectory() as name:
        for matrix in arguments.matrices:
            for each in all_of_them:
                result = measure(
                    weft, pathlib.Path(name), matrix, each, arguments.runs
                )
                costs[each].append(result.cost)
                print(
                    f"{matrix.stem},{each.rows},{each.splits},{int(each.packed)},"
                    f"{result.cost:g},{result.lanes:g},{result.sectors:g}",
                    flush=True,
                )
            if cusparse:
                others.append(cusparse.time(matrix, arguments.runs))
    overall = min(
        all_of_them, key=lambda each: statistics.geometric_mean(costs[each])
    )
    print(f"\nof all matrices: {overall}")
    for index, matrix in enumerate(arguments.matrices):
        best = min(all_of_them, key=lambda each: costs[each][index])
        line = f"{matrix.stem}: {best}, {costs[best][index]:g}"
        if others:
            line += (
                f"; {others[index] / costs[best][index]:.2f} times as fast as "
                f"cuSPARSE, {others[index] / costs[overall][index]:.2f} times by "
                "that of all matrices"
            )
        print(line)


if __name__ == "__main__":
    main()
