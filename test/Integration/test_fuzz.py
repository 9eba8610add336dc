#!/usr/bin/env python3
# ===- test_fuzz.py - Tests of the fuzzer ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Lets the fuzzer look for mistakes that are known to be there.

The compiler is replaced by the dense evaluator with one mistake, so that a run
without it must pass and a run with it must end in the smallest case that shows
it. Needs no library.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import io
import os
import re
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

import campaign
import fuzz
import fuzz_execute
from dense import Stored
from execute import FAILED, PASSED, REFUSED, Outcome
from fake_library import FakeTensor, pack
from formats import Format
from spellings import parse_format
from fuzz_axes import FUNCTIONS, OPERATORS, REDUCERS, TYPES
from fuzz_case import (
    Data,
    FuzzCase,
    Operand,
    constructs,
    values_array,
)
from fuzz_files import coordinate_file, driver_number
from fuzz_generate import generate
from fuzz_shrink import shrink
from notation import Assign, Binary, Index, Reduce, Tensor, walk
from scalars import ELEMENTS

i, j = Index("i"), Index("j")
A, R, x = Tensor("A"), Tensor("R"), Tensor("x")


def tiny(**changes: object) -> FuzzCase:
    matrix = Operand((2, 2), ((1, 0), (0, 1)), (2.0, 3.0))
    case = FuzzCase(
        "0-0",
        (Assign(R(i), A(i, j) * x(j)),),
        {"R": "s", "A": "CSR", "x": "d"},
        dict.fromkeys("RAx", "f64"),
        "",
        (
            Data(
                {"i": 2, "j": 2},
                {"A": matrix, "x": Operand((2,), ((0,), (1,)), (1.0, 5.0))},
            ),
        ),
    )
    return dataclasses.replace(case, **changes)


class FakeResult(FakeTensor):
    def __init__(self, case: FuzzCase, name: str, numbers, present) -> None:
        entries = {
            tuple(c): numbers[tuple(c)] for c in np.argwhere(present).tolist()
        }
        super().__init__(case.formats[name], numbers.shape, entries)
        type = ELEMENTS[case.types[name]]
        self.type = type.name
        arrays = pack(self.format, numbers.shape, entries)
        kinds = [*self.format.kinds, type.dtype]
        self.raw = [a.astype(k) for a, k in zip(arrays, kinds, strict=True)]
        self.wide = type.dtype

    def arrays(self, dtype: np.dtype, kinds=(), packed=False) -> list:
        return self.raw

    def entries(self, dtype: np.dtype) -> list:
        plain = super().entries(dtype)
        return [(c, self.wide.type(v)) for c, v in plain]


class Compiler:
    """Evaluates a case as `fuzz_execute` does, but for one mistake: a word, or
    a function that is called with the case."""

    def __init__(self, case: FuzzCase, mistake: object = "") -> None:
        self.case, self.mistake = case, mistake
        if callable(mistake):
            mistake(case)

    def compile(self, text, formats, types, options) -> Compiler:
        assert text == self.case.text
        return self

    def set_num_threads(self, threads: int) -> None:
        """Evaluators have one."""

    @property
    def results(self) -> list[str]:
        return self.case.results

    @property
    def operands(self) -> list[str]:
        return self.case.operands

    def tensor(self, format, type, dims, coordinates, values) -> FakeResult:
        name = next(
            n
            for n, o in self.data().operands.items()
            if o.coordinates == coordinates
            and (self.case.formats[n], self.case.types[n]) == (format, type)
            and np.array_equal(values_array(o, values.dtype), values, True)
        )
        stored = fuzz_execute.evaluate_operand(
            ELEMENTS[type], self.case.format(name), self.data().operands[name]
        )
        field = stored.field
        return FakeResult(self.case, name, field.value, field.present)

    def data(self) -> Data:
        return self.case.data[0]

    def run(self, operands, sizes) -> dict[str, FakeResult]:
        stored = {
            name: fuzz_execute.evaluate_operand(
                ELEMENTS[self.case.types[name]], self.case.format(name), o
            )
            for name, o in self.data().operands.items()
        }
        return {
            name: self.result(name, expected)
            for name, expected in fuzz_execute.evaluate(
                self.case, self.data(), stored
            ).items()
        }

    def result(self, name: str, expected) -> FakeResult:
        numbers, present = expected.numbers.copy(), expected.required.copy()
        if self.mistake == "number" and uses(self.case, "-"):
            numbers.flat[:1] = 77
            present.flat[:1] = True
        if self.mistake == "structure" and present.size:
            present &= numbers != 0
        if self.mistake == "surplus":
            present[...] = True
        return FakeResult(self.case, name, numbers, present)


def uses(case: FuzzCase, operator: str) -> bool:
    return any(
        isinstance(node, Binary) and node.operator == operator
        for a in case.program
        for node in walk(a.value)
    )


def can_store(format: Format) -> bool:
    """Whether the stand-in can store it."""
    if any(level.part for level in format.levels):
        return False
    plain = format.name.partition("{")[0].partition(":")[0]
    named = ("CSR", "CSC", "DCSR", "DCSC", "CSF")
    return plain in named or set(plain) <= set("ds")


def execute(case: FuzzCase, mistake: object = "") -> Outcome:
    one = dataclasses.replace(case, data=case.data[:1])
    return fuzz_execute.execute(Compiler(one, mistake), one)


class Generator(unittest.TestCase):
    def test_cases_follow_from_seed_and_number(self) -> None:
        self.assertEqual(generate(7, 3).to_json(), generate(7, 3).to_json())
        self.assertNotEqual(generate(7, 3).to_json(), generate(7, 4).to_json())
        self.assertNotEqual(generate(7, 3).to_json(), generate(8, 3).to_json())

    def test_more_runs_begin_with_those_of_fewer(self) -> None:
        few, many = generate(7, 3), generate(7, 3, 10)
        self.assertEqual(len(many.data), 10)
        shortened = dataclasses.replace(many, data=many.data[: len(few.data)])
        self.assertEqual(shortened.to_json(), few.to_json())
        self.assertEqual(many.kernel, few.kernel)
        self.assertNotEqual(many.kernel, generate(7, 4).kernel)

    def test_schedules_change_nothing_else(self) -> None:
        found = 0
        for number in range(20):
            none, all_of_them = (
                generate(7, number, scheduled=share) for share in (0, 1)
            )
            self.assertEqual(all_of_them.kernel, none.kernel)
            left = none.options.removesuffix("schedule=none")
            self.assertNotIn("schedule=", left)
            self.assertEqual(repr(all_of_them.data), repr(none.data))
            found += "schedule=" in all_of_them.options
        self.assertGreater(found, 10)

    def test_products_have_loops_over_what_is_stored(self) -> None:
        counts: collections.Counter = collections.Counter()
        for number in range(200):
            case = generate(7, number, scheduled=1, products=1)
            self.assertEqual(len(case.program), 1)
            counts.update(set(constructs(case)))
        wanted = ("fuse", "pos", "balance", "split", "divide")
        few = [x for x in wanted if counts[f"schedule {x}"] < 20]
        self.assertEqual(few, [])

    def test_results_have_workspaces_and_assemblies(self) -> None:
        counts: collections.Counter = collections.Counter()
        for number in range(300):
            case = generate(7, number, scheduled=1, products=1)
            counts.update(set(constructs(case)))
        wanted = ("workspace", "assemble", "precompute", "reorder")
        few = [x for x in wanted if counts[f"schedule {x}"] < 8]
        self.assertEqual(few, [])

    def test_tiles_of_positions_are_ranges_and_precomputed(self) -> None:
        drawn = [
            generate(7, number, scheduled=1, products=1).options
            for number in range(800)
        ]
        tile = r"pos\(\w+,(\w+),\w+\),(split|divide)\(\1,(\w+),(\w+),\d+(?:,\w+)?\)"
        ranges = [x for x in drawn if re.search(rf"{tile},coord\(\4,", x)]
        cut = [
            x
            for x in drawn
            if (found := re.search(tile, x))
            and re.search(rf"precompute\([^{{]*{{[^}}]*\b{found[4]}\b", x)
        ]
        self.assertGreater(len(ranges), 10)
        self.assertGreater(len(cut), 5)

    def test_everything_is_drawn(self) -> None:
        counts: collections.Counter = collections.Counter()
        for number in range(1500):
            case = generate(1, number)
            counts.update(set(constructs(case)))
            again = FuzzCase.from_json(case.to_json())
            self.assertEqual(again.to_json(), case.to_json())
        wanted = [
            *(f"operator {name}" for name, _ in OPERATORS),
            *(f"function {name}" for (name, _), _ in FUNCTIONS),
            *(f"reduction {name}" for name, _ in REDUCERS),
            *(f"type {name}" for name, _ in TYPES),
            *("reduction implied", "access diagonal", "access literal"),
            *("statement +=", "statement in place", "statement broadcast"),
            *("index value", "literal", "size 0", "size large"),
            *("statements 3", "result order 0", "result order 3"),
            *("format CSR", "format COO", "format ss:1,0"),
        ]
        self.assertEqual([name for name in wanted if counts[name] < 3], [])


class Execution(unittest.TestCase):
    def test_right_results_pass(self) -> None:
        outcomes = collections.Counter()
        for number in range(200):
            case = generate(3, number)
            if not all(map(can_store, map(case.format, case.formats))):
                continue
            outcome = execute(case)
            outcomes[outcome.status] += 1
            self.assertEqual(outcome.status, PASSED, outcome.message)
        self.assertGreater(outcomes[PASSED], 20)

    def test_mistakes_are_found(self) -> None:
        self.assertEqual(execute(tiny()).status, PASSED)
        zero = tiny(program=(Assign(R(i), A(i, j) * 0),)).tidy()
        nothing = tiny(program=(Assign(R(i), A(i, j) - A(i, j)),)).tidy()
        outcome = execute(nothing, "structure")
        self.assertEqual(execute(zero, "structure").status, PASSED)
        self.assertEqual(outcome.cause, "missing component")
        self.assertEqual(execute(zero, "surplus").cause, "surplus component")
        minus = tiny(program=(Assign(R(i), x(i) - A(i, j)),))
        outcome = execute(minus, "number")
        self.assertEqual(outcome.cause, "wrong numbers")
        self.assertIn("expected R = ", outcome.message)

    def test_bounds_are_used(self) -> None:
        third = tiny(program=(Assign(R(i), A(i, j) * x(j) / 3),))
        self.assertEqual(execute(third).status, PASSED)
        result = fuzz_execute.evaluate(
            third,
            third.data[0],
            {
                name: fuzz_execute.evaluate_operand(
                    ELEMENTS["f64"], third.format(name), o
                )
                for name, o in third.data[0].operands.items()
            },
        )["R"]
        near = np.nextafter(result.numbers, 100)
        exact = dataclasses.replace(result, error=np.zeros(2))
        loose = dataclasses.replace(result, error=np.full(2, 1e-9))
        self.assertFalse(fuzz_execute.agree(near, exact).all())
        self.assertTrue(fuzz_execute.agree(near, loose).all())
        self.assertFalse(fuzz_execute.agree(near + 1, loose).any())


class Shrinking(unittest.TestCase):
    def test_to_the_least(self) -> None:
        """A mistake in every subtraction ends in a single one."""

        def fails(case: FuzzCase) -> bool:
            return execute(case, "number").cause == "wrong numbers"

        large = next(
            case
            for case in (generate(3, number) for number in range(10_000))
            if uses(case, "-")
            and len(case.text) > 60
            and all(map(can_store, map(case.format, case.formats)))
            and fails(case)
        )
        small = shrink(large, fails, 2000)
        self.assertTrue(fails(small))
        self.assertEqual(len(small.program), 1)
        nodes = list(walk(small.program[0].value))
        self.assertLessEqual(len(nodes), 3, small.text)
        self.assertEqual(set(small.types.values()), {"f64"})
        self.assertTrue(
            all(set(f) <= {"d"} for f in small.formats.values()), small.formats
        )
        data = small.data[0]
        self.assertEqual(len(small.data), 1)
        self.assertLessEqual(
            sum(len(o.values) for o in data.operands.values() if o.dims), 1
        )

    def test_what_does_not_fail_stays(self) -> None:
        case = tiny()
        self.assertIs(shrink(case, lambda _: False), case)

    def test_reductions_lose_variables(self) -> None:
        value = Reduce("max", (i, j), A(i, j))
        case = tiny(program=(Assign(R(), value),)).tidy()
        found = []
        shrink(case, lambda c: bool(found.append(c.text)), 100)
        self.assertIn("R = max(j, A(i,j))", found)


class Runs(unittest.TestCase):
    """The command, with workers that misbehave at will."""

    def run_fuzz(self, behave, *words: str) -> tuple[int, str]:
        options = fuzz.parse_arguments(
            ["--jobs", "1", "--timeout", "5", "--shrink", "3", *words]
        )
        options.make_runner = lambda _: behave
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            fuzzer = fuzz.Fuzzer(options, fuzz.start_state(options))
            fuzzer.run()
            status = fuzzer.report()
        return status, text.getvalue()

    def test_all_pass(self) -> None:
        status, text = self.run_fuzz(
            lambda _: Outcome(PASSED), "--cases", "7", "--verbose"
        )
        self.assertEqual(status, 0)
        self.assertIn("7 cases of 7 kernels on 21 data sets", text)
        self.assertIn("7 passed, 0 refused, 0 failed", text)
        self.assertIn("operator", text)

    def test_crash_hang_and_refusal(self) -> None:
        bad = {
            "1-1": os.abort,
            "1-2": lambda: time.sleep(60),
            "1-3": lambda: Outcome(REFUSED, "refused", "no reason given"),
            "1-4": lambda: Outcome(FAILED, "wrong numbers", "R is 3"),
        }

        def behave(case: FuzzCase) -> Outcome:
            return bad.get(case.name, lambda: Outcome(PASSED))()

        with tempfile.TemporaryDirectory() as folder:
            status, text = self.run_fuzz(
                behave, "--cases", "6", "--out", folder, "--shrink", "1"
            )
            names = {path.name for path in Path(folder).iterdir()}
            again = FuzzCase.from_json((Path(folder) / "1-4.json").read_text())
        self.assertEqual(status, 1)
        self.assertIn("2 passed, 0 refused, 4 failed", text)
        self.assertIn("crash", text)
        self.assertIn("timeout", text)
        self.assertIn("not reviewed: no reason given", text)
        self.assertIn("--seed 1 --start 4 --cases 1", text)
        self.assertLess({"1-1.json", "1-4.txt"}, names)
        self.assertEqual(again.name, "1-4")

    def test_data_sets(self) -> None:
        def behave(case: FuzzCase) -> Outcome:
            failed = Outcome(FAILED, "wrong numbers", "R is 3")
            return failed if case.name == "1-1" else Outcome(PASSED)

        words = ("--cases", "3", "--data", "5", "--scheduled", "1")
        _, text = self.run_fuzz(behave, *words)
        self.assertIn("3 cases of 3 kernels on 15 data sets", text)
        again = "--seed 1 --start 1 --cases 1 --data 5 --scheduled 1.0"
        self.assertIn(again, text)

    def test_goes_on_from_its_state(self) -> None:
        seen = []

        def behave(case: FuzzCase) -> Outcome:
            return Outcome(PASSED)

        with tempfile.TemporaryDirectory() as folder:
            state = str(Path(folder) / "state")
            for _ in range(2):
                words = ("--cases", "5", "--state", state)
                status, text = self.run_fuzz(behave, *words)
                seen.append(text.splitlines()[-1])
        self.assertTrue(seen[0].startswith("5 cases"))
        self.assertTrue(seen[1].startswith("10 cases of 10 kernels on 30"))

    def test_kernels_are_counted_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            state = str(Path(folder) / "state")
            for _ in range(2):
                options = fuzz.parse_arguments(["--state", state])
                fuzzer = fuzz.Fuzzer(options, fuzz.start_state(options))
                fuzzer.add(generate(1, 0), Outcome(PASSED))
                fuzzer.save()
            self.assertEqual(len(fuzzer.state.kernels), 1)
            self.assertEqual(fuzzer.state.counts[PASSED], 2)

    def test_a_library_that_does_not_load(self) -> None:
        self.assertIn("no-such.so", campaign.check_library(Path("no-such.so")))

    def test_nothing_done_is_a_failure(self) -> None:
        status, _ = self.run_fuzz(lambda _: Outcome(PASSED), "--cases", "0")
        self.assertEqual(status, 1)


class Files(unittest.TestCase):
    def test_operands(self) -> None:
        operand = Operand((2, 3), ((1, 2), (0, 0)), (1 - 2j, 3 + 0j))
        self.assertEqual(
            coordinate_file(operand, "complex<f64>").splitlines(),
            [
                "%%MatrixMarket tensor coordinate complex general",
                "2 3 2",
                "2 3 1.0 -2.0",
                "1 1 3.0 0.0",
            ],
        )
        self.assertEqual(driver_number(1 - 2j), "1.0-2.0im")

    def test_formats(self) -> None:
        format = parse_format("DCSC{pos=64,crd=8}", 2)
        kinds = [np.dtype(n) for n in ("int64", "int8", "int64", "int8")]
        self.assertEqual(format.kinds, kinds)
        self.assertEqual([level.mode for level in format.levels], [1, 0])
        self.assertIsInstance(
            fuzz_execute.evaluate_operand(
                ELEMENTS["f64"], format, Operand((1, 1), (), ())
            ),
            Stored,
        )


if __name__ == "__main__":
    unittest.main()
