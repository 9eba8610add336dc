# ===- scipy_sparse.py - SciPy --------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""SciPy's sparse arrays, with one call where it has one.

What has several calls is what a user would write; results that SciPy leaves
without order are sorted, as the others' are.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import Digest, dense_digest, digest
from contest.instance import Instance
from contest.storage import BCSR, BLOCK, COO, CSC, CSR, DIA

_MOST_COMPONENTS = 1 << 27


class SciPy(Contestant):
    name = "scipy"

    @staticmethod
    def missing(setup: Setup) -> str | None:
        found = importlib.util.find_spec("scipy")
        return None if found else "no SciPy for this Python"

    @property
    def version(self) -> str:
        import scipy

        return scipy.__version__

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        if self.setup.threads > 1:
            raise Unsupported("SciPy has no threads")
        function = self.calls(instance, file)
        result: list = []

        def run() -> None:
            result.append(function())

        def size() -> int:
            return _bytes(result[-1])

        return Prepared(run, lambda: _digest(result[-1]), result.clear, size)

    def calls(self, instance: Instance, file: Path) -> Callable:
        """What a run calls."""
        return _calls(instance.kernel.name, instance, file)


class Unfused(SciPy):
    """Products that are sampled, with a dense product of which most is thrown
    away: what takes time in proportion to all components and not to entries."""

    name = "scipy-unfused"

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        name = instance.kernel.name
        if not name.startswith("sddmm-") or name == "sddmm-spmm":
            raise Unsupported("nothing is sampled")
        if np.prod(instance.dims("B"), dtype=float) > _MOST_COMPONENTS:
            raise Unsupported("the dense product takes too much memory")
        return super().prepare(instance, file)

    def calls(self, instance: Instance, file: Path) -> Callable:
        B, C, D = (_operand(instance, name) for name in "BCD")
        return lambda: B.multiply(C @ D.T)


def _operand(instance: Instance, name: str) -> object:
    """A dense operand, or a sparse one in SciPy's format of that name."""
    import scipy.sparse as sp

    entries = instance.entries(name)
    if entries is None:
        return instance.dense(name)
    format = instance.kernel.format(name)
    if format in (CSR, CSC):
        type = sp.csr_array if format is CSR else sp.csc_array
        positions, coordinates, values = instance.stored(name).arrays
        return type((values, coordinates, positions), entries.dims)
    if format is COO:
        _, *columns, values = instance.stored(name).arrays
        return sp.coo_array((values, tuple(columns)), entries.dims)
    i, j = entries.coordinates
    if format is BCSR:
        padded = tuple(-(-size // BLOCK) * BLOCK for size in entries.dims)
        matrix = sp.coo_array((entries.values, (i, j)), padded)
        return matrix.tobsr((BLOCK, BLOCK))
    if format is DIA:
        return sp.coo_array((entries.values, (i, j)), entries.dims).todia()
    raise Unsupported(f"SciPy has no {format.name}")


def _sorted(matrix: object) -> object:
    matrix.sort_indices()
    return matrix


def _calls(name: str, instance: Instance, file: Path) -> Callable:
    """What a run calls."""
    if instance.kernel.order != 2:
        raise Unsupported("SciPy has matrices only")
    if name == "read-mtx":
        import scipy.io
        import scipy.io._fast_matrix_market as reader

        # All cores by default; one thread as everything else of SciPy.
        reader.PARALLELISM = 1
        return lambda: scipy.io.mmread(file).tocsr()
    operands = [
        _operand(instance, tensor) for tensor in instance.kernel.operands
    ]
    if name == "spmv-bcsr":
        A, x = operands
        y = instance.dims("y")[0]
        x = np.concatenate([x, np.zeros(A.shape[1] - len(x))])
        return lambda: (A @ x)[:y]
    if name.startswith(("spmv-", "spmm-")):
        A, x = operands
        return lambda: A @ x
    if name == "residual":
        b, A, x = operands
        return lambda: b - A @ x
    if name.startswith("add-"):
        first, *others = operands

        def add() -> object:
            total = first
            for other in others:
                total = total + other
            return total

        return add
    calls: dict[str, Callable] = {
        "spgemm": lambda B, C: _sorted(B @ C),
        "multiply": lambda B, C: B.multiply(C),
        "triangles": lambda A: ((A @ A).multiply(A)).sum(),
        "masked": lambda M, B, C: M.multiply(B @ C),
        "transpose": lambda A: A.T.tocsr(),
        "csr-to-csc": lambda A: A.tocsc(),
        "coo-to-csr": lambda A: A.tocsr(),
        "csr-to-coo": lambda A: A.tocoo(),
    }
    if name.startswith("sddmm-") and name != "sddmm-spmm":
        rows, columns = map(np.array, instance.entries("B").coordinates)
        return lambda: _sampled(operands, rows, columns)
    if name not in calls:
        raise Unsupported("SciPy has no call for it")
    return lambda: calls[name](*operands)


def _sampled(operands: list, rows: np.ndarray, columns: np.ndarray) -> object:
    """NumPy's products of gathered rows, which takes less than a dense product
    of which most is thrown away."""
    B, C, D = operands
    result = B.copy()
    step = 1 << 16
    for begin in range(0, len(rows), step):
        cut = slice(begin, begin + step)
        products = np.einsum("nk,nk->n", C[rows[cut]], D[columns[cut]])
        result.data[cut] *= products
    return result


def _digest(result: object) -> Digest:
    if np.isscalar(result):
        return dense_digest(np.asarray(float(result)))
    if isinstance(result, np.ndarray):
        return dense_digest(result)
    matrix = result.tocoo()
    return digest([matrix.row, matrix.col], matrix.data)


def _bytes(result: object) -> int:
    if np.isscalar(result) or isinstance(result, np.ndarray):
        return np.asarray(result).nbytes
    names = ("data", "indices", "indptr", "row", "col")
    arrays = (getattr(result, name, None) for name in names)
    return sum(array.nbytes for array in arrays if array is not None)
