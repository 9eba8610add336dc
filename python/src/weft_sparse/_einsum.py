# ===- _einsum.py - einsum -----------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""einsum with NumPy's semantics."""

from __future__ import annotations

import functools
from typing import Any, Optional, Sequence, overload

from . import _core
from ._array import promote
from ._core import Error
from ._node import (
    MAX_OPERATIONS,
    Emitter,
    Index,
    Labels,
    Node,
    Operation,
    remember_form,
)
from ._operations import orient
from ._outputs import check_output, dense_format
from ._sizes import MAX_ORDER
from ._tensor import Tensor, as_operand, store_into
from ._types import as_type, check_text
from ._ufuncs import FUNCTIONS, resolve

import numpy as np

_MULTIPLY = FUNCTIONS[np.multiply].template


def _parse_interleaved(
    arguments: Sequence[Any],
) -> tuple[list[list[Any]], Optional[list[Any]], list[Any]]:
    """The form of einsum with lists of labels in place of a text."""
    operands, labels = [], []
    rest = list(arguments)
    while len(rest) > 1:
        operands.append(rest.pop(0))
        labels.append(_list_labels(rest.pop(0)))
    return labels, _list_labels(rest[0]) if rest else None, operands


def _list_labels(labels: Any) -> list[Any]:
    """The labels of a term that is a list. Raises Error for what is no list, and
    for labels other than texts, integers from 0 on and `...`."""
    if not isinstance(labels, (list, tuple)):
        raise Error(
            "einsum takes a text and operands, as in einsum('ij,j->i', A, x), or "
            "operands with a list of labels behind each, as in einsum(A, [0, 1], "
            f"x, [1]); got {type(labels).__name__} in place of a list"
        )
    for label in labels:
        if not _is_label(label):
            raise Error(
                "a label of einsum is an integer from 0 on, a text or ..., not "
                f"{label!r}"[:200]
            )
    return list(labels)


def _is_label(label: Any) -> bool:
    if isinstance(label, (int, np.integer)) and not isinstance(label, bool):
        return bool(label >= 0)
    return isinstance(label, str) or label is Ellipsis


def _split(term: str) -> list[Any]:
    """The labels of a term; Ellipsis for `...`."""
    labels: list[Any] = []
    rest = term.replace(" ", "")
    while rest:
        if rest.startswith("..."):
            labels.append(Ellipsis)
            rest = rest[3:]
        elif rest[0].isalpha():
            labels.append(rest[0])
            rest = rest[1:]
        else:
            raise Error(
                f"expected letters and '...' in a term of einsum, got {term!r}"
            )
    return labels


@functools.lru_cache(maxsize=1024)
def _parse_text(
    text: str, num_operands: int
) -> tuple[list[list[Any]], Optional[list[Any]]]:
    """The labels of the operands and of the result, which nobody changes."""
    left, arrow, right = text.partition("->")
    terms = [_split(term) for term in left.split(",")]
    if len(terms) != num_operands:
        raise Error(
            f"{text!r} has {len(terms)} terms for {num_operands} operands"
        )
    return terms, _split(right) if arrow else None


def _expand(labels: list[Any], order: int) -> list[Any]:
    """The labels with numbers, counted from the last, in place of `...`."""
    num_named = sum(label is not Ellipsis for label in labels)
    if Ellipsis not in labels:
        if num_named != order:
            raise Error(
                f"the term {_show(labels)} has {num_named} labels for a tensor of {order} modes"
            )
        return labels
    if labels.count(Ellipsis) > 1 or num_named > order:
        raise Error(
            f"the term {_show(labels)} does not fit a tensor of {order} modes"
        )
    place = labels.index(Ellipsis)
    middle = [("...", n) for n in range(order - num_named, 0, -1)]
    return labels[:place] + middle + labels[place + 1 :]


def _show(labels: Sequence[Any]) -> str:
    return repr(
        "".join("..." if label is Ellipsis else str(label) for label in labels)
    )


@overload
def einsum(
    subscripts: Any,
    *operands: Any,
    format: Optional[str] = None,
    dtype: Any = None,
    out: None = None,
) -> Tensor: ...
@overload
def einsum(
    subscripts: Any,
    *operands: Any,
    format: Optional[str] = None,
    dtype: Any = None,
    out: np.ndarray[Any, Any],
) -> np.ndarray[Any, Any]: ...
def einsum(
    subscripts: Any,
    *operands: Any,
    format: Optional[str] = None,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    """A sum of products, deferred, with the semantics of numpy.einsum:
    `einsum("ij,j->i", A, x)`.

    subscripts: labels of the modes of each operand and of the result, with
                `...`, repeated labels for diagonals, and without `->` those that
                occur once, in the order of the alphabet; or the form
                einsum(A, [0, 1], x, [1], [0]), whose labels are integers from 0
                on, texts or `...`
    format:     of the result; by default sparse if it has two modes or more,
                each of which a sparse operand has
    dtype:      of the result; by default that which the operands are promoted to
    out:        an array of NumPy that the result is computed into, and that is
                returned; the result is dense then, unless `format` is given

    All operands are fused into one kernel.
    """
    check_text(format)
    # What the form of the result depends on, besides the operands.
    token = None
    if isinstance(subscripts, str) and dtype is None and out is None:
        token = ("einsum", subscripts, format)
        found = _core.apply(token, *operands)
        if found is not None:
            return found
    if isinstance(subscripts, str):
        terms, result = _parse_text(subscripts, len(operands))
        values = list(operands)
    else:
        terms, result, values = _parse_interleaved((subscripts, *operands))
    if not values:
        raise Error("einsum has no operands")
    nodes = [as_operand(value)._node for value in values]
    terms = [_expand(term, len(node.shape)) for term, node in zip(terms, nodes)]
    broadcast = sorted(
        {label for term in terms for label in term if isinstance(label, tuple)},
        reverse=True,
    )
    if result is None:
        counts: dict[Any, int] = {}
        for term in terms:
            for label in term:
                counts[label] = counts.get(label, 0) + 1
        named = sorted(
            (
                label
                for label, count in counts.items()
                if count == 1 and not isinstance(label, tuple)
            ),
            key=lambda label: (isinstance(label, str), label),
        )
        result = [*broadcast, *named]
    elif Ellipsis in result:
        place = result.index(Ellipsis)
        result = result[:place] + broadcast + result[place + 1 :]
    sizes = _measure(terms, nodes)
    for label in result:
        if label not in sizes:
            raise Error(f"the label {label!r} of the result is of no operand")
    if len(set(result)) != len(result):
        raise Error(f"labels are repeated in the result {_show(result)}")
    if out is None:
        return _multiply(terms, result, nodes, sizes, format, dtype, token)
    array = check_output(out)
    format = format or dense_format(array)
    return store_into(
        _multiply(terms, result, nodes, sizes, format, dtype, token), array
    )


def _orient_matrices(
    terms: Sequence[Sequence[Any]], result: Sequence[Any], nodes: Sequence[Node]
) -> Sequence[Node]:
    """The operands of a product of two sparse matrices, stored such that the rows
    of the result are sums of rows of one of them."""
    if len(nodes) != 2 or len(result) != 2:
        return nodes
    for node in nodes:
        if not node.sparse or len(node.shape) != 2:
            return nodes
    labels = [label for term in terms for label in term]
    if len(set(labels)) != 3:
        return nodes
    (summed,) = set(labels).difference(result)
    if any(summed not in term or len(set(term)) < 2 for term in terms):
        return nodes
    return [
        orient(
            node,
            list(term).index(result[0] if result[0] in term else summed),
        )
        for term, node in zip(terms, nodes)
    ]


class Einsum(Operation):
    """A sum of products of the operands of a node, over the labels that the
    result does not have."""

    __slots__ = ("labels", "terms")

    def __init__(
        self, terms: Sequence[Sequence[Any]], labels: Sequence[Any]
    ) -> None:
        self.terms = terms
        self.labels = labels

    def needs_storage(self, node: Node, indices: Sequence[Index]) -> bool:
        # The scope of sums that are not written is the assignment.
        return node.reduces or not all(
            isinstance(each, str) for each in indices
        )

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        names: dict[Any, Index] = dict(zip(self.labels, indices))
        sizes = _measure(self.terms, node.operands)
        text = ""
        for term, factor in zip(self.terms, node.operands):
            own: list[Index] = []
            for label, size in zip(term, factor.shape):
                if size == 1 and sizes[label] != 1:
                    own.append(0)
                    continue
                if label not in names:
                    names[label] = emitter.variable()
                own.append(names[label])
            factor.force()
            access = factor.emit(emitter, own)
            text = _MULTIPLY(text, access) if text else access
        return text


def _measure(
    terms: Sequence[Sequence[Any]], nodes: Sequence[Node]
) -> dict[Any, int]:
    """The size of each label."""
    sizes: dict[Any, int] = {}
    for term, node in zip(terms, nodes):
        for label, size in zip(term, node.shape):
            known = sizes.get(label, 1)
            if known != size and 1 not in (known, size):
                raise Error(
                    f"the label {label!r} has the sizes {known} and {size}"
                )
            sizes[label] = size if known == 1 else known
    return sizes


def _make_einsum(
    operation: Einsum,
    factors: Sequence[Node],
    sizes: dict[Any, int],
    type: str,
    sparse: bool,
    format: str,
) -> Node:
    """A sum of products of nodes."""
    shape = tuple([sizes[label] for label in operation.labels])
    node = Node(shape, type, sparse=sparse, format=format)
    depth = 0
    for factor in factors:
        if factor.data is None:
            if factor.weight > MAX_OPERATIONS:
                factor.force()
            depth = max(depth, factor.weight)
    node.operation = operation
    node.operands = tuple(factors)
    node.weight = depth + 1
    node.reduces = len(sizes) > len(operation.labels)
    node.cheap = not node.reduces
    node.needs_dims = True
    return node


def _label(
    terms: Sequence[Sequence[Any]],
    result: Sequence[Any],
    nodes: Sequence[Node],
    sizes: dict[Any, int],
) -> Labels:
    """The labels of the operands and of the result as numbers; -1 of modes that
    are repeated."""
    numbers = {label: number for number, label in enumerate(sizes)}
    labels = [
        [
            numbers[label] if size == sizes[label] else -1
            for label, size in zip(term, node.shape)
        ]
        for term, node in zip(terms, nodes)
    ]
    return [*labels, [numbers[label] for label in result]]


def _multiply(
    terms: Sequence[Sequence[Any]],
    result: Sequence[Any],
    nodes: Sequence[Node],
    sizes: dict[Any, int],
    format: Optional[str],
    dtype: Any,
    token: Any,
) -> Tensor:
    nodes = _orient_matrices(terms, result, nodes)
    sparse_labels: set[Any] = set()
    type = nodes[0].type
    for node in nodes[1:]:
        type = resolve(np.multiply, [type, node.type])[-1]
    nodes = promote(nodes, type)
    for term, node in zip(terms, nodes):
        if node.sparse:
            sparse_labels.update(term)
    is_sparse = len(result) > 1 and sparse_labels.issuperset(result)
    signature = None if token is None else _core.signature(token, *nodes)
    made = _make_einsum(
        Einsum(terms, result),
        nodes,
        sizes,
        type if dtype is None else as_type(dtype),
        is_sparse,
        format or "",
    )
    if len(sizes) <= MAX_ORDER:
        remember_form(signature, made, _label(terms, result, nodes, sizes))
    return Tensor(made)
