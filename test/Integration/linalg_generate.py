# ===- linalg_generate.py - Random linalg operations -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws a `linalg.generic` or a named operation, or a chain of two, with the
types, encodings and components of its operands."""

from __future__ import annotations

import random

import numpy as np

from linalg_case import (
    ERASED,
    STORED,
    LinalgCase,
    Operand,
    Scalar,
    Shape,
    Tensor,
)
from linalg_formats import draw_encoding
from linalg_named import NAMED
from linalg_scalars import COMPLEX, FLOATS, INTEGERS, Region

# Empty modes are rare, since all components of results are zero then.
SIZES = (0, 1, 1, *(2, 3, 4) * 4, 5, 5, 6)
DENSITIES = (0, 0.3, 0.3, 0.6, 0.6, 0.6, 1, 1)
ELEMENTS = FLOATS * 5 + INTEGERS * 2 + COMPLEX + ("i1",)
NAMED_SHARE = 0.3


def generate(seed: int, number: int) -> LinalgCase:
    return Generator(seed, number).make()


class Generator:
    def __init__(self, seed: int, number: int) -> None:
        self.random = random.Random(f"{seed} {number}")
        self.case = LinalgCase(f"{seed}_{number}", [], [], {}, [], [])
        self.values = 3
        # The share of the sizes that types do not have, if it is not drawn.
        self.dynamic: float | None = None
        self.counts: dict[str, int] = {}

    def make(self) -> LinalgCase:
        choose = self.random
        if choose.random() < NAMED_SHARE:
            choose.choice(NAMED)(self)
            return self.case
        self.values = choose.choice((1, 3))
        results = self.generic(None)
        if choose.random() < 0.2:
            result = choose.choice(results)
            more = self.generic(result)
            # The first result may be read by the second operation alone.
            if choose.random() < 0.7:
                results.remove(result)
            results += more
        self.case.results = [x.name for x in results]
        return self.case

    # Tensors.

    def name(self, prefix: str) -> str:
        self.counts[prefix] = self.counts.get(prefix, -1) + 1
        return f"{prefix}{self.counts[prefix]}"

    def tensor(
        self,
        prefix: str,
        shape: Shape,
        element: str,
        stored: float,
        result: bool,
    ) -> Tensor:
        choose = self.random
        encoding = ""
        if shape and choose.random() < stored:
            encoding = draw_encoding(choose, shape, result)
        dynamic = choose.choice((0, 0, 0.5, 1))
        if self.dynamic is not None:
            dynamic = self.dynamic
        # Blocks of a size that is not known have no check that they are full.
        elif "mod" in encoding:
            dynamic = 0
        sizes = tuple(
            None if choose.random() < dynamic else size for size in shape
        )
        tensor = Tensor(self.name(prefix), shape, element, encoding, sizes)
        self.case.tensors[tensor.name] = tensor
        return tensor

    def operand(
        self,
        shape: Shape,
        element: str,
        stored: float = 0.8,
        result: bool = False,
    ) -> Operand:
        """A tensor with components, as an argument of the function."""
        tensor = self.tensor(
            "b" if result else "a", shape, element, stored, result
        )
        values = self.components(shape)
        if "structured" in tensor.encoding:
            values[:, 1::2] = 0
        operand = Operand(**tensor.__dict__, values=values)
        self.case.operands.append(operand)
        return operand

    def components(self, shape: Shape) -> np.ndarray:
        choose = self.random
        density = choose.choice(DENSITIES)
        numbers = [x for x in range(-self.values, self.values + 1) if x]
        flat = [
            choose.choice(numbers) if choose.random() < density else 0
            for _ in range(int(np.prod(shape)))
        ]
        return np.array(flat, dtype=int).reshape(shape)

    def shape(self, rank: int) -> Shape:
        return tuple(self.random.choice(SIZES) for _ in range(rank))

    def element(self) -> str:
        return self.random.choice(ELEMENTS)

    # linalg.generic.

    def generic(self, first: Tensor | None) -> list[Tensor]:
        """An operation, and its results; `first` is one of its operands."""
        choose = self.random
        loops = choose.choice((1, 2, 2, 2, 3, 3, 4))
        sizes = [choose.choice(SIZES) for _ in range(loops)]
        if first:
            sizes = [*first.shape, *sizes][: max(loops, len(first.shape))]
            loops = len(sizes)
        outputs = self._outputs(loops)
        maps, inputs = self._inputs(sizes, first)
        self._reach(loops, sizes, maps, inputs, outputs)
        inits, results, scalars = [], [], []
        for output in outputs:
            shape = tuple(sizes[x] for x in output)
            element = self.element()
            if inputs and choose.random() < 0.7:
                element = inputs[0].element
            stored = choose.choice((0, 0.7))
            result = self.tensor("r", shape, element, stored, True)
            results.append(result)
        if choose.random() < 0.2:
            scalar = Scalar(
                self.name("s"), self.element(), choose.choice((1, -1))
            )
            self.case.scalars.append(scalar)
            scalars.append(scalar)
        region, reads = self._region(
            *(loops, inputs, outputs, results, scalars, first is not None)
        )
        for result, read in zip(results, reads):
            inits.append(self.initial(result, read))
        self._emit(maps, outputs, inputs, inits, results, region, loops)
        return results

    def _outputs(self, loops: int) -> list[list[int]]:
        choose = self.random
        outputs = []
        for _ in range(choose.choice((1, 1, 1, 1, 1, 2))):
            rank = min(loops, choose.choice((0, 1, 1, 2, 2, 3)))
            if choose.random() < 0.4:
                rank = min(loops, 3)
            modes = choose.sample(range(loops), rank)
            outputs.append(modes if choose.random() < 0.4 else sorted(modes))
        return outputs

    def _inputs(
        self, sizes: list[int], first: Tensor | None
    ) -> tuple[list[list[str]], list[Tensor]]:
        choose, loops = self.random, len(sizes)
        maps: list[list[str]] = []
        inputs: list[Tensor] = []
        if first:
            maps.append([f"d{x}" for x in range(len(first.shape))])
            inputs.append(first)
        for _ in range(choose.choice((1, 1, 2, 2, 3)) - len(inputs)):
            rank = choose.choice((0, 1, 1, 2, 2, 2, 3))
            modes = [self._subscript(sizes) for _ in range(rank)]
            if choose.random() < 0.6:
                distinct = choose.sample(range(loops), min(rank, loops))
                modes = [(f"d{x}", sizes[x]) for x in distinct]
            self._add_input(maps, inputs, modes)
        return maps, inputs

    def _add_input(
        self, maps: list[list[str]], inputs: list[Tensor], modes: list
    ) -> None:
        element = self.element()
        if inputs and self.random.random() < 0.7:
            element = inputs[0].element
        shape = tuple(size for _, size in modes)
        maps.append([text for text, _ in modes])
        inputs.append(self.operand(shape, element))

    def _subscript(self, sizes: list[int]) -> tuple[str, int]:
        """The subscript of a mode, and the size of the mode."""
        choose = self.random
        what = choose.random()
        a, b = choose.choices(range(len(sizes)), k=2)
        if what < 0.7:
            return f"d{a}", sizes[a]
        if what < 0.8:
            constant = choose.randrange(3)
            return str(constant), constant + choose.randint(1, 2)
        if what < 0.85 and sizes[a]:
            shift = choose.randint(1, 2)
            return f"d{a} + {shift}", sizes[a] + shift
        factor = choose.choice((1, 1, 2))
        size = max(0, (sizes[a] - 1) * factor + sizes[b])
        if a == b or 0 in (sizes[a], sizes[b]):
            return f"d{a}", sizes[a]
        return f"d{a} * {factor} + d{b}", size

    def _reach(self, loops, sizes, maps, inputs, outputs) -> None:
        """Adds an operand with the loops that no mode has alone."""
        known = {text for modes in maps for text in modes}
        known |= {f"d{x}" for output in outputs for x in output}
        missing = [x for x in range(loops) if f"d{x}" not in known]
        for begin in range(0, len(missing), 3):
            modes = [(f"d{x}", sizes[x]) for x in missing[begin : begin + 3]]
            self._add_input(maps, inputs, modes)

    def _region(self, loops, inputs, outputs, results, scalars, chained):
        """The lines, and for each result whether its initial value is read."""
        choose = self.random
        lines, yields, reads, count = [], [], [], 0
        for number, (output, result) in enumerate(zip(outputs, results)):
            region = Region(choose, result.element)
            region.count = count
            region.is_small = self.values == 1 and not chained
            if chained:
                region.factors = 1
            leaves = [
                region.convert(f"%x{n}", x.element)
                for n, x in enumerate(inputs)
            ]
            leaves += [region.convert(f"%{x.name}", x.element) for x in scalars]
            if len(output) < loops:
                value = region.reduce(f"%y{number}", leaves, loops)
                reads.append(region.combiner)
            else:
                read = choose.random() < 0.4
                reads.append("any" if read else "")
                if read:
                    leaves.append(f"%y{number}")
                value = region.expression(leaves, choose.randint(1, 3), loops)
            lines += region.lines
            yields.append(value)
            count = region.count
        types = ", ".join(x.element for x in results)
        lines.append(f"    linalg.yield {', '.join(yields)} : {types}")
        return lines, reads

    def initial(self, result: Tensor, read: str) -> str:
        """The name of the initial value."""
        choose, case = self.random, self.case
        what = choose.random()
        if what < 0.4:
            operand = self.operand(result.shape, result.element, 0, True)
            operand.sizes, operand.encoding = result.sizes, result.encoding
            case.tensors[operand.name] = operand
            return operand.name
        name = self.name("e")
        case.tensors[name] = result
        sizes = []
        for mode, size in enumerate(result.sizes):
            if size is None:
                bound = f"%{name}_{mode}"
                case.lines.append(
                    f"  {bound} = arith.constant {result.shape[mode]} : index"
                )
                sizes.append(bound)
        type_ = f"{{type:{name}}}"
        if result.encoding:
            self._zeros(name, result, f"tensor.empty({', '.join(sizes)})")
            return name
        value = choose.choice((0, 0, 1, 2))
        region = Region(choose, result.element)
        constant = region.constant(value)
        prefix = f"%{name}_"
        case.lines += [x.replace("%v", prefix + "v") for x in region.lines]
        constant = constant.replace("%v", prefix + "v")
        if not read and choose.random() < 0.5:
            case.lines.append(
                f"  %{name} = tensor.empty({', '.join(sizes)}) : {type_}"
            )
            return name
        case.lines.append(
            f"  %{name}_e = tensor.empty({', '.join(sizes)}) : {type_}"
        )
        case.lines.append(
            f"  %{name} = linalg.fill ins({constant} : {result.element}) "
            f"outs(%{name}_e : {type_}) -> {type_}"
        )
        return name

    def _zeros(self, name: str, result: Tensor, empty: str) -> None:
        """A tensor without entries, whose components are written if it has no
        encoding."""
        region = Region(self.random, result.element)
        zero = region.constant(0).replace("%v", f"%{name}_v")
        (constant,) = region.lines
        type_ = f"{{type:{name}}}"
        lines = self.case.lines
        lines.append(f"{STORED}  %{name} = {empty} : {type_}")
        lines.append(ERASED + constant.replace("%v", f"%{name}_v"))
        lines.append(f"{ERASED}  %{name}_e = {empty} : {type_}")
        lines.append(
            f"{ERASED}  %{name} = linalg.fill ins({zero} : {result.element}) "
            f"outs(%{name}_e : {type_}) -> {type_}"
        )

    def _emit(self, maps, outputs, inputs, inits, results, region, loops):
        dims = ", ".join(f"d{x}" for x in range(loops))
        texts = [", ".join(modes) for modes in maps]
        texts += [", ".join(f"d{x}" for x in output) for output in outputs]
        affine = ", ".join(f"affine_map<({dims}) -> ({x})>" for x in texts)
        reduced = [
            any(loop not in output for output in outputs)
            for loop in range(loops)
        ]
        iterators = ", ".join(
            '"reduction"' if x else '"parallel"' for x in reduced
        )
        lines = self.case.lines
        names = ", ".join(f"%{x.name}" for x in results)
        lines.append(
            f"  {names} = linalg.generic {{indexing_maps = [{affine}], "
            f"iterator_types = [{iterators}]}}"
        )
        values = ", ".join(f"%{x.name}" for x in inputs)
        types = ", ".join(f"{{type:{x.name}}}" for x in inputs)
        if inputs:
            lines.append(f"    ins({values} : {types})")
        values = ", ".join(f"%{x}" for x in inits)
        types = ", ".join(f"{{type:{x}}}" for x in inits)
        lines.append(f"    outs({values} : {types}) {{")
        arguments = [f"%x{n}: {x.element}" for n, x in enumerate(inputs)]
        arguments += [f"%y{n}: {x.element}" for n, x in enumerate(results)]
        lines.append(f"  ^bb0({', '.join(arguments)}):")
        lines += region
        types = ", ".join(f"{{type:{x.name}}}" for x in results)
        arrow = f"({types})" if len(results) > 1 else types
        lines.append(f"  }} -> {arrow}")
