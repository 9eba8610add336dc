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
    return 0.5 + np.mod((coordinates + 1.0) * factor, 1.0)


def digest(coordinates: list[np.ndarray], values: np.ndarray) -> Digest:
    """Of entries; a result without modes is its own digest."""
    weighted = np.asarray(values, np.float64)
    for mode, column in enumerate(coordinates):
        weighted = weighted * weights(mode, column)
    return Digest(float(weighted.sum()), float(np.abs(weighted).sum()))


def stored_digest(stored: Stored) -> Digest:
    """Of a sparse result, whose coordinates have to be in the order in which its
    levels store them; raises ValueError where they are not."""
    coordinates, values = unpack(stored)
    same = np.ones(max(0, len(values) - 1), bool)
    for mode in stored.format.modes:
        steps = np.diff(coordinates[mode])
        if (steps[same] < 0).any():
            raise ValueError("the result is not sorted")
        same &= steps == 0
    return digest(coordinates, values)


def dense_digest(array: np.ndarray) -> Digest:
    """Of all components of an array, without a list of coordinates."""
    sums = []
    for values in (array, np.abs(array)):
        for mode in reversed(range(array.ndim)):
            values = values @ weights(mode, np.arange(array.shape[mode]))
        sums.append(float(values))
    return Digest(*sums)
