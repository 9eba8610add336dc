# ===- libweft.py - Weft's C interface ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The part of `weft-c/Weft.h` that measuring needs, through ctypes.

Arguments of a run are made before, so that a run is one call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import POINTER, byref, c_char_p, c_int64, c_void_p
from pathlib import Path

import numpy as np

_INT64S = POINTER(c_int64)


class WeftError(Exception):
    """A function of the interface failed; the text is its message."""


class Library:
    """The loaded shared library."""

    def __init__(self, path: Path) -> None:
        self._functions = ctypes.CDLL(str(path))
        functions = self._functions
        functions.weft_version.restype = c_char_p
        functions.weft_tensor_dims.restype = _INT64S
        for name in (
            *("weft_tensor_order", "weft_tensor_num_arrays"),
            *("weft_kernel_num_tensors", "weft_kernel_num_results"),
        ):
            getattr(functions, name).restype = c_int64
            getattr(functions, name).argtypes = [c_void_p]
        functions.weft_kernel_tensor_name.restype = c_char_p
        functions.weft_kernel_tensor_name.argtypes = [c_void_p, c_int64]
        functions.weft_tensor_dims.argtypes = [c_void_p]
        for name in (
            "weft_string_free",
            "weft_tensor_free",
            "weft_kernel_free",
        ):
            getattr(functions, name).restype = None
            getattr(functions, name).argtypes = [c_void_p]

    @property
    def version(self) -> str:
        return self._functions.weft_version().decode()

    def function(self, name: str) -> object:
        """A function of the interface as ctypes has it."""
        return getattr(self._functions, name)

    def set_num_threads(self, threads: int) -> None:
        self._functions.weft_set_num_threads(ctypes.c_int32(threads))

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function whose last parameter is the error."""
        error = c_void_p()
        if getattr(self._functions, name)(*arguments, byref(error)):
            message = ctypes.string_at(error).decode(errors="replace")
            self._functions.weft_string_free(error)
            raise WeftError(message)

    def tensor(
        self,
        format: str,
        dims: tuple[int, ...],
        coordinates: Sequence[np.ndarray],
        values: np.ndarray,
    ) -> Tensor:
        """Stores entries; coordinates by mode, which are broadcast to the shape
        of the values."""
        flat = np.empty((*values.shape, len(dims)), np.int64)
        for mode, column in enumerate(coordinates):
            flat[..., mode] = column
        values = np.asarray(values, np.float64, order="C")
        handle = c_void_p()
        self.call(
            *("weft_tensor_create", format.encode(), b"f64"),
            *(c_int64(len(dims)), (c_int64 * max(1, len(dims)))(*dims)),
            *(c_int64(values.size), flat.ctypes.data_as(_INT64S)),
            *(c_void_p(values.ctypes.data), 0, byref(handle)),
        )
        return Tensor(self, handle)

    def read(self, path: Path, format: str, order: int) -> Tensor:
        handle = c_void_p()
        self.call(
            *("weft_tensor_read", str(path).encode(), format.encode(), None),
            *(c_int64(order), None, 0, byref(handle)),
        )
        return Tensor(self, handle)

    def compile(
        self, text: str, formats: Mapping[str, str], options: str
    ) -> Kernel:
        words = [
            f"{name}:{format}".encode() for name, format in formats.items()
        ]
        handle = c_void_p()
        self.call(
            *("weft_compile", text.encode()),
            *((c_char_p * max(1, len(words)))(*words), c_int64(len(words))),
            *(None, c_int64(0), options.encode() or None, byref(handle)),
        )
        return Kernel(self, handle)


class Tensor:
    """A stored tensor, which is freed with the object."""

    def __init__(self, library: Library, handle: c_void_p) -> None:
        self._library, self.handle = library, handle

    def __del__(self) -> None:
        self._library._functions.weft_tensor_free(self.handle)

    @property
    def dims(self) -> tuple[int, ...]:
        functions = self._library._functions
        order = functions.weft_tensor_order(self.handle)
        dims = functions.weft_tensor_dims(self.handle)
        return tuple(dims[mode] for mode in range(order))

    def arrays(self) -> list[np.ndarray]:
        """The raw arrays, of 32-bit integers and then doubles, valid as long as
        the tensor."""
        found = self.raw_arrays()
        result = []
        for number, (address, length) in enumerate(found, 1):
            kind = ctypes.c_double if number == len(found) else ctypes.c_int32
            memory = (kind * length).from_address(address or 0)
            empty = np.zeros(0, kind)
            result.append(np.frombuffer(memory, kind) if length else empty)
        return result

    def raw_arrays(self) -> list[tuple[int | None, int]]:
        """The address and the number of elements of each array."""
        count = self._library._functions.weft_tensor_num_arrays(self.handle)
        result = []
        for number in range(count):
            data, length = c_void_p(), c_int64()
            self._library.call(
                *("weft_tensor_array", self.handle, c_int64(number)),
                *(byref(data), byref(length)),
            )
            result.append((data.value, length.value))
        return result


class Kernel:
    """A compiled expression with one result."""

    def __init__(self, library: Library, handle: c_void_p) -> None:
        self._library, self._handle = library, handle
        functions = library._functions
        results = functions.weft_kernel_num_results(handle)
        count = functions.weft_kernel_num_tensors(handle)
        self.operands = [
            functions.weft_kernel_tensor_name(handle, number).decode()
            for number in range(results, count)
        ]

    def __del__(self) -> None:
        self._library._functions.weft_kernel_free(self._handle)

    @property
    def handle(self) -> c_void_p:
        return self._handle

    def print(self, level: str) -> str:
        """The kernel at a level that `weft_kernel_print` knows, as `c`."""
        text = c_void_p()
        self._library.call(
            *("weft_kernel_print", self._handle, level.encode()), byref(text)
        )
        printed = ctypes.string_at(text).decode()
        self._library._functions.weft_string_free(text)
        return printed

    def bind(self, operands: Mapping[str, Tensor]) -> Invocation:
        return Invocation(
            self._library,
            self._handle,
            [operands[name] for name in self.operands],
        )


class Invocation:
    """A kernel with its operands."""

    def __init__(
        self, library: Library, kernel: c_void_p, operands: list[Tensor]
    ) -> None:
        self._library, self._operands = library, operands
        self._function = library._functions.weft_kernel_run
        self._results = (c_void_p * 1)()
        self._error = c_void_p()
        given = (c_void_p * max(1, len(operands)))(
            *(t.handle for t in operands)
        )
        self._arguments = (
            *(kernel, given, c_int64(len(operands)), None),
            *(self._results, c_int64(1), byref(self._error)),
        )

    def run(self) -> None:
        if self._function(*self._arguments):
            raise WeftError(
                ctypes.string_at(self._error).decode(errors="replace")
            )

    def take(self) -> Tensor:
        """The result of the last run."""
        return Tensor(self._library, c_void_p(self._results[0]))
