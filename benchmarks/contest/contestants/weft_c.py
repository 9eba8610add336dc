# ===- weft_c.py - Weft's C source ----------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The C source that Weft prints for a kernel (`-emit=c`), compiled by gcc.

The operands are tensors that Weft stores, as for `weft`. The function of the
source has the signature of TensorABI.h: results first, then operands, then an
error. The caller sets the dimensions of the result; the function allocates its
arrays by `malloc`, and the caller frees them by `free`.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from ctypes import POINTER, byref, c_int64, c_void_p
from pathlib import Path

import numpy as np

from contest.contestants.base import Prepared, Setup, Unsupported
from contest.contestants.c_code import FLAGS, Gcc, build
from contest.contestants.weft import Weft
from contest.digests import Digest, dense_digest, stored_digest
from contest.instance import Instance
from contest.libweft import WeftError
from contest.native import array_names, count_slots, is_dense
from contest.storage import Stored

class _Array(ctypes.Structure):
    """`weft_array`"""

    _fields_ = [("data", c_void_p), ("length", c_int64)]


class _TensorData(ctypes.Structure):
    """`weft_tensor_data`"""

    _fields_ = [
        ("order", c_int64),
        ("num_arrays", c_int64),
        ("dims", POINTER(c_int64)),
        ("arrays", POINTER(_Array)),
    ]


class _Error(ctypes.Structure):
    """`weft_rt_error`"""

    _fields_ = [("status", c_int64), ("detail", c_int64 * 3)]


def _describe(
    order: int, dims: Sequence[int], arrays: Sequence[_Array]
) -> _TensorData:
    """`dims` may have one more element than the tensor has modes: the number of
    slots."""
    return _TensorData(
        *(order, len(arrays)),
        (c_int64 * max(1, len(dims)))(*dims),
        (_Array * len(arrays))(*arrays),
    )


class WeftC(Weft):
    name = "weft-c"
    keeps = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        # The printed source uses gcc's OpenMP library. Weft only stores operands
        # in this process, and must not load another OpenMP library for that.
        self.library.set_num_threads(1)

    @staticmethod
    def missing(setup: Setup) -> str | None:
        return Weft.missing(setup) or Gcc.missing(setup)

    @property
    def version(self) -> str:
        return f"{self.library.version}, gcc {Gcc(self.setup).version}"

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        if kernel.reads_file:
            raise Unsupported("the printed source reads no files")
        names = (kernel.result, *kernel.operands)
        formats = {name: kernel.format(name).weft for name in names}
        start = time.perf_counter()
        try:
            compiled = self.library.compile(
                kernel.expression, formats, self.options(instance)
            )
            source = compiled.print("c")
        except WeftError as error:
            raise Unsupported(str(error).splitlines()[0]) from error
        seconds = time.perf_counter() - start
        command = [Gcc.find(self.setup), *FLAGS, "-fopenmp"]
        library, more = build(command, source, self.setup.scratch, ".c")
        call = _Call(self, library, instance, compiled.operands)
        return call.prepared(seconds + more)


class _Call:
    """The compiled function with its arguments, which are made once."""

    def __init__(
        self,
        contestant: Weft,
        library: ctypes.CDLL,
        instance: Instance,
        operands: Sequence[str],
    ) -> None:
        kernel = instance.kernel
        self.format = kernel.format(kernel.result)
        self.dims = instance.dims(kernel.result)
        self.sizes = tuple(self.dims[mode] for mode in self.format.modes)
        self.tensors = [contestant.operand(instance, name) for name in operands]
        given = []
        for name, tensor in zip(operands, self.tensors, strict=True):
            arrays = [_Array(*array) for array in tensor.raw_arrays()]
            dims = tensor.dims
            slots = count_slots(instance, name)
            given.append(_describe(len(dims), [*dims, *slots], arrays))
        empty = [_Array() for _ in array_names("", self.format)]
        self.result = _describe(len(self.dims), self.dims, empty)
        self.error = _Error()
        self.operands = given
        self.arguments = tuple(
            byref(one) for one in (self.result, *given, self.error)
        )
        self.function = library.kernel
        self.function.restype = c_int64
        self.free = ctypes.CDLL(None).free
        self.free.argtypes, self.free.restype = [c_void_p], None

    def run(self) -> None:
        if self.function(*self.arguments):
            detail = list(self.error.detail)
            raise RuntimeError(f"status {self.error.status}, {detail}")

    def discard(self) -> None:
        for number in range(self.result.num_arrays):
            array = self.result.arrays[number]
            self.free(array.data)
            array.data, array.length = None, 0

    def arrays(self) -> list[np.ndarray]:
        """Views of the result."""
        views = []
        last = self.result.num_arrays - 1
        for number in range(last + 1):
            array = self.result.arrays[number]
            kind = ctypes.c_double if number == last else ctypes.c_int32
            views.append(np.zeros(0, kind))
            if array.length:
                memory = (kind * array.length).from_address(array.data)
                views[-1] = np.frombuffer(memory, kind)
        return views

    def digest(self) -> Digest:
        arrays = self.arrays()
        if is_dense(self.format):
            return dense_digest(arrays[-1].reshape(self.dims))
        return stored_digest(Stored(self.format, self.dims, self.sizes, arrays))

    def result_bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays())

    def prepared(self, seconds: float) -> Prepared:
        return Prepared(
            *(self.run, self.digest, self.discard, self.result_bytes, seconds)
        )
