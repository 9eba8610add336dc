# ===- mkl.py - oneMKL ----------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""oneMKL's sparse matrices, through its C interface.

The analysis that it does before a product is run many times counts as compiling.
Rows of products and sums are sorted, as the others' are.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from ctypes import byref, c_double, c_int, c_void_p
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import dense_digest, stored_digest
from contest.instance import Instance
from contest.storage import BCSR, BLOCK, COO, CSC, CSR, Stored

_AS_IT_IS, _TRANSPOSED = 10, 11
_ROW_MAJOR = 101
_ZERO_BASED = 0
_CALLS_EXPECTED = 1000
_ONE = c_double(1)


class _Description(ctypes.Structure):
    """`matrix_descr`: a general matrix."""

    _fields_ = [("type", c_int), ("mode", c_int), ("diagonal", c_int)]


_GENERAL = _Description(20, 0, 0)


def _find() -> Path | None:
    for folder in (
        Path(sys.prefix) / "lib",
        Path("/opt/intel/oneapi/mkl/latest/lib"),
    ):
        found = sorted(folder.glob("libmkl_rt.so*"))
        if found:
            return found[0]
    return None


class _Matrix:
    """A handle and the arrays behind it."""

    def __init__(self, library: ctypes.CDLL, handle: c_void_p, arrays: object):
        self.library, self.handle, self.arrays = library, handle, arrays

    def __del__(self) -> None:
        self.library.mkl_sparse_destroy(self.handle)


class MKL(Contestant):
    name = "mkl"

    @staticmethod
    def missing(setup: Setup) -> str | None:
        return None if _find() else "no oneMKL in this Python's folder"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.library = ctypes.CDLL(str(_find()))

    @property
    def version(self) -> str:
        buffer = ctypes.create_string_buffer(200)
        self.library.MKL_Get_Version_String(buffer, 200)
        return buffer.value.decode().strip().removeprefix("Intel(R) ")

    def call(self, name: str, *arguments: object) -> None:
        status = getattr(self.library, name)(*arguments)
        if status:
            raise Unsupported(f"{name} gives {status}")

    def matrix(self, instance: Instance, name: str) -> _Matrix:
        """An operand in the kernel's format."""
        format = instance.kernel.format(name)
        stored = instance.stored(name)
        handle = c_void_p()
        rows, columns = stored.dims
        *indices, values = (c_void_p(a.ctypes.data) for a in stored.arrays)
        if format in (CSR, CSC):
            positions, coordinates = indices
            ends = c_void_p(positions.value + 4)
            kind = "csr" if format is CSR else "csc"
            self.call(
                *(f"mkl_sparse_d_create_{kind}", byref(handle), _ZERO_BASED),
                *(c_int(rows), c_int(columns)),
                *(positions, ends, coordinates, values),
            )
        elif format is COO:
            _, row, column = indices
            self.call(
                *("mkl_sparse_d_create_coo", byref(handle), _ZERO_BASED),
                *(c_int(rows), c_int(columns), c_int(len(stored.values))),
                *(row, column, values),
            )
        elif format is BCSR:
            positions, coordinates = indices
            ends = c_void_p(positions.value + 4)
            self.call(
                *("mkl_sparse_d_create_bsr", byref(handle), _ZERO_BASED),
                *(_ROW_MAJOR, c_int(stored.sizes[0]), c_int(stored.sizes[1])),
                *(c_int(BLOCK), positions, ends, coordinates, values),
            )
        else:
            raise Unsupported(f"oneMKL has no {format.name}")
        return _Matrix(self.library, handle, stored)

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        if kernel.order != 2 or kernel.reads_file:
            raise Unsupported("oneMKL has no call for it")
        if kernel.name.startswith(("spmv-", "spmm-")):
            return self._product(instance)
        return self._sparse_result(instance)

    def _product(self, instance: Instance) -> Prepared:
        """With a dense vector or matrix, whose memory is used again."""
        matrix = self.matrix(instance, "A")
        (other,) = (t for t in instance.kernel.operands if t != "A")
        operand = instance.dense(other)
        shape = instance.dims(instance.kernel.result)
        # Room for the last blocks.
        room = [
            -(-operand.shape[0] // BLOCK) * BLOCK,
            -(-shape[0] // BLOCK) * BLOCK,
        ]
        given = np.zeros((room[0], *operand.shape[1:]))
        given[: len(operand)] = operand
        result = np.zeros((room[1], *shape[1:]))
        columns = c_int(int(np.prod(shape[1:], dtype=int)))
        start = time.perf_counter()
        expected = c_int(_CALLS_EXPECTED)
        if result.ndim == 1:
            self.library.mkl_sparse_set_mv_hint(
                matrix.handle, _AS_IT_IS, _GENERAL, expected
            )
        else:
            self.library.mkl_sparse_set_mm_hint(
                *(matrix.handle, _AS_IT_IS, _GENERAL),
                *(_ROW_MAJOR, columns, expected),
            )
        self.library.mkl_sparse_optimize(matrix.handle)
        seconds = time.perf_counter() - start
        source, target = (c_void_p(a.ctypes.data) for a in (given, result))
        arguments = (_AS_IT_IS, _ONE, matrix.handle, _GENERAL)
        zero = c_double(0)

        def run() -> None:
            if result.ndim == 1:
                self.call(
                    *("mkl_sparse_d_mv", *arguments, source, zero, target)
                )
            else:
                self.call(
                    *("mkl_sparse_d_mm", *arguments, _ROW_MAJOR, source),
                    *(columns, columns, zero, target, columns),
                )

        return Prepared(
            run,
            lambda: dense_digest(result[: shape[0]]),
            result_bytes=lambda: result.nbytes,
            compile_seconds=seconds,
            keep=[given, matrix],
        )

    def _sparse_result(self, instance: Instance) -> Prepared:
        calls = self._calls(instance)
        dims = instance.dims(instance.kernel.result)
        format = instance.kernel.format(instance.kernel.result)
        results: list[_Matrix] = []

        def run() -> None:
            results.append(calls())

        def stored() -> Stored:
            return self._export(results[-1], format, dims)

        def size() -> int:
            return stored().num_bytes

        return Prepared(
            run, lambda: stored_digest(stored()), results.clear, size
        )

    def _calls(self, instance: Instance) -> Callable[[], _Matrix]:
        name = instance.kernel.name
        matrices = [
            self.matrix(instance, tensor)
            for tensor in instance.kernel.operands
            if instance.kernel.format(tensor) in (CSR, COO)
        ]

        def made(function: str, *arguments: object) -> _Matrix:
            handle = c_void_p()
            self.call(function, *arguments, byref(handle))
            return _Matrix(self.library, handle, matrices)

        def ordered(matrix: _Matrix) -> _Matrix:
            self.call("mkl_sparse_order", matrix.handle)
            return matrix

        def product() -> _Matrix:
            B, C = matrices
            return ordered(
                made("mkl_sparse_spmm", _AS_IT_IS, B.handle, C.handle)
            )

        def addition() -> _Matrix:
            total, *others = matrices
            for other in others:
                total = made(
                    *("mkl_sparse_d_add", _AS_IT_IS, total.handle),
                    *(_ONE, other.handle),
                )
            return ordered(total)

        def converted(operation: int) -> Callable[[], _Matrix]:
            return lambda: made(
                "mkl_sparse_convert_csr", matrices[0].handle, operation
            )

        if name == "spgemm":
            return product
        if name.startswith("add-"):
            return addition
        if name == "coo-to-csr":
            return converted(_AS_IT_IS)
        if name == "transpose":
            return converted(_TRANSPOSED)
        raise Unsupported("oneMKL has no call for it")

    def _export(self, matrix: _Matrix, format: object, dims: tuple) -> Stored:
        """A view of the arrays of a result."""
        indexing, rows, columns = c_int(), c_int(), c_int()
        pointers = [c_void_p() for _ in range(4)]
        self.call(
            *("mkl_sparse_d_export_csr", matrix.handle, byref(indexing)),
            *(byref(rows), byref(columns), *map(byref, pointers)),
        )
        starts, ends, coordinates, values = (p.value for p in pointers)
        first = _view(starts, c_int, rows.value)
        last = _view(ends, c_int, rows.value)
        # Rows follow each other.
        positions = np.append(first, last[-1:] if rows.value else [0])
        count = int(positions[-1])
        arrays = [
            positions,
            _view(coordinates, c_int, count),
            _view(values, c_double, count),
        ]
        return Stored(format, dims, dims, arrays)


def _view(address: int | None, type: type, length: int) -> np.ndarray:
    if not address or not length:
        return np.zeros(0, type)
    return np.frombuffer((type * length).from_address(address), type)
