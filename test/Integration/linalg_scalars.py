# ===- linalg_scalars.py - Random regions ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws the scalar operations of regions. All numbers are small integers, so
that results are exact in any order of evaluation, and equal."""

from __future__ import annotations

import random

from linalg_case import constant_text

INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f32", "f64")
COMPLEX = ("complex<f32>", "complex<f64>")

BINARY = {
    "i": ("addi", "subi", "muli", "andi", "ori", "xori")
    + ("maxsi", "minsi", "maxui", "minui"),
    "f": ("addf", "subf", "mulf", "mulf", "maximumf", "minimumf")
    + ("maxnumf", "minnumf"),
    "c": ("add", "sub", "mul"),
}
REDUCTIONS = {
    "i": ("addi", "addi", "muli", "andi", "ori", "xori")
    + ("maxsi", "minsi", "maxui", "minui", "subi"),
    "f": ("addf", "addf", "addf", "mulf", "maximumf", "minimumf")
    + ("maxnumf", "minnumf", "subf"),
    "c": ("add", "add", "sub"),
}
LOGICAL = ("andi", "ori", "xori")


def kind_of(element: str) -> str:
    return element[0]


def operation(name: str, element: str) -> str:
    """The name with that of its dialect."""
    return f"{'complex' if kind_of(element) == 'c' else 'arith'}.{name}"


class Region:
    """The lines of a region, in which values have one type."""

    def __init__(self, choose: random.Random, element: str) -> None:
        self.choose, self.element = choose, element
        self.lines: list[str] = []
        self.count = 0
        # Products of large numbers would be rounded.
        self.factors = 6
        # Whether operands are -1, 0 or 1.
        self.is_small = False
        self.combiner = ""

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def add(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"    {name} = {text}")
        return name

    def binary(self, name: str, left: str, right: str) -> str:
        whole = operation(name, self.element)
        return self.add(f"{whole} {left}, {right} : {self.element}")

    def constant(self, value: int) -> str:
        return self.add(constant_text(value, self.element))

    def convert(self, value: str, source: str) -> str:
        """The value in the type of the region."""
        target = self.element
        if source == target:
            return value
        kinds = kind_of(source) + kind_of(target)
        if kinds[0] == "c":
            part = source[len("complex<") : -1]
            real = self.add(f"complex.re {value} : {source}")
            if kinds[1] != "c":
                inner = Region(self.choose, target)
                inner.lines, inner.count = self.lines, self.count
                result = inner.convert(real, part)
                self.count = inner.count
                return result
            return self._complex(real, part)
        if kinds[1] == "c":
            return self._complex(value, source)
        words = {
            "if": "sitofp",
            "fi": "fptosi",
            "ii": "extsi" if width(source) < width(target) else "trunci",
            "ff": "extf" if width(source) < width(target) else "truncf",
        }
        if source == "i1":
            words |= {"if": "uitofp", "ii": "extui"}
        if kinds == "fi" and target != "i64":
            # Numbers wrap in integers, and are not defined otherwise.
            value = self.add(f"arith.fptosi {value} : {source} to i64")
            return self.add(f"arith.trunci {value} : i64 to {target}")
        return self.add(f"arith.{words[kinds]} {value} : {source} to {target}")

    def _complex(self, value: str, source: str) -> str:
        part = self.element[len("complex<") : -1]
        inner = Region(self.choose, part)
        inner.lines, inner.count = self.lines, self.count
        real = inner.convert(value, source)
        zero = inner.constant(0)
        self.count = inner.count
        return self.add(f"complex.create {real}, {zero} : {self.element}")

    def index(self, loop: int) -> str:
        value = self.add(f"linalg.index {loop} : index")
        if self.element == "i64":
            return self.add(f"arith.index_cast {value} : index to i64")
        number = self.add(f"arith.index_cast {value} : index to i32")
        return self.convert(number, "i32")

    def expression(self, leaves: list[str], depth: int, loops: int) -> str:
        """A random expression of some of the values."""
        choose = self.choose
        if depth == 0 or choose.random() < 0.15:
            return self._leaf(leaves, loops)
        kind = kind_of(self.element)
        what = choose.random()
        if what < 0.08 and kind != "c" and self.element != "i1":
            return self._selection(leaves, depth, loops)
        if what < 0.2:
            return self._unary(self.expression(leaves, depth - 1, loops))
        left = self.expression(leaves, depth - 1, loops)
        right = self.expression(leaves, depth - 1, loops)
        names = LOGICAL if self.element == "i1" else BINARY[kind]
        name = choose.choice(names)
        if name in ("mulf", "mul"):
            self.factors -= 1
            if self.factors < 0:
                name = name.replace("mul", "add")
        return self.binary(name, left, right)

    def _leaf(self, leaves: list[str], loops: int) -> str:
        what = self.choose.random()
        if what < 0.04 or not leaves:
            return self.constant(self.choose.randint(-2, 3))
        if what < 0.1 and loops and self.element not in ("i1", "bf16"):
            return self.index(self.choose.randrange(loops))
        return self.choose.choice(leaves)

    def _unary(self, value: str) -> str:
        kind = kind_of(self.element)
        if kind == "c":
            return self.add(f"complex.neg {value} : {self.element}")
        if kind == "f":
            name = self.choose.choice(("arith.negf", "math.absf"))
            return self.add(f"{name} {value} : {self.element}")
        if self.element == "i1":
            return self.binary("xori", value, self.constant(1))
        if self.choose.random() < 0.5:
            return self.add(f"math.absi {value} : {self.element}")
        return self.binary("subi", self.constant(0), value)

    def _selection(self, leaves: list[str], depth: int, loops: int) -> str:
        left = self.expression(leaves, depth - 1, loops)
        right = self.expression(leaves, depth - 1, loops)
        integer = kind_of(self.element) == "i"
        tests = ("slt", "eq", "sge", "ne") if integer else ("olt", "oeq", "oge")
        test = f"arith.cmp{'i' if integer else 'f'} {self.choose.choice(tests)}"
        truth = self.add(f"{test}, {left}, {right} : {self.element}")
        yes = self.expression(leaves, depth - 1, loops)
        no = self.choose.choice([left, right, self.constant(0)])
        return self.add(f"arith.select {truth}, {yes}, {no} : {self.element}")

    def reduce(self, accumulator: str, leaves: list[str], loops: int) -> str:
        """Combines the accumulator with expressions, by one operation."""
        choose, kind = self.choose, kind_of(self.element)
        names = LOGICAL if self.element == "i1" else REDUCTIONS[kind]
        name = choose.choice(names)
        # A product of many is exact if its factors are -1, 0 or 1.
        if name == "mulf" and not (self.is_small and leaves):
            name = "addf"
        value = accumulator
        for _ in range(choose.choice((1, 1, 1, 2))):
            if name == "mulf":
                term = choose.choice(leaves)
            else:
                term = self.expression(leaves, choose.randint(0, 3), loops)
            swapped = (
                name not in ("subi", "subf", "sub") and choose.random() < 0.3
            )
            pair = (term, value) if swapped else (value, term)
            value = self.binary(name, *pair)
        self.combiner = name
        return value


def width(element: str) -> int:
    return {"bf16": 16}.get(element) or int(element[1:])
