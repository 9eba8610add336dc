# ===- gathers.py - What is read here and there ----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""From how much memory a kernel gathers the components of a vector.

A component whose line of a cache was read `n` reads before is in a cache that
holds `n` lines, wherever the matrix has it. The others are anywhere in the
vector. So the columns of a band are read from the nearest cache, and those of a
matrix with entries anywhere from the memory in which the vector fits.
"""

from __future__ import annotations

import numpy as np

from contest.instance import Instance

LINE = 64
_NUMBERS_OF_LINE = LINE // 8
# Of more entries, those in the middle stand for all.
_MOST = 1 << 23


def gathers(instance: Instance) -> list[list[float]]:
    """Pairs of bytes, powers of two, and how many components are read from
    memory of that size. Nothing but for a sum of products with one sparse
    matrix, which is stored by its rows, and one vector along its columns."""
    kernel = instance.kernel
    sparse = [name for name in kernel.operands if name in kernel.formats]
    if len(sparse) != 1 or kernel.order != 2:
        return []
    columns = instance.indices(sparse[0])[-1:]
    vectors = [
        name for name in kernel.operands if instance.indices(name) == columns
    ]
    result = instance.indices(kernel.result)
    if len(vectors) != 1 or len(result) != 1 or result == columns:
        return []
    entries = instance.entries(sparse[0])
    begin = max(0, (entries.entries - _MOST) // 2)
    part = entries.coordinates[-1][begin : begin + _MOST]
    found = histogram(part // _NUMBERS_OF_LINE, 8 * instance.sizes[columns[0]])
    scale = entries.entries / max(1, len(part))
    return [[size, count * scale] for size, count in found]


def histogram(lines: np.ndarray, most: int) -> list[list[float]]:
    """The bytes of as many lines as were read since the same one was, for each
    of a sequence of lines; `most` for the first time."""
    order = np.argsort(lines, kind="stable")
    again = np.flatnonzero(np.diff(lines[order]) == 0)
    since = np.minimum(LINE * (order[again + 1] - order[again]), most)
    counts = np.zeros(64)
    powers = np.ceil(np.log2(np.maximum(since, LINE))).astype(np.int64)
    found = np.bincount(powers)
    counts[: len(found)] = found
    counts[max(0, int(np.ceil(np.log2(max(LINE, most)))))] += len(lines) - len(
        again
    )
    return [[2.0**n, float(c)] for n, c in enumerate(counts) if c]
