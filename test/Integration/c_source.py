# ===- c_source.py - Kernels as C source ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles the C source of cases, and compares with what the kernels give.

The source is that of `-emit=c`. C compilers take it without a warning, with and
without OpenMP, and with traps where its behavior is not defined. On the data
sets of the suite, its results have the arrays that the kernel's results have:
the same structure, and components that differ by rounding at most, as the order
of a sum is up to compilers.
"""

from __future__ import annotations

import argparse
import ctypes
import functools
import itertools
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from ctypes import POINTER, byref, c_int64, c_void_p
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from cases import Case, all_cases, sample
from datasets import Dataset
from execute import (
    FAILED,
    PASSED,
    REFUSED,
    Mismatch,
    Outcome,
    _datasets,
    _describe,
    _store,
    _unknown_dims,
    close_enough,
    compile_case,
)
from formats import Format
from storage import count_slots
from run import DEFAULT_LIBRARY, HERE, Report, load_refusals
from weft import Kernel, Library, Tensor, WeftError
from workers import Pool, Runner

WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
# Without OpenMP and with it, and not to be traced back to one compiler.
FLAGS = {
    "gcc": [
        *("-O2", "-fsanitize=undefined"),
        "-fsanitize-undefined-trap-on-error",
    ],
    # That lanes are not used is no fault of the source.
    "clang": [
        *("-O1", "-fsanitize=undefined", "-fsanitize-trap=all"),
        *("-fopenmp", "-Wno-pass-failed"),
    ],
}
# Loops on threads and in tiles, for kernels whose text has the variable.
SCHEDULES = {
    "parallel": "schedule=parallelize(i,CPUThread,NoRaces)",
    "columns": "schedule=parallelize(j,CPUThread,NoRaces)",
    "counted": "assembly=two_phase schedule=parallelize(i,CPUThread,NoRaces)",
    "tiles": "schedule=split(i,i0,i1,4),parallelize(i0,CPUThread,NoRaces)",
    "lanes": "schedule=parallelize(i,CPUVector,NoRaces)",
    "sums": "schedule=parallelize(j,CPUVector,Temporary)",
    "atomics": "schedule=parallelize(i,CPUThread,Atomics)",
    "inner": "schedule=parallelize(j,CPUThread,Atomics)",
    "balanced": "schedule=fuse(i,j,f),balance(f,f0,f1,3),"
    "parallelize(f0,CPUThread,Atomics)",
}


class _Array(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_int64)]


class _TensorData(ctypes.Structure):
    _fields_ = [
        ("order", c_int64),
        ("num_arrays", c_int64),
        ("dims", POINTER(c_int64)),
        ("arrays", POINTER(_Array)),
    ]


def _pack(dims: Sequence[int], arrays: Sequence[_Array]) -> _TensorData:
    return _TensorData(
        len(dims),
        len(arrays),
        (c_int64 * max(1, len(dims)))(*dims),
        (_Array * len(arrays))(*arrays),
    )


def _raw_arrays(tensor: Tensor) -> list[_Array]:
    library = tensor.library
    arrays = []
    for number in range(
        library.functions.weft_tensor_num_arrays(tensor.handle)
    ):
        data, length = c_void_p(), c_int64()
        library.call(
            "weft_tensor_array",
            tensor.handle,
            number,
            byref(data),
            byref(length),
        )
        arrays.append(_Array(data, length))
    return arrays


@dataclass(frozen=True)
class Source:
    """The C source of a kernel, compiled."""

    functions: ctypes.CDLL

    @staticmethod
    def compile(
        text: str, compiler: str, program: str, folder: Path
    ) -> Source:
        source, library = folder / "kernel.c", folder / f"{compiler}.so"
        source.write_text(text)
        command = [program, *WARNINGS, *FLAGS[compiler]]
        done = subprocess.run(
            [*command, "-shared", "-fPIC", source, "-o", library, "-lm"],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            shown = "\n".join(done.stderr.splitlines()[:12])
            raise Mismatch("C compiler", f"  {compiler}: {shown}")
        return Source(ctypes.CDLL(str(library)))

    def run(
        self, results: Sequence[_TensorData], operands: Sequence[_TensorData]
    ) -> int:
        function = self.functions.kernel
        function.restype = c_int64
        tensors = [byref(tensor) for tensor in (*results, *operands)]
        return function(*tensors, None)


def _run(
    library: Library,
    case: Case,
    kernel: Kernel,
    sources: Mapping[str, Source],
    data: Dataset,
) -> None:
    operands = {
        name: _store(library, case, data, name) for name in data.operands
    }
    expected = kernel.run(operands, _unknown_dims(case, data))
    given = [
        _pack(
            [*tensor.dims, *_slots(case.format(name), case, tensor)],
            _raw_arrays(tensor),
        )
        for name, tensor in ((name, operands[name]) for name in kernel.operands)
    ]
    for compiler, source in sources.items():
        results = [
            _pack([*tensor.dims, 0], [_Array()] * len(_raw_arrays(tensor)))
            for tensor in expected.values()
        ]
        status = source.run(results, given)
        if status != 0:
            raise Mismatch("status", f"{compiler}: the status is {status}")
        for (name, tensor), result in zip(
            expected.items(), results, strict=True
        ):
            _compare(case, f"{compiler}: {name}", name, tensor, result)
            for number in range(result.num_arrays):
                _free(result.arrays[number].data)


_libc = ctypes.CDLL(None)
_libc.free.argtypes = [c_void_p]


def _free(data: int) -> None:
    _libc.free(data)


def _slots(format: Format, case: Case, tensor: Tensor) -> list[int]:
    arrays = tensor.arrays(case.element.dtype, format.kinds, format.packed)
    return count_slots(format, tensor.dims, arrays)


def _compare(
    case: Case, shown: str, name: str, tensor: Tensor, result: _TensorData
) -> None:
    format = case.format(name)
    if list(tensor.dims) != result.dims[: len(tensor.dims)]:
        raise Mismatch("dims", f"{shown} is {result.dims[: len(tensor.dims)]}")
    raw = _raw_arrays(tensor)
    kinds = [*format.kinds[: len(raw) - 1]]
    for number, expected in enumerate(raw):
        got = result.arrays[number]
        if got.length != expected.length:
            raise Mismatch(
                "length",
                f"array {number} of {shown} has {got.length} elements, "
                f"expected {expected.length}",
            )
        is_last = number == len(raw) - 1
        if is_last and format.packed:
            continue
        kind = np.dtype(case.element.dtype if is_last else kinds[number])
        size = kind.itemsize * got.length
        left, right = (
            np.frombuffer(ctypes.string_at(data, size) if size else b"", kind)
            for data in (expected.data, got.data)
        )
        same = (
            all(close_enough(*pair, case)
                for pair in zip(left, right, strict=True)
            )
            if is_last
            else np.array_equal(left, right)
        )
        if not same:
            raise Mismatch(
                "wrong numbers",
                f"array {number} of {shown} is {right.tolist()}, "
                f"expected {left.tolist()}",
            )


def execute(
    library: Library, programs: Mapping[str, str], case: Case
) -> Outcome:
    try:
        kernel = compile_case(library, case)
        text = kernel.print("c")
    except WeftError as error:
        return Outcome(REFUSED, "refused", str(error))
    with tempfile.TemporaryDirectory() as folder:
        try:
            sources = {
                compiler: Source.compile(
                    text, compiler, program, Path(folder)
                )
                for compiler, program in programs.items()
            }
        except Mismatch as error:
            return Outcome(FAILED, error.cause, f"  {case.name}\n{error}")
        for data in _datasets(
            case.kernel.name, case.element.name, case.run.numbers
        ):
            try:
                _run(library, case, kernel, sources, data)
            except Mismatch as error:
                message = f"{_describe(case, data)}\n  {error}"
                return Outcome(FAILED, error.cause, message)
    return Outcome(PASSED)


def load_programs(library: Path, programs: Mapping[str, str]) -> Runner:
    loaded = Library(str(library))
    return lambda case: execute(loaded, programs, case)


def _scheduled(cases: Sequence[Case]) -> list[Case]:
    """Some of the cases with schedules, which some of them refuse."""
    runs = itertools.cycle(SCHEDULES.items())
    return [
        replace(
            case, run=replace(case.run, name=name, options=options, exact=False)
        )
        for case, (name, options) in zip(cases, runs, strict=False)
        if not case.run.options
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gcc", default="gcc")
    # The one that comes with the OpenMP library that parallel loops take.
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--cases", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    programs = {"gcc": options.gcc, "clang": options.clang}
    for program in programs.values():
        if not shutil.which(program):
            parser.error(f"there is no {program}")
    every = [
        case
        for case in all_cases(options.seed)
        if options.filter.search(case.name)
        and case.element.name not in ("f16", "bf16")
    ]
    share = max(1, len(every) // max(1, options.cases))
    cases = list(sample(iter(every), 1, share, options.seed))
    cases += _scheduled(cases[::3])
    report = Report(load_refusals(HERE / "refusals.txt"), options.verbose)
    # What a schedule is refused for is what other tests look at.
    report.refusals.append(re.compile(""))
    load_runner = functools.partial(load_programs, programs=programs)
    with Pool(options.library, options.jobs, 60, load_runner) as pool:
        for case, outcome in pool.run(cases):
            if outcome.status == REFUSED and case.run.name in SCHEDULES:
                continue
            report.add(case, outcome)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
