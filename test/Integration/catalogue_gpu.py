# ===- catalogue_gpu.py - Schedules of the literature for GPUs -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The schedules of the transformation framework's appendix A for GPUs, with small
tiles, and the default for the same kernels."""

from __future__ import annotations

from catalogue import MTTKRP, SDDMM, SPMM, SPMV, TTM, TTV, Schedule
from kernel import to
from symbols import A, b, i, j, k, x, y

UNITS = (
    "parallelize(block,GPUBlock,IgnoreRaces),"
    "parallelize(warp,GPUWarp,IgnoreRaces),"
    "parallelize(thread,GPUThread,Atomics)"
)
ENTRIES = (
    "fuse(i,j,f),pos(f,fpos,A),split(fpos,block,fpos1,128),"
    "split(fpos1,warp,fpos2,64),split(fpos2,thread,thread_nz,2)"
)
SPMV_FORMATS = {"A": "CSR"}
OPERANDS = {
    "spmv": (SPMV, SPMV_FORMATS),
    "spmm": (SPMM, SPMV_FORMATS),
    "mttkrp": (MTTKRP, {"B": "CSF"}),
    "ttv": (TTV, {"B": "CSF"}),
    "ttm": (TTM, {"B": "CSF"}),
    "sddmm": (SDDMM, {"B": "CSR", "A": "dd"}),
}

CATALOGUE_GPU = (
    # A.2.
    Schedule(
        "spmv_products",
        SPMV,
        SPMV_FORMATS,
        f"{ENTRIES},reorder(block,warp,thread,thread_nz),"
        "precompute(A(i,j)*x(j),thread_nz,thread_nz_pre),"
        f"unroll(thread_nz_pre,2),{UNITS}",
    ),
    # A.4.
    Schedule(
        "spmm_entries",
        SPMM,
        SPMV_FORMATS,
        "reorder(i,j,k),fuse(i,j,f),pos(f,fpos,A),split(fpos,block,fpos1,64),"
        "split(fpos1,warp,nnz,8),split(k,dense_val,thread,32),"
        f"reorder(block,warp,dense_val,thread,nnz),{UNITS}",
    ),
    # A.6.
    Schedule(
        "mttkrp_entries",
        MTTKRP,
        {"B": "CSF"},
        "reorder(i,k,l,j),fuse(k,l,kl),fuse(i,kl,f),pos(f,fpos,B),"
        "split(fpos,block,fpos1,64),split(fpos1,warp,nnz,8),"
        "split(j,dense_val,thread,32),"
        f"reorder(block,warp,dense_val,thread,nnz),{UNITS}",
    ),
    # A.7.
    Schedule(
        "spmv_thread_rows",
        SPMV,
        SPMV_FORMATS,
        "split(i,block,thread,64),parallelize(block,GPUBlock,NoRaces),"
        "parallelize(thread,GPUThread,NoRaces)",
    ),
    # A.8, whose threads take the entries of a row in turn.
    Schedule(
        "spmv_warp_rows",
        SPMV,
        SPMV_FORMATS,
        "split(i,block,block_row,16),split(block_row,warp_row,warp,4),"
        "reorder(block,warp,warp_row),"
        "parallelize(block,GPUBlock,IgnoreRaces),"
        "parallelize(warp,GPUWarp,IgnoreRaces),"
        "parallelize(j,GPUThread,Temporary)",
    ),
    # A.9.
    Schedule(
        "spmv_entries",
        SPMV,
        SPMV_FORMATS,
        f"{ENTRIES},reorder(block,warp,thread,thread_nz),{UNITS}",
    ),
    # A.9, whose threads share the entries of a warp.
    Schedule(
        "spmv_shared_entries",
        SPMV,
        SPMV_FORMATS,
        "fuse(i,j,f),pos(f,fpos,A),split(fpos,block,fpos1,128),"
        "split(fpos1,warp,fpos2,64),"
        "parallelize(block,GPUBlock,IgnoreRaces),"
        "parallelize(warp,GPUWarp,IgnoreRaces),"
        "parallelize(fpos2,GPUThread,Temporary)",
    ),
    Schedule(
        "ttv_shared_entries",
        TTV,
        {"B": "CSF"},
        "fuse(i,j,f),fuse(f,k,g),pos(g,p,B),split(p,block,p1,96),"
        "split(p1,warp,p2,48),"
        "parallelize(block,GPUBlock,IgnoreRaces),"
        "parallelize(warp,GPUWarp,IgnoreRaces),"
        "parallelize(p2,GPUThread,Temporary)",
    ),
    # All blocks have all entries, so that they update the same rows.
    Schedule(
        "spmv_common_entries",
        to(y(i), b(k) * A(i, j) * x(j)),
        SPMV_FORMATS,
        "reorder(k,i,j),fuse(i,j,f),pos(f,p,A),split(p,warp,p1,64),"
        "parallelize(k,GPUBlock,IgnoreRaces),"
        "parallelize(warp,GPUWarp,IgnoreRaces),"
        "parallelize(p1,GPUThread,Temporary)",
    ),
    # Threads of a block, whose iterations update the same component in runs.
    Schedule(
        "spmv_shared_columns",
        SPMV,
        SPMV_FORMATS,
        "split(i,block,warp,4),parallelize(block,GPUBlock,IgnoreRaces),"
        "parallelize(j,GPUThread,Temporary)",
    ),
    # The schedule for CPUs (A.1) carried over.
    Schedule(
        "spmv_chunks",
        SPMV,
        SPMV_FORMATS,
        "split(i,i0,i1,4),split(i0,block,thread,32),"
        "parallelize(block,GPUBlock,NoRaces),parallelize(thread,GPUThread,NoRaces)",
    ),
    *(
        Schedule(f"{name}_default", assignment, formats, None)
        for name, (assignment, formats) in OPERANDS.items()
    ),
)
