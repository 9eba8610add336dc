# ===- suites.py - What is measured together -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Choices of kernels, data and contestants that answer the goals.

`short` has a few matrices of each structure, in about ten minutes; `full` has
all files and kinds, with both settings of memory, in many hours. `cliffs` has all
files and extreme shapes under seven kernels, beside textbook C, within an hour: what
counts is its slowest cases. `auto` has the cases of `cliffs` for the schedule that is
chosen by `schedule=auto` beside the default. Files that are not among those given are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contest import matrices
from contest.processes import MEMORY


@dataclass(frozen=True)
class Part:
    """`files` is a pattern of names of files, of which nothing fits none, and
    no contestants are all."""

    kernels: str = ""
    files: str | None = None
    kinds: Sequence[str] = ()
    rows: Sequence[int] = ()
    threads: Sequence[int] = (1, 2)
    memory: Sequence[str] = ("reused",)
    contestants: Sequence[str] = ()


_MATRICES = r"^(bcsstk16|email-Enron|road-usroads)\."
_TENSORS = r"^(splatt_med|kg_FB15K237|darpa1998-4d)\."
# Those that hold a matrix with vectors of 512 MB beside each other in 16 GB.
_FEW = ("weft", "c-gcc", "c-clang", "scipy")
# Dense products that grow with the square of the rows: how time grows, beside no
# other contestant.
_GROWTH = Part(
    "^sddmm-32$",
    kinds=("uniform",),
    rows=(1000, 2000, 4000, 8000),
    threads=(1,),
    contestants=("weft", "scipy-unfused"),
)
# Vectors of 8, 64 and 512 MB.
_MILLIONS = (1_000_000, 8_000_000, 64_000_000)

# Shapes in which work that grows with rows, columns or the longest row shows.
_SHAPES = (
    *("uniform", "power-law", "hypersparse", "wide", "tall"),
    *("dense-row", "dense-column", "arrow", "empty", "tensor", "skewed-tensor"),
)
_CLIFFS = "^(spmv-csr|spmm-32|sddmm-32|spgemm|add-2|triangles|mttkrp-3)$"
_LOOPS = ("weft", "c-gcc", "c-clang")
_AUTOMATIC = ("weft", "weft-auto")

SUITES: dict[str, tuple[Part, ...]] = {
    "short": (
        Part("^dot-", kinds=("vector",), rows=(100_000,), threads=(1,)),
        _GROWTH,
        Part("^spmv-", r"^cfd_naca0015_euler\."),
        Part("", _TENSORS),
        Part("", _MATRICES),
        Part(
            "^(spmv-csr|spmm-32|spgemm|add-2|csr-to-csc)$",
            *(_MATRICES, (), (), (1,), ("plain",)),
        ),
        Part(
            "^(spmm-|sddmm-(32|128)$|spgemm|add-[28]|triangles)",
            kinds=("uniform", "power-law"),
            rows=(100_000,),
        ),
        Part("^spmv-(csr|dia|ell|sell|bcsr)$", None, ("banded",), _MILLIONS[:1]),
        Part("^spmv-(csr|bcsr)$", None, ("blocks",), (250_000,)),
        Part("^spmv-csr$", None, ("power-law",), _MILLIONS[:1]),
        Part("^spmv-csr$", None, ("uniform",), _MILLIONS[:2]),
        Part("^spmv-(ell|sell)$", None, ("uniform",), _MILLIONS[:1]),
        Part(
            "^spmv-csr$",
            *(None, ("uniform",), _MILLIONS[2:], (1, 2), ("reused",), _FEW),
        ),
    ),
    "cliffs": (
        Part(_CLIFFS, "", threads=(1,), contestants=_LOOPS),
        Part(
            *(_CLIFFS, None, _SHAPES, (100_000,), (1,)),
            contestants=_LOOPS,
        ),
    ),
    "auto": (
        Part(_CLIFFS, "", threads=(1,), contestants=_AUTOMATIC),
        Part(
            *(_CLIFFS, None, _SHAPES, (100_000,), (1,)),
            contestants=_AUTOMATIC,
        ),
    ),
    "full": (
        _GROWTH,
        Part(
            *("", "", tuple(matrices.KINDS), (100_000, 1_000_000)),
            memory=tuple(MEMORY),
        ),
        Part(
            *("^spmv-", None, tuple(matrices.KINDS), _MILLIONS[1:2]),
            memory=tuple(MEMORY),
        ),
        Part(
            *("^spmv-csr$", None, tuple(matrices.KINDS), _MILLIONS[2:]),
            *((1, 2), ("reused",), _FEW),
        ),
    ),
}
