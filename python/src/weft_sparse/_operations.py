# ===- _operations.py - Deferred operations ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors that are computed from others, one class for each operation."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Union

from . import _core
from ._formats import permute_format, split_format
from ._node import (
    MAX_INDEX_NUMBER,
    MAX_OPERATIONS,
    Emitter,
    Index,
    Node,
    StoredNode,
    Window,
    convert_stored,
)
from ._slicing import slice_stored

Signature = tuple[tuple[Any, ...], tuple[_core.Tensor, ...]]


class MapNode(Node):
    """A function of the components of tensors of one shape, where modes of size
    one and missing leading modes are repeated."""

    __slots__ = ("is_known", "operands", "template")

    def __init__(
        self,
        template: Callable[..., str],
        operands: Sequence[Node],
        shape: tuple[int, ...],
        type: str,
        sparse: bool,
        is_known: bool = False,
    ) -> None:
        """is_known: whether other nodes have the template itself"""
        # The matrices that are stored sparsely decide on the order.
        order = len(shape)
        columns = sparse and order == 2
        for operand in operands:
            if operand.sparse and len(operand.shape) == order:
                columns = columns and operand.columns
        super().__init__(shape, type, sparse=sparse, columns=columns)
        self.template = template
        self.is_known = is_known
        # One reduction is fused, if it is not repeated; others are computed.
        num_tensors = 0
        weight = 1
        for operand in operands:
            if operand.data is None:
                if operand.reduces and (self.reduces or operand.shape != shape):
                    operand.force_reductions()
                if operand.data is not None:
                    pass
                elif weight + operand.weight > MAX_OPERATIONS:
                    operand.force()
                self.reduces |= operand.reduces
                weight += operand.weight
            if operand.shape:
                # Scalars leave the sizes to the other operands.
                self.needs_dims |= operand.needs_dims or operand.shape != shape
                num_tensors += 1
                self.cheap &= operand.cheap
        self.cheap &= num_tensors < 2
        self.weight = weight
        self.operands: Sequence[Node] = operands

    def signature(self) -> Optional[Signature]:
        operands = self.operands
        if not self.is_known or len(operands) > 2:
            return None
        first = operands[0].data
        last = operands[-1].data
        if first is None or last is None:
            return None
        key = self.result_key()
        if key is None:
            return None
        for operand in operands:
            if operand.shape != self.shape and operand.shape:
                return None
        facts: tuple[str, ...] = (operands[0].format, operands[0].type)
        if len(operands) == 1:
            return (self.template, key, facts), (first,)
        if first is last:
            return None
        # A scalar has the format of no mode.
        facts += (operands[1].format, operands[1].type)
        return (self.template, key, facts), (first, last)

    def force_reductions(self) -> None:
        for operand in self.operands:
            if operand.data is None and operand.reduces:
                operand.force_reductions()
        self.reduces = False

    def emit_deferred(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        values = []
        for operand in self.operands:
            own = indices
            if operand.shape != self.shape:
                own = indices[len(indices) - len(operand.shape) :]
                sizes = self.shape[len(indices) - len(operand.shape) :]
                own = [
                    0 if size == 1 and wide != 1 else index
                    for index, size, wide in zip(own, operand.shape, sizes)
                ]
            values.append(operand.emit(emitter, own))
        return self.template(*values)

    def settle(self) -> None:
        super().settle()
        self.operands = ()


class PermuteNode(Node):
    """A tensor with its modes in another order: mode `m` is mode `order[m]` of
    the operand."""

    __slots__ = ("operand", "permutation")

    def __init__(self, operand: Node, permutation: Sequence[int]) -> None:
        # A chain of transposes has no end that a text could have.
        if operand.data is None and isinstance(operand, PermuteNode):
            operand.force()
        shape = tuple(operand.shape[mode] for mode in permutation)
        is_swapped = tuple(permutation) == (1, 0)
        super().__init__(
            shape,
            operand.type,
            sparse=operand.sparse,
            columns=operand.columns != is_swapped and len(shape) == 2,
        )
        self.operand = operand
        self.permutation = permutation
        self.weight = operand.weight
        self.reduces = operand.reduces
        self.cheap = operand.cheap
        self.needs_dims = operand.needs_dims

    def emit_deferred(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        own: list[Index] = [0] * len(indices)
        for mode, operand_mode in enumerate(self.permutation):
            own[operand_mode] = indices[mode]
        return self.operand.emit(emitter, own)

    def prepare(self) -> Callable[[], _core.Tensor]:
        # The arrays of a stored tensor are those of its transpose.
        data = self.operand.force()
        swapped = permute_format(data.format, tuple(self.permutation))
        if swapped is None or self.format:
            return super().prepare()
        format = swapped
        return lambda: data.share(format, self.shape)

    def settle(self) -> None:
        super().settle()
        del self.operand


class ReduceNode(Node):
    """A reduction over some modes, which are left out, or kept with one
    coordinate."""

    __slots__ = ("axes", "function", "keepdims", "operand", "template")

    def __init__(
        self,
        function: str,
        template: Callable[[str], str],
        operand: Node,
        axes: Sequence[int],
        keepdims: bool,
        type: str,
    ) -> None:
        shape: tuple[int, ...] = ()
        if keepdims or len(axes) < len(operand.shape):
            shape = tuple(
                1 if mode in axes else size
                for mode, size in enumerate(operand.shape)
                if keepdims or mode not in axes
            )
        super().__init__(shape, type, sparse=False)
        if operand.data is None and operand.reduces:
            operand.force()
        self.function = function
        self.template = template
        self.operand = operand
        self.axes = axes
        self.keepdims = keepdims
        self.weight = operand.weight + 1
        self.reduces = True
        self.cheap = False
        self.needs_dims = operand.needs_dims or keepdims

    def signature(self) -> Optional[Signature]:
        operand = self.operand
        data = operand.data
        key = self.result_key()
        if data is None or key is None:
            return None
        # Modes of size one have no variable.
        ones = tuple([operand.shape[axis] == 1 for axis in self.axes])
        facts = (operand.format, operand.type, len(operand.shape))
        axes = tuple(self.axes)
        key = (self.function, axes, self.keepdims, ones, key, facts)
        return key, (data,)

    def emit_deferred(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        own: list[Index] = []
        bound = []
        given = iter(indices)
        for mode, size in enumerate(self.operand.shape):
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
        value = self.template(self.operand.emit(emitter, own))
        if not bound:
            return value
        return f"{self.function}({','.join(bound)},{value})"

    def settle(self) -> None:
        super().settle()
        del self.operand


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
    return StoredNode(convert_stored(data, format, node.type))


# Formats of lists of coordinates in the order of their modes.
_BY_ROWS = ("ds", "ss", "uq")


class ProductNode(Node):
    """The product of `a` and `b` of at most two modes each, summed over the
    last mode of `a` and the first of `b`."""

    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node, type: str) -> None:
        shape = a.shape[:-1] + b.shape[1:]
        sparse = a.sparse and b.sparse
        super().__init__(
            shape,
            type,
            sparse=sparse,
            columns=sparse and a.columns and b.columns,
        )
        for operand in (a, b):
            if operand.data is None and not operand.cheap:
                operand.force()
        self.a = a
        self.b = b
        self.weight = a.weight + b.weight + 1
        self.reduces = True
        self.cheap = False
        self.needs_dims = a.needs_dims or b.needs_dims

    def signature(self) -> Optional[Signature]:
        a, b = self.a, self.b
        first, last = a.data, b.data
        key = self.result_key()
        if first is None or last is None or first is last or key is None:
            return None
        if self.sparse and not self.columns and (a.columns or b.columns):
            # Operands are converted.
            return None
        orders = (len(a.shape), len(b.shape))
        facts = (a.format, a.type, b.format, b.type)
        return ("@", orders, key, facts), (first, last)

    def emit_deferred(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        variable = emitter.variable()
        rows = len(self.a.shape) - 1
        a, b = self.a, self.b
        if self.sparse and not self.columns:
            # The rows of the product are sums of rows of b.
            a, b = orient(a, 0), orient(b, 0)
        left = a.emit(emitter, [*indices[:rows], variable])
        right = b.emit(emitter, [variable, *indices[rows:]])
        if self.type == "bool":
            return f"any({variable},and({left},{right}))"
        return f"sum({variable},{left} * {right})"

    def settle(self) -> None:
        super().settle()
        del self.a, self.b


class SliceNode(Node):
    """Some coordinates of each mode: for each mode of the operand a constant,
    or a slice as one of a `range`."""

    __slots__ = ("operand", "selection")

    def __init__(
        self, operand: Node, selection: Sequence[Union[int, slice]]
    ) -> None:
        shape = tuple(
            len(range(s.start, s.stop, s.step))
            for s in selection
            if isinstance(s, slice)
        )
        super().__init__(
            shape,
            operand.type,
            sparse=operand.sparse,
            columns=operand.columns and len(shape) == 2,
        )
        # Index notation slices accesses, not expressions.
        operand.force()
        self.operand = operand
        self.selection = selection
        self.weight = 1
        self.needs_dims = True

    def emit(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        # A slice of a slice is stored in between, and so are empty ones and
        # those that index notation does not express. The text of a kernel has
        # slices, which programs repeat, but no coordinate that they count.
        if self.data is None and (
            0 in self.shape
            or len(self.shape) < len(self.selection)
            or any(isinstance(index, Window) for index in indices)
            or not self._is_expressible()
        ):
            self.force()
        return super().emit(emitter, indices)

    def _is_expressible(self) -> bool:
        """Whether numbers and directions of slices are those of index
        notation."""
        return all(
            isinstance(selected, int)
            or selected == slice(0, size, 1)
            or 0 < selected.step <= MAX_INDEX_NUMBER >= selected.stop
            for selected, size in zip(self.selection, self.operand.shape)
        )

    def prepare(self) -> Callable[[], _core.Tensor]:
        # Another thread may settle the node before this runs.
        operand, selection = self.operand, self.selection
        return lambda: slice_stored(self, operand, selection)

    def emit_deferred(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        own: list[Index] = []
        given = iter(indices)
        for mode, selected in enumerate(self.selection):
            if isinstance(selected, int):
                own.append(selected)
                continue
            index = next(given)
            if selected == slice(0, self.operand.shape[mode], 1):
                own.append(index)
            elif isinstance(index, int):
                own.append(selected.start + index * selected.step)
            else:
                assert isinstance(index, str)
                own.append(
                    Window(index, selected.start, selected.stop, selected.step)
                )
        return self.operand.emit(emitter, own)

    def settle(self) -> None:
        super().settle()
        del self.operand
