# ===- digests.py - Numbers that results are compared by ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A result as one number, by which contestants are compared.

The sum of all components, each multiplied with a weight for each of its
coordinates. A component that is wrong, missing or at another place changes it,
and for a product of tensors it can be computed without the result, as Freivalds
checks products of matrices (`reference.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contest.storage import Stored, unpack

_GOLDEN = 0.6180339887498949
TOLERANCE = 1e-9
# Entries whose products stay in a cache.
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Digest:
    """`scale` is the same sum of absolute values."""

    value: float
    scale: float

    def agrees(self, other: Digest) -> bool:
        scale = max(self.scale, other.scale)
        return abs(self.value - other.value) <= TOLERANCE * scale


def weights(mode: int, coordinates: np.ndarray) -> np.ndarray:
    """Between 1/2 and 3/2, from a sequence that never repeats."""
    factor = _GOLDEN * (1 + mode / np.pi)
    places = (coordinates + 1.0) * factor
    return 0.5 + (places - np.floor(places))


def digest(coordinates: list[np.ndarray], values: np.ndarray) -> Digest:
    """Of entries; a result without modes is its own digest."""
    values = np.asarray(values, np.float64)
    total, scale = 0.0, 0.0
    for begin in range(0, max(1, values.size), _CHUNK):
        cut = slice(begin, begin + _CHUNK)
        weighted = values[cut] if values.ndim else values
        for mode, column in enumerate(coordinates):
            weighted = weighted * weights(mode, column[cut])
        total += float(weighted.sum())
        scale += float(np.abs(weighted).sum())
    return Digest(total, scale)


def stored_digest(stored: Stored) -> Digest:
    """Of a sparse result, whose coordinates have to be in the order in which its
    levels store them; raises ValueError where they are not."""
    coordinates, values = unpack(stored)
    same = np.ones(max(0, len(values) - 1), bool)
    for mode in stored.format.modes:
        column = coordinates[mode]
        if (same & (column[1:] < column[:-1])).any():
            raise ValueError("the result is not sorted")
        same &= column[1:] == column[:-1]
    return digest(coordinates, values)


def dense_digest(array: np.ndarray) -> Digest:
    """Of all components of an array, without a list of coordinates, and by parts
    of its first mode: whatever it takes, this takes little beside it."""
    if not array.ndim:
        return Digest(float(array), abs(float(array)))
    inner = [
        weights(mode, np.arange(array.shape[mode]))
        for mode in range(1, array.ndim)
    ]
    step = max(1, _CHUNK * len(array) // max(1, array.size))
    sums = [0.0, 0.0]
    for begin in range(0, len(array), step):
        part = array[begin : begin + step]
        outer = weights(0, np.arange(begin, begin + len(part)))
        for number, values in enumerate((part, np.abs(part))):
            for weight in reversed(inner):
                values = values @ weight
            sums[number] += float(values @ outer)
    return Digest(*sums)
