# ===- sparsifier.py - MLIR's sparsifier ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""MLIR's own compiler of sparse tensors, through the same LLVM.

`mlir-opt --sparsifier`, then clang at the options of the C code: floating-point
operations may be reordered as there. It makes no threads.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import Digest, dense_digest, stored_digest
from contest.instance import Instance
from contest.native import count_slots, is_dense
from contest.sparsifier_text import Program, levels_with_arrays
from contest.storage import Stored

_MOST_SECONDS = 60
_TOOLS = ("mlir-opt", "mlir-translate", "clang")
_OPERATION = re.compile(r"= (fadd|fsub|fmul) double")


class _TooSlow(Unsupported):
    """Compiling took too long, as it will for other sizes."""


def _memref(order: int) -> type[ctypes.Structure]:
    """MLIR's descriptor of memory."""
    number = ctypes.c_int64
    fields = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", number),
        ("sizes", number * order),
        ("strides", number * order),
    ]
    return type(f"Memref{order}", (ctypes.Structure,), {"_fields_": fields})


def _describe(array: np.ndarray) -> ctypes.Structure:
    address = array.ctypes.data
    order = array.ndim
    sizes = (ctypes.c_int64 * order)(*array.shape)
    steps = (step // array.itemsize for step in array.strides)
    strides = (ctypes.c_int64 * order)(*steps)
    return _memref(order)(address, address, 0, sizes, strides)


class Sparsifier(Contestant):
    """Lowers a program by `passes` of `compiler`, and clang compiles it."""

    name = "sparsifier"
    most_threads = 1
    keeps = True
    fixes_sizes = True

    @staticmethod
    def missing(setup: Setup) -> str | None:
        lacking = [tool for tool in _TOOLS if not (setup.llvm / tool).exists()]
        return f"no {lacking[0]} in {setup.llvm}" if lacking else None

    @property
    def version(self) -> str:
        words = [self.setup.llvm / "llvm-config", "--version"]
        return subprocess.run(
            words, capture_output=True, text=True
        ).stdout.strip()

    @property
    def passes(self) -> str:
        return "--sparsifier=enable-runtime-library=false"

    @property
    def compiler(self) -> Path:
        return self.setup.llvm / "mlir-opt"

    @property
    def libraries(self) -> tuple[str, ...]:
        """What the linker needs besides the program."""
        return ()

    def program(self, instance: Instance) -> str:
        return Program(instance).text()

    def call(self, library: ctypes.CDLL, instance: Instance) -> Call:
        return Call(library, instance)

    def _tool(self, tool_path: Path, *arguments: object) -> None:
        name = tool_path.name
        words = [str(tool_path), *map(str, arguments)]
        # In a group of its own, since clang has processes below it.
        with subprocess.Popen(
            words, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as tool:
            try:
                _, printed = tool.communicate(timeout=_MOST_SECONDS)
            except subprocess.TimeoutExpired as error:
                os.killpg(tool.pid, signal.SIGKILL)
                reason = f"{name} takes over {_MOST_SECONDS} s"
                raise _TooSlow(reason) from error
        if tool.returncode:
            lines = printed.splitlines() or [
                f"{name} ends with {tool.returncode}"
            ]
            errors = (line for line in lines if "error:" in line)
            raise Unsupported(next(errors, lines[0]))

    def _build(self, text: str) -> tuple[ctypes.CDLL, float]:
        """The compiled module, and how long it took."""
        key = hashlib.sha256((self.passes + text).encode()).hexdigest()[:20]
        base = self.setup.scratch / f"{self.name}-{key}"
        files = {
            suffix: base.with_suffix(suffix)
            for suffix in (".mlir", ".lowered", ".ll", ".so", ".seconds")
        }
        if not files[".seconds"].exists():
            files[".mlir"].write_text(text)
            start = time.perf_counter()
            llvm = self.setup.llvm
            self._tool(
                *(self.compiler, self.passes, files[".mlir"]),
                *("-o", files[".lowered"]),
            )
            self._tool(
                *(llvm / "mlir-translate", "--mlir-to-llvmir"),
                *(files[".lowered"], "-o", files[".ll"]),
            )
            fast = _OPERATION.sub(r"= \1 fast double", files[".ll"].read_text())
            files[".ll"].write_text(fast)
            self._tool(
                *(llvm / "clang", "-O3", "-march=native", "-shared"),
                *("-fPIC", "-w", files[".ll"], "-o", files[".so"]),
                *self.libraries,
            )
            files[".seconds"].write_text(repr(time.perf_counter() - start))
        library = ctypes.CDLL(str(files[".so"]))
        return library, float(files[".seconds"].read_text())

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        if self.most_threads and self.setup.threads > self.most_threads:
            raise Unsupported("it makes no threads")
        if instance.kernel.reads_file:
            raise Unsupported("an operation of linalg reads no files")
        note = self.setup.scratch / f"{self.name}-{instance.kernel.name}.slow"
        if note.exists():
            raise Unsupported(note.read_text())
        try:
            library, seconds = self._build(self.program(instance))
        except _TooSlow as reason:
            note.write_text(str(reason))
            raise
        return self.call(library, instance).prepared(seconds)


class Call:
    """The compiled function with its arguments."""

    # Whether a stored tensor has the sizes of its modes, and the number of its
    # slots if it has any, before its arrays.
    passes_sizes = False

    def __init__(self, library: ctypes.CDLL, instance: Instance) -> None:
        kernel = instance.kernel
        self.format = kernel.format(kernel.result)
        self.dims = instance.dims(kernel.result)
        self.function = library._mlir_ciface_kernel
        self.function.restype = None
        self.arrays: list[np.ndarray] = []
        self.arguments: list[object] = []
        self.results: list[ctypes.Structure] = []
        if not is_dense(self.format):
            self._return_arrays()
        for name in kernel.operands:
            stored = instance.stored(name)
            if is_dense(stored.format):
                self._pass(stored.values.reshape(stored.dims))
                continue
            if self.passes_sizes:
                sizes = [*stored.dims, *count_slots(instance, name)]
                self.arguments += map(ctypes.c_int64, sizes)
            for array in self.arrays_of(stored):
                self._pass(array)
        self.memory = None
        if is_dense(self.format):
            self.memory = np.zeros(self.dims)
            self._pass(self.memory)
        self.free = ctypes.CDLL(None).free
        self.free.argtypes = [ctypes.c_void_p]

    def arrays_of(self, stored: Stored) -> list[np.ndarray]:
        """The arrays of a stored tensor in the order of the arguments."""
        return stored.arrays

    def _pass(self, array: np.ndarray) -> None:
        self.arrays.append(array)
        self.arguments.append(ctypes.byref(_describe(array)))

    def _return_arrays(self) -> None:
        """Makes a place for what is returned the first argument."""
        count = len(levels_with_arrays(self.format)) + 1
        names = [f"array{number}" for number in range(count)]
        sizes = [f"size{mode}" for mode in range(len(self.dims))]
        fields = [(name, ctypes.c_int64) for name in sizes]
        fields = fields if self.passes_sizes else []
        fields += [(name, _memref(1)) for name in names]
        returned = type("Returned", (ctypes.Structure,), {"_fields_": fields})()
        self.results = [getattr(returned, name) for name in names]
        self.arguments.append(ctypes.byref(returned))

    def run(self) -> None:
        self.function(*self.arguments)

    def discard(self) -> None:
        for result in self.results:
            self.free(result.allocated)
            result.allocated = None

    def stored(self) -> Stored:
        views = []
        for number, result in enumerate(self.results):
            is_index = number < len(self.results) - 1
            kind = ctypes.c_int32 if is_index else ctypes.c_double
            length = result.sizes[0]
            views.append(np.zeros(0, kind))
            if length:
                memory = (kind * length).from_address(result.aligned)
                views[-1] = np.frombuffer(memory, kind)
        sizes = tuple(self.dims[mode] for mode in self.format.modes)
        return Stored(self.format, self.dims, sizes, views)

    def digest(self) -> Digest:
        if self.memory is not None:
            return dense_digest(self.memory)
        return stored_digest(self.stored())

    def result_bytes(self) -> int:
        if self.memory is not None:
            return self.memory.nbytes
        return self.stored().num_bytes

    def prepared(self, seconds: float) -> Prepared:
        return Prepared(
            *(self.run, self.digest, self.discard, self.result_bytes, seconds)
        )
