# ===- weft.py - The C interface for the tests -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The part of `weft-c/Weft.h` that the suite needs, through ctypes.

Deliberately thin: a test of the compiler should not depend on the Python
package that users get, only on the interface that both stand on.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping, Sequence
from ctypes import (
    POINTER,
    byref,
    c_char_p,
    c_int,
    c_int64,
    c_uint64,
    c_void_p,
)

import numpy as np
from functions import definitions

_INT64S = POINTER(c_int64)
_STRINGS = POINTER(c_char_p)
_HANDLES = POINTER(c_void_p)

# Every function of the interface that is used: its result and its arguments.
_SIGNATURES = {
    "weft_string_free": (None, [c_void_p]),
    "weft_version": (c_char_p, []),
    "weft_tensor_create": (
        c_int,
        [
            c_char_p,
            c_char_p,
            c_int64,
            _INT64S,
            c_int64,
            _INT64S,
            c_void_p,
            c_int,
            _HANDLES,
            _HANDLES,
        ],
    ),
    "weft_set_num_threads": (None, [ctypes.c_int32]),
    "weft_tensor_order": (c_int64, [c_void_p]),
    "weft_tensor_dims": (_INT64S, [c_void_p]),
    "weft_tensor_type": (c_char_p, [c_void_p]),
    "weft_tensor_num_stored": (c_int64, [c_void_p]),
    "weft_tensor_entries": (c_int, [c_void_p, _INT64S, c_void_p, _HANDLES]),
    "weft_tensor_num_arrays": (c_int64, [c_void_p]),
    "weft_tensor_array": (
        c_int,
        [c_void_p, c_int64, _HANDLES, _INT64S, _HANDLES],
    ),
    "weft_tensor_format": (c_char_p, [c_void_p]),
    "weft_tensor_to_device": (c_int, [c_void_p, c_int64, _HANDLES]),
    "weft_tensor_to_host": (c_int, [c_void_p, _HANDLES]),
    "weft_tensor_device_array": (
        c_int,
        [c_void_p, c_int64, POINTER(c_uint64), _INT64S, _HANDLES],
    ),
    "weft_tensor_from_device_arrays": (
        c_int,
        [
            c_char_p,
            c_char_p,
            c_int64,
            _INT64S,
            c_int64,
            POINTER(c_uint64),
            _INT64S,
            c_int,
            c_int64,
            c_void_p,
            c_void_p,
            _HANDLES,
            _HANDLES,
        ],
    ),
    "weft_tensor_free": (None, [c_void_p]),
    "weft_compile_with_functions": (
        c_int,
        [
            c_char_p,
            c_char_p,
            c_char_p,
            _STRINGS,
            c_int64,
            _STRINGS,
            c_int64,
            c_char_p,
            _HANDLES,
            _HANDLES,
        ],
    ),
    "weft_kernel_num_tensors": (c_int64, [c_void_p]),
    "weft_kernel_num_results": (c_int64, [c_void_p]),
    "weft_kernel_tensor_name": (c_char_p, [c_void_p, c_int64]),
    "weft_kernel_run": (
        c_int,
        [
            c_void_p,
            _HANDLES,
            c_int64,
            POINTER(_INT64S),
            _HANDLES,
            c_int64,
            _HANDLES,
        ],
    ),
    "weft_tensor_read": (
        c_int,
        [
            c_char_p,
            c_char_p,
            c_char_p,
            c_int64,
            _INT64S,
            c_int,
            _HANDLES,
            _HANDLES,
        ],
    ),
    "weft_tensor_write": (c_int, [c_void_p, c_char_p, _HANDLES]),
    "weft_kernel_print": (c_int, [c_void_p, c_char_p, _HANDLES, _HANDLES]),
    "weft_kernel_object": (
        c_int,
        [c_void_p, _HANDLES, POINTER(c_int64), _HANDLES],
    ),
    "weft_kernel_free": (None, [c_void_p]),
    "weft_tune": (
        c_int,
        [
            c_void_p,
            _HANDLES,
            c_int64,
            _STRINGS,
            c_int64,
            c_char_p,
            c_char_p,
            c_char_p,
            _HANDLES,
            _HANDLES,
        ],
    ),
    "weft_tuning_num_trials": (c_int64, [c_void_p]),
    "weft_tuning_trial": (
        c_int,
        [c_void_p, c_int64, c_void_p, c_int64, _HANDLES],
    ),
    "weft_tuning_free": (None, [c_void_p]),
}


class _Trial(ctypes.Structure):
    """The first fields of weft_trial."""

    _fields_ = (
        ("schedule", c_char_p),
        ("partition", c_char_p),
        ("status", c_char_p),
    )


class WeftError(Exception):
    """A function of the interface failed; the text is its message."""


def _int64s(numbers: Sequence[int]) -> ctypes.Array:
    return (c_int64 * max(1, len(numbers)))(*numbers)


def _strings(words: Sequence[str]) -> ctypes.Array:
    return (c_char_p * max(1, len(words)))(*(word.encode() for word in words))


# NumPy has no bf16, whose numbers are the upper halves of those of f32.
_BF16 = "bf16"


def _to_bf16(values: np.ndarray) -> np.ndarray:
    """`values` are numbers of bf16 that are held as f32."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return (bits >> 16).astype(np.uint16)


def _from_bf16(values: np.ndarray) -> np.ndarray:
    return (values.astype(np.uint32) << 16).view(np.float32)


class Library:
    """The loaded shared library."""

    def __init__(self, path: str) -> None:
        # Each result as a whole, and not just its entries.
        os.environ["WEFT_CHECK_RESULTS"] = "1"
        self.functions = ctypes.CDLL(path)
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(self.functions, name)
            function.restype, function.argtypes = result, arguments

    def set_num_threads(self, threads: int) -> None:
        """How many threads share loops; 0 for as many as there are."""
        self.functions.weft_set_num_threads(threads)

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function whose last parameter is the error."""
        error = c_void_p()
        status = getattr(self.functions, name)(*arguments, byref(error))
        if status == 0:
            return
        message = ""
        if error.value:
            message = ctypes.string_at(error).decode(errors="replace")
            self.functions.weft_string_free(error)
        raise WeftError(message)

    def tensor(
        self,
        format: str,
        type: str,
        dims: Sequence[int],
        coordinates: Sequence[Sequence[int]],
        values: np.ndarray,
    ) -> Tensor:
        """Stores a coordinate list."""
        flat = [c for coordinate in coordinates for c in coordinate]
        values = np.ascontiguousarray(values)
        if type == _BF16:
            values = _to_bf16(values)
        handle = c_void_p()
        self.call(
            "weft_tensor_create",
            format.encode(),
            type.encode(),
            len(dims),
            _int64s(dims),
            len(coordinates),
            _int64s(flat),
            values.ctypes.data,
            0,
            byref(handle),
        )
        return Tensor(self, handle)

    def compile(
        self,
        text: str,
        formats: Mapping[str, str],
        types: Mapping[str, str],
        options: str,
    ) -> Kernel:
        handle = c_void_p()
        format_words = [f"{name}:{format}" for name, format in formats.items()]
        type_words = [f"{name}:{type}" for name, type in types.items()]
        self.call(
            "weft_compile_with_functions",
            text.encode(),
            definitions(text).encode() or None,
            None,
            _strings(format_words),
            len(format_words),
            _strings(type_words),
            len(type_words),
            options.encode() or None,
            byref(handle),
        )
        return Kernel(self, handle)


class Tensor:
    """A stored tensor."""

    def __init__(self, library: Library, handle: c_void_p) -> None:
        self.library, self.handle = library, handle
        # Who has the arrays, if the tensor borrows them.
        self.owner: Tensor | None = None

    def __del__(self) -> None:
        self.library.functions.weft_tensor_free(self.handle)

    @property
    def dims(self) -> tuple[int, ...]:
        functions = self.library.functions
        order = functions.weft_tensor_order(self.handle)
        dims = functions.weft_tensor_dims(self.handle)
        return tuple(dims[mode] for mode in range(order))

    @property
    def type(self) -> str:
        return self.library.functions.weft_tensor_type(self.handle).decode()

    def entries(self, dtype: np.dtype) -> list[tuple[tuple[int, ...], object]]:
        """The stored entries in storage order."""
        order = len(self.dims)
        count = self.library.functions.weft_tensor_num_stored(self.handle)
        coordinates = np.zeros((count, order), np.int64)
        values = np.zeros(count, self._stored(dtype))
        self.library.call(
            "weft_tensor_entries",
            self.handle,
            coordinates.ctypes.data_as(_INT64S),
            values.ctypes.data,
        )
        if self.type == _BF16:
            values = _from_bf16(values)
        return [
            (tuple(coordinate), value)
            for coordinate, value in zip(
                coordinates.tolist(), values, strict=True
            )
        ]

    def arrays(
        self,
        dtype: np.dtype,
        kinds: Sequence[np.dtype] = (),
        packed: bool = False,
    ) -> list[np.ndarray]:
        """Copies of the raw arrays: positions and coordinates, of 32 bits or of
        the given kinds, then values. Records of the last coordinates and the
        values are taken apart."""
        count = self.library.functions.weft_tensor_num_arrays(self.handle)
        result = []
        for number in range(count):
            data, length = c_void_p(), c_int64()
            self.library.call(
                "weft_tensor_array",
                self.handle,
                number,
                byref(data),
                byref(length),
            )
            kind = np.dtype(np.int32)
            if number == count - 1:
                kind = self._stored(dtype)
                if packed:
                    kind = _record(kinds[number], kind)
            elif number < len(kinds):
                kind = kinds[number]
            raw = b""
            if length.value:
                raw = ctypes.string_at(data, length.value * kind.itemsize)
            result.append(np.frombuffer(raw, kind))
        if packed:
            records = result.pop()
            result += [records["coordinate"], records["value"]]
        if self.type == _BF16:
            result[-1] = _from_bf16(result[-1])
        return result

    def on_device(self) -> Tensor:
        """A tensor of the same arrays on a device, whose components are not on
        the host."""
        functions, call = self.library.functions, self.library.call
        call("weft_tensor_to_device", self.handle, 0)
        count = functions.weft_tensor_num_arrays(self.handle)
        addresses, lengths = (c_uint64 * count)(), (c_int64 * count)()
        for number in range(count):
            address, length = c_uint64(), c_int64()
            call(
                "weft_tensor_device_array",
                self.handle,
                number,
                byref(address),
                byref(length),
            )
            addresses[number], lengths[number] = address, length
        handle = c_void_p()
        call(
            "weft_tensor_from_device_arrays",
            functions.weft_tensor_format(self.handle),
            functions.weft_tensor_type(self.handle),
            functions.weft_tensor_order(self.handle),
            functions.weft_tensor_dims(self.handle),
            count,
            addresses,
            lengths,
            0,
            0,
            None,
            None,
            byref(handle),
        )
        made = Tensor(self.library, handle)
        made.owner = self
        return made

    def move_to_host(self) -> None:
        """Copies what is on a device only."""
        self.library.call("weft_tensor_to_host", self.handle)

    def _stored(self, dtype: np.dtype) -> np.dtype:
        """How numbers lie in memory that are held as `dtype`."""
        return np.dtype(np.uint16) if self.type == _BF16 else dtype


def _record(coordinate: np.dtype, value: np.dtype) -> np.dtype:
    """Two halves, each of the size of the larger one."""
    half = max(coordinate.itemsize, value.itemsize)
    return np.dtype(
        {
            "names": ["coordinate", "value"],
            "formats": [coordinate, value],
            "offsets": [0, half],
            "itemsize": 2 * half,
        }
    )


class Kernel:
    """A compiled expression."""

    def __init__(self, library: Library, handle: c_void_p) -> None:
        self.library, self.handle = library, handle
        functions = library.functions
        count = functions.weft_kernel_num_tensors(handle)
        names = [
            functions.weft_kernel_tensor_name(handle, number).decode()
            for number in range(count)
        ]
        results = functions.weft_kernel_num_results(handle)
        self.results, self.operands = names[:results], names[results:]

    def __del__(self) -> None:
        self.library.functions.weft_kernel_free(self.handle)

    def object(self) -> bytes:
        """The object file of the kernel."""
        data, size = c_void_p(), c_int64()
        self.library.call(
            "weft_kernel_object", self.handle, byref(data), byref(size)
        )
        return ctypes.string_at(data, size.value)

    def print(self, level: str) -> str:
        """The kernel at a level of its compilation."""
        text = c_void_p()
        self.library.call(
            "weft_kernel_print", self.handle, level.encode(), byref(text)
        )
        printed = ctypes.string_at(text).decode()
        self.library.functions.weft_string_free(text)
        return printed

    def run(
        self,
        operands: Mapping[str, Tensor],
        result_dims: Mapping[str, Sequence[int]],
    ) -> dict[str, Tensor]:
        """Runs on operands by name; gives sizes of those results that are in
        `result_dims`."""
        given = (c_void_p * max(1, len(self.operands)))(
            *(operands[name].handle for name in self.operands)
        )
        sizes = (_INT64S * len(self.results))()
        for number, name in enumerate(self.results):
            if name in result_dims:
                sizes[number] = ctypes.cast(_int64s(result_dims[name]), _INT64S)
        results = (c_void_p * len(self.results))()
        self.library.call(
            "weft_kernel_run",
            self.handle,
            given,
            len(self.operands),
            sizes if result_dims else None,
            results,
            len(self.results),
        )
        return {
            name: Tensor(self.library, c_void_p(handle))
            for name, handle in zip(self.results, results, strict=True)
        }

    def tune(
        self,
        operands: Mapping[str, Tensor],
        result_dims: Mapping[str, Sequence[int]],
        options: str,
    ) -> list[str]:
        """The schedules that a search tries on operands by name, but for those
        that were refused."""
        functions = self.library.functions
        given = (c_void_p * max(1, len(self.operands)))(
            *(operands[name].handle for name in self.operands)
        )
        sizes = [
            f"{name}:{','.join(map(str, dims))}"
            for name, dims in result_dims.items()
            if dims
        ]
        tuning = c_void_p()
        self.library.call(
            "weft_tune",
            self.handle,
            given,
            len(self.operands),
            _strings(sizes),
            len(sizes),
            options.encode(),
            None,
            None,
            byref(tuning),
        )
        schedules = []
        for number in range(functions.weft_tuning_num_trials(tuning)):
            trial = _Trial()
            self.library.call(
                "weft_tuning_trial",
                tuning,
                number,
                byref(trial),
                ctypes.sizeof(trial),
            )
            if trial.status != b"refused":
                schedules.append(trial.schedule.decode())
        functions.weft_tuning_free(tuning)
        return schedules
