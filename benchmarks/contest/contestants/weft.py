# ===- weft.py - Weft -----------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Weft, as it compiles an expression by itself, with a schedule that is given, and
with one that it chooses for the operands."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import Digest, dense_digest, stored_digest
from contest.instance import Instance
from contest.libweft import Invocation, Library, Tensor, WeftError
from contest.storage import Stored


class Weft(Contestant):
    """What users get who write the expression."""

    name = "weft"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.library = Library(setup.library)
        self.library.set_num_threads(setup.threads)

    @staticmethod
    def missing(setup: Setup) -> str | None:
        return None if setup.library.exists() else f"{setup.library} is missing"

    @property
    def version(self) -> str:
        return self.library.version

    def options(self, instance: Instance) -> str:
        return ""

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        options = self.options(instance)
        if kernel.reads_file:
            return self._reading(instance, file)
        formats = {name: kernel.format(name).weft for name in kernel.operands}
        formats[kernel.result] = kernel.format(kernel.result).weft
        start = time.perf_counter()
        try:
            compiled = self.library.compile(kernel.expression, formats, options)
        except WeftError as error:
            raise Unsupported(str(error).splitlines()[0]) from error
        seconds = time.perf_counter() - start
        invocation = compiled.bind(
            {name: self.operand(instance, name) for name in kernel.operands}
        )
        return _prepared(instance, invocation, seconds, compiled)

    def operand(self, instance: Instance, name: str) -> Tensor:
        format = instance.kernel.format(name).weft
        entries = instance.entries(name)
        if entries:
            stored = entries.coordinates, entries.values
            return self.library.tensor(format, entries.dims, *stored)
        values = instance.dense(name)
        places = np.indices(values.shape, np.int32, sparse=True)
        return self.library.tensor(format, values.shape, places, values)

    def _reading(self, instance: Instance, file: Path) -> Prepared:
        tensors: list[Tensor] = []
        format = instance.kernel.format(instance.kernel.result)

        def run() -> None:
            tensors.append(
                self.library.read(file, format.weft, instance.kernel.order)
            )

        def entries() -> Digest:
            sizes = tensors[-1].dims
            return stored_digest(
                Stored(format, sizes, sizes, tensors[-1].arrays())
            )

        def size() -> int:
            return sum(array.nbytes for array in tensors[-1].arrays())

        return Prepared(run, entries, tensors.clear, size)


class ScheduledWeft(Weft):
    """With the schedule of the literature that the kernel has, if any."""

    name = "weft-scheduled"

    def options(self, instance: Instance) -> str:
        if not instance.kernel.schedule:
            raise Unsupported("no schedule")
        return "schedule=" + instance.kernel.schedule


class AutomaticWeft(Weft):
    """With the schedule that a cost model chooses for the operands."""

    name = "weft-auto"
    in_every_suite = False

    def options(self, instance: Instance) -> str:
        return "schedule=auto"


def _prepared(
    instance: Instance, invocation: Invocation, seconds: float, kernel: object
) -> Prepared:
    format = instance.kernel.format(instance.kernel.result)
    dims = instance.dims(instance.kernel.result)
    sizes = tuple(dims[mode] for mode in format.modes)
    results: list[Tensor] = []

    def result() -> Tensor:
        if not results:
            results.append(invocation.take())
        return results[0]

    def run() -> None:
        invocation.run()

    def discard() -> None:
        result()
        results.clear()

    def value() -> Digest:
        arrays = result().arrays()
        if set(format.letters) <= {"d"}:
            return dense_digest(arrays[-1].reshape(dims))
        return stored_digest(Stored(format, dims, sizes, arrays))

    def size() -> int:
        return sum(array.nbytes for array in result().arrays())

    return Prepared(run, value, discard, size, seconds, [kernel])
