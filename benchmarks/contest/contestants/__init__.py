# ===- __init__.py - Who takes part ---------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""All contestants, in the order of the tables."""

from __future__ import annotations

from contest.contestants.base import Contestant
from contest.contestants.c_code import Clang, Gcc
from contest.contestants.eigen import Eigen
from contest.contestants.graphblas import GraphBLAS
from contest.contestants.mkl import MKL
from contest.contestants.scipy_sparse import SciPy, Unfused
from contest.contestants.sparsifier import Sparsifier
from contest.contestants.torch_sparse import Torch
from contest.contestants.weft import AutomaticWeft, ScheduledWeft, Weft
from contest.contestants.weft_c import WeftC
from contest.contestants.weft_linalg import WeftLinalg

CONTESTANTS: dict[str, type[Contestant]] = {
    contestant.name: contestant
    for contestant in (
        *(Weft, ScheduledWeft, AutomaticWeft, WeftC, WeftLinalg, Gcc, Clang, Sparsifier),
        *(SciPy, Unfused, Eigen, GraphBLAS, MKL, Torch),
    )
}
