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

from typing import Any, Callable, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._node import Node, make_stored, remember_form
from ._operations import (
    Map,
    Reduce,
    label_map,
    label_product,
    label_reduction,
    make_map,
    make_product,
    make_reduction,
)
from ._sizes import as_integer, raise_no_value
from ._types import as_type, dtype_of, type_of
from ._ufuncs import BOOLEAN, COMPARISONS, FUNCTIONS, literal, resolve


def normalize_axis(axis: int, order: int) -> int:
    """An axis as a mode from zero on."""
    mode = as_integer(axis, "an axis")
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


def apply(ufunc: np.ufunc, *inputs: Any) -> Node:
    """A universal function of nodes and numbers, deferred. Its form is kept for
    operands of the same forms."""
    if FUNCTIONS[ufunc].literal or ufunc in COMPARISONS:
        return _apply_valued(ufunc, inputs)
    signature = _core.signature(ufunc, *inputs)
    node, is_simple = _make_function(ufunc, inputs)
    if is_simple:
        remember_form(signature, node, label_map(node))
    return node


def _apply_valued(ufunc: np.ufunc, inputs: Sequence[Any]) -> Node:
    """A universal function in whose text numbers are literals."""
    # Zeros of both signs are equal.
    token = tuple(
        None if isinstance(x, Node) else (type(x), x or str(x)) for x in inputs
    )
    nodes = [x for x in inputs if isinstance(x, Node)]
    found = _core.apply((ufunc, *token), *nodes)
    if found is not None:
        known: Node = found._node
        return known
    signature = _core.signature((ufunc, *token), *nodes)
    node, is_simple = _make_function(ufunc, inputs)
    if is_simple:
        remember_form(signature, node, label_map(node))
    return node


def _make_function(ufunc: np.ufunc, inputs: Sequence[Any]) -> tuple[Node, bool]:
    """A universal function of nodes and numbers, and whether its operands are
    the nodes that are given, and tensors of the numbers."""
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
        return _raise_integers(inputs[0], inputs[1], result), False
    if ufunc in COMPARISONS and computed[0] in "fc":
        inputs = [_round_to_float(value) for value in inputs]
    constant = _compare_out_of_range(ufunc, inputs, computed)
    if constant is not None:
        return constant, False
    sparse = []
    texts: list[Optional[str]] = []
    operands: list[Node] = []
    is_simple = True
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
                node = make_scalar_node(value, resolved[number])
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
    mapped = make_map(Map(template), operands, shape, result, is_sparse)
    if function.repeats:
        mapped.weight += 2
    return mapped, is_simple


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
    found = _core.apply("where", condition, a, b)
    if found is not None:
        known: Node = found._node
        return known
    operands = [condition, a, b]
    template: Callable[..., str] = lambda c, x, y: f"where({c} != 0,{x},{y})"
    if type not in (a.type, b.type):
        operands.append(make_scalar_node(1, type))
        template = lambda c, x, y, one: f"where({c} != 0,{one} * {x},{y})"
    sparse = b.sparse and (a.sparse or condition.sparse)
    shape = broadcast([node.shape for node in operands])
    signature = _core.signature("where", *operands)
    node = make_map(Map(template), operands, shape, type, sparse)
    remember_form(signature, node, label_map(node))
    return node


def component(function: str, node: Node) -> Node:
    """The real or the imaginary part ("real", "imag"), deferred."""
    type = node.type.removeprefix("complex<").removesuffix(">")
    operation = Map(lambda a: f"{function}({a})")
    signature = _core.signature(function, node)
    made = make_map(operation, [node], node.shape, type, node.sparse)
    remember_form(signature, made, label_map(made))
    return made


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
    index notation would compute it in another type than NumPy, or has no
    differences of truth values, which functions composed of others have."""
    if type == "bool" != computed and FUNCTIONS[ufunc].repeats:
        return True
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
    one = make_scalar_node(1, _REAL.get(type, type))
    token = ("convert", type)
    found = _core.apply(token, node, one)
    if found is not None:
        known: Node = found._node
        return known
    signature = _core.signature(token, node, one)
    made = make_map(_CONVERT, [node, one], node.shape, type, node.sparse)
    remember_form(signature, made, label_map(made))
    return made


_CONVERT = Map(lambda value, one: f"({value} * {one})")


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
        zero, one = (make_scalar_node(n, type) for n in (0, 1))
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
        constant = Map(lambda operand: f"({operand} {sign} {operand})")
        is_sparse = node.sparse and not holds
        return make_map(constant, [node], node.shape, "bool", is_sparse)
    return None


def _round_to_float(value: Any) -> Any:
    """A number for a comparison with real or complex numbers: infinity in place
    of an integer beyond float64."""
    if type(value) is not int:
        return value
    try:
        float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf
    return value


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
    """A number as a tensor of order 0. Few are made again and again. Raises Error
    for an integer that the type does not have."""
    key = (value, type)
    found = _scalars.get(key)
    # NaN equals nothing, and zeros of both signs are equal.
    if found is None or value == 0:
        try:
            with np.errstate(all="ignore"):
                array = np.asarray(value, dtype_of(type))
        except OverflowError:
            raise_no_value(value, dtype_of(type))
        found = _core.Tensor.from_arrays("", type, (), 0, [array], True, False)
        if len(_scalars) < 1024:
            _scalars[key] = found
    return found


_scalar_nodes: dict[tuple[Any, str], Node] = {}


def make_scalar_node(value: Any, type: str) -> Node:
    """A number as a stored node, one for the numbers that are used again."""
    node = _scalar_nodes.get((value, type)) if value else None
    if node is None:
        node = make_stored(make_scalar(value, type))
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
    operation = Reduce(function, template, axes, keepdims)
    token = reduction_token(function, axis, dtype, keepdims)
    signature = None if token is None else _core.signature(token, node)
    made = make_reduction(operation, node, type)
    remember_form(signature, made, label_reduction(made))
    return made


def reduction_token(
    function: str, axis: Any, dtype: Any, keepdims: Any
) -> Optional[tuple[Any, ...]]:
    """What the form of a reduction is looked up by; None if it is not."""
    if dtype is None and (axis is None or type(axis) is int):
        return (function, axis, bool(keepdims))
    return None


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
    signature = _core.signature(np.matmul, left, right)
    node = make_product(left, right, type)
    remember_form(signature, node, label_product(node))
    return node
