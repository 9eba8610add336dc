# ===- _array.py - Array operations --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Functions, reductions and products of deferred tensors, with the shapes and
types that NumPy gives them."""

from __future__ import annotations

import operator
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._node import Node, StoredNode, remember
from ._operations import MapNode, ProductNode, ReduceNode
from ._types import as_type, dtype_of, type_of
from ._ufuncs import BOOLEAN, COMPARISONS, FUNCTIONS, literal, resolve


def normalize_axis(axis: int, order: int) -> int:
    """An axis as a mode from zero on."""
    mode = operator.index(axis)
    if not -order <= mode < order:
        raise Error(
            f"axis {mode} is out of range for a tensor of {order} modes"
        )
    return mode % order


def broadcast(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that shapes are repeated to; an Error if there is none."""
    first = shapes[0]
    for shape in shapes:
        if shape != first and shape:
            break
    else:
        return first
    # NumPy refuses shapes whose arrays it could not store.
    order = max(map(len, shapes))
    result = [1] * order
    for shape in shapes:
        for mode, size in enumerate(shape, order - len(shape)):
            if size == 1:
                continue
            if result[mode] not in (1, size):
                texts = " and ".join(map(str, shapes))
                raise Error(f"shapes {texts} do not fit each other")
            result[mode] = size
    return tuple(result)


class Plan(NamedTuple):
    """How a universal function is applied to operands of some types.

    template: of the operands, with the numbers that are a part of the text
    scalars:  for each number that is an operand its place and its type
    literals: the places of the numbers that are a part of the text
    type:     of the result
    sparse:   whether the result is sparse
    """

    template: Callable[..., str]
    scalars: tuple[tuple[int, str], ...]
    literals: tuple[int, ...]
    type: str
    sparse: bool


_plans: dict[Any, Plan] = {}


def _plan_key(ufunc: np.ufunc, inputs: Sequence[Any]) -> Any:
    """What the plan of an application depends on."""
    is_valued = FUNCTIONS[ufunc].literal or ufunc in COMPARISONS
    key: list[Any] = [ufunc]
    for value in inputs:
        if isinstance(value, Node):
            key += (value.type, value.sparse)
        else:
            # Zeros of both signs are equal.
            key += (
                type(value),
                (value or str(value)) if is_valued else None,
            )
    return tuple(key)


def _apply_plan(plan: Plan, inputs: Sequence[Any]) -> Node:
    """A universal function of operands whose types are known."""
    operands = list(inputs)
    for place, type in plan.scalars:
        operands[place] = _scalar_node(operands[place], type)
    for place in plan.literals:
        del operands[place]
    shape = broadcast([node.shape for node in operands])
    return MapNode(
        plan.template, operands, shape, plan.type, plan.sparse, is_known=True
    )


def apply(ufunc: np.ufunc, *inputs: Any) -> Node:
    """A universal function of tensors and numbers, deferred."""
    key = _plan_key(ufunc, inputs)
    plan = _plans.get(key)
    if plan is not None:
        return _apply_plan(plan, inputs)
    return _make_plan(ufunc, inputs, key)


def _make_plan(ufunc: np.ufunc, inputs: Sequence[Any], key: Any) -> Node:
    """The same, and keeps the plan for operands of the same types."""
    function = FUNCTIONS[ufunc]
    nodes = [value if isinstance(value, Node) else None for value in inputs]
    types = [
        value.type if isinstance(value, Node) else _number_type(value)
        for value in inputs
    ]
    resolved = resolve(ufunc, types)
    computed, result = resolved[0], resolved[-1]
    if dtype_of(computed).kind not in function.kinds:
        kinds = " and ".join(_KINDS[kind] for kind in function.kinds)
        raise Error(
            f"{ufunc.__name__} is defined for {kinds}, not for {computed}"
        )
    if ufunc is np.power and computed[0] in "iu":
        return _raise_integers(inputs[0], inputs[1], result)
    constant = _compare_out_of_range(ufunc, inputs, computed)
    if constant is not None:
        return constant
    sparse = []
    texts: list[Optional[str]] = []
    operands: list[Node] = []
    scalars: list[tuple[int, str]] = []
    is_simple = not function.repeats
    for number, (value, node) in enumerate(zip(inputs, nodes)):
        text = None
        if node is None:
            # A literal takes the type of the other operand.
            is_exact = (
                function.literal
                and computed[0] != "c"
                and (
                    not isinstance(value, np.generic)
                    or all(each == computed for each in types)
                )
            )
            text = literal(value, computed) if is_exact else None
            if text is None:
                node = StoredNode(make_scalar(value, resolved[number]))
                scalars.append((number, resolved[number]))
            sparse.append(False)
        else:
            sparse.append(node.sparse)
            others = types[:number] + types[number + 1 :]
            if _is_converted(ufunc, number, types[number], computed, others):
                node = convert(node, computed)
                is_simple = False
        texts.append(text)
        if node is not None:
            operands.append(node)
    template = function.template
    if computed == "bool":
        template = BOOLEAN.get(ufunc, template)
    if function.repeats:
        for node in operands:
            if node.data is None and (node.reduces or node.weight > 2):
                node.force()
    if None in texts and any(texts):
        template = _insert(template, texts)
    is_sparse = function.sparse(*sparse)
    # A number decides where a comparison, a maximum or a power is zero.
    if any(texts):
        is_sparse = any(sparse) and _is_zero_at_zero(ufunc, inputs, nodes)
    shape = broadcast([node.shape for node in operands])
    mapped = MapNode(template, operands, shape, result, is_sparse, is_simple)
    if function.repeats:
        mapped.weight += 2
    if is_simple:
        literals = [place for place, text in enumerate(texts) if text]
        plan = Plan(
            template, tuple(scalars), tuple(literals[::-1]), result, is_sparse
        )
        remember(_plans, key, plan)
    return mapped


# Functions that divide, which integers are converted for.
_QUOTIENTS = (np.divide, np.floor_divide, np.remainder)

_KINDS = {
    "b": "truth values",
    "i": "integers",
    "u": "integers without a sign",
    "f": "real numbers",
    "c": "complex numbers",
}


def choose(condition: Node, a: Node, b: Node) -> Node:
    """`a` where the condition is not zero and `b` elsewhere, deferred."""
    type = a.type if a.type == b.type else resolve(np.add, [a.type, b.type])[-1]
    operands = [condition, a, b]

    def template(c: str, x: str, y: str, one: str = "") -> str:
        return f"where({c} != 0,{one}{x},{y})"

    made: Callable[..., str] = template
    if type not in (a.type, b.type):
        operands.append(StoredNode(make_scalar(1, type)))
        made = lambda c, x, y, one: template(c, x, y, f"{one} * ")
    sparse = b.sparse and (a.sparse or condition.sparse)
    shape = broadcast([node.shape for node in operands])
    return MapNode(made, operands, shape, type, sparse)


def component(function: str, node: Node) -> Node:
    """The real or the imaginary part ("real", "imag"), deferred."""
    type = node.type.removeprefix("complex<").removesuffix(">")
    return MapNode(
        lambda a: f"{function}({a})", [node], node.shape, type, node.sparse
    )


# Integers that have no exact counterpart in float32 meet its numbers in float64
# in NumPy, and in float32 in index notation.
_NARROW = ("f16", "f32", "complex<f32>")


def _is_converted(
    ufunc: np.ufunc,
    number: int,
    type: str,
    computed: str,
    others: Sequence[Any],
) -> bool:
    """Whether an operand is converted before a function is applied, because
    index notation would compute it in another type than NumPy."""
    if type == computed or computed[0] not in "fc":
        return False
    if ufunc in _QUOTIENTS and number == 0:
        return True
    if type not in ("i32", "u32", "i64", "u64"):
        return False
    # A number of Python is a literal of some functions, and else an operand.
    narrow = (*_NARROW, float) if FUNCTIONS[ufunc].literal else _NARROW
    return any(other in narrow for other in others)


def convert(node: Node, type: str) -> Node:
    """The components in a wider type, which one of that type brings in."""
    one = StoredNode(make_scalar(1, _REAL.get(type, type)))
    return MapNode(
        lambda value, one: f"({value} * {one})",
        [node, one],
        node.shape,
        type,
        node.sparse,
    )


_REAL = {"complex<f32>": "f32", "complex<f64>": "f64", "f16": "f32"}


def promote(nodes: Sequence[Node], type: str) -> list[Node]:
    """The factors of a product, converted where index notation would compute it
    in a narrower type than NumPy."""
    types = [node.type for node in nodes]
    return [
        convert(node, type)
        if _is_converted(np.multiply, number, node.type, type, types)
        else node
        for number, node in enumerate(nodes)
    ]


def _raise_integers(base: Any, exponent: Any, type: str) -> Node:
    """A power of integers, which is a product. Index notation has powers of
    real numbers only."""
    if not isinstance(base, Node) or isinstance(exponent, Node):
        raise Error(
            "integers are raised to the power of one integer only; convert one "
            "of the tensors, e.g. with astype(float)"
        )
    if exponent < 0:
        raise Error("integers are not raised to negative integer powers")
    left = int(exponent)
    square = base if base.type == type else convert(base, type)
    if left == 0:
        zero, one = (StoredNode(make_scalar(n, type)) for n in (0, 1))
        return apply(np.add, apply(np.multiply, square, zero), one)
    result: Optional[Node] = None
    while left:
        if left & 1:
            result = (
                square if result is None else apply(np.multiply, result, square)
            )
        left >>= 1
        if left:
            square = apply(np.multiply, square, square)
    assert result is not None
    return result


def _compare_out_of_range(
    ufunc: np.ufunc, inputs: Sequence[Any], computed: str
) -> Optional[Node]:
    """A comparison of integers with a number of Python beyond their type, which
    holds everywhere or nowhere; None if it is another function."""
    if ufunc not in COMPARISONS or computed[0] not in "iu":
        return None
    limits = np.iinfo(dtype_of(computed))
    for number, value in enumerate(inputs):
        if type(value) is not int or limits.min <= value <= limits.max:
            continue
        node = inputs[1 - number]
        values = [0, 0]
        values[number] = 1 if value > 0 else -1
        holds = bool(ufunc(values[0], values[1]))
        sign = "==" if holds else "!="
        return MapNode(
            lambda operand: f"({operand} {sign} {operand})",
            [node],
            node.shape,
            "bool",
            node.sparse and not holds,
        )
    return None


def _number_type(value: Any) -> Any:
    """The type of a number: that of a scalar of NumPy, which takes part in the
    promotion of types; or the kind of a number of Python, which does not."""
    if isinstance(value, np.generic):
        return type_of(value.dtype)
    if isinstance(value, bool):
        return "bool"
    return next(
        kind for kind in (int, float, complex) if isinstance(value, kind)
    )


def _insert(
    template: Callable[..., str], texts: Sequence[Optional[str]]
) -> Callable[..., str]:
    """The template with some values that are known."""

    def inserted(*values: str) -> str:
        rest = iter(values)
        return template(*[next(rest) if t is None else t for t in texts])

    return inserted


def _is_zero_at_zero(
    ufunc: np.ufunc, inputs: Sequence[Any], nodes: Sequence[Optional[Node]]
) -> bool:
    """Whether a function of zero and the numbers beside it is zero."""
    values = [v if n is None else 0 for v, n in zip(inputs, nodes)]
    if ufunc is np.power:
        return nodes[1] is None and inputs[1] > 0
    return bool(ufunc(*values) == 0)


_scalars: dict[tuple[Any, str], _core.Tensor] = {}


def make_scalar(value: Any, type: str) -> _core.Tensor:
    """A number as a tensor of order 0. Few are made again and again."""
    key = (value, type)
    found = _scalars.get(key)
    # NaN equals nothing, and zeros of both signs are equal.
    if found is None or value == 0:
        with np.errstate(all="ignore"):
            array = np.asarray(value, dtype_of(type))
        found = _core.Tensor.from_arrays("", type, (), 0, [array], True, False)
        if len(_scalars) < 1024:
            _scalars[key] = found
    return found


_scalar_nodes: dict[tuple[Any, str], StoredNode] = {}


def _scalar_node(value: Any, type: str) -> StoredNode:
    """A number as a stored node, one for the numbers that are used again."""
    node = _scalar_nodes.get((value, type)) if value else None
    if node is None:
        node = StoredNode(make_scalar(value, type))
        if value and len(_scalar_nodes) < 1024:
            _scalar_nodes[(value, type)] = node
    return node


_REDUCED = {
    "bool": "i64",
    "i8": "i64",
    "i16": "i64",
    "i32": "i64",
    "u8": "u64",
    "u16": "u64",
    "u32": "u64",
}


def reduce(
    function: str, node: Node, axis: Any, dtype: Any, keepdims: bool
) -> Node:
    """A reduction over all modes (axis=None), one, or several."""
    order = len(node.shape)
    if axis is None:
        axes = list(range(order))
    else:
        given = axis if isinstance(axis, tuple) else (axis,)
        axes = [normalize_axis(each, order) for each in given]
        if len(set(axes)) != len(axes):
            raise Error(f"axes are repeated in {axis}")
    if function in ("max", "min") and 0 in [node.shape[a] for a in axes]:
        raise Error(f"{function} of no components has no value")
    type = node.type
    template: Callable[[str], str] = lambda value: value
    if function in ("any", "all"):
        if not axes:
            return apply(np.not_equal, node, 0)
        type = "bool"
        template = lambda value: f"({value} != 0)"
    elif function in ("sum", "prod"):
        type = _REDUCED.get(type, type) if dtype is None else as_type(dtype)
        # Computed in the type of the result.
        if type != node.type:
            node = convert(node, type)
    if not axes:
        return node if function not in ("any", "all") else _is_nonzero(node)
    return ReduceNode(function, template, node, axes, keepdims, type)


def _is_nonzero(node: Node) -> Node:
    """Where the components are not zero."""
    return apply(np.not_equal, node, False)


def matmul(left: Node, right: Node) -> Node:
    """The product of matrices and vectors, deferred; sparse if both are."""
    if not 1 <= len(left.shape) <= 2 or not 1 <= len(right.shape) <= 2:
        raise Error(
            "@ multiplies vectors, matrices and stacks of matrices; * "
            "multiplies by a scalar"
        )
    if left.shape[-1] != right.shape[0]:
        raise Error(
            f"shapes {left.shape} and {right.shape} cannot be multiplied"
        )
    type = left.type
    if right.type != type:
        type = resolve(np.multiply, [type, right.type])[-1]
        left, right = promote([left, right], type)
    return ProductNode(left, right, type)
