# ===- _notation.py - Index notation as objects --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Index notation as objects: `y[i] = A[i, j] * x[j]`."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterable, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._node import (
    MAX_OPERATIONS,
    Emitter,
    Index,
    Node,
    Operation,
    remember_form,
)
from ._sizes import MAX_ORDER
from ._types import check_text
from ._ufuncs import FUNCTIONS, exact_literal

_numbers = itertools.count()


class _Linear:
    """A sum of index variables with constant factors, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict["IndexVar", int], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    def _combine(self, other: Any, sign: int) -> "_Linear":
        right = _as_linear(other)
        if right is None:
            return NotImplemented  # type: ignore[no-any-return]
        terms = dict(self.terms)
        for variable, factor in right.terms.items():
            terms[variable] = terms.get(variable, 0) + sign * factor
        return _Linear(
            {v: f for v, f in terms.items() if f != 0},
            self.constant + sign * right.constant,
        )

    def _scale(self, factor: int) -> "_Linear":
        return _Linear(
            {v: f * factor for v, f in self.terms.items() if factor},
            self.constant * factor,
        )

    def __add__(self, other: Any) -> "_Linear":
        return self._combine(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "_Linear":
        return self._combine(other, -1)

    def __rsub__(self, other: Any) -> "_Linear":
        return self._scale(-1)._combine(other, 1)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (float, complex)):
            return _apply(np.multiply, self, other)
        if not isinstance(other, (int, np.integer)):
            return NotImplemented
        return self._scale(int(other))

    def __truediv__(self, other: Any) -> "Expression":
        return _apply(np.divide, self, other)

    def __eq__(self, other: Any) -> "Expression":  # type: ignore[override]
        return _apply(np.equal, self, other)

    def __ne__(self, other: Any) -> "Expression":  # type: ignore[override]
        return _apply(np.not_equal, self, other)

    def __lt__(self, other: Any) -> "Expression":
        return _apply(np.less, self, other)

    def __gt__(self, other: Any) -> "Expression":
        return _apply(np.greater, self, other)

    def __le__(self, other: Any) -> "Expression":
        return _apply(np.less_equal, self, other)

    def __ge__(self, other: Any) -> "Expression":
        return _apply(np.greater_equal, self, other)

    # Variables that are compared make an expression; containers tell them apart
    # by their identity.
    __hash__ = object.__hash__

    __rmul__ = __mul__

    def __neg__(self) -> "_Linear":
        return self._scale(-1)

    def describe(self, numbers: dict["IndexVar", int]) -> tuple[int, ...]:
        """The sum with variables as numbers."""
        made = [self.constant]
        for variable, factor in self.terms.items():
            made += (numbers.setdefault(variable, len(numbers)), factor)
        return tuple(made)

    def show(self, names: dict["IndexVar", str]) -> str:
        text = ""
        for variable, factor in self.terms.items():
            sign = "-" if factor < 0 else "+" if text else ""
            times = "" if abs(factor) == 1 else f"{abs(factor)}*"
            text += f"{sign}{times}{names[variable]}"
        if self.constant or not text:
            sign = "-" if self.constant < 0 else "+" if text else ""
            text += f"{sign}{abs(self.constant)}"
        # A text begins with what is added.
        if text.startswith("-"):
            text = f"0{text}"
        return text


class IndexVar(_Linear):
    """An index variable. In an expression outside of an access, it is a
    number: its value."""

    __slots__ = ("name",)

    def __init__(self, name: Optional[str] = None) -> None:
        check_text(name)
        self.name = name or f"_{next(_numbers)}"
        super().__init__({self: 1}, 0)

    def __repr__(self) -> str:
        return self.name

    def show(self, names: dict["IndexVar", str]) -> str:
        return names[self]


def indices(names: str) -> tuple[IndexVar, ...]:
    """Index variables with names, which are separated by spaces or commas:
    `i, j = weft.indices("i j")`."""
    check_text(names)
    return tuple(IndexVar(name) for name in names.replace(",", " ").split())


def _as_linear(value: Any) -> Optional[_Linear]:
    if isinstance(value, _Linear):
        return value
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return _Linear({}, int(value))
    return None


def is_index(value: Any) -> bool:
    """Whether a value is an index variable, or a sum of them."""
    return isinstance(value, _Linear)


def is_variable(value: Any) -> bool:
    """Whether a value is an index variable."""
    return isinstance(value, IndexVar)


# Expressions beyond these are refused: 2048 operators compile in 0.4 s, 4096 in
# 8 s and 8192 in 40 s; and Python allows 1000 calls inside each other, of which
# writing an expression takes three for each level.
MAX_SIZE = 2048
MAX_DEPTH = 150


# The numbers of index variables, in the order in which they are met.
Numbers = dict[IndexVar, int]


class Expression:
    """An expression in index notation. Its size counts the operators, those of
    an expression that occurs twice as well; its depth those inside each other."""

    __slots__ = ("depth", "size")
    size: int
    depth: int
    __array_priority__ = 200

    def _measure(self, operands: Sequence["Expression"]) -> None:
        size, depth = 1, 0
        for operand in operands:
            size += operand.size
            depth = max(depth, operand.depth)
        self.size = size
        self.depth = depth + 1
        if self.size > MAX_SIZE or self.depth > MAX_DEPTH:
            raise Error(
                f"the expression is too large: more than {MAX_SIZE} operators, "
                f"or {MAX_DEPTH} inside each other; assign parts of it to "
                "tensors of their own"
            )

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression in index notation has no truth value; write "
            "(a < b) & (b < c) for a < b < c, and & | ~ for and, or, not"
        )

    def variables_as_numbers(self) -> Iterable[IndexVar]:
        """The index variables that stand for their value."""
        return ()

    def emit(self, emitter: Emitter, names: dict[IndexVar, str]) -> str:
        raise NotImplementedError

    def accesses(self) -> Iterable["Access"]:
        """The accesses in the expression."""
        return ()

    def describe(self, numbers: Numbers, nodes: list[Node]) -> Any:
        """What the text of the expression depends on, besides the tensors, which
        are added to the nodes in the order of their accesses. Index variables
        are told apart by numbers, which those get that have none."""
        raise NotImplementedError

    def detach(self) -> "Expression":
        """The expression without its tensors, which a node has as operands."""
        return self

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **arguments: Any
    ) -> Any:
        if method != "__call__" or arguments or ufunc not in FUNCTIONS:
            return NotImplemented
        return Application(FUNCTIONS[ufunc].template, inputs)

    def __add__(self, other: Any) -> "Expression":
        return _apply(np.add, self, other)

    def __radd__(self, other: Any) -> "Expression":
        return _apply(np.add, other, self)

    def __sub__(self, other: Any) -> "Expression":
        return _apply(np.subtract, self, other)

    def __rsub__(self, other: Any) -> "Expression":
        return _apply(np.subtract, other, self)

    def __mul__(self, other: Any) -> "Expression":
        return _apply(np.multiply, self, other)

    def __rmul__(self, other: Any) -> "Expression":
        return _apply(np.multiply, other, self)

    def __truediv__(self, other: Any) -> "Expression":
        return _apply(np.divide, self, other)

    def __rtruediv__(self, other: Any) -> "Expression":
        return _apply(np.divide, other, self)

    def __pow__(self, other: Any) -> "Expression":
        return _apply(np.power, self, other)

    def __rpow__(self, other: Any) -> "Expression":
        return _apply(np.power, other, self)

    def __and__(self, other: Any) -> "Expression":
        return _apply(np.logical_and, self, other)

    def __rand__(self, other: Any) -> "Expression":
        return _apply(np.logical_and, other, self)

    def __or__(self, other: Any) -> "Expression":
        return _apply(np.logical_or, self, other)

    def __ror__(self, other: Any) -> "Expression":
        return _apply(np.logical_or, other, self)

    def __xor__(self, other: Any) -> "Expression":
        return _apply(np.logical_xor, self, other)

    def __rxor__(self, other: Any) -> "Expression":
        return _apply(np.logical_xor, other, self)

    def __eq__(self, other: Any) -> "Expression":  # type: ignore[override]
        return _apply(np.equal, self, other)

    def __ne__(self, other: Any) -> "Expression":  # type: ignore[override]
        return _apply(np.not_equal, self, other)

    def __lt__(self, other: Any) -> "Expression":
        return _apply(np.less, self, other)

    def __gt__(self, other: Any) -> "Expression":
        return _apply(np.greater, self, other)

    def __le__(self, other: Any) -> "Expression":
        return _apply(np.less_equal, self, other)

    def __ge__(self, other: Any) -> "Expression":
        return _apply(np.greater_equal, self, other)

    def __pos__(self) -> "Expression":
        return self

    def __neg__(self) -> "Expression":
        return _apply(np.negative, self)

    def __abs__(self) -> "Expression":
        return _apply(np.absolute, self)

    def __invert__(self) -> "Expression":
        return _apply(np.logical_not, self)

    __hash__ = object.__hash__


def _apply(ufunc: np.ufunc, *operands: Any) -> Expression:
    return Application(FUNCTIONS[ufunc].template, operands)


class Access(Expression):
    """A component of a tensor."""

    __slots__ = ("indices", "node")

    def __init__(self, node: Node, indices: Sequence[Any]) -> None:
        if len(indices) != len(node.shape):
            raise Error(
                f"expected {len(node.shape)} indices for a tensor of shape "
                f"{node.shape}, got {len(indices)}"
            )
        self.size = self.depth = 1
        self.node = node
        self.indices: list[_Linear] = []
        for mode, index in enumerate(indices):
            if type(index) is IndexVar:
                self.indices.append(index)
                continue
            if isinstance(index, slice):
                raise Error("an access has index variables or slices, not both")
            linear = _as_linear(index)
            if linear is None:
                raise Error(
                    f"expected an index variable, a sum of them or an integer, got {index!r}"
                )
            if not linear.terms:
                size = node.shape[mode]
                if not -size <= linear.constant < size:
                    raise IndexError(
                        f"index {linear.constant} is out of range for mode {mode} of size {size}"
                    )
                linear = _Linear({}, linear.constant % size)
            self.indices.append(linear)

    def emit(self, emitter: Emitter, names: dict[IndexVar, str]) -> str:
        node = next(emitter.accessed)
        node.force()
        return node.emit(
            emitter,
            [
                names[index] if type(index) is IndexVar else index.show(names)
                for index in self.indices
            ],
        )

    def accesses(self) -> Iterable["Access"]:
        return (self,)

    def describe(self, numbers: Numbers, nodes: list[Node]) -> Any:
        nodes.append(self.node)
        described: list[Any] = []
        for index in self.indices:
            if type(index) is IndexVar:
                described.append(numbers.setdefault(index, len(numbers)))
            else:
                described.append(index.describe(numbers))
        return tuple(described)

    def detach(self) -> "Expression":
        made = object.__new__(Access)
        made.size, made.depth = self.size, self.depth
        made.indices = self.indices
        return made


class Number(Expression):
    """A number, or the value of an index variable."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self._measure(())
        self.value = value

    def variables_as_numbers(self) -> Iterable[IndexVar]:
        return self.value.terms if isinstance(self.value, _Linear) else ()

    def describe(self, numbers: Numbers, nodes: list[Node]) -> Any:
        value = self.value
        if isinstance(value, _Linear):
            return ("", value.describe(numbers))
        # Zeros of both signs are equal, and so are numbers of several types.
        return (type(value), value or str(value))

    def emit(self, emitter: Emitter, names: dict[IndexVar, str]) -> str:
        if isinstance(self.value, IndexVar):
            return names[self.value]
        if isinstance(self.value, _Linear):
            return f"({self.value.show(names)})"
        text = exact_literal(self.value)
        if text is None:
            from ._tensor import as_tensor

            return as_tensor(np.asarray(self.value))._node.emit(emitter, ())
        return text


class Application(Expression):
    """A function of expressions."""

    __slots__ = ("operands", "operator", "template")

    def __init__(
        self,
        template: Callable[..., str],
        operands: Sequence[Any],
        operator: Any = None,
    ) -> None:
        self.template = template
        self.operator = operator
        self.operands = [as_expression(operand) for operand in operands]
        self._measure(self.operands)

    def variables_as_numbers(self) -> Iterable[IndexVar]:
        return itertools.chain.from_iterable(
            each.variables_as_numbers() for each in self.operands
        )

    def emit(self, emitter: Emitter, names: dict[IndexVar, str]) -> str:
        emitter.call(self.operator)
        return self.template(
            *[each.emit(emitter, names) for each in self.operands]
        )

    def accesses(self) -> Iterable[Access]:
        return itertools.chain.from_iterable(
            each.accesses() for each in self.operands
        )

    def describe(self, numbers: Numbers, nodes: list[Node]) -> Any:
        described = [each.describe(numbers, nodes) for each in self.operands]
        return (self.template, *described)

    def detach(self) -> "Expression":
        operands = [each.detach() for each in self.operands]
        return Application(self.template, operands, self.operator)


class Reduction(Expression):
    """A reduction of an expression over index variables."""

    __slots__ = ("body", "function", "operator", "variables")

    def __init__(
        self,
        function: str,
        body: Any,
        variables: Sequence[IndexVar],
        operator: Any = None,
    ) -> None:
        if not variables or not all(isinstance(v, IndexVar) for v in variables):
            raise Error(
                f"{function} of an expression is over index variables, as in {function}(A[i, j], j)"
            )
        self.function = function
        self.operator = operator
        self.variables = variables
        self.body = as_expression(body)
        self._measure((self.body,))

    def variables_as_numbers(self) -> Iterable[IndexVar]:
        return self.body.variables_as_numbers()

    def emit(self, emitter: Emitter, names: dict[IndexVar, str]) -> str:
        emitter.call(self.operator)
        inner = _Names(names, emitter)
        for variable in self.variables:
            inner[variable] = emitter.variable()
        bound = ",".join(inner[variable] for variable in self.variables)
        return f"{self.function}({bound},{self.body.emit(emitter, inner)})"

    def accesses(self) -> Iterable[Access]:
        return self.body.accesses()

    def describe(self, numbers: Numbers, nodes: list[Node]) -> Any:
        bound = [numbers.setdefault(v, len(numbers)) for v in self.variables]
        function = self.operator or self.function
        return (function, tuple(bound), self.body.describe(numbers, nodes))

    def detach(self) -> "Expression":
        return Reduction(
            self.function, self.body.detach(), self.variables, self.operator
        )


def as_expression(value: Any) -> Expression:
    """A value as an expression: a number, an index variable, a scalar tensor."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (_Linear, bool, int, float, complex, np.generic)):
        return Number(value)
    node = getattr(value, "_node", None)
    if isinstance(node, Node) and not node.shape:
        return Access(node, ())
    raise Error(
        f"expected an expression in index notation, got {value!r}; a tensor is accessed as A[i, j]"
    )


class Notation(Operation):
    """An assignment in index notation. What is summed over is not written:
    variables that the result does not have."""

    __slots__ = ("value", "variables")

    def __init__(
        self, variables: Sequence[IndexVar], value: Expression
    ) -> None:
        self.variables = variables
        self.value = value

    def needs_storage(self, node: Node, indices: Sequence[Index]) -> bool:
        # The scope of sums that are not written is the assignment, and sums of
        # index variables are of plain ones.
        return node.reduces or not all(
            isinstance(each, str) for each in indices
        )

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        names = {
            variable: str(index)
            for variable, index in zip(self.variables, indices)
        }
        emitter.accessed = iter(node.operands)
        return self.value.emit(emitter, _Names(names, emitter))


def assign(
    target: Node, variables: Sequence[IndexVar], value: Expression
) -> Node:
    """The tensor of the shape and the type of a target that an assignment in
    index notation gives a value."""
    nodes: list[Node] = []
    numbers: Numbers = {}
    for variable in variables:
        numbers[variable] = len(numbers)
    token = (
        target.type,
        target.format,
        target.sparse,
        target.columns,
        len(variables),
        len(numbers),
        value.describe(numbers, nodes),
    )
    found: Optional[Node] = _core.assign(token, target, *nodes)
    if found is not None:
        return found
    signature = _core.signature(token, *nodes, target=target)
    node = _assign(target, variables, value)
    if len(numbers) <= MAX_ORDER:
        labels = [
            [
                numbers[index] if type(index) is IndexVar else -1
                for index in access.indices
            ]
            for access in value.accesses()
        ]
        remember_form(signature, node, [*labels, range(len(variables))])
    return node


def _assign(
    target: Node, variables: Sequence[IndexVar], value: Expression
) -> Node:
    """The same, if nothing is known of the assignment."""
    if len(variables) != len(target.shape):
        raise Error(
            f"expected {len(target.shape)} index variables for a tensor of shape {target.shape}, got {len(variables)}"
        )
    if len(set(variables)) != len(variables):
        raise Error("the index variables of a result differ from each other")
    node = Node(
        target.shape,
        target.type,
        sparse=target.sparse,
        columns=target.columns,
        format=target.format,
    )
    depth, num_indexing = _check_accesses(target.shape, variables, value)
    node.operation = Notation(variables, value.detach())
    node.operands = tuple([access.node for access in value.accesses()])
    node.weight = depth + 1
    node.reduces = num_indexing > len(variables)
    node.cheap = not node.reduces
    node.needs_dims = True
    return node


def _check_accesses(
    shape: tuple[int, ...], variables: Sequence[IndexVar], value: Expression
) -> tuple[int, int]:
    """Checks that variables have one size each and index something. Gives the
    largest number of operations that are deferred in an operand, and the number
    of variables."""
    sizes = dict(zip(variables, shape))
    indexing = set(variables)
    depth = 0
    for access in value.accesses():
        node = access.node
        for index, size in zip(access.indices, node.shape):
            if type(index) is not IndexVar:
                indexing.update(index.terms)
                continue
            indexing.add(index)
            known = sizes.setdefault(index, size)
            if known != size:
                raise Error(
                    f"the index variable {index} has the sizes {known} and {size}"
                )
        # A loop of assignments that nobody looks at has no end, either.
        if node.data is None and node.weight > MAX_OPERATIONS:
            node.force()
        depth = max(depth, node.weight)
    for variable in value.variables_as_numbers():
        if variable not in indexing:
            raise Error(f"the index variable {variable} indexes nothing")
    return depth, len(indexing)


class _Names(dict[IndexVar, str]):
    """The names of index variables; those that are summed over get one where
    they are met first."""

    def __init__(self, names: dict[IndexVar, str], emitter: Emitter) -> None:
        super().__init__(names)
        self.outer = names
        self.emitter = emitter

    def __missing__(self, variable: IndexVar) -> str:
        # A variable that an inner expression meets first belongs to the whole.
        if isinstance(self.outer, _Names):
            name = self.outer[variable]
        else:
            name = self.emitter.variable()
        self[variable] = name
        return name
