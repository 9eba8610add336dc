# ===- gpu_launches.py - Explained launches against those that happen -------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares the launches that explanations list with those that the PTX machine counts.

No dimension is empty, so that each launch that is listed happens: once, or as often as
the loop of the processor around it has iterations.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

SIZES = {"i": 40, "j": 36, "k": 20, "l": 5}
TILE = "parallelize(i0,GPUBlock,{0}),parallelize(i1,GPUThread,{1})"


@dataclass(frozen=True)
class Case:
    """A program with the indices and the formats of its operands."""

    text: str
    operands: dict[str, str]
    formats: dict[str, str] = field(default_factory=dict)
    schedule: str = ""
    options: str = ""


def default(text: str, operands: dict[str, str], **formats: str) -> Case:
    return Case(text, operands, formats)


MATRIX = {"A": "ij", "x": "j"}
COLUMNS = {"A": "ij", "x": "i"}
PRODUCT = {"A": "ij", "B": "jk"}
SPMV = "y(i) = A(i,j) * x(j)"
SPMM = "C(i,k) = A(i,j) * B(j,k)"
ENTRIES = "fuse(i,j,f),pos(f,p,A),split(p,b,p1,256),split(p1,w,p2,64),"
BLOCKS = "parallelize(b,GPUBlock,IgnoreRaces),parallelize(w,GPUWarp,IgnoreRaces)"
CASES = (
    default(SPMV, MATRIX, A="CSR"),
    default(SPMV, MATRIX, A="DCSR"),
    default(SPMV, MATRIX, A="CSR{packed}"),
    default(SPMV, MATRIX, A="CSC"),
    default(SPMV, MATRIX, A="ELL"),
    default(SPMV, MATRIX),
    default("y(j) = A(i,j) * x(i)", COLUMNS, A="CSR"),
    default("y(i) += A(i,j) * x(j)", {**MATRIX, "y": "i"}, A="CSR"),
    default("y(i) = A(i,j) * x(j) + 1", MATRIX, A="CSR"),
    default("y(i) = max(j, A(i,j) * x(j))", MATRIX, A="CSR"),
    default("a = x(i) * z(i)", {"x": "i", "z": "i"}),
    default("a = A(i,j) * A(i,j)", {"A": "ij"}, A="CSR"),
    default(SPMM, PRODUCT, A="CSR"),
    default(SPMM, PRODUCT, A="CSC"),
    default(SPMM, PRODUCT),
    default("C(i,j) = A(i,j) + B(i,j)", {"A": "ij", "B": "ij"}),
    default(
        "C(i,j) = A(i,j) * B(i,k) * D(j,k)",
        {"A": "ij", "B": "ik", "D": "jk"},
        A="CSR",
        C="CSR",
    ),
    default("A(i,j) = B(i,j,k) * c(k)", {"B": "ijk", "c": "k"}, B="CSF"),
    default("A(i,j,l) = B(i,j,k) * C(k,l)", {"B": "ijk", "C": "kl"}, B="CSF"),
    default(
        "A(i,l) = B(i,j,k) * C(j,l) * D(k,l)",
        {"B": "ijk", "C": "jl", "D": "kl"},
        B="CSF",
    ),
    default(f"{SPMV}; z(i) = A(i,j) * y(j)", {"A": "ii", "x": "i"}, A="CSR"),
    default(f"{SPMV}; z(i) = y(i) * y(i)", MATRIX, A="CSR"),
    Case(
        "z(k) = A(i,k) + B(i,j) + C(i,k)",
        {"A": "ik", "B": "ij", "C": "ik"},
        {"A": "CSR", "B": "CSR", "C": "CSR"},
        options="-assembly=two_phase",
    ),
    Case(SPMV, MATRIX, {"A": "CSR"}, options="-deterministic"),
    Case(SPMM, PRODUCT, {"A": "CSR"}, options="-deterministic"),
    Case(
        SPMV,
        MATRIX,
        {"A": "CSR"},
        "split(i,i0,i1,8)," + TILE.format("NoRaces", "NoRaces"),
    ),
    Case(
        "y(j) = A(i,j) * x(i)",
        COLUMNS,
        {"A": "CSR"},
        "split(i,i0,i1,8)," + TILE.format("IgnoreRaces", "Atomics"),
    ),
    Case(
        SPMV,
        MATRIX,
        {"A": "CSR"},
        "divide(i,i0,i1,4)," + TILE.format("NoRaces", "NoRaces"),
    ),
    Case(
        SPMV,
        MATRIX,
        {"A": "CSR"},
        f"{ENTRIES}split(p2,t,n,4),{BLOCKS},parallelize(t,GPUThread,Atomics)",
    ),
    Case(
        SPMV,
        MATRIX,
        {"A": "CSR"},
        f"{ENTRIES}split(p2,t,n,4),precompute(A(i,j)*x(j),n,q),unroll(q,4),{BLOCKS},"
        "parallelize(t,GPUThread,Atomics)",
    ),
    Case(
        "C(i,j) = A(i,j) + B(i,j)",
        {"A": "ij", "B": "ij"},
        {},
        "split(j,j0,j1,16),parallelize(j0,GPUBlock,NoRaces),"
        "parallelize(j1,GPUThread,NoRaces)",
    ),
    Case(
        SPMM,
        PRODUCT,
        {"A": "CSR"},
        "split(k,k0,k1,8),parallelize(k0,GPUBlock,NoRaces),"
        "parallelize(k1,GPUThread,NoRaces)",
    ),
    Case(
        SPMM,
        PRODUCT,
        {"A": "CSR"},
        "split(i,i0,i1,8),reorder(i0,i1,k,j)," + TILE.format("NoRaces", "NoRaces"),
    ),
    Case(
        SPMV,
        MATRIX,
        {"A": "CSR"},
        "parallelize(i,GPUBlock,NoRaces),parallelize(j,GPUThread,Temporary)",
    ),
)


def count_listed(explanation: str) -> list[int]:
    """The launches of each version, or of the kernel if it has one."""
    counts = []
    for part in re.split(r"^Cost.*\n", explanation, flags=re.M)[1:]:
        section = re.search(r"^Launches\n((?:  .*\n)*)", part, re.M)
        count = 0
        for line in section[1].splitlines() if section else []:
            around = re.search(r" in (?:all|each) iterations? of (\w+)", line)
            if around and around[1] not in SIZES:
                raise ValueError(f"a launch in a loop without a name: {line}")
            count += SIZES[around[1]] if around else 1
        counts.append(count)
    return counts


def check(weft: str, case: Case) -> str:
    """What is wrong; empty if nothing is."""
    command = [weft, case.text, "-explain", "-time", *case.options.split()]
    command += [f"-f={name}:{form}" for name, form in case.formats.items()]
    for name, indices in case.operands.items():
        is_sparse = name in case.formats
        command.append(f"-g={name}:{'u:0.3' if is_sparse else 'd'}")
        sizes = "x".join(str(SIZES[index]) for index in indices)
        command.append(f"-d={name}:{sizes}")
    command.append(f"-s={case.schedule}" if case.schedule else "-target=gpu")
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "WEFT_GPU": "emulate"},
    )
    if done.returncode != 0:
        return done.stderr.strip()
    counted = re.search(r"^launches +(\d+)$", done.stdout, re.M)
    happened = int(counted[1]) if counted else 0
    listed = count_listed(done.stdout)
    # Statements that share a function have the same device code.
    names = re.findall(r"^  (?!shared)(\w+): .* threads.*; ", done.stdout, re.M)
    if len(set(names)) < len(names):
        return f"names are not told apart: {' '.join(names)}"
    if not happened or happened not in listed:
        return f"{happened} launches happened, {listed} are listed"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", default="weft", help="the driver")
    arguments = parser.parse_args()
    failed = 0
    for case in CASES:
        failure = check(arguments.weft, case)
        failed += bool(failure)
        if failure:
            print(f"{case.text} {case.formats} -s={case.schedule}: {failure}")
    print(f"{len(CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
