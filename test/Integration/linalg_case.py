# ===- linalg_case.py - Programs of linalg operations ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A program calls one function that computes by `linalg` operations, and prints
its results. The same program is printed with and without encodings."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Shape = tuple[int, ...]

# The first words of lines that are in one of the two programs only.
STORED, ERASED = "<stored>", "<erased>"
# What programs state of stored operands of some order, all sizes of which are
# dynamic: enough work for plans and schedules to be chosen by estimates, which do
# not depend on the components. One row has most of them.
STATISTICS = {
    1: "sizes=400000;entries=200000",
    2: "sizes=20000x20000;entries=400000;squares=90000000000x8000000",
    3: "sizes=2000x2000x2000;entries=400000",
}


@dataclass
class Tensor:
    """A tensor of a program. `sizes` are those of its type, None if dynamic."""

    name: str
    shape: Shape
    element: str
    encoding: str = ""
    sizes: tuple[int | None, ...] = ()

    def type(self, erased: bool = False) -> str:
        return tensor_type(
            self.sizes, self.element, "" if erased else self.encoding
        )

    def static_type(self) -> str:
        return tensor_type(self.shape, self.element, "")

    def statistics(self) -> str:
        """The attribute of an argument that states `STATISTICS`, if it has any."""
        text = STATISTICS.get(len(self.shape), "")
        is_dynamic = all(size is None for size in self.sizes)
        if not text or not self.encoding or not is_dynamic:
            return ""
        return f' {{tin.statistics = "{text}"}}'


def tensor_type(
    sizes: tuple[int | None, ...], element: str, encoding: str
) -> str:
    words = ["?" if size is None else str(size) for size in sizes] + [element]
    return f"tensor<{'x'.join(words)}{', ' if encoding else ''}{encoding}>"


@dataclass
class Operand(Tensor):
    """An argument of the function, with its components."""

    values: np.ndarray = field(default_factory=lambda: np.zeros(()))


@dataclass
class Scalar:
    """A scalar argument, which regions capture."""

    name: str
    element: str
    value: int


@dataclass
class LinalgCase:
    """`lines` are the body of the function, with `{type:NAME}` for the types of
    tensors; `results` are the names of what it returns."""

    name: str
    operands: list[Operand]
    scalars: list[Scalar]
    tensors: dict[str, Tensor]
    lines: list[str]
    results: list[str]

    def text(self, erased: bool, states: bool = False) -> str:
        """The function, and the one that calls it and prints. `states` is whether
        the function states statistics of its operands."""
        return f"{self._function(erased, states)}\n{self._driver(erased)}"

    def _function(self, erased: bool, states: bool) -> str:
        other = STORED if erased else ERASED
        arguments = [
            f"%{x.name}: {x.type(erased)}{x.statistics() if states else ''}"
            for x in self.operands
        ]
        arguments += [f"%{x.name}: {x.element}" for x in self.scalars]
        types = ", ".join(self.tensors[x].type(erased) for x in self.results)
        values = ", ".join(f"%{x}" for x in self.results)
        lines = [x for x in self.lines if not x.startswith(other)]
        body = "\n".join(self._resolve(line, erased) for line in lines)
        return (
            f"func.func private @op_{self.name}({', '.join(arguments)})"
            f" -> ({types}) {{\n{body}\n  return {values} : {types}\n}}"
        )

    def _resolve(self, line: str, erased: bool) -> str:
        for name, tensor in self.tensors.items():
            line = line.replace(f"{{type:{name}}}", tensor.type(erased))
        return line.removeprefix(STORED).removeprefix(ERASED)

    def _driver(self, erased: bool) -> str:
        lines = [f"func.func private @case_{self.name}() {{"]
        for operand in self.operands:
            lines += _make(operand, erased)
        for scalar in self.scalars:
            lines.append(_scalar_constant(scalar))
        arguments = [*self.operands, *self.scalars]
        names = ", ".join(f"%{x.name}" for x in arguments)
        given = [x.type(erased) for x in self.operands]
        given += [x.element for x in self.scalars]
        types = ", ".join(self.tensors[x].type(erased) for x in self.results)
        call = f"call @op_{self.name}({names}) : ({', '.join(given)})"
        lines.append(f"  %r:{len(self.results)} = {call} -> ({types})")
        for number, name in enumerate(self.results):
            lines += _print(number, self.tensors[name], erased)
        return "\n".join([*lines, "  return", "}"])


def program(
    cases: list[LinalgCase], erased: bool, states: bool = False
) -> str:
    """A module that runs cases in turn, each of which prints its name first."""
    main = ["func.func @main() {"]
    for case in cases:
        main.append(f'  vector.print str "case {case.name}\\n"')
        main.append(f"  call @case_{case.name}() : () -> ()")
    main += ["  return", "}", ""]
    return "\n".join([case.text(erased, states) for case in cases] + main)


def number_text(value: int, element: str) -> str:
    if element.startswith("complex"):
        return f"({value}.0, {(value * 3 + 1) % 4 if value else 0}.0)"
    if element == "i1":
        return "true" if value % 2 else "false"
    return f"{value}.0" if element[0] in "fb" else str(value)


def constant_text(value: int, element: str) -> str:
    """The operation that makes a scalar."""
    text = number_text(value, element)
    if element.startswith("complex"):
        real = element[len("complex<") : -1]
        re, im = text.strip("()").split(", ")
        return f"complex.constant [{re} : {real}, {im} : {real}] : {element}"
    suffix = "" if element == "i1" else f" : {element}"
    return f"arith.constant {text}{suffix}"


def _nested(values: np.ndarray, element: str) -> str:
    if values.ndim == 0:
        return number_text(int(values), element)
    return f"[{', '.join(_nested(x, element) for x in values)}]"


def _make(operand: Operand, erased: bool) -> list[str]:
    """A constant, and its conversion to the type of the argument."""
    static, type_ = operand.static_type(), operand.type(erased)
    text = _nested(operand.values, operand.element)
    text = "" if 0 in operand.shape else text
    name = operand.name
    lines = [f"  %{name}_c = arith.constant dense<{text}> : {static}"]
    stored = operand.encoding and not erased
    convert = "sparse_tensor.convert" if stored else "tensor.cast"
    if static == type_:
        return [lines[0].replace(f"%{name}_c", f"%{name}")]
    lines.append(f"  %{name} = {convert} %{name}_c : {static} to {type_}")
    return lines


def _scalar_constant(scalar: Scalar) -> str:
    return f"  %{scalar.name} = {constant_text(scalar.value, scalar.element)}"


def _print(number: int, tensor: Tensor, erased: bool) -> list[str]:
    """Prints the components of a result in order."""
    value, type_ = f"%r#{number}", tensor.type(erased)
    dense = tensor_type(tensor.sizes, tensor.element, "")
    lines = []
    if type_ != dense:
        name = f"%dense{number}"
        lines.append(
            f"  {name} = sparse_tensor.convert {value} : {type_} to {dense}"
        )
        value = name
    indices = []
    lines.append(f"  %zero{number} = arith.constant 0 : index")
    lines.append(f"  %one{number} = arith.constant 1 : index")
    for mode, size in enumerate(tensor.shape):
        bound, index = f"%n{number}_{mode}", f"%i{number}_{mode}"
        lines.append(f"  {bound} = arith.constant {size} : index")
        lines.append(
            f"  scf.for {index} = %zero{number} to {bound} step %one{number} {{"
        )
        indices.append(index)
    lines.append(
        f"  %x{number} = tensor.extract {value}[{', '.join(indices)}] : {dense}"
    )
    lines += _print_scalar(f"%x{number}", tensor.element)
    return lines + ["  }"] * len(indices)


def _print_scalar(value: str, element: str) -> list[str]:
    if not element.startswith("complex"):
        return [f"  vector.print {value} : {element}"]
    real = element[len("complex<") : -1]
    lines = []
    for part in ("re", "im"):
        lines.append(f"  {value}_{part} = complex.{part} {value} : {element}")
        lines.append(f"  vector.print {value}_{part} : {real}")
    return lines
