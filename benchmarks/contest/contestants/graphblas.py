# ===- graphblas.py - SuiteSparse:GraphBLAS -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""SuiteSparse:GraphBLAS, called through python-graphblas.

Each run ends with `wait`, since operations may be put off. Its coordinates have
64 bits.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import Digest, dense_digest, digest
from contest.instance import Instance


class GraphBLAS(Contestant):
    name = "graphblas"

    @staticmethod
    def missing(setup: Setup) -> str | None:
        found = importlib.util.find_spec("graphblas")
        return None if found else "no python-graphblas"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        import graphblas

        graphblas.init("suitesparse", blocking=False)
        graphblas.ss.config["nthreads"] = setup.threads

    @property
    def version(self) -> str:
        import graphblas

        return ".".join(map(str, graphblas.ss.about["library_version"]))

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        if kernel.order > 2 or kernel.reads_file:
            raise Unsupported("GraphBLAS has no call for it")
        operands = {name: _operand(instance, name) for name in kernel.operands}
        function = _calls(kernel.name, instance, operands)
        result: list = []

        def run() -> None:
            made = function()
            if hasattr(made, "wait"):
                made.wait()
            result.append(made)

        def value() -> Digest:
            return _digest(result[-1])

        return Prepared(run, value, result.clear, lambda: _bytes(result[-1]))


def _operand(instance: Instance, name: str) -> object:
    from graphblas import Matrix, Vector

    entries = instance.entries(name)
    if entries is None:
        values = instance.dense(name)
        type = Vector if values.ndim == 1 else Matrix
        return type.from_dense(values)
    if entries.order == 1:
        (coordinates,) = entries.coordinates
        return Vector.from_coo(
            coordinates, entries.values, size=entries.dims[0]
        )
    i, j = entries.coordinates
    rows, columns = entries.dims
    return Matrix.from_coo(i, j, entries.values, nrows=rows, ncols=columns)


def _calls(name: str, instance: Instance, operands: dict) -> Callable:
    """What a run calls: for each kernel the expression of GraphBLAS."""
    import graphblas as gb
    from graphblas import Matrix, binary, monoid, semiring

    times = semiring.plus_times
    if name in ("spmv-csr", "spmv-dcsr"):
        A, x = operands.values()
        return lambda: A.mxv(x, times).new()
    if name == "spmv-csc":
        A, x = operands["A"].T.new(), operands["x"]
        return lambda: A.T.mxv(x, times).new()
    if name == "residual":
        b, A, x = operands.values()
        return lambda: b.ewise_add(A.mxv(x, times).new(), binary.minus).new()
    if name.startswith("spmm-") or name == "spgemm":
        left, right = operands.values()
        return lambda: left.mxm(right, times).new()
    if name.startswith("add-"):
        first, *others = operands.values()

        def add() -> Matrix:
            total = first
            for other in others:
                total = total.ewise_add(other, binary.plus).new()
            return total

        return add
    if name == "multiply":
        B, C = operands.values()
        return lambda: B.ewise_mult(C, binary.times).new()
    if name == "triangles":
        (A,) = operands.values()
        reduce = monoid.plus
        return lambda: (
            A.mxm(A.T, times).new(mask=A.S).reduce_scalar(reduce).new().value
            or 0.0
        )
    if name == "masked":
        M, B, C = operands.values()
        return lambda: M.ewise_mult(
            B.mxm(C, times).new(mask=M.S), binary.times
        ).new()
    if name.startswith("sddmm-") and name != "sddmm-spmm":
        B, C, D = operands.values()
        return lambda: B.ewise_mult(
            C.mxm(D.T, times).new(mask=B.S), binary.times
        ).new()
    if name == "sddmm-spmm":
        A, C, D, E = operands.values()

        def fused() -> Matrix:
            product = C.mxm(D.T, times).new(mask=A.S)
            return A.ewise_mult(product, binary.times).new().mxm(E, times).new()

        return fused
    if name == "transpose":
        (A,) = operands.values()
        return lambda: A.T.new()
    if name == "coo-to-csr":
        entries = instance.entries("A")
        i, j = (column.astype(np.uint64) for column in entries.coordinates)
        values = np.array(entries.values)
        rows, columns = entries.dims
        return lambda: gb.Matrix.from_coo(
            i, j, values, nrows=rows, ncols=columns, dup_op=binary.plus
        )
    if name.startswith("dot-"):
        a, b = operands.values()
        return lambda: a.inner(b, times).new().value or 0.0
    raise Unsupported("GraphBLAS has no call for it")


def _digest(result: object) -> Digest:
    if np.isscalar(result):
        return dense_digest(np.asarray(float(result)))
    *coordinates, values = result.to_coo()
    return digest(coordinates, values)


def _bytes(result: object) -> int:
    """As if it were stored with the coordinates that the others have."""
    return 8 if np.isscalar(result) else 12 * result.nvals
