#!/usr/bin/env python3
# ===- conversions.py - Conversions between formats, beside SciPy's --------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures conversions of matrices between formats.

A conversion is the kernel `B(i,j) = A(i,j)`, compiled for the two formats. Runs
alternate with those of SciPy's conversion of the same matrix, so that both meet
the same machine; the table has the medians in milliseconds, the ratio of the
medians (above 1, Weft is faster), and the least and largest ratio of a run.
What a kernel returns is checked by `libweft`, which is part of its time, and
compared once with the number of SciPy's entries. Needs Debian's `python3-scipy`.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Integration"))

from weft import _INT64S, Library, Tensor  # noqa: E402

# From, to, and what SciPy has for it: the matrix in the first format and its
# conversion. There is no ELL in SciPy.
PAIRS = [
    ("COO", "CSR", "tocoo", lambda m: m.tocsr()),
    ("CSR", "COO", "tocsr", lambda m: m.tocoo()),
    ("CSR", "CSC", "tocsr", lambda m: m.tocsc()),
    ("CSC", "CSR", "tocsc", lambda m: m.tocsr()),
    ("CSR", "BCSR{block=4x4}", "tocsr", lambda m: m.tobsr((4, 4))),
    ("BCSR{block=4x4}", "CSR", None, lambda m: m.tocsr()),
    ("CSR", "DIA", "tocsr", lambda m: m.todia()),
    ("DIA", "CSR", "todia", lambda m: m.tocsr()),
    ("CSR", "ELL", "tocsr", None),
    ("ELL", "CSR", "tocsr", None),
]


def matrices(rows: int, seed: int) -> dict[str, scipy.sparse.coo_matrix]:
    """Matrices of about ten entries a row: anywhere, in a band, in blocks."""
    random = np.random.default_rng(seed)
    anywhere = scipy.sparse.random(
        rows, rows, 10 / rows, "coo", random_state=random
    )
    band = scipy.sparse.diags(
        [random.random(rows - abs(offset)) for offset in range(-5, 6)],
        range(-5, 6),
        format="coo",
    )
    count = rows // 4
    places = scipy.sparse.random(
        count, count, 2.5 / count, "coo", random_state=random
    )
    blocks = scipy.sparse.kron(places, np.ones((4, 4)), "coo")
    return {"random": anywhere, "band": band, "blocks": blocks}


def store(library: Library, matrix: object, format: str) -> Tensor:
    coordinates = np.stack([matrix.row, matrix.col], 1).astype(np.int64).ravel()
    values = np.ascontiguousarray(matrix.data, np.float64)
    handle = ctypes.c_void_p()
    library.call(
        "weft_tensor_create",
        format.encode(),
        b"f64",
        2,
        (ctypes.c_int64 * 2)(*matrix.shape),
        matrix.nnz,
        coordinates.ctypes.data_as(_INT64S),
        values.ctypes.data,
        0,
        ctypes.byref(handle),
    )
    return Tensor(library, handle)


def milliseconds(run: object) -> tuple[float, object]:
    start = time.perf_counter()
    result = run()
    return 1e3 * (time.perf_counter() - start), result


def measure(
    library: Library, matrix: object, pair: tuple, repeat: int
) -> tuple[list[float], list[float]]:
    source, target, prepare, convert = pair
    kernel = library.compile(
        "B(i,j) = A(i,j)", {"A": source, "B": target}, {}, ""
    )
    operand = store(library, matrix, source)
    ours, theirs = [], []
    other = None
    if convert:
        other = getattr(matrix, prepare)() if prepare else matrix.tobsr((4, 4))
    for _ in range(repeat):
        taken, result = milliseconds(lambda: kernel.run({"A": operand}, {}))
        ours.append(taken)
        del result
        if convert:
            taken, result = milliseconds(lambda: convert(other))
            theirs.append(taken)
            del result
    return ours, theirs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--library", default=ROOT / "build" / "lib" / "libweft.so", type=Path)
    add("--rows", default=100000, type=int)
    add("--repeat", default=11, type=int)
    add("--seed", default=1, type=int)
    options = parser.parse_args()
    library = Library(str(options.library))
    print(f"{'matrix':8} {'from':16} {'to':16} {'Weft':>8} {'SciPy':>8} ratio")
    for name, matrix in matrices(options.rows, options.seed).items():
        for pair in PAIRS:
            # Diagonals anywhere would be as many as there are entries.
            if "DIA" in pair[:2] and name != "band":
                continue
            ours, theirs = measure(library, matrix, pair, options.repeat)
            line = f"{name:8} {pair[0]:16} {pair[1]:16}"
            line += f" {statistics.median(ours):8.2f}"
            if theirs:
                ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
                ratio = statistics.median(theirs) / statistics.median(ours)
                line += f" {statistics.median(theirs):8.2f} {ratio:.2f}"
                line += f" ({min(ratios):.2f} to {max(ratios):.2f})"
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
