# ===- goals.py - What is to be reached ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The ratios that Weft is to reach, as geometric means over all datasets.

Against the better compiler of textbook loops and against the fastest library that
has the kernel. Where there is none, nothing is promised. `verdicts.py` has the
goals that are no ratio of a kernel.
"""

from __future__ import annotations

BEST_C, BEST_LIBRARY = "best C", "best library"

# By the beginning of a kernel's name, the longest that fits.
_GOALS: dict[str, dict[str, float]] = {
    "spmv-csr": {BEST_C: 1.1, BEST_LIBRARY: 1.3},
    "spmm": {BEST_C: 2.2, BEST_LIBRARY: 2.0},
    "sddmm-32": {BEST_C: 1.8},
    "sddmm-128": {BEST_C: 1.8},
    "mttkrp": {BEST_C: 1.6},
    "ttm": {BEST_C: 1.6},
    "spgemm": {BEST_C: 3.0, BEST_LIBRARY: 2.2, "mkl": 1.0},
    "add": {BEST_C: 2.0, BEST_LIBRARY: 1.8},
    "dot-balanced": {BEST_C: 1.6},
    "dot-skewed": {BEST_C: 20.0},
    "triangles": {BEST_C: 4.0, "graphblas": 4.0},
    "csr-to-csc": {"scipy": 1.2},
    "coo-to-csr": {"scipy": 1.2},
    "read-mtx": {"scipy": 1.2},
}

# Reports list kernels whose printed C source takes more than this many times as
# long as the kernel that Weft compiles (`source_ratios.py`).
MOST_OF_SOURCE = 4.0

# In no case is Weft's default to take longer than the better compiler of textbook
# loops divided by this (`slow_cases.py`).
LEAST_OF_CASES = 0.9

# Libraries that have a goal of their own, and are not among the others.
APART = {"spgemm": ("mkl",)}


def goals(kernel: str) -> dict[str, float]:
    """By contestant; those of all kernels included."""
    return own_goals(kernel) | {"sparsifier": 1.0}


def own_goals(kernel: str) -> dict[str, float]:
    """Those that the kernel has by itself."""
    fitting = [name for name in _GOALS if kernel.startswith(name)]
    return _GOALS.get(max(fitting, key=len, default=""), {})
