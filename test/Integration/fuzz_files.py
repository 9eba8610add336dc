# ===- fuzz_files.py - Findings as files -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Writes a finding so that it can be run without the fuzzer: the operands as
files, and the command of the driver that reads them."""

from __future__ import annotations

from pathlib import Path

from functions import definitions
from fuzz_case import FuzzCase, Number, Operand

_FIELDS = {"i": "integer", "u": "integer", "f": "real", "c": "complex"}


def write_finding(folder: Path, case: FuzzCase, text: str) -> Path:
    """Returns the case's file, which `fuzz.py --case` runs."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, operand in case.data[0].operands.items() if case.data else ():
        if not operand.dims:
            files[name] = driver_number(operand.values[0])
            continue
        path = folder / f"{case.name}.{name}.ttx"
        path.write_text(coordinate_file(operand, case.types[name]))
        files[name] = str(path)
    functions = folder / f"{case.name}.mlir"
    if definitions(case.text):
        functions.write_text(definitions(case.text))
    (folder / f"{case.name}.txt").write_text(
        f"{text}\n{case.command(files, str(functions))}\n"
    )
    path = folder / f"{case.name}.json"
    path.write_text(case.to_json() + "\n")
    return path


def coordinate_file(operand: Operand, type: str) -> str:
    """In the .ttx format, which has sizes for any order."""
    kind = _FIELDS.get(type[0], "real")
    lines = [f"%%MatrixMarket tensor coordinate {kind} general"]
    sizes = [*operand.dims, len(operand.coordinates)]
    lines.append(" ".join(map(str, sizes)))
    for where, value in zip(operand.coordinates, operand.values, strict=True):
        parts = [x + 1 for x in where]
        if isinstance(value, complex):
            parts += [value.real, value.imag]
        else:
            parts.append(value)
        lines.append(" ".join(map(str, parts)))
    return "\n".join(lines) + "\n"


def driver_number(value: Number) -> str:
    if isinstance(value, complex):
        return f"{value.real!r}{value.imag:+}im"
    return repr(value)
