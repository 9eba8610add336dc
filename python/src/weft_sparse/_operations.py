# ===- _operations.py - Deferred operations ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Operations on tensors, one class for each, and nodes of their results.

A function that makes the node of an operation computes the operands that cannot
be fused with it. `labels` of an operation name the modes of each operand and of
the result: modes with the same label have the same size, and those with the
label -1 have size one. With them, `_core.apply` makes nodes of operations that
are repeated (`remember_form`)."""

from __future__ import annotations

from typing import Callable, Sequence, Union

from . import _core
from ._formats import permute_format, split_format
from ._node import (
    MAX_INDEX_NUMBER,
    MAX_OPERATIONS,
    Emitter,
    Index,
    Labels,
    Node,
    Operation,
    Window,
    convert_stored,
    make_stored,
    remember_form,
)
from ._slicing import slice_stored


class Map(Operation):
    """A function of the components of tensors of one shape, where modes of size
    one and missing leading modes are repeated."""

    __slots__ = ("template",)

    def __init__(self, template: Callable[..., str]) -> None:
        self.template = template

    def force_reductions(self, node: Node) -> None:
        for operand in node.operands:
            if operand.data is None and operand.reduces:
                operand.force_reductions()
        node.reduces = False
        # Others of its form have reductions.
        _core.forget_form(node)

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        values = []
        for operand in node.operands:
            own = indices
            if operand.shape != node.shape:
                own = indices[len(indices) - len(operand.shape) :]
                sizes = node.shape[len(indices) - len(operand.shape) :]
                own = [
                    0 if size == 1 and wide != 1 else index
                    for index, size, wide in zip(own, operand.shape, sizes)
                ]
            values.append(operand.emit(emitter, own))
        return self.template(*values)


def make_map(
    operation: Map,
    operands: Sequence[Node],
    shape: tuple[int, ...],
    type: str,
    sparse: bool,
) -> Node:
    """A function of the components of tensors whose shapes are repeated to
    one."""
    # The matrices that are stored sparsely decide on the order.
    order = len(shape)
    columns = sparse and order == 2
    for operand in operands:
        if operand.sparse and len(operand.shape) == order:
            columns = columns and operand.columns
    node = Node(shape, type, sparse=sparse, columns=columns)
    # One reduction is fused, if it is not repeated; others are computed.
    num_tensors = 0
    weight = 1
    for operand in operands:
        if operand.data is None:
            if operand.reduces and (node.reduces or operand.shape != shape):
                operand.force_reductions()
            if operand.data is not None:
                pass
            elif weight + operand.weight > MAX_OPERATIONS:
                operand.force()
            node.reduces = node.reduces or operand.reduces
            weight += operand.weight
        if operand.shape:
            # Scalars leave the sizes to the other operands.
            if operand.needs_dims or operand.shape != shape:
                node.needs_dims = True
            num_tensors += 1
            node.cheap = node.cheap and operand.cheap
    node.cheap = node.cheap and num_tensors < 2
    node.weight = weight
    node.operation = operation
    node.operands = tuple(operands)
    return node


def label_map(node: Node) -> Labels:
    """The labels of a function of components."""
    order = len(node.shape)
    labels = []
    for operand in node.operands:
        first = order - len(operand.shape)
        labels.append(
            [
                mode if size == node.shape[mode] else -1
                for mode, size in enumerate(operand.shape, first)
            ]
        )
    return [*labels, range(order)]


class Permute(Operation):
    """A tensor with its modes in another order: mode `m` is mode `order[m]` of
    the operand."""

    __slots__ = ("permutation",)

    def __init__(self, permutation: tuple[int, ...]) -> None:
        self.permutation = permutation

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        own: list[Index] = [0] * len(indices)
        for mode, operand_mode in enumerate(self.permutation):
            own[operand_mode] = indices[mode]
        emitted: str = node.operands[0].emit(emitter, own)
        return emitted

    def prepare(self, node: Node) -> Callable[[], _core.Tensor]:
        # The arrays of a stored tensor are those of its transpose.
        data = node.operands[0].force()
        swapped = permute_format(data.format, self.permutation)
        if swapped is None or node.format:
            return node.prepare_kernel()
        format, shape = swapped, node.shape
        return lambda: data.share(format, shape)


def make_permutation(operand: Node, permutation: Sequence[int]) -> Node:
    """A tensor with its modes in another order."""
    signature = _core.signature(("permute", *permutation), operand)
    # A chain of transposes has no end that a text could have.
    if operand.data is None and isinstance(operand.operation, Permute):
        operand.force()
    shape = tuple([operand.shape[mode] for mode in permutation])
    is_swapped = tuple(permutation) == (1, 0)
    node = Node(
        shape,
        operand.type,
        sparse=operand.sparse,
        columns=operand.columns != is_swapped and len(shape) == 2,
    )
    node.operation = Permute(tuple(permutation))
    node.operands = (operand,)
    node.weight = operand.weight
    node.reduces = operand.reduces
    node.cheap = operand.cheap
    node.needs_dims = operand.needs_dims
    remember_form(signature, node, [range(len(shape)), permutation])
    return node


class Reduce(Operation):
    """A reduction over some modes, which are left out, or kept with one
    coordinate."""

    __slots__ = ("axes", "function", "keepdims", "template")

    def __init__(
        self,
        function: str,
        template: Callable[[str], str],
        axes: Sequence[int],
        keepdims: bool,
    ) -> None:
        self.function = function
        self.template = template
        self.axes = axes
        self.keepdims = keepdims

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        operand = node.operands[0]
        own: list[Index] = []
        bound = []
        given = iter(indices)
        for mode, size in enumerate(operand.shape):
            if mode in self.axes:
                # The variable of a mode of size one may index nothing.
                if size == 1:
                    own.append(0)
                else:
                    variable = emitter.variable()
                    bound.append(variable)
                    own.append(variable)
                if self.keepdims:
                    next(given)
            else:
                own.append(next(given))
        value = self.template(operand.emit(emitter, own))
        if not bound:
            return value
        return f"{self.function}({','.join(bound)},{value})"


def make_reduction(operation: Reduce, operand: Node, type: str) -> Node:
    """A reduction of a tensor."""
    axes, keepdims = operation.axes, operation.keepdims
    shape: tuple[int, ...] = ()
    if keepdims or len(axes) < len(operand.shape):
        shape = tuple(
            1 if mode in axes else size
            for mode, size in enumerate(operand.shape)
            if keepdims or mode not in axes
        )
    node = Node(shape, type, sparse=False)
    if operand.data is None and operand.reduces:
        operand.force()
    node.operation = operation
    node.operands = (operand,)
    node.weight = operand.weight + 1
    node.reduces = True
    node.cheap = False
    node.needs_dims = operand.needs_dims or bool(keepdims)
    return node


def label_reduction(node: Node) -> Labels:
    """The labels of a reduction."""
    operation = node.operation
    modes = range(len(node.operands[0].shape))
    result = [
        -1 if mode in operation.axes else mode
        for mode in modes
        if operation.keepdims or mode not in operation.axes
    ]
    return [modes, result if node.shape else []]


def orient(node: Node, outer: int) -> Node:
    """A sparse matrix stored by the coordinates of a mode, to which it is
    converted unless it is; another tensor as it is."""
    if not node.sparse or len(node.shape) != 2 or node.columns == (outer == 1):
        return node
    data = node.force()
    parts = split_format(data.format)
    if parts.letters not in _BY_ROWS:
        return node
    # The rows of a hypersparse matrix stay a list.
    letters = "ds" if parts.letters == "ds" else "ss"
    order = ("1", "0") if outer == 1 else ("0", "1")
    format = parts.with_levels(letters, order)
    return make_stored(convert_stored(data, format, node.type))


# Formats of lists of coordinates in the order of their modes.
_BY_ROWS = ("ds", "ss", "uq")


class Product(Operation):
    """The product of two tensors of at most two modes each, summed over the
    last mode of the first and the first mode of the second."""

    __slots__ = ()

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        variable = emitter.variable()
        a, b = node.operands
        rows = len(a.shape) - 1
        if node.sparse and not node.columns:
            # The rows of the product are sums of rows of b.
            a, b = orient(a, 0), orient(b, 0)
        left = a.emit(emitter, [*indices[:rows], variable])
        right = b.emit(emitter, [variable, *indices[rows:]])
        if node.type == "bool":
            return f"any({variable},and({left},{right}))"
        return f"sum({variable},{left} * {right})"


_PRODUCT = Product()


def make_product(a: Node, b: Node, type: str) -> Node:
    """The product of two tensors."""
    sparse = a.sparse and b.sparse
    node = Node(
        a.shape[:-1] + b.shape[1:],
        type,
        sparse=sparse,
        columns=sparse and a.columns and b.columns,
    )
    for operand in (a, b):
        if operand.data is None and not operand.cheap:
            operand.force()
    node.operation = _PRODUCT
    node.operands = (a, b)
    node.weight = a.weight + b.weight + 1
    node.reduces = True
    node.cheap = False
    node.needs_dims = a.needs_dims or b.needs_dims
    return node


def label_product(node: Node) -> Labels:
    """The labels of a product: 0 of rows, 1 of columns, 2 of the sum."""
    a, b = node.operands
    left, right = [0][: len(a.shape) - 1], [1][: len(b.shape) - 1]
    return [[*left, 2], [2, *right], [*left, *right]]


class Slice(Operation):
    """Some coordinates of each mode: for each mode of the operand a constant,
    or a slice as one of a `range`."""

    __slots__ = ("selection",)

    def __init__(self, selection: Sequence[Union[int, slice]]) -> None:
        self.selection = selection

    def needs_storage(self, node: Node, indices: Sequence[Index]) -> bool:
        # A slice of a slice is stored in between, and so are empty ones and
        # those that index notation does not express. The text of a kernel has
        # slices, which programs repeat, but no coordinate that they count.
        return (
            0 in node.shape
            or len(node.shape) < len(self.selection)
            or any(isinstance(index, Window) for index in indices)
            or not self._is_expressible(node.operands[0])
        )

    def _is_expressible(self, operand: Node) -> bool:
        """Whether numbers and directions of slices are those of index
        notation."""
        return all(
            isinstance(selected, int)
            or selected == slice(0, size, 1)
            or 0 < selected.step <= MAX_INDEX_NUMBER >= selected.stop
            for selected, size in zip(self.selection, operand.shape)
        )

    def prepare(self, node: Node) -> Callable[[], _core.Tensor]:
        # Another thread may settle the node before this runs.
        operand = node.operands[0]
        return lambda: slice_stored(node, operand, self.selection)

    def emit(
        self, node: Node, emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        operand = node.operands[0]
        own: list[Index] = []
        given = iter(indices)
        for mode, selected in enumerate(self.selection):
            if isinstance(selected, int):
                own.append(selected)
                continue
            index = next(given)
            if selected == slice(0, operand.shape[mode], 1):
                own.append(index)
            elif isinstance(index, int):
                own.append(selected.start + index * selected.step)
            else:
                assert isinstance(index, str)
                own.append(
                    Window(index, selected.start, selected.stop, selected.step)
                )
        emitted: str = operand.emit(emitter, own)
        return emitted


def make_slice(operand: Node, selection: Sequence[Union[int, slice]]) -> Node:
    """Some coordinates of each mode of a tensor."""
    shape = tuple(
        len(range(s.start, s.stop, s.step))
        for s in selection
        if isinstance(s, slice)
    )
    node = Node(
        shape,
        operand.type,
        sparse=operand.sparse,
        columns=operand.columns and len(shape) == 2,
    )
    # Index notation slices accesses, not expressions.
    operand.force()
    node.operation = Slice(selection)
    node.operands = (operand,)
    node.weight = 1
    node.needs_dims = True
    return node
