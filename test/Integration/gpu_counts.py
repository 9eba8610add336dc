# ===- gpu_counts.py - What the default kernels of a GPU do -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs the default kernels of a GPU on the PTX machine, for matrices of several
classes, and prints a table of their counts.

Results are compared with NumPy. With `--check`, exits with 1 where a count is
beyond its bound.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from gpu_matrices import MATRICES, Entries, MatrixClass, make_tensor
from run import DEFAULT_LIBRARY
from weft import Library, Tensor

SECTOR = 32


class Counts(ctypes.Structure):
    """weftPtxCountsRecord of weft/PTX/Counts.h."""

    _fields_ = [
        (name, ctypes.c_uint64)
        for name in (
            "launches blocks warps threads warp_instructions lane_instructions "
            "longest_warp longest_block divergent_branches barriers requests "
            "sectors bytes unique_sectors shared_requests shared_passes "
            "local_requests atomics shared_atomics exchanges"
        ).split()
    ]

    @property
    def lanes(self) -> float:
        """Active lanes of 32."""
        return self.lane_instructions / max(1, self.warp_instructions)

    @property
    def balance(self) -> float:
        """The longest warp against the mean."""
        mean = self.warp_instructions / max(1, self.warps)
        return self.longest_warp / max(1, mean)

    @property
    def sector_ratio(self) -> float:
        """Sectors of requests against those that the elements of their lanes
        fill, which are fewer if lanes have the same."""
        return self.sectors * SECTOR / max(1, self.bytes)


@dataclass(frozen=True)
class Kernel:
    """An expression over one sparse operand; `dense` has the sizes of the others,
    and `bounds` are those of the table."""

    name: str
    text: str
    formats: Mapping[str, str]
    reference: Callable[[Entries, dict[str, np.ndarray]], np.ndarray]
    dense: Mapping[str, Callable[[tuple[int, ...]], tuple[int, ...]]]
    order: int = 2
    bounds: Mapping[str, float] = field(default_factory=dict)
    # Whether numbers are gathered at the last coordinates of entries, which is
    # left out of the counts.
    gathers: bool = False
    # The dense columns that a product with entries has; none if there are none.
    columns: int = 0


def _spmv(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    y = np.zeros(a.dims[0])
    np.add.at(y, a.coordinates[:, 0], a.values * x["x"][a.coordinates[:, 1]])
    return y


def _spmm(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    c = np.zeros((a.dims[0], x["B"].shape[1]))
    i, j = a.coordinates.T
    np.add.at(c, i, a.values[:, None] * x["B"][j])
    return c


def _sddmm(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    i, j = a.coordinates.T
    return a.values * (x["C"][i] * x["D"][j]).sum(axis=1)


def _mttkrp(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    i, k, l = a.coordinates.T
    result = np.zeros((a.dims[0], x["C"].shape[1]))
    np.add.at(result, i, a.values[:, None] * x["C"][k] * x["D"][l])
    return result


def _ttv(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    i, j, k = a.coordinates.T
    result = np.zeros(a.dims[:2])
    np.add.at(result, (i, j), a.values * x["c"][k])
    return result


def _ttm(a: Entries, x: dict[str, np.ndarray]) -> np.ndarray:
    i, j, k = a.coordinates.T
    result = np.zeros((*a.dims[:2], x["C"].shape[1]))
    np.add.at(result, (i, j), a.values[:, None] * x["C"][k])
    return result


SPMV = {"moved": 1.3, "balance": 1.2, "atomics": 2}
DENSE = {"lanes": 28, "sectors": 1.25}
# Units have one atomic update for their first row, and one for their last.
TTV = {**DENSE, "atomics": 2}
# Threads load 16 bytes of rows at once: 512 for each of the requests that load
# them, and fewer for those that load entries. Threads that load the same entry
# load fewer sectors than they have elements.
SPMM = {**DENSE, "sectors": 1.05, "loaded": 300, "staged": 1}
# Rows of whole multiples of the entries that a warp has at a time.
SDDMM = {"lanes": 26, "full lanes": 28, "sectors": 1.25}
# The instructions of warps for each entry and 32 columns.
SPMM_INSTRUCTIONS = 12


def _kernels() -> list[Kernel]:
    kernels = [
        Kernel(
            "spmv",
            "y(i) = A(i,j) * x(j)",
            {"A": "CSR"},
            _spmv,
            {"x": lambda dims: (dims[1],)},
            bounds=SPMV,
            gathers=True,
        ),
        Kernel(
            "ttv",
            "A(i,j) = B(i,j,k) * c(k)",
            {"B": "CSF"},
            _ttv,
            {"c": lambda dims: (dims[2],)},
            order=3,
            bounds=TTV,
            gathers=True,
        ),
        Kernel(
            "ttm",
            "A(i,j,l) = B(i,j,k) * C(k,l)",
            {"B": "CSF"},
            _ttm,
            {"C": lambda dims: (dims[2], 32)},
            order=3,
            bounds=DENSE,
        ),
        Kernel(
            "mttkrp",
            "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
            {"B": "CSF"},
            _mttkrp,
            {"C": lambda dims: (dims[1], 32), "D": lambda dims: (dims[2], 32)},
            order=3,
            bounds=DENSE,
        ),
    ]
    for width in (32, 128):
        kernels += [
            Kernel(
                f"spmm{width}",
                "C(i,k) = A(i,j) * B(j,k)",
                {"A": "CSR"},
                _spmm,
                {"B": lambda dims, width=width: (dims[1], width)},
                bounds={
                    **SPMM,
                    "instructions": SPMM_INSTRUCTIONS * width / 32,
                },
                columns=width,
            ),
            Kernel(
                f"sddmm{width}",
                "A(i,j) = B(i,j) * C(i,k) * D(j,k)",
                {"A": "CSR", "B": "CSR"},
                _sddmm,
                {
                    "C": lambda dims, width=width: (dims[0], width),
                    "D": lambda dims, width=width: (dims[1], width),
                },
                bounds=SDDMM,
            ),
        ]
    return kernels


KERNELS = _kernels()


class Machine:
    """The PTX machine that the runtime has loaded."""

    def __init__(self, library: Path) -> None:
        self.functions = ctypes.CDLL(str(library.with_name("libweft_ptx.so")))

    def counts(self) -> Counts:
        """The counts of the last launch."""
        counts = Counts()
        size = ctypes.c_uint64(ctypes.sizeof(counts))
        if self.functions.weftPtxCounts(None, ctypes.byref(counts), size):
            raise SystemExit("error: nothing was launched")
        return counts


def store(
    library: Library, format: str, dims: tuple[int, ...], entries: np.ndarray,
    values: np.ndarray,
) -> Tensor:
    """A tensor of entries that are an array."""
    handle, flat = ctypes.c_void_p(), np.ascontiguousarray(entries, np.int64)
    library.call(
        "weft_tensor_create",
        format.encode(),
        b"f64",
        len(dims),
        (ctypes.c_int64 * len(dims))(*dims),
        len(values),
        flat.ctypes.data_as(ctypes.POINTER(ctypes.c_int64)),
        np.ascontiguousarray(values).ctypes.data,
        0,
        ctypes.byref(handle),
    )
    return Tensor(library, handle)


def count_gathers(entries: Entries) -> int:
    """The sectors of numbers of 8 bytes at the last coordinates of entries, which
    warps gather for 32 entries that follow each other."""
    sectors = entries.coordinates[:, -1] * 8 // SECTOR
    steps = np.arange(len(sectors)) // 32
    return len(np.unique(np.stack([steps, sectors], axis=1), axis=0))


def staged_ratio(kernel: Kernel, entries: Entries, counts: Counts) -> float:
    """The bytes of positions, coordinates and numbers of the sparse operand that
    threads load, against those where each warp loads 32 entries of a row at once,
    once for each tile of 32 columns."""
    lengths = np.bincount(entries.coordinates[:, 0], minlength=entries.dims[0])
    steps = -(-lengths // 32)
    entry, bounds = 4 + 8, 2 * 4
    tiles = kernel.columns // 32
    expected = tiles * 32 * int((steps * entry + bounds).sum())
    dense = 8 * kernel.columns * (len(entries.values) + len(lengths))
    return (counts.bytes - dense) / expected


def measure(
    library: Library,
    machine: Machine,
    kernel: Kernel,
    entries: Entries,
    schedule: str = "",
) -> tuple[Counts, float]:
    """The counts of a run, and the bytes that it moves against those of the sparse
    operand and the result."""
    pick = np.random.default_rng(1)
    stored = {
        name: store(
            library, format, entries.dims, entries.coordinates, entries.values
        )
        for name, format in kernel.formats.items()
        if name != kernel.text[0]
    }
    dense = {}
    for name, shape in kernel.dense.items():
        dims = shape(entries.dims)
        dense[name] = pick.integers(-4, 5, dims).astype(float)
        all_of_them = np.argwhere(np.ones(dims, bool))
        stored[name] = store(
            library, "d" * len(dims), dims, all_of_them, dense[name].ravel()
        )
    options = f"schedule={schedule}" if schedule else "target=gpu"
    compiled = library.compile(kernel.text, kernel.formats, {}, options)
    result = compiled.run(stored, {})[compiled.results[0]]
    counts = machine.counts()
    arrays = result.arrays(np.dtype(np.float64))
    expected = kernel.reference(entries, dense).ravel()
    if not np.array_equal(arrays[-1], expected):
        raise SystemExit(f"error: {kernel.name} is wrong")
    name = next(x for x in kernel.formats if x != kernel.text[0])
    streamed = arrays[-1].nbytes + sum(
        array.nbytes for array in stored[name].arrays(np.dtype(np.float64))
    )
    if kernel.gathers:
        counts.sectors -= count_gathers(entries)
        counts.bytes -= 8 * len(entries.values)
    return counts, counts.sectors * SECTOR / streamed


def check(
    kernel: Kernel,
    matrix: MatrixClass,
    entries: Entries,
    counts: Counts,
    moved: float,
    instructions: float,
) -> list[str]:
    """The bounds of the table that do not hold; `instructions` are those of
    warps for each entry."""
    values = {
        "moved": moved,
        "balance": counts.balance,
        "atomics": counts.atomics / max(1, counts.warps),
        "sectors": counts.sector_ratio,
    }
    if kernel.columns:
        values["staged"] = staged_ratio(kernel, entries, counts)
    found = [
        f"{name} {values[name]:.2f} > {bound}"
        for name, bound in kernel.bounds.items()
        if name in values and values[name] > bound
    ]
    lanes = kernel.bounds.get("lanes", 0)
    if matrix.is_full:
        lanes = kernel.bounds.get("full lanes", lanes)
    if matrix.is_filled and counts.lanes < lanes:
        found.append(f"lanes {counts.lanes:.1f} < {lanes}")
    most = kernel.bounds.get("instructions", instructions)
    if matrix.is_filled and instructions > most:
        found.append(f"instructions {instructions:.1f} > {most:.0f}")
    loaded = kernel.bounds.get("loaded", 0)
    if matrix.is_filled and counts.bytes < loaded * counts.requests:
        found.append(f"loaded {counts.bytes / counts.requests:.0f} < {loaded}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    os.environ["WEFT_GPU"] = "emulate"
    library, machine = Library(str(options.library)), None
    # Each result is checked here.
    os.environ["WEFT_CHECK_RESULTS"] = "0"
    print(
        f"{'kernel':9}{'matrix':12}{'instr/entry':>12}{'lanes':>7}{'sectors':>9}"
        f"{'moved':>7}{'atomics':>9}{'balance':>9}"
    )
    failed = 0
    for kernel in KERNELS:
        for matrix in MATRICES:
            if not options.filter.search(f"{kernel.name} {matrix.name}"):
                continue
            entries = matrix.make(options.entries)
            if kernel.order == 3:
                entries = make_tensor(entries)
            machine = machine or Machine(options.library)
            counts, moved = measure(library, machine, kernel, entries)
            instructions = counts.warp_instructions / len(entries.values)
            found = check(kernel, matrix, entries, counts, moved, instructions)
            failed += bool(found)
            print(
                f"{kernel.name:9}{matrix.name:12}"
                f"{instructions:12.2f}"
                f"{counts.lanes:7.1f}{counts.sector_ratio:9.2f}{moved:7.2f}"
                f"{counts.atomics / max(1, counts.warps):9.2f}"
                f"{counts.balance:9.2f}",
                *found,
                sep="  ",
            )
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
