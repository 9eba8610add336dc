# ===- parser_execute.py - Reading one input -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Gives an input to what reads it, and judges what comes back.

Whatever the input, there is a result or a message for the user. A result must
hold together: an expression that is printed reads as itself, a tensor follows
the rules of its format and is the same after it was written and read.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import tempfile
from collections.abc import Callable
from ctypes import byref, c_char_p, c_void_p
from pathlib import Path

from execute import FAILED, PASSED, REFUSED, Mismatch, Outcome
from spellings import parse_format
from fuzz_execute import read
from parser_cases import FILE, FUNCTIONS, IR, TEXT, ParserCase
from scalars import ELEMENTS
from weft import Library, Tensor, WeftError

MEMORY = 8 << 30
# Bytes that tensors of a file may take, so that a large size is refused.
TENSOR_MEMORY = 1 << 26
IR_SECONDS = 10.0
# Where MLIR itself crashes for what no dialect of Weft reads: an attribute that
# is an array of `index`.
UPSTREAM = ("mlir::FloatType::getWidth",)
# Words of the compiler that no user has written.
_INTERNAL = re.compile(
    r"unrealized|failed to legalize|LLVM ERROR|Assertion|UNREACHABLE"
    r"|'?\b(?:cin|tin|lattice|level|scf|memref|arith|tensor|func)\.\w+"
)


def load_runner(library: Path) -> Callable[[ParserCase], Outcome]:
    os.environ["WEFT_MEMORY_LIMIT"] = str(TENSOR_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    loaded = Library(str(library))
    tool = library.parent.parent / "bin" / "weft-opt"
    if not tool.exists():
        tool = library.parent / "weft-opt"

    def run(case: ParserCase) -> Outcome:
        if case.target == TEXT:
            return read_text(loaded, case)
        if case.target == FILE:
            return read_file(loaded, case)
        if case.target == FUNCTIONS:
            return read_functions(loaded, case)
        assert case.target == IR
        return read_ir(tool, case)

    return run


def refusal(message: str, text: bytes) -> Outcome:
    """A message must be there, and in terms of what the user has written."""
    if not message.strip():
        return Outcome(FAILED, "no message")
    first = message.splitlines()[0]
    internal = _INTERNAL.search(first)
    if internal and internal[0].strip("'").encode() not in text:
        return Outcome(FAILED, f"message about '{internal[0]}'", message)
    return Outcome(REFUSED, "refused", message)


# --- Expressions -------------------------------------------------------------


def read_text(library: Library, case: ParserCase) -> Outcome:
    formats = [w[2:] for w in case.words if w.startswith("-f")]
    types = [w[2:] for w in case.words if w.startswith("-t")]
    try:
        kernel = _compile(library, case.text, formats, types)
    except WeftError as error:
        return refusal(str(error), case.text)
    printed = _print(library, kernel, "expression")
    try:
        _print(library, kernel, "memref")
    except WeftError as error:
        return refusal(str(error), case.text)
    finally:
        library.functions.weft_kernel_free(kernel)
    try:
        again = _compile(library, printed, formats, types)
    except WeftError as error:
        text = f"{printed.decode()}\n{error}"
        return Outcome(FAILED, "what is printed is refused", text)
    twice = _print(library, again, "expression")
    library.functions.weft_kernel_free(again)
    if twice != printed:
        text = f"{printed.decode()}\n{twice.decode()}"
        return Outcome(FAILED, "what is printed reads differently", text)
    return Outcome(PASSED)


def read_functions(library: Library, case: ParserCase) -> Outcome:
    """Functions are MLIR, so that messages may speak of its operations."""
    (text,) = case.words
    try:
        kernel = _compile(library, text.encode(), [], [], case.text)
    except WeftError as error:
        message = str(error)
        if not message.strip() or "internal error" in message:
            return Outcome(FAILED, "no message for the user", message)
        return Outcome(REFUSED, "refused", message)
    try:
        _print(library, kernel, "llvm")
    except WeftError as error:
        return Outcome(FAILED, "what was taken is refused later", str(error))
    finally:
        library.functions.weft_kernel_free(kernel)
    return Outcome(PASSED)


def _compile(
    library: Library,
    text: bytes,
    formats: list[str],
    types: list[str],
    functions: bytes | None = None,
) -> c_void_p:
    handle = c_void_p()
    library.call(
        "weft_compile_with_functions",
        text,
        functions,
        None,
        _words(formats),
        len(formats),
        _words(types),
        len(types),
        b"no-code",
        byref(handle),
    )
    return handle


def _words(words: list[str]):
    encoded = [w.replace("\x00", "").encode(errors="replace") for w in words]
    return (c_char_p * max(1, len(words)))(*encoded)


def _print(library: Library, kernel: c_void_p, level: str) -> bytes:
    text = c_void_p()
    library.call("weft_kernel_print", kernel, level.encode(), byref(text))
    result = c_char_p(text.value).value or b""
    library.functions.weft_string_free(text)
    return result


# --- Files -------------------------------------------------------------------


def read_file(library: Library, case: ParserCase) -> Outcome:
    name, format, type, order = case.words
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(case.text)
        try:
            tensor = read_tensor(library, path, format, type, int(order))
        except WeftError as error:
            return refusal(str(error), case.text)
        try:
            _check_tensor(library, tensor, format, Path(folder))
        except Mismatch as error:
            return Outcome(FAILED, error.cause, f"  {error}")
    return Outcome(PASSED)


def read_tensor(
    library: Library, path: Path, format: str, type: str, order: int
) -> Tensor:
    handle = c_void_p()
    library.call(
        "weft_tensor_read",
        str(path).encode(),
        format.encode(),
        type.encode(),
        order,
        None,
        0,
        byref(handle),
    )
    return Tensor(library, handle)


def _check_tensor(
    library: Library, tensor: Tensor, format: str, folder: Path
) -> None:
    if not tensor.dims or max(tensor.dims) > 1000:
        return  # A dense evaluator would take too much.
    element = ELEMENTS[tensor.type]
    layout = parse_format(format, len(tensor.dims))
    numbers, present = read("A", layout, tensor, tensor.dims, element)
    path = folder / "again.ttx"
    library.call("weft_tensor_write", tensor.handle, str(path).encode())
    again = read_tensor(
        library, path, format, tensor.type, len(tensor.dims)
    )
    others, there = read("A", layout, again, tensor.dims, element)
    same = (numbers == others) | ((numbers != numbers) & (others != others))
    if not (same & (present == there)).all():
        raise Mismatch("reads differently than written", path.read_text())


# --- IR ----------------------------------------------------------------------


def read_ir(tool: Path, case: ParserCase) -> Outcome:
    command = [str(tool), "--mlir-disable-threading", *case.words, "-"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, errors = process.communicate(case.text, IR_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Outcome(FAILED, "timeout", f"  {' '.join(case.words)}")
    message = errors.decode(errors="replace")
    if process.returncode < 0 or process.returncode > 1:
        if frame(message) in UPSTREAM:
            return Outcome(REFUSED, "a crash of MLIR's own parser")
        return Outcome(FAILED, f"crash: {frame(message)}", message[:3000])
    if process.returncode == 0:
        return Outcome(PASSED)
    if "error:" not in message:
        return Outcome(FAILED, "no message", message)
    return Outcome(REFUSED, "refused", message)


def frame(stack: str) -> str:
    """The innermost function of ours or of MLIR in a stack dump."""
    for line in stack.splitlines():
        match = re.search(r" ((?:weft|mlir|llvm)::[\w:~]+)", line)
        if match and "sys::" not in match[1]:
            return match[1]
    return "unknown"
