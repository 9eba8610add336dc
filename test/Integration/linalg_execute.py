# ===- linalg_execute.py - Programs run by two compilers -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs programs of `linalg` operations: those with encodings by `weft-opt`, those
without by upstream's dense lowering."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from linalg_case import LinalgCase, program

# Nothing folds before bufferization: an operation that folds to a constant would
# no longer read its output, whose components it keeps where it reduces nothing.
DENSE_PASSES = (
    "--one-shot-bufferize=bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map",
    *("--convert-linalg-to-loops", "--convert-vector-to-scf"),
    *("--convert-scf-to-cf", "--expand-strided-metadata", "--lower-affine"),
    *("--convert-complex-to-standard", "--arith-expand"),
    *("--convert-math-to-llvm", "--convert-math-to-libm"),
    *("--convert-vector-to-llvm", "--finalize-memref-to-llvm"),
    *("--convert-to-llvm", "--reconcile-unrealized-casts"),
)
# Loops are shared by threads however short they are, and memory that is not
# written has no zeros.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "3",
    "WEFT_SHARE_FROM": "0",
    "MALLOC_PERTURB_": "165",
}
PASSED, REFUSED, FAILED = "passed", "refused", "failed"


@dataclass
class Tools:
    """Where the programs and libraries are."""

    build: Path
    llvm: Path
    timeout: float

    def libraries(self) -> str:
        runner = ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
        paths = [self.build / "lib" / "libweft_runtime.so"]
        paths += [self.llvm / "lib" / name for name in runner]
        return ",".join(map(str, paths))


@dataclass
class Outcome:
    status: str
    message: str = ""


class Failure(Exception):
    """A program that did not end as it should."""


@dataclass
class Compiled:
    text: str
    error: str
    status: int


def _execute(command: list[str], tools: Tools) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=tools.timeout,
            env=os.environ | ENVIRONMENT,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1000, "", "timeout")


def compile_text(text: str, passes: tuple[str, ...], tools: Tools) -> Compiled:
    """The module after passes; that of `weft-opt` if there is one of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mlir"
        path.write_text(text)
        is_weft = any("weft" in name for name in passes)
        tool = tools.build / "bin" / "weft-opt"
        if not is_weft:
            tool = tools.llvm / "bin" / "mlir-opt"
        done = _execute([str(tool), str(path), *passes], tools)
        return Compiled(done.stdout, done.stderr, done.returncode)


def run_text(text: str, tools: Tools) -> dict[str, list[str]]:
    """What each case of a lowered module prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mlir"
        path.write_text(text)
        command = [str(tools.llvm / "bin" / "mlir-runner"), str(path)]
        command += ["-e", "main", "-entry-point-result=void", "-O0"]
        command += [f"-shared-libs={tools.libraries()}"]
        done = _execute(command, tools)
    if done.returncode:
        raise Failure(f"execution ends with {done.returncode}: {done.stderr}")
    printed: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("case "):
            lines = printed.setdefault(line[5:], [])
        else:
            lines.append("0" if line == "-0" else line)
    return printed


def is_close(left: list[str], right: list[str]) -> bool:
    """Six digits are printed."""
    if len(left) != len(right):
        return False
    for a, b in zip(left, right):
        if a != b and abs(float(a) - float(b)) > 1e-5 * abs(float(a)):
            return False
    return True


class Batch:
    """Cases that run together, until one fails."""

    def __init__(self, tools: Tools, passes: str) -> None:
        self.tools, self.passes = tools, (passes,)
        self.outcomes: dict[str, Outcome] = {}

    def run(self, cases: list[LinalgCase]) -> dict[str, Outcome]:
        left = list(cases)
        states = "schedule=auto" in self.passes[0]
        while left:
            compiled = compile_text(
                program(left, False, states), self.passes, self.tools
            )
            if compiled.status == 0:
                self._compare(left, compiled.text)
                break
            found = self._located(left, compiled)
            if found is None:
                self._divide(left, compiled)
                break
            self.outcomes[found.name] = Outcome(REFUSED, compiled.error)
            left.remove(found)
        return self.outcomes

    def _located(
        self, cases: list[LinalgCase], compiled: Compiled
    ) -> LinalgCase | None:
        """The case that an error is at."""
        match = re.search(r"program\.mlir:(\d+):\d+: error:", compiled.error)
        if compiled.status != 1 or not match:
            return None
        line = int(match[1])
        for case in cases:
            line -= len(case.text(False).splitlines())
            if line <= 0:
                return case
        return None

    def _divide(self, cases: list[LinalgCase], compiled: Compiled) -> None:
        if len(cases) == 1:
            text = f"ends with {compiled.status}: {compiled.error}"
            self.outcomes[cases[0].name] = Outcome(FAILED, text)
            return
        middle = len(cases) // 2
        self.run(cases[:middle])
        self.run(cases[middle:])

    def _compare(self, cases: list[LinalgCase], lowered: str) -> None:
        dense = compile_text(program(cases, True), DENSE_PASSES, self.tools)
        try:
            if dense.status:
                raise Failure(f"the dense program: {dense.error}")
            expected = run_text(dense.text, self.tools)
            printed = run_text(lowered, self.tools)
        except Failure as failure:
            self._divide_or_fail(cases, str(failure))
            return
        for case in cases:
            self.outcomes[case.name] = Outcome(PASSED)
            left, right = printed[case.name], expected[case.name]
            if not is_close(left, right):
                text = f"prints {' '.join(left)}\nexpected {' '.join(right)}"
                self.outcomes[case.name] = Outcome(FAILED, text)

    def _divide_or_fail(self, cases: list[LinalgCase], message: str) -> None:
        if len(cases) == 1:
            self.outcomes[cases[0].name] = Outcome(FAILED, message)
        else:
            self._divide(cases, Compiled("", message, 0))
