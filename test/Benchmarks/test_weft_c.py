# ===- test_weft_c.py - Weft's C source as a contestant ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A function with the signature of TensorABI.h gets the operands, its result is
read and freed, and a failure is reported. Where Weft is built, the source that it
prints gives the digest of the reference. Reports have the ratios to `weft`."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from location import ROOT

from contest import goals, matrices, page, report_html, report_text, source_ratios
from contest.contestants.base import Setup, Unsupported
from contest.contestants.c_code import FLAGS, build
from contest.contestants.weft_c import WeftC, _Call
from contest.instance import Instance
from contest.kernels import BY_NAME
from contest.reference import evaluate
from contest.results import Case, Entry, Outcome, Results

LIBRARY = ROOT / "build" / "lib" / "libweft.so"

_TYPES = """
#include <stdint.h>
#include <stdlib.h>
typedef struct { void *data; int64_t length; } array;
typedef struct {
  int64_t order, num_arrays, *dims;
  array *arrays;
} tensor;
typedef struct { int64_t status, detail[3]; } failure;
"""
_SPMV = """
int64_t kernel(tensor *y, const tensor *A, const tensor *x, failure *error) {
  int32_t *pos = A->arrays[0].data, *crd = A->arrays[1].data;
  double *values = A->arrays[2].data, *in = x->arrays[0].data;
  int64_t rows = A->dims[0];
  if (y->order != 1 || y->num_arrays != 1 || y->dims[0] != rows ||
      y->arrays[0].data || A->arrays[0].length != rows + 1 ||
      x->arrays[0].length != x->dims[0]) {
    error->status = 4;
    error->detail[0] = 17;
    return 4;
  }
  double *out = malloc(8 * rows);
  for (int64_t i = 0; i < rows; i++) {
    out[i] = 0;
    for (int32_t p = pos[i]; p < pos[i + 1]; p++)
      out[i] += values[p] * in[crd[p]];
  }
  y->arrays[0] = (array){out, rows};
  return 0;
}
"""
_FAILING = """
int64_t kernel(tensor *y, const tensor *A, const tensor *x, failure *error) {
  error->status = 3;
  error->detail[0] = A->dims[2];
  return 3;
}
"""


def instance(kernel: str, kind: str = "uniform") -> Instance:
    (dataset,) = matrices.generate([kind], [20], 1)
    return Instance(BY_NAME[kernel], dataset)


class _Operand:
    """A tensor of the benchmark with the interface of Weft's tensors."""

    def __init__(self, instance: Instance, name: str) -> None:
        stored = instance.stored(name)
        self.dims, self._arrays = stored.dims, stored.arrays

    def raw_arrays(self) -> list[tuple[int, int]]:
        return [(array.ctypes.data, array.size) for array in self._arrays]


class _Operands:
    """A contestant without Weft's library."""

    @staticmethod
    def operand(instance: Instance, name: str) -> _Operand:
        return _Operand(instance, name)


class Temporary(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


@unittest.skipUnless(shutil.which("gcc"), "needs gcc")
class Call(Temporary):
    def call(self, source: str, made: Instance) -> _Call:
        command = ["gcc", *FLAGS]
        library, _ = build(command, _TYPES + source, self.folder, ".c")
        return _Call(_Operands(), library, made, made.kernel.operands)

    def test_a_result_is_read_and_freed(self) -> None:
        made = instance("spmv-csr")
        expected, _ = evaluate(made)
        call = self.call(_SPMV, made)
        for _ in range(3):
            call.run()
            self.assertTrue(expected.agrees(call.digest()))
            self.assertEqual(call.result_bytes(), 8 * made.sizes["i"])
            # The function refuses a result that still has an array.
            call.discard()
            self.assertIsNone(call.result.arrays[0].data)

    def test_a_failure_has_its_details(self) -> None:
        call = self.call(_SPMV, instance("spmv-csr"))
        call.run()
        with self.assertRaisesRegex(RuntimeError, r"status 4, \[17, 0, 0\]"):
            call.run()
        call.discard()

    def test_the_number_of_slots_follows_the_dimensions(self) -> None:
        for kernel in ("spmv-ell", "spmv-dia"):
            made = instance(kernel, "banded")
            format = made.kernel.format("A")
            slots = made.stored("A").sizes[0]
            self.assertIn(format.modes[0], ("slot", "diagonal"))
            call = self.call(_FAILING, made)
            with self.assertRaisesRegex(RuntimeError, rf"status 3, \[{slots},"):
                call.run()


@unittest.skipUnless(LIBRARY.exists() and shutil.which("gcc"), "needs Weft")
class Printed(Temporary):
    def setUp(self) -> None:
        super().setUp()
        setup = Setup(LIBRARY, Path("none"), self.folder, 1)
        self.contestant = WeftC(setup)

    def test_agrees_with_the_reference(self) -> None:
        for kernel in ("spmv-csr", "spmv-dia", "add-2", "csr-to-coo"):
            made = instance(kernel, "banded")
            expected, _ = evaluate(made)
            prepared = self.contestant.prepare(made, Path("none"))
            for _ in range(2):
                prepared.run()
                self.assertTrue(expected.agrees(prepared.digest()), kernel)
                self.assertGreater(prepared.result_bytes(), 0)
                prepared.discard()

    def test_reads_no_files(self) -> None:
        with self.assertRaises(Unsupported):
            self.contestant.prepare(instance("read-mtx"), Path("none"))


def measured(ratios: dict[str, list[float]]) -> Results:
    """Kernels with ratios of several datasets."""
    made = Results({}, versions={"weft": "1", "weft-c": "1, gcc 1"})
    for kernel, factors in ratios.items():
        for number, factor in enumerate(factors):
            case = Case(kernel, f"matrix{number}", 1, "plain")
            entries = {
                "weft": Entry([2e-3]),
                "weft-scheduled": Entry([1e-3]),
                "weft-c": Entry([2e-3 * factor]),
                "scipy": Entry([9e-3]),
            }
            made.outcomes[case.key] = Outcome(case, 1000, 10.0, entries)
    return made


class Reports(unittest.TestCase):
    def setUp(self) -> None:
        self.results = measured({"spmv-csr": [0.5, 2.0], "spgemm": [5.0, 20.0]})

    def test_ratios_are_to_weft_without_a_schedule(self) -> None:
        first, second = source_ratios.source_rows(self.results.outcomes.values())
        self.assertAlmostEqual(first.mean, 1)
        self.assertAlmostEqual(second.mean, 10)
        self.assertAlmostEqual(second.least, 5)
        self.assertAlmostEqual(second.most, 20)
        self.assertEqual((second.kernel, second.cases), ("spgemm", 2))
        self.assertEqual([first.is_slow, second.is_slow], [False, True])

    def test_a_wrong_result_has_no_ratio(self) -> None:
        for outcome in self.results.outcomes.values():
            outcome.entries["weft-c"].note = "the result is wrong"
        rows = source_ratios.source_rows(self.results.outcomes.values())
        self.assertEqual(rows, [])
        self.assertNotIn("weft-c / weft", report_text.report(self.results))
        self.assertNotIn("weft-c / weft", report_html.report(self.results))

    def test_slow_kernels_are_listed(self) -> None:
        text = "spgemm (1, plain: 10.00)."
        parts = "<!-- measured: source -->\n<!-- end of what was measured -->\n"
        printed = " ".join(report_text.report(self.results).split())
        self.assertIn(text, printed)
        self.assertIn(text, report_html.report(self.results))
        self.assertIn(text, page.filled(parts, self.results))
        self.assertIn("no kernel", source_ratios.slow_text([]))

    def test_tables_have_means(self) -> None:
        self.assertIn("10.00*", report_text.report(self.results))
        self.assertIn(
            '<td class="missed">10.00</td>', report_html.report(self.results)
        )

    def test_is_neither_a_library_nor_code_by_hand(self) -> None:
        names = report_text.compared_names(self.results)
        self.assertIn(goals.BEST_LIBRARY, names)
        self.assertNotIn("weft-c", names)
        (line,) = (
            line
            for line in report_text.table(self.results)
            if line.startswith("spmv-csr")
        )
        self.assertIn("4.50 (4.50)", line)


if __name__ == "__main__":
    unittest.main()
