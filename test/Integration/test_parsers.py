#!/usr/bin/env python3
# ===- test_parsers.py - Tests of the fuzzer of parsers --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Lets the fuzzer of parsers read with parsers that crash, hang and stammer.
Needs no library."""

from __future__ import annotations

import contextlib
import io
import os
import random
import sys
import tempfile
import time
import unittest
from pathlib import Path

import fuzz_parsers
import parser_execute
from execute import FAILED, PASSED, REFUSED, Outcome
from mutation import Mutator, kind, minimize, mutate_bytes, tokens
from parser_cases import FILE, FILES, IR, TARGETS, TEXT, Inputs, ParserCase

TEXT_OF = "y(i) = A(i,j) * x(j) + 1.5e3"


class Mutation(unittest.TestCase):
    def test_tokens(self) -> None:
        self.assertEqual("".join(tokens(TEXT_OF)), TEXT_OF)
        self.assertIn("1.5e3", tokens(TEXT_OF))
        ir = '%a:2 = cin.forall "i" to %n : tensor<?xf64, #CSR>\n'
        self.assertEqual("".join(tokens(ir)), ir)
        kinds = [kind(t) for t in ("%a", "#CSR", "cin.forall", "f64", '"i"')]
        self.assertEqual(kinds, ["%", "#", "operation", "type", "string"])

    def test_texts_change(self) -> None:
        mutator = Mutator(random.Random(1), ["q", "77", "%z"])
        changed = {mutator.mutate(TEXT_OF) for _ in range(200)}
        self.assertGreater(len(changed), 150)
        mild = [mutator.mutate(TEXT_OF, 1) for _ in range(50)]
        self.assertTrue(all(len(text) < 60 for text in mild))
        self.assertTrue(mutator.mutate(""))

    def test_bytes_change(self) -> None:
        pick = random.Random(1)
        data = bytes(range(100))
        changed = {mutate_bytes(pick, data) for _ in range(50)}
        self.assertGreater(len(changed), 40)
        self.assertEqual(mutate_bytes(pick, b""), b"")

    def test_minimize(self) -> None:
        text = "a b\nc bad d\n e f\n" * 10
        self.assertEqual(minimize(text, lambda t: "bad" in t), "bad")
        self.assertEqual(minimize(text, lambda _: False, 20), text)


class Cases(unittest.TestCase):
    def test_every_target_has_inputs(self) -> None:
        inputs = Inputs(1)
        self.assertGreater(len(inputs.expressions), 30)
        self.assertGreater(len(inputs.chunks), 100)
        self.assertTrue(any(passes for _, passes in inputs.chunks))
        self.assertFalse(any("CHECK" in text for text, _ in inputs.chunks))
        for target in TARGETS:
            case = inputs.make(target, 3)
            self.assertEqual(case, Inputs(1).make(target, 3))
            self.assertNotEqual(case, inputs.make(target, 4))

    def test_files_are_of_all_kinds(self) -> None:
        inputs = Inputs(1)
        names = {inputs.make(FILE, n).words[0] for n in range(300)}
        self.assertLess(set(FILES), names)
        self.assertTrue(any(name.endswith(".xz") for name in names))


class Judgement(unittest.TestCase):
    def test_messages(self) -> None:
        def cause(message: str, text: bytes = b"") -> str:
            return parser_execute.refusal(message, text).cause

        self.assertEqual(cause("expected ')'\n  y(\n    ^"), "refused")
        self.assertEqual(cause(" \n"), "no message")
        self.assertIn("cin.forall", cause("'cin.forall' op is not lowered"))
        self.assertEqual(cause("got 'tensor.5'", b"tensor.5"), "refused")

    def test_programs(self) -> None:
        """A tool is judged by how it ends."""

        def end(program: str) -> Outcome:
            with tempfile.TemporaryDirectory() as folder:
                tool = Path(folder) / "tool"
                tool.write_text(f"#!{sys.executable}\n{program}\n")
                tool.chmod(0o755)
                case = ParserCase("ir-1-1", IR, b"text", ())
                return parser_execute.read_ir(tool, case)

        self.assertEqual(end("").status, PASSED)
        error = "import sys; sys.exit('a: error: b')"
        self.assertEqual(end(error).status, REFUSED)
        self.assertEqual(end("import sys; sys.exit(1)").cause, "no message")
        self.assertIn("crash", end("import os; os.abort()").cause)
        self.assertIn("crash", end("import sys; sys.exit(134)").cause)
        seconds, parser_execute.IR_SECONDS = parser_execute.IR_SECONDS, 0.5
        try:
            self.assertEqual(end("import time; time.sleep(9)").cause, "timeout")
        finally:
            parser_execute.IR_SECONDS = seconds

    def test_innermost_function(self) -> None:
        stack = (
            " #0 0x0 llvm::sys::PrintStackTrace(llvm::raw_ostream&)\n"
            " #1 0x0 (/lib/libc.so.6+0x3c050)\n"
            " #2 0x0 weft::emitAlloc(mlir::Type) (/lib/libWeftCore.so+0x1)\n"
        )
        self.assertEqual(parser_execute.frame("no stack"), "unknown")
        self.assertEqual(parser_execute.frame(stack), "weft::emitAlloc")


class Runs(unittest.TestCase):
    def run_fuzz(self, behave, *words: str) -> tuple[int, str]:
        options = fuzz_parsers.parse_arguments(
            ["--jobs", "1", "--timeout", "5", "--cases", "8", *words]
        )
        options.make_runner = lambda _: behave
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = fuzz_parsers.ParserFuzzer(options).run()
        return status, text.getvalue()

    def test_all_is_well(self) -> None:
        status, text = self.run_fuzz(lambda _: Outcome(PASSED))
        self.assertEqual(status, 0)
        self.assertIn("8 text, 8 file, 2 ir, 8 functions: 26 accepted, 0 refused", text)

    def test_findings(self) -> None:
        def behave(case: ParserCase) -> Outcome:
            if case.target == TEXT and case.name.endswith("-3"):
                os.abort()
            if case.target == FILE and case.name.endswith("-5"):
                time.sleep(60)
            if case.target == IR:
                return Outcome(FAILED, "no message")
            return Outcome(REFUSED, "refused", "expected a name")

        with tempfile.TemporaryDirectory() as folder:
            status, text = self.run_fuzz(
                behave, "--out", folder, "--shrink", "2", "--verbose"
            )
            names = {path.name for path in Path(folder).iterdir()}
        self.assertEqual(status, 1)
        self.assertIn("1 found: text: crash, first text-1-3", text)
        self.assertIn("1 found: file: timeout, first file-1-5", text)
        self.assertIn("2 found: ir: no message", text)
        self.assertIn("22 refused, 4 failed", text)
        self.assertLess({"text-1-3", "file-1-5"}, names)

    def test_nothing_done_is_a_failure(self) -> None:
        status, _ = self.run_fuzz(lambda _: Outcome(PASSED), "--cases", "0")
        self.assertEqual(status, 1)


if __name__ == "__main__":
    unittest.main()
