# ===- fuzz_cuda.py - Random kernels as CUDA source -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles the CUDA source of random kernels, and compares with the PTX machine.

Half of the kernels have a random schedule for the units of a GPU, as in fuzz_gpu.py.
g++ compiles each source as cuda_source.py describes. Kernels that are refused as such
are skipped, as are those of which no loop runs on a GPU.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from ctypes import byref
from pathlib import Path

import numpy as np
from c_source import _Array, _free, _pack, _raw_arrays
from cuda_source import Source, _read
from execute import Mismatch
from fuzz_case import Data, FuzzCase
from fuzz_execute import _store, _unsized
from fuzz_generate import generate
from run import DEFAULT_LIBRARY
from scalars import ELEMENTS
from storage import count_slots
from weft import Kernel, Library, Tensor, WeftError

SKIPPED = re.compile(r"none of its loops runs on a GPU|it uses 'complex\.")


def _dims(case: FuzzCase, name: str, tensor: Tensor) -> list[int]:
    """The sizes of an operand, and behind them its numbers of slots."""
    format, type = case.format(name), ELEMENTS[case.types[name]]
    arrays = tensor.arrays(type.dtype, format.kinds, format.packed)
    return [*tensor.dims, *count_slots(format, tensor.dims, arrays)]


def _read_bfloats(array: _Array) -> np.ndarray:
    """Numbers of 16 bits that are the upper half of those of 32."""
    bits = _read(array, np.dtype(np.uint16)).astype(np.uint32) << 16
    return bits.view(np.float32)


def _agree(got: np.ndarray, expected: np.ndarray, is_short: bool) -> bool:
    """Whether numbers differ by rounding at most: sums have any order."""
    if got.dtype.kind not in "fc":
        return np.array_equal(got, expected)
    with np.errstate(all="ignore"):
        finite = np.abs(expected[np.isfinite(expected)])
        # Numbers of 16 bits have three digits at most.
        share = 0.05 if is_short else 1e4 * np.finfo(got.dtype).eps
        slack = share * max(1.0, finite.max(initial=0.0))
        near = np.isclose(got, expected, rtol=0, atol=slack, equal_nan=True)
    return bool(near.all())


def _compare(case: FuzzCase, name: str, tensor: Tensor, arrays: list[_Array]) -> None:
    format, type = case.format(name), ELEMENTS[case.types[name]]
    raw = _raw_arrays(tensor)
    for number, (expected, got) in enumerate(zip(raw, arrays, strict=True)):
        is_values = number == len(raw) - 1
        what = f"array {number} of {name}"
        if got.length != expected.length:
            raise Mismatch("length", f"{what}: {got.length} and {expected.length}")
        if is_values and format.packed:
            continue
        is_bfloat = is_values and type.name == "bf16"
        kind = np.dtype(type.dtype if is_values else format.kinds[number])
        pair = tuple(
            _read_bfloats(x) if is_bfloat else _read(x, kind)
            for x in (got, expected)
        )
        is_short = type.name in ("f16", "bf16")
        if not (_agree(*pair, is_short) if is_values else np.array_equal(*pair)):
            raise Mismatch("numbers", f"{what} is {pair[0]}, expected {pair[1]}")


def run(
    library: Library, kernel: Kernel, source: Source, case: FuzzCase, data: Data
) -> None:
    stored = {
        name: _store(library, case, name, entries)[0]
        for name, entries in data.operands.items()
    }
    expected = kernel.run(stored, _unsized(case, data))
    given = [
        _pack(_dims(case, name, stored[name]), _raw_arrays(stored[name]))
        for name in kernel.operands
    ]
    results = [
        _pack([*tensor.dims, 0], [_Array()] * len(_raw_arrays(tensor)))
        for tensor in expected.values()
    ]
    status = source.function(*(byref(x) for x in (*results, *given)), None)
    if status != 0:
        raise Mismatch("status", f"the status is {status}")
    for (name, tensor), result in zip(expected.items(), results, strict=True):
        arrays = [result.arrays[number] for number in range(result.num_arrays)]
        _compare(case, name, tensor, arrays)
        for array in arrays:
            _free(array.data)


def check(library: Library, case: FuzzCase, compiler: str) -> str | None:
    """What is wrong with a kernel; empty if nothing is, None if it is skipped."""
    formats = {name: f for name, f in case.formats.items() if f}
    try:
        kernel = library.compile(case.text, formats, case.types, case.options)
    except WeftError:
        return None
    try:
        text = kernel.print("cuda")
        with tempfile.TemporaryDirectory() as folder:
            source = Source.compile(text, compiler, Path(folder))
        for data in case.data:
            run(library, kernel, source, case, data)
    except (Mismatch, WeftError) as error:
        return None if SKIPPED.search(str(error)) else str(error)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--cases", type=int, default=40)
    options = parser.parse_args()
    os.environ["WEFT_GPU"] = "emulate"
    library = Library(str(options.library))
    passed = failed = 0
    for number in range(options.start, options.start + options.cases):
        case = generate(options.seed, number, 1, 0.5, 0.7, 1)
        wrong = check(library, case, options.gxx)
        if wrong:
            print(f"FAILED  {number}  {case.command()}\n  {wrong}", flush=True)
        passed += wrong == ""
        failed += bool(wrong)
    skipped = options.cases - passed - failed
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
