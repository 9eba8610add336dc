# ===- costs.py - What compiling and calling takes -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures the time from text to a first result, and that of a call.

As a program, in a process of its own: `python -m contest.costs LIBRARY SCRATCH`
prints a line of JSON. The driver is beside the library's folder, in `bin`.
"""

from __future__ import annotations

import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from ctypes import c_double, c_int64, c_void_p
from pathlib import Path

import numpy as np

from contest.kernels import KERNELS
from contest.libweft import Library

_HERE = Path(__file__).resolve().parent
_RUNS, _COMPILATIONS, _CALLS = 21, 5, 20_000
_TEXT, _FORMAT = "y(i) = A(i,j) * x(j)", "ds"

# What is measured: what it is, at most how much, and of what.
COSTS = {
    "cold": ("text to result, a process without a cache", 60, "ms"),
    "warm": ("text to code, a process that compiled before, median", 20, "ms"),
    "warm most": ("the same, the slowest kernel", 20, "ms"),
    "cached": ("text to result, a process with the cache", 15, "ms"),
    "call": ("a call with a matrix of three entries", 2, "µs"),
}


def processes(library: Path, folder: Path) -> dict[str, float]:
    """The driver with a small matrix, whole, in milliseconds."""
    matrix = folder / "small.mtx"
    head = "%%MatrixMarket matrix coordinate real general\n"
    matrix.write_text(head + "3 3 3\n1 1 1\n2 3 2\n3 1 3\n")
    driver = library.parents[1] / "bin" / "weft"
    words = [driver, _TEXT, "-f=A:CSR", f"-i=A:{matrix}", "-d=x:3", "-g=x:d"]
    found = {}
    for name, cache in (("cold", "0"), ("cached", "1")):
        environment = os.environ | {
            "WEFT_CACHE": cache,
            "WEFT_CACHE_DIR": str(folder / "kernels"),
        }
        seconds = []
        for _ in range(_RUNS):
            start = time.perf_counter()
            subprocess.run(
                words, check=True, capture_output=True, env=environment
            )
            seconds.append(time.perf_counter() - start)
        # The first one fills the cache.
        found[name] = 1e3 * statistics.median(seconds[1:])
    return found


def compilations(library: Library) -> dict[str, float | str]:
    """Each kernel without a schedule; the first of the process is not counted."""
    library.compile("y(i) = 2 * A(i,j) * x(j)", {"A": _FORMAT}, "")
    medians = {}
    for kernel in KERNELS:
        if kernel.reads_file:
            continue
        names = (kernel.result, *kernel.operands)
        formats = {name: kernel.format(name).weft for name in names}
        seconds = []
        for _ in range(_COMPILATIONS):
            start = time.perf_counter()
            library.compile(kernel.expression, formats, "")
            seconds.append(time.perf_counter() - start)
        medians[kernel.name] = 1e3 * statistics.median(seconds)
    slowest = max(medians, key=medians.get)
    return {
        "warm": statistics.median(medians.values()),
        "warm most": medians[slowest],
        "slowest": slowest,
    }


def call(library: Library, folder: Path) -> float:
    """The microseconds of a call, by a loop in C."""
    built = folder / "calls.so"
    words = ["gcc", "-O2", "-shared", "-fPIC", str(_HERE / "calls.c")]
    subprocess.run([*words, "-o", str(built)], check=True)
    function = ctypes.CDLL(str(built)).seconds_of_call
    function.restype = c_double
    kernel = library.compile(_TEXT, {"A": _FORMAT}, "")
    places = [np.array([0, 1, 2]), np.array([0, 2, 0])]
    tensors = {
        "A": library.tensor(_FORMAT, (3, 3), places, np.ones(3)),
        "x": library.tensor("d", (3,), [np.arange(3)], np.ones(3)),
    }
    operands = [tensors[name].handle for name in kernel.operands]
    given = (c_void_p * 2)(*operands)
    names = ("weft_kernel_run", "weft_tensor_free")
    addresses = (ctypes.cast(library.function(n), c_void_p) for n in names)
    arguments = (*addresses, kernel.handle, given, c_int64(2), c_int64(_CALLS))
    seconds = [function(*arguments) for _ in range(5)]
    if min(seconds) < 0:
        raise RuntimeError("a call failed")
    return 1e6 * statistics.median(seconds)


def measure(library: Path, scratch: Path) -> dict[str, float | str]:
    """All of `COSTS`, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "contest.costs", str(library), str(scratch)],
        **{"check": True, "stdout": subprocess.PIPE, "text": True},
        env=os.environ | {"PYTHONPATH": str(_HERE.parent), "WEFT_CACHE": "0"},
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    path, scratch = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory(dir=scratch) as name:
        folder = Path(name)
        found: dict[str, float | str] = dict(processes(path, folder))
        library = Library(path)
        library.set_num_threads(1)
        found |= compilations(library)
        found["call"] = call(library, folder)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
