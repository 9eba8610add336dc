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
the same machine; the table has the medians of the processor time in
milliseconds, or the least of it, the ratio of these (above 1, Weft is faster),
and the quartiles of the ratios of single runs. What a kernel returns is checked by
`libweft`, which is part of its time. Diagonals and padded rows are left out
where they would be mostly empty. Needs SciPy. Matrices are generated, or read
from Matrix Market files, which may be compressed; their last rows and columns
are cut off, since SciPy's blocks have to divide them.
"""

from __future__ import annotations

import argparse
import ctypes
import gzip
import lzma
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Integration"))

from weft import _INT64S, Library, Tensor  # noqa: E402

_BLOCKS = (2, 3, 4)

# From, to, and what SciPy has for it: the matrix in the first format and its
# conversion.
PAIRS = [
    ("COO", "CSR", lambda m: m, lambda m: m.tocsr()),
    ("COO", "CSC", lambda m: m, lambda m: m.tocsc()),
    ("CSR", "COO", lambda m: m.tocsr(), lambda m: m.tocoo()),
    ("CSR", "CSC", lambda m: m.tocsr(), lambda m: m.tocsc()),
    ("CSC", "CSR", lambda m: m.tocsc(), lambda m: m.tocsr()),
    *(
        pair
        for n in _BLOCKS
        for pair in (
            (
                *("CSR", f"BCSR{{block={n}x{n}}}", lambda m: m.tocsr()),
                lambda m, n=n: m.tobsr((n, n)),
            ),
            (
                *(f"BCSR{{block={n}x{n}}}", "CSR"),
                *(lambda m, n=n: m.tobsr((n, n)), lambda m: m.tocsr()),
            ),
        )
    ),
    *(
        (source, "BCSR{block=4x4}", prepare, lambda m: m.tobsr((4, 4)))
        for source, prepare in (
            ("COO", lambda m: m),
            ("CSC", lambda m: m.tocsc()),
        )
    ),
    ("CSR", "DIA", lambda m: m.tocsr(), lambda m: m.todia()),
    ("DIA", "CSR", lambda m: m.todia(), lambda m: m.tocsr()),
    ("CSR", "ELL", None, None),
    ("ELL", "CSR", None, None),
    ("CSR", "SELLCS{block=8,sort=64}", None, None),
    ("SELLCS{block=8,sort=64}", "CSR", None, None),
    ("CSR", "DCSR", None, None),
    ("DCSR", "CSR", None, None),
    ("CSR", "dh", None, None),
    ("dh", "CSR", None, None),
]
# The most positions for each entry of diagonals and padded rows.
_MOST_PADDING = 20


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


def read(path: Path) -> scipy.sparse.coo_matrix:
    """The matrix of a file, without what is behind whole blocks."""
    openers = {".xz": lzma.open, ".gz": gzip.open}
    with openers.get(path.suffix, open)(path, "rb") as file:
        matrix = scipy.io.mmread(file).tocsr()
    common = int(np.lcm.reduce(_BLOCKS))
    rows, columns = (size - size % common for size in matrix.shape)
    matrix = matrix[:rows, :columns].astype(np.float64)
    matrix.sort_indices()
    return matrix.tocoo()


def is_mostly_empty(matrix: scipy.sparse.coo_matrix, format: str) -> bool:
    """Whether a format stores mostly what the matrix does not have."""
    width = 0
    if format == "DIA":
        width = len(np.unique(matrix.col.astype(np.int64) - matrix.row))
    elif format == "ELL":
        width = int(np.bincount(matrix.row).max(initial=0))
    return width * matrix.shape[0] > _MOST_PADDING * matrix.nnz


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
    start = time.process_time()
    result = run()
    return 1e3 * (time.process_time() - start), result


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
        other = prepare(matrix)
    for _ in range(repeat):
        taken, result = milliseconds(lambda: kernel.run({"A": operand}, {}))
        ours.append(taken)
        del result
        if convert:
            taken, result = milliseconds(lambda: convert(other))
            theirs.append(taken)
            del result
    return ours, theirs


def describe(ours: list[float], theirs: list[float], least: bool) -> str:
    middle = min if least else statistics.median
    line = f"{middle(ours):8.2f}"
    if theirs:
        ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
        ratio = middle(theirs) / middle(ours)
        low, _, high = statistics.quantiles(ratios, n=4)
        line += f" {middle(theirs):8.2f} {ratio:5.2f}"
        line += f" ({low:.2f} to {high:.2f})"
    return line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("files", nargs="*", type=Path, help="matrices to read")
    add("--library", default=ROOT / "build" / "lib" / "libweft.so", type=Path)
    add("--rows", default=120000, type=int)
    add("--repeat", default=11, type=int)
    add("--seed", default=1, type=int)
    add("--least", action="store_true", help="least times, on a busy machine")
    add("--only", default="", help="what formats or matrices are named")
    options = parser.parse_args()
    library = Library(str(options.library))
    if options.files:
        named = ((path.name.split(".")[0], path) for path in options.files)
        inputs = ((name, read(path)) for name, path in named)
    else:
        inputs = matrices(options.rows, options.seed).items()
    print(f"{'matrix':12} {'from':16} {'to':16} {'Weft':>8} {'SciPy':>8} ratio")
    for name, matrix in inputs:
        for pair in PAIRS:
            line = f"{name[:12]:12} {pair[0][:16]:16} {pair[1][:16]:16} "
            if options.only in line and not any(
                is_mostly_empty(matrix, format) for format in pair[:2]
            ):
                times = measure(library, matrix, pair, options.repeat)
                print(line + describe(*times, options.least), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
