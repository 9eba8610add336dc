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
from typing import Any, Callable, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._node import Node, StoredNode
from ._operations import MapNode, ProductNode, ReduceNode
from ._types import as_type, dtype_of
from ._ufuncs import FUNCTIONS, literal, resolve


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
    if all(shape == first for shape in shapes):
        return first
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        texts = " and ".join(map(str, shapes))
        raise Error(f"shapes {texts} do not fit each other") from None


def apply(ufunc: np.ufunc, *inputs: Any) -> Node:
    """A universal function of tensors and numbers of Python, deferred."""
    function = FUNCTIONS[ufunc]
    nodes: list[Optional[Node]] = []
    types: list[Any] = []
    for value in inputs:
        if isinstance(value, Node):
            nodes.append(value)
            types.append(value.type)
        else:
            nodes.append(None)
            types.append("bool" if isinstance(value, bool) else type(value))
    resolved = resolve(ufunc, types)
    computed, result = resolved[0], resolved[-1]
    sparse = []
    texts: list[Optional[str]] = []
    operands: list[Node] = []
    for number, (value, node) in enumerate(zip(inputs, nodes)):
        text = None
        if node is None:
            is_exact = function.literal and computed[0] != "c"
            text = literal(value) if is_exact else None
            if text is None:
                node = StoredNode(make_scalar(value, resolved[number]))
            sparse.append(False)
        else:
            sparse.append(node.sparse)
        texts.append(text)
        if node is not None:
            operands.append(node)
    template = function.template
    # Integers are divided as real numbers; NumPy has decided that.
    if ufunc is np.divide and types[0] != computed:
        operands.append(StoredNode(make_scalar(1, computed)))
        template = _divide_converted
    if None in texts and any(texts):
        template = _insert(template, texts)
    is_sparse = function.sparse(*sparse)
    # A number decides where a comparison, a maximum or a power is zero.
    if any(texts):
        is_sparse = any(sparse) and _is_zero_at_zero(ufunc, inputs, nodes)
    shape = broadcast([node.shape for node in operands])
    return MapNode(template, operands, shape, result, is_sparse)


def _divide_converted(a: str, b: str, one: str) -> str:
    return f"({one} * {a} / {b})"


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
    if not axes:
        return node
    type = node.type
    template: Callable[[str], str] = lambda value: value
    if function in ("any", "all"):
        type = "bool"
        template = lambda value: f"({value} != 0)"
    elif function in ("sum", "prod"):
        type = _REDUCED.get(type, type) if dtype is None else as_type(dtype)
        # Computed in the type of the result, which one of that type brings in.
        if type != node.type:
            one = StoredNode(make_scalar(1, type))
            node = MapNode(
                lambda value, one: f"({value} * {one})",
                [node, one],
                node.shape,
                type,
                node.sparse,
            )
    return ReduceNode(function, template, node, axes, keepdims, type)


def matmul(left: Node, right: Node) -> Node:
    """The product of matrices and vectors, deferred; sparse if both are."""
    if not 1 <= len(left.shape) <= 2 or not 1 <= len(right.shape) <= 2:
        raise Error(
            "@ multiplies matrices and vectors; einsum multiplies tensors of "
            "any order"
        )
    if left.shape[-1] != right.shape[0]:
        raise Error(
            f"shapes {left.shape} and {right.shape} cannot be multiplied"
        )
    type = left.type
    if right.type != type:
        type = resolve(np.multiply, [type, right.type])[-1]
    return ProductNode(left, right, type)
