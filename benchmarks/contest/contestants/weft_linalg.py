# ===- weft_linalg.py - Weft from linalg ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Weft in the place of MLIR's sparsifier: the same operation of `linalg`.

`weft-opt --weft-sparsifier`, then clang as for the sparsifier. Stored operands
are arguments and a stored result is returned, so that no arrays are copied.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

from contest.contestants.base import Setup
from contest.contestants.sparsifier import Call, Sparsifier
from contest.instance import Instance
from contest.native import is_dense
from contest.sparsifier_text import Program


class StoredProgram(Program):
    """`@kernel` takes stored operands and returns a stored result."""

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
    passes = "--weft-sparsifier=threads=false"

    @staticmethod
    def missing(setup: Setup) -> str | None:
        tool = _weft_opt(setup)
        return Sparsifier.missing(setup) or (
            None if tool.exists() else f"{tool} is missing"
        )

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


def _weft_opt(setup: Setup) -> Path:
    return setup.library.parent.parent / "bin" / "weft-opt"


class StoredCall(Call):
    passes_sizes = True

    def __init__(self, library: ctypes.CDLL, instance: Instance) -> None:
        super().__init__(library, instance)
        self.free = library._mlir_memref_to_llvm_free
        self.free.argtypes = [ctypes.c_void_p]
