# ===- _operators.py - Operators from Python functions --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Operators that users write as Python functions.

A function is called once with values that record what is computed of them, and
becomes an `algebra.operator` of scalar operations in MLIR. What is declared of
it, such as that it is associative, decides where the compiler iterates, and
whether it reduces.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Optional, Sequence

import numpy as np

from ._core import Error
from ._notation import Application, Expression, IndexVar, Reduction
from ._types import as_type

# The operations of arith and math for real numbers and for integers.
_REAL: dict[np.ufunc, str] = {
    np.add: "arith.addf",
    np.subtract: "arith.subf",
    np.multiply: "arith.mulf",
    np.divide: "arith.divf",
    np.maximum: "arith.maximumf",
    np.minimum: "arith.minimumf",
    np.power: "math.powf",
    np.negative: "arith.negf",
    np.absolute: "math.absf",
    np.sqrt: "math.sqrt",
    np.exp: "math.exp",
    np.log: "math.log",
    np.log2: "math.log2",
    np.log10: "math.log10",
    np.log1p: "math.log1p",
    np.expm1: "math.expm1",
    np.sin: "math.sin",
    np.cos: "math.cos",
    np.tan: "math.tan",
    np.sinh: "math.sinh",
    np.cosh: "math.cosh",
    np.tanh: "math.tanh",
    np.arctan: "math.atan",
    np.floor: "math.floor",
    np.ceil: "math.ceil",
    np.trunc: "math.trunc",
}
_INTEGER: dict[np.ufunc, str] = {
    np.add: "arith.addi",
    np.subtract: "arith.subi",
    np.multiply: "arith.muli",
    np.maximum: "arith.maxsi",
    np.minimum: "arith.minsi",
    np.absolute: "math.absi",
}
_LOGICAL: dict[np.ufunc, str] = {
    np.logical_and: "arith.andi",
    np.logical_or: "arith.ori",
    np.logical_xor: "arith.xori",
}
_COMPARISONS = {
    np.equal: ("oeq", "eq"),
    np.not_equal: ("une", "ne"),
    np.less: ("olt", "slt"),
    np.less_equal: ("ole", "sle"),
    np.greater: ("ogt", "sgt"),
    np.greater_equal: ("oge", "sge"),
}
# Types of parameters, as MLIR spells them.
_TYPES = ("i8", "i16", "i32", "i64", "f32", "f64")


class _Trace:
    """The operations of one function."""

    def __init__(self, name: str, type: str) -> None:
        self.name = name
        self.type = type
        self.lines: list[str] = []
        self.num_values = 0

    def emit(self, operation: str, type: str) -> "TracedValue":
        value = TracedValue(self, f"%v{self.num_values}", type)
        self.num_values += 1
        self.lines.append(f"  {value.text} = {operation}")
        return value

    def constant(self, number: Any, type: str) -> "TracedValue":
        return self.emit(f"arith.constant {_attribute(number, type)}", type)


def _attribute(number: Any, type: str) -> str:
    """A number as an attribute of a type."""
    if not isinstance(number, (bool, int, float, np.generic)):
        raise Error(f"expected a number of type {type}, got {number!r}"[:200])
    if type == "i1":
        return "true" if number else "false"
    if type.startswith("i"):
        if not np.isfinite(number) or int(number) != number:
            raise Error(
                f"{number} is no integer, but the operator is of {type}"
            )
        return f"{int(number)} : {type}"
    bits = np.float64(number) if type == "f64" else np.float32(number)
    if not np.isfinite(bits):
        digits = 16 if type == "f64" else 8
        whole = int(bits.view(np.uint64 if type == "f64" else np.uint32))
        return f"0x{whole:0{digits}X} : {type}"
    return f"{float(bits):.17e} : {type}"


class TracedValue:
    """A value of an operator that is being recorded."""

    __slots__ = ("text", "trace", "type")
    __array_priority__ = 300
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, trace: _Trace, text: str, type: str) -> None:
        self.trace = trace
        self.text = text
        self.type = type

    def __bool__(self) -> bool:
        raise Error(
            f"the operator {self.trace.name} branches on a value; choose values "
            "with where(condition, a, b)"
        )

    def __float__(self) -> float:
        raise Error(
            f"the operator {self.trace.name} takes a value for a number; only "
            "functions of NumPy and of this package can be recorded"
        )

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **arguments: Any
    ) -> Any:
        if method != "__call__" or arguments:
            return NotImplemented
        return record(ufunc, *inputs)

    def __add__(self, other: Any) -> "TracedValue":
        return record(np.add, self, other)

    def __radd__(self, other: Any) -> "TracedValue":
        return record(np.add, other, self)

    def __sub__(self, other: Any) -> "TracedValue":
        return record(np.subtract, self, other)

    def __rsub__(self, other: Any) -> "TracedValue":
        return record(np.subtract, other, self)

    def __mul__(self, other: Any) -> "TracedValue":
        return record(np.multiply, self, other)

    def __rmul__(self, other: Any) -> "TracedValue":
        return record(np.multiply, other, self)

    def __truediv__(self, other: Any) -> "TracedValue":
        return record(np.divide, self, other)

    def __rtruediv__(self, other: Any) -> "TracedValue":
        return record(np.divide, other, self)

    def __pow__(self, other: Any) -> "TracedValue":
        return record(np.power, self, other)

    def __rpow__(self, other: Any) -> "TracedValue":
        return record(np.power, other, self)

    def __neg__(self) -> "TracedValue":
        return record(np.negative, self)

    def __abs__(self) -> "TracedValue":
        return record(np.absolute, self)

    def __and__(self, other: Any) -> "TracedValue":
        return record(np.logical_and, self, other)

    def __or__(self, other: Any) -> "TracedValue":
        return record(np.logical_or, self, other)

    def __xor__(self, other: Any) -> "TracedValue":
        return record(np.logical_xor, self, other)

    def __invert__(self) -> "TracedValue":
        return record(np.logical_not, self)

    def __eq__(self, other: Any) -> "TracedValue":  # type: ignore[override]
        return record(np.equal, self, other)

    def __ne__(self, other: Any) -> "TracedValue":  # type: ignore[override]
        return record(np.not_equal, self, other)

    def __lt__(self, other: Any) -> "TracedValue":
        return record(np.less, self, other)

    def __le__(self, other: Any) -> "TracedValue":
        return record(np.less_equal, self, other)

    def __gt__(self, other: Any) -> "TracedValue":
        return record(np.greater, self, other)

    def __ge__(self, other: Any) -> "TracedValue":
        return record(np.greater_equal, self, other)


def _unify(operands: Sequence[Any]) -> list[TracedValue]:
    """The operands as values of one type, which numbers take."""
    first = next(each for each in operands if isinstance(each, TracedValue))
    values = []
    for each in operands:
        if isinstance(each, (bool, int, float, np.generic)):
            each = first.trace.constant(each, first.type)
        if not isinstance(each, TracedValue):
            raise Error(
                f"the operator {first.trace.name} computes with {each!r}, which "
                "is neither a parameter nor a number"
            )
        if each.type != first.type:
            raise Error(
                f"the operator {first.trace.name} combines values of the types "
                f"{first.type} and {each.type}"
            )
        values.append(each)
    return values


def record(ufunc: np.ufunc, *operands: Any) -> TracedValue:
    """Records a universal function of values of an operator."""
    values = _unify(operands)
    trace, type = values[0].trace, values[0].type
    texts = ", ".join(value.text for value in values)
    if ufunc in _COMPARISONS:
        real, integer = _COMPARISONS[ufunc]
        operation = (
            f"arith.cmpf {real}" if type[0] == "f" else f"arith.cmpi {integer}"
        )
        return trace.emit(f"{operation}, {texts} : {type}", "i1")
    if type == "i1" and ufunc is np.logical_not:
        return record(np.logical_xor, values[0], True)
    if ufunc is np.negative and type[0] == "i":
        return record(np.subtract, 0, values[0])
    if ufunc is np.square:
        return record(np.multiply, values[0], values[0])
    table: dict[np.ufunc, str] = _INTEGER
    if type == "i1":
        table = _LOGICAL
    elif type[0] == "f":
        table = _REAL
    found = table.get(ufunc)
    if found is None:
        raise Error(
            f"the operator {trace.name} computes {ufunc.__name__} of {type}, "
            "which cannot be recorded"
        )
    return trace.emit(f"{found} {texts} : {type}", type)


def record_where(condition: TracedValue, a: Any, b: Any) -> TracedValue:
    """Records the choice between two values."""
    if not isinstance(a, TracedValue) and not isinstance(b, TracedValue):
        a = condition.trace.constant(a, condition.trace.type)
    chosen, other = _unify((a, b))
    return condition.trace.emit(
        f"arith.select {condition.text}, {chosen.text}, {other.text} : "
        f"{chosen.type}",
        chosen.type,
    )


class Operator:
    """A function of scalars that expressions call, and that reduces if it is
    associative. Make one with `operator`.

    name: as texts call it
    text: the operator in MLIR
    """

    def __init__(self, name: str, text: str, num_operands: int) -> None:
        self.name = name
        self.text = text
        self.num_operands = num_operands

    def __call__(self, *operands: Any) -> Expression:
        """The operator of expressions in index notation, or of numbers beside
        them: `clip(A[i, j], 1)`."""
        if len(operands) != self.num_operands:
            raise Error(
                f"{self.name} takes {self.num_operands} operands, got "
                f"{len(operands)}"
            )
        return Application(self._template, operands, self)

    def _template(self, *values: str) -> str:
        return f"{self.name}({','.join(values)})"

    def reduce(self, body: Any, *variables: IndexVar) -> Expression:
        """The reduction of an expression over index variables by the operator,
        which has to be associative."""
        return Reduction(self.name, body, variables, self)

    def __repr__(self) -> str:
        return f"<weft operator {self.name}>"


def operator(
    function: Optional[Callable[..., Any]] = None,
    *,
    associative: bool = False,
    commutative: bool = False,
    idempotent: bool = False,
    identity: Any = None,
    annihilators: Sequence[Any] = (),
    dtype: Any = np.float64,
) -> Any:
    """Makes an operator of a Python function of scalars.

        @weft.operator(associative=True, commutative=True, identity=0.0)
        def probably_or(x, y):
            return x + y - x * y

    associative, commutative, idempotent, identity: what holds of the function.
        A reduction needs that it is associative, and an identity to start from.
    annihilators: for each parameter a value with which the result is the same
        for all others, or None
    dtype: the type of the parameters and the result: float32, float64, or int8
        to int64

    The compiler checks for some numbers what is declared, and refuses what does
    not hold. Raises Error for a function that cannot be recorded.
    """

    def make(function: Callable[..., Any]) -> Operator:
        type = as_type(dtype)
        if type not in _TYPES:
            raise Error(f"operators are of {', '.join(_TYPES)}, not of {type}")
        name = getattr(function, "__name__", repr(function))
        if not callable(function) or not name.isidentifier():
            raise Error(
                f"an operator needs a name, which {name!r} is not; define it "
                "with def"
            )
        trace = _Trace(name, type)
        signature = inspect.signature(function).parameters
        parameters = list(signature)
        for parameter in signature.values():
            if parameter.kind > parameter.POSITIONAL_OR_KEYWORD:
                raise Error(
                    f"the operator {name} has the parameter {parameter}; those "
                    "of operators are positional"
                )
        if len(annihilators) > len(parameters):
            raise Error(
                f"the operator {name} has {len(parameters)} parameters, but "
                f"{len(annihilators)} annihilators"
            )
        arguments = []
        for number in range(len(parameters)):
            declared = ""
            if number < len(annihilators) and annihilators[number] is not None:
                value = _attribute(annihilators[number], type)
                declared = f" {{algebra.annihilator = {value}}}"
            arguments.append(f"%p{number}: {type}{declared}")
        result = function(
            *[
                TracedValue(trace, f"%p{n}", type)
                for n in range(len(parameters))
            ]
        )
        if not isinstance(result, TracedValue):
            result = trace.constant(result, type)
        if result.type != type:
            raise Error(
                f"the operator {name} is of {type}, but its value is a truth "
                "value; choose numbers with where(condition, 1, 0)"
            )
        laws = [
            word
            for word, holds in (
                ("associative", associative),
                ("commutative", commutative),
                ("idempotent", idempotent),
            )
            if holds
        ]
        if identity is not None:
            laws.append(f"identity = {_attribute(identity, type)}")
        attributes = f" attributes {{{', '.join(laws)}}}" if laws else ""
        lines = "\n".join(trace.lines)
        text = (
            f"algebra.operator @{name}({', '.join(arguments)}) -> {type}"
            f"{attributes} {{\n{lines}\n  algebra.yield {result.text} : {type}\n}}\n"
        )
        return Operator(name, text, len(parameters))

    return make(function) if function is not None else make
