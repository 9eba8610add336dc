#!/usr/bin/env python3
# ===- python_calls.py - Whole calls from Python ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures whole calls from Python beside other packages.

Each operation is one call as a user writes it, from operands in the package's
own container to a result that is computed. Packages take turns, so that a load
of the machine falls on all of them; the least time of a call is kept. Matrices
are random, with ten entries in a row on average. Every result is compared with
SciPy's. A cold call is the first of a process with an empty cache of kernels.

SciPy leaves the rows of a product unsorted, and looks at no coordinate of arrays
that are given to it. "A @ B, sorted" sorts them, as those of Weft are, and
"convert, checked" looks whether coordinates are in order, in range and without
duplicates, as Weft does unless arrays are trusted.

    python benchmarks/python_calls.py --rows 100 1000 10000 100000
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Sequence

import numpy as np
import scipy.sparse

Calls = dict[str, Callable[[], Any]]
OPERATIONS = (
    "A @ x",
    "A @ B",
    "A @ B, sorted",
    "A + B",
    "A * B",
    "A * 2.0",
    "sum(A)",
    "sum(A, 0)",
    "max(A, 1)",
    "A.T",
    "convert",
    "convert, checked",
)


def make_operands(rows: int) -> tuple[Any, Any, np.ndarray]:
    """Two random matrices in CSR with sorted rows, and a vector."""
    rng = np.random.default_rng(rows)

    def matrix() -> Any:
        made = scipy.sparse.random_array(
            (rows, rows), density=min(1.0, 10 / rows), format="csr", rng=rng
        )
        made.sort_indices()
        return made

    return matrix(), matrix(), rng.random(rows)


def scipy_calls(a: Any, b: Any, x: np.ndarray) -> Calls:
    def convert() -> Any:
        # A copy with the same arrays, which is what others' conversions make.
        return scipy.sparse.csr_array(
            (a.data, a.indices, a.indptr), shape=a.shape
        )

    def convert_checked() -> Any:
        made = convert()
        made.check_format(full_check=True)
        assert made.has_canonical_format
        return made

    return {
        "A @ x": lambda: a @ x,
        "A @ B": lambda: a @ b,
        "A @ B, sorted": lambda: (a @ b).sorted_indices(),
        "A + B": lambda: a + b,
        "A * B": lambda: a * b,
        "A * 2.0": lambda: a * 2.0,
        "sum(A)": lambda: a.sum(),
        "sum(A, 0)": lambda: a.sum(axis=0),
        "max(A, 1)": lambda: a.max(axis=1),
        "A.T": lambda: a.T,
        "convert": convert,
        "convert, checked": convert_checked,
    }


def weft_calls(a: Any, b: Any, x: np.ndarray) -> Calls:
    import weft_sparse as weft

    A, B = weft.tensor(a), weft.tensor(b)
    return {
        "A @ x": lambda: (A @ x).compute(),
        "A @ B": lambda: (A @ B).compute(),
        "A @ B, sorted": lambda: (A @ B).compute(),
        "A + B": lambda: (A + B).compute(),
        "A * B": lambda: (A * B).compute(),
        "A * 2.0": lambda: (A * 2.0).compute(),
        "sum(A)": lambda: A.sum().compute(),
        "sum(A, 0)": lambda: A.sum(axis=0).compute(),
        "max(A, 1)": lambda: A.max(axis=1).compute(),
        "A.T": lambda: A.T.compute(),
        "convert": lambda: weft.tensor(a, trusted=True).to_scipy(),
        "convert, checked": lambda: weft.tensor(a).to_scipy(),
    }


def pydata_calls(a: Any, b: Any, x: np.ndarray) -> Calls:
    import sparse

    A, B = sparse.GCXS.from_scipy_sparse(a), sparse.GCXS.from_scipy_sparse(b)
    return {
        "A @ x": lambda: A @ x,
        "A @ B": lambda: A @ B,
        "A + B": lambda: A + B,
        "A * B": lambda: A * B,
        "A * 2.0": lambda: A * 2.0,
        "sum(A)": lambda: A.sum(),
        "sum(A, 0)": lambda: A.sum(axis=0),
        "max(A, 1)": lambda: A.max(axis=1),
        "A.T": lambda: A.T,
        "convert": lambda: sparse.GCXS.from_scipy_sparse(a).to_scipy_sparse(),
    }


def graphblas_calls(a: Any, b: Any, x: np.ndarray) -> Calls:
    import graphblas as gb

    A, B = gb.io.from_scipy_sparse(a), gb.io.from_scipy_sparse(b)
    X = gb.Vector.from_dense(x)
    plus, times, largest = gb.binary.plus, gb.binary.times, gb.monoid.max
    product = gb.semiring.plus_times
    return {
        "A @ x": lambda: product(A @ X).new(),
        "A @ B": lambda: product(A @ B).new(),
        "A + B": lambda: plus(A | B).new(),
        "A * B": lambda: times(A & B).new(),
        "A * 2.0": lambda: A.apply(times, right=2.0).new(),
        "sum(A)": lambda: A.reduce_scalar().new().value,
        "sum(A, 0)": lambda: A.reduce_columnwise().new(),
        "max(A, 1)": lambda: A.reduce_rowwise(largest).new(),
        "A.T": lambda: A.T.new(),
        "convert": lambda: gb.io.to_scipy_sparse(gb.io.from_scipy_sparse(a)),
    }


def torch_calls(a: Any, b: Any, x: np.ndarray) -> Calls:
    import torch

    def convert(m: Any) -> Any:
        return torch.sparse_csr_tensor(
            torch.from_numpy(m.indptr),
            torch.from_numpy(m.indices),
            torch.from_numpy(m.data),
            size=m.shape,
        )

    A, B, X = convert(a), convert(b), torch.from_numpy(x)
    return {
        "A @ x": lambda: A @ X,
        "A @ B": lambda: A @ B,
        "A + B": lambda: A + B,
        "A * B": lambda: A * B,
        "A * 2.0": lambda: A * 2.0,
        "sum(A)": lambda: A.sum(),
        "A.T": lambda: A.transpose(0, 1),
        "convert": lambda: convert(a),
    }


PACKAGES = {
    "SciPy": scipy_calls,
    "Weft": weft_calls,
    "PyData/sparse": pydata_calls,
    "GraphBLAS": graphblas_calls,
    "torch.sparse": torch_calls,
}


def as_number(result: Any) -> float:
    """A number that equal results have in common: the sum of all components."""
    for name in ("to_numpy", "todense", "toarray"):
        if hasattr(result, name):
            made = getattr(result, name)()
            return float(np.asarray(made, dtype=float).sum())
    if hasattr(result, "reduce_scalar"):
        return float(result.reduce_scalar().new().value)
    if hasattr(result, "reduce"):
        return float(result.reduce().new().value)
    if hasattr(result, "to_dense"):
        return float(result.to_dense().sum())
    return float(np.asarray(result, dtype=float).sum())


def time_call(call: Callable[[], Any], least: float) -> float:
    """The least seconds of a call, of as many as take `least` seconds."""
    best, total = math.inf, 0.0
    while total < least:
        start = time.perf_counter()
        result = call()
        seconds = time.perf_counter() - start
        best = min(best, seconds)
        total += seconds
        del result
    return best


def measure(
    rows: int, turns: int, packages: Sequence[str]
) -> dict[str, dict[str, float]]:
    """The least seconds of each operation for each package."""
    a, b, x = make_operands(rows)
    calls: dict[str, Calls] = {}
    for package, make in PACKAGES.items():
        if package not in packages:
            continue
        try:
            calls[package] = make(a, b, x)
        except ImportError:
            continue
    times: dict[str, dict[str, float]] = {}
    for operation in OPERATIONS:
        expected = None
        ready: dict[str, Callable[[], Any]] = {}
        for package, made in calls.items():
            call = made.get(operation)
            if call is None:
                continue
            try:
                number = as_number(call()) if rows <= 2000 else 0.0
                call()
            except Exception as error:
                print(f"{package} cannot compute {operation}: {error}"[:120])
                continue
            expected = number if expected is None else expected
            if abs(number - expected) > 1e-6 * max(1.0, abs(expected)):
                raise SystemExit(f"{package} differs in {operation}")
            ready[package] = call
        samples: dict[str, list[float]] = {package: [] for package in ready}
        gc.disable()
        for _ in range(turns):
            for package, call in ready.items():
                samples[package].append(time_call(call, 0.01))
        gc.enable()
        times[operation] = {
            package: min(values) for package, values in samples.items()
        }
    return times


def measure_cold(rows: int) -> dict[str, float]:
    """The seconds of the first call of each operation of Weft in a process that
    finds no kernels."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, WEFT_CACHE_DIR=folder)
        output = subprocess.run(
            [sys.executable, __file__, "--cold", "--rows", str(rows)],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    pairs = (line.rsplit(" ", 1) for line in output.splitlines())
    return {operation: float(seconds) for operation, seconds in pairs}


def print_cold(rows: int) -> None:
    calls = weft_calls(*make_operands(rows))
    for operation in OPERATIONS:
        start = time.perf_counter()
        calls[operation]()
        print(operation, time.perf_counter() - start)


def show(
    rows: int, times: dict[str, dict[str, float]], cold: dict[str, float]
) -> None:
    packages = [p for p in PACKAGES if any(p in t for t in times.values())]
    others = [package for package in packages if package != "Weft"]
    print(f"\n{rows} rows, {10 * rows} entries\n")
    print(f"| operation | Weft | first call | {' | '.join(others)} |")
    print(f"|---|---|---|{'---|' * len(others)}")
    for operation, row in times.items():
        own = row["Weft"]
        cells = [
            f"{row[other] / own:.2f}" if other in row else ""
            for other in others
        ]
        print(
            f"| `{operation}` | {own * 1e6:.1f} µs | "
            f"{cold[operation] * 1e3:.0f} ms | {' | '.join(cells)} |"
        )
    ratios = [row["SciPy"] / row["Weft"] for row in times.values()]
    mean = float(np.exp(np.mean(np.log(ratios))))
    print(f"\ngeometric mean of SciPy's time over Weft's: {mean:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[100, 10000])
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument(
        "--packages", nargs="+", choices=PACKAGES, default=list(PACKAGES)
    )
    parser.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cold:
        print_cold(arguments.rows[0])
        return
    for rows in arguments.rows:
        times = measure(rows, arguments.turns, arguments.packages)
        show(rows, times, measure_cold(rows))


if __name__ == "__main__":
    main()
