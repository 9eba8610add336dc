# ===- weft_linalg.py - Weft from linalg ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Weft in the place of MLIR's sparsifier: the same operation of `linalg`.

`weft-opt --weft-sparsifier` for the processor of the host, then clang as for the
sparsifier. Stored operands are arguments and a stored result is returned, so that no
arrays are copied. Formats that `sparse_tensor` does not have are those of `level`.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

from contest.contestants.base import Setup
from contest.contestants.sparsifier import Call, Sparsifier
from contest.instance import Instance
from contest.native import is_dense
from contest.sparsifier_text import (
    Program,
    has_encoding,
    sparse_tensor_encoding,
)
from contest.storage import BLOCK, SLICE, Format, Stored

# By the letters of `contest.storage`.
_LEVELS = {
    "d": "dense",
    "s": "compressed",
    "u": "compressed<nonunique>",
    "q": "singleton",
    "p": "padded",
    "r": "range",
    "o": "offset",
    "i": "interval",
}


class StoredProgram(Program):
    """`@kernel` takes stored operands and returns a stored result."""

    def encoding(self, format: Format, order: int) -> str:
        if has_encoding(format, order):
            return sparse_tensor_encoding(format, order)
        return _level_format(format, order)

    def operand(self, tensor: str) -> None:
        if is_dense(self.kernel.format(tensor)):
            super().operand(tensor)
        else:
            self.arguments.append(f"%{tensor}: {self.type(tensor)}")

    def finish(self) -> str:
        result = self.kernel.result
        if is_dense(self.kernel.format(result)):
            return super().finish()
        type = self.type(result)
        head = f"func.func @kernel({', '.join(self.arguments)}) -> {type}"
        head += " attributes {llvm.emit_c_interface} {"
        last = f"return %result : {type}"
        return "\n".join([head, *self.lines, last, "}"]) + "\n"


class WeftLinalg(Sparsifier):
    name = "weft-linalg"
    most_threads = None

    @staticmethod
    def missing(setup: Setup) -> str | None:
        tool = _weft_opt(setup)
        return Sparsifier.missing(setup) or (
            None if tool.exists() else f"{tool} is missing"
        )

    @property
    def passes(self) -> str:
        threads = "true" if self.setup.threads > 1 else "false"
        return f"--weft-sparsifier=threads={threads} machine=native"

    @property
    def compiler(self) -> Path:
        return _weft_opt(self.setup)

    @property
    def libraries(self) -> tuple[str, ...]:
        folder = self.setup.library.parent
        return f"-L{folder}", "-lweft_runtime", f"-Wl,-rpath,{folder}"

    def program(self, instance: Instance) -> str:
        return StoredProgram(instance).text()

    def call(self, library: ctypes.CDLL, instance: Instance) -> Call:
        return StoredCall(library, instance)


def _level_format(format: Format, order: int) -> str:
    block = SLICE if "slice 0" in format.modes else BLOCK
    places = {"slot": "slot", "diagonal": "slot"}
    for mode in range(order):
        places[f"block {mode}"] = f"d{mode} floordiv {block}"
        places[f"slice {mode}"] = f"d{mode} floordiv {block}"
        places[f"place {mode}"] = f"d{mode} mod {block}"
    levels = [
        f"{places.get(mode, f'd{mode}')} : {_LEVELS[letter]}"
        for letter, mode in zip(format.letters, format.modes, strict=True)
    ]
    dims = ", ".join(f"d{mode}" for mode in range(order))
    return (
        f"#level.format<({dims}) -> ({', '.join(levels)}), pos = 32, crd = 32>"
    )


def _weft_opt(setup: Setup) -> Path:
    return setup.library.parent.parent / "bin" / "weft-opt"


class StoredCall(Call):
    passes_sizes = True

    def __init__(self, library: ctypes.CDLL, instance: Instance) -> None:
        super().__init__(library, instance)
        self.free = library._mlir_memref_to_llvm_free
        self.free.argtypes = [ctypes.c_void_p]

    def arrays_of(self, stored: Stored) -> list[np.ndarray]:
        """Both levels of diagonals have their offsets."""
        if "o" not in stored.format.letters:
            return stored.arrays
        return [stored.arrays[0], *stored.arrays]
