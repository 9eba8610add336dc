# ===- _node.py - Deferred tensors ---------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Deferred tensors.

A node is a tensor that is stored, or one that is computed from others when
somebody looks at it. To compute it, the nodes above it write themselves as one
text of index notation, which becomes one kernel: the operations are fused.
Where fusing would repeat work, an operand is computed on its own first.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Callable, Iterator, Optional, Sequence, TypeVar, Union

import numpy as np

from . import _core, _device
from ._core import Error
from ._formats import array_types, is_wide
from ._outputs import memory_of
from ._sizes import MAX_ORDER
from ._types import dtype_of

# An index of an access: the name of an index variable, a constant, or a slice
# of a variable.
Index = Union[str, int, "Window"]

# Beyond this many operations, operands are computed before they are used again:
# a loop that never looks at its result would make a text without an end.
MAX_OPERATIONS = 24

# The largest coordinate in 32 bits.
MAX_NARROW = 2**31 - 1

# The largest number in a sum or a slice of index notation.
MAX_INDEX_NUMBER = 2**31 - 1

# Held while operations are written as a text and while a result takes their
# place, so that threads may look at one deferred tensor. Kernels run without it.
_lock = threading.RLock()


class _Emission(threading.local):
    """Whether this thread writes a text. `_core.set_emitting` says that one
    does."""

    is_active = False


_emission = _Emission()


class _Pending(Exception):
    """An operand that has to be computed before a text can be written."""

    def __init__(self, node: "Node") -> None:
        self.node = node


def _renew_lock() -> None:
    """Replaces the lock in a forked process, where nobody would release it."""
    global _lock
    _lock = threading.RLock()
    _end_emission()


os.register_at_fork(after_in_child=_renew_lock)

_Value = TypeVar("_Value")


def remember(cache: dict[Any, _Value], key: Any, value: _Value) -> _Value:
    """Keeps a value in a cache, in place of the oldest one if it is full."""
    with _lock:
        if len(cache) >= 4096:
            del cache[next(iter(cache))]
        cache[key] = value
    return value


_VARIABLES = tuple(f"i{mode}" for mode in range(MAX_ORDER))


class Window:
    """The coordinates start, start + step, ... of a mode, as many as there are
    before `stop`, which an index variable counts from zero."""

    __slots__ = ("start", "step", "stop", "variable")

    def __init__(self, variable: str, start: int, stop: int, step: int) -> None:
        self.variable = variable
        self.start = start
        self.stop = stop
        self.step = step

    def __str__(self) -> str:
        if self.step == 1:
            return f"{self.variable}({self.start},{self.stop})"
        return f"{self.variable}({self.start},{self.stop},{self.step})"


# The stored node of a tensor of the extension.
make_stored: Callable[[_core.Tensor], Node] = _core.make_stored


class Emitter:
    """Collects the operands of one text."""

    def __init__(self) -> None:
        self.operands: list[_core.Tensor] = []
        self.facts: list[str] = []
        self.is_wide = False
        self.functions = ""
        # The operands of the assignment that is written.
        self.accessed: Iterator[Node] = iter(())
        self._names: dict[int, str] = {}
        self._num_variables = 0

    def access(self, node: "Node", indices: Sequence[Index]) -> str:
        """An access of a stored tensor."""
        data = node.data
        assert data is not None
        name = self._names.get(id(data))
        if name is None:
            name = f"T{len(self.operands)}"
            self._names[id(data)] = name
            self.operands.append(data)
            self.facts.append(node.format)
            self.facts.append(node.type)
            self.is_wide |= is_wide(node.format)
        if not indices:
            return name
        return f"{name}({','.join(map(str, indices))})"

    def call(self, operator: Any) -> None:
        """Notes an operator of the user that the text calls, if any."""
        if operator is not None and operator.text not in self.functions:
            self.functions += operator.text

    def variable(self) -> str:
        """An index variable that occurs nowhere else."""
        self._num_variables += 1
        return f"k{self._num_variables}"


class Operation:
    """How a deferred tensor is computed from the operands of its node. Nodes
    share operations, which do not change."""

    __slots__ = ()

    def emit(
        self, node: "Node", emitter: Emitter, indices: Sequence[Index]
    ) -> str:
        """The components of a node at some indices, as an expression."""
        raise NotImplementedError

    def needs_storage(self, node: "Node", indices: Sequence[Index]) -> bool:
        """Whether a node is computed before its components at some indices are
        used."""
        return False

    def prepare(self, node: "Node") -> Callable[[], _core.Tensor]:
        """What computes a node; it uses nothing that may change."""
        return node.prepare_kernel()

    def force_reductions(self, node: "Node") -> None:
        """Computes the reductions that are deferred in a node, but not what
        uses them."""
        node.force()


class Node(_core.NodeBase):
    """A tensor, stored or deferred.

    shape:     the sizes of its modes
    type:      the name of its component type, e.g. "f64"
    sparse:    whether it is stored sparsely by default
    columns:   whether a sparse matrix is stored by columns by default
    format:    the format, if it is stored or was chosen; else ""
    data:      the stored tensor, once there is one
    operation: what computes it until then
    operands:  the nodes that the operation is applied to
    weight:    how many operations are deferred
    reduces:   whether a reduction is deferred, so that a use in a loop over
               other variables would repeat it
    cheap:     whether a use in such a loop costs nothing more
    """

    __slots__ = ()

    def emit(self, emitter: Emitter, indices: Sequence[Index]) -> str:
        """The components at some indices, as an expression."""
        operation = self.operation
        if self.data is None and operation.needs_storage(self, indices):
            self.force()
        if self.data is None:
            emitted: str = operation.emit(self, emitter, indices)
            return emitted
        return emitter.access(self, indices)

    def default_format(self, is_wide: bool) -> str:
        """The format of the result, if nobody chose one."""
        order = len(self.shape)
        if not self.sparse or order == 0:
            return "d" * order
        letters = "s" if order == 1 else "ds" if order == 2 else "s" * order
        # No memory holds a position for each of so many rows.
        if order == 2 and self.shape[self.columns] > MAX_NARROW:
            letters = "ss"
        if self.columns and order == 2:
            letters += ":1,0"
        is_wide |= max(self.shape) > MAX_NARROW
        return letters + "{pos=64,crd=64}" if is_wide else letters

    def force(self) -> _core.Tensor:
        """Computes the tensor, unless that was done before."""
        data = self.data
        return _core.force(self) if data is None else data

    def compute(self) -> _core.Tensor:
        """Computes the tensor, and keeps the kernel for nodes of its form."""
        # An operand of what is being written is computed without the lock.
        if _emission.is_active:
            if self.data is not None:
                return self.data
            raise _Pending(self)
        run = self._prepare_operands()
        made = run()
        with _lock:
            if isinstance(run, KernelRun):
                run.remember_for(self, made)
            return self.settle(made)

    def settle(self, made: _core.Tensor) -> _core.Tensor:
        """Takes the computed tensor, unless another thread was faster."""
        with _lock:
            data = self.data
            if data is not None:
                return data
            _core.settle(self, made)
            return made

    def _prepare_operands(self) -> Callable[[], _core.Tensor]:
        """Computes the operands that have to be, and gives what computes the
        tensor from them."""
        while True:
            with _lock:
                if self.data is not None:
                    data = self.data
                    return lambda: data
                _start_emission()
                try:
                    made: Callable[[], _core.Tensor] = self.operation.prepare(
                        self
                    )
                    return made
                except _Pending as pending:
                    operand = pending.node
                finally:
                    _end_emission()
            operand.force()

    def force_reductions(self) -> None:
        """Computes the reductions that are deferred, but not what uses them."""
        operation = self.operation
        if operation is not None:
            operation.force_reductions(self)

    def prepare_kernel(self) -> "KernelRun":
        """The kernel that computes the tensor, with its operands."""
        emitter = Emitter()
        variables = _VARIABLES[: len(self.shape)]
        value = self.operation.emit(self, emitter, variables)
        format = self.format or self.default_format(emitter.is_wide)
        key = (
            value,
            format,
            self.type,
            len(variables),
            emitter.functions,
            _device.target_of(emitter.operands),
            *emitter.facts,
        )
        dims = self.shape if self.needs_dims and self.shape else None
        return KernelRun(key, emitter.operands, dims)

    def force_into(self, out: np.ndarray[Any, Any]) -> Optional[_core.Tensor]:
        """Computes the tensor into an array of its shape, if that can be;
        otherwise gives the tensor."""
        run = self._prepare_operands()
        return run.into(out) if isinstance(run, KernelRun) else run()


def _start_emission() -> None:
    """Says that this thread writes a text. It holds the lock."""
    _emission.is_active = True
    _core.set_emitting(True)


def _end_emission() -> None:
    _emission.is_active = False
    _core.set_emitting(False)


# The labels of the modes of each operand, and of the result.
Labels = Sequence[Sequence[int]]


def remember_form(
    signature: Optional[_core.Signature], node: Node, labels: Labels
) -> None:
    """Keeps what a node is like, which was made for operands of a signature.
    `labels` are those of the operands of the node, and of its result."""
    if signature is not None:
        _core.remember(signature, node, labels)


class KernelRun:
    """A kernel and its operands. It uses nothing that may change."""

    __slots__ = ("_dims", "_key", "_operands")

    def __init__(
        self,
        key: tuple[Any, ...],
        operands: Sequence[_core.Tensor],
        dims: Optional[Sequence[int]],
    ) -> None:
        self._key = key
        self._operands = operands
        self._dims = dims

    def _prepare(self) -> tuple[_core.Kernel, tuple[_core.Tensor, ...]]:
        kernel, order = _kernels.get(self._key) or compile_kernel(self._key)
        return kernel, tuple([self._operands[place] for place in order])

    def __call__(self) -> _core.Tensor:
        kernel, operands = self._prepare()
        result: _core.Tensor = kernel.run(operands, None, self._dims)
        return result

    def remember_for(self, node: Node, made: _core.Tensor) -> None:
        """Keeps the kernel for nodes of the form of one that it has computed."""
        kernel, operands = self._prepare()
        _core.remember_kernel(node, kernel, operands, made)

    def into(self, out: np.ndarray[Any, Any]) -> Optional[_core.Tensor]:
        _, format, type, *_ = self._key
        memory = memory_of(out, format, type)
        if memory is None:
            return self()
        kernel, operands = self._prepare()
        return kernel.run_into(operands, [(memory, out.shape)])[0]


# Kernels of expressions, with the numbers of their operands in the order of the
# signature of the kernel.
_kernels: dict[tuple[Any, ...], tuple[_core.Kernel, list[int]]] = {}


def compile_kernel(key: tuple[Any, ...]) -> tuple[_core.Kernel, list[int]]:
    """Compiles an expression, and keeps the kernel."""
    value, format, type, order, functions, words, *facts = key
    indices = ",".join(f"i{mode}" for mode in range(order))
    text = f"R({indices}) = {value}" if order else f"R = {value}"
    formats = [f"T{n}:{f}" for n, f in enumerate(facts[0::2]) if f]
    types = [f"T{n}:{t}" for n, t in enumerate(facts[1::2])]
    if format:
        formats.append(f"R:{format}")
    types.append(f"R:{type}")
    scalars = "".join(
        f" tensor=T{n}" for n, f in enumerate(facts[0::2]) if not f
    )
    kernel = _core.compile(
        text, formats, types, f"cache {words}" + scalars, functions or None
    )
    names = [name for name, *_ in kernel.tensors[1:]]
    return remember(_kernels, key, (kernel, [int(name[1:]) for name in names]))


# From so many entries on, a kernel converts a tensor: it takes less time, but has
# to be compiled once.
MIN_KERNEL_ENTRIES = 50000


def convert_stored(data: _core.Tensor, format: str, type: str) -> _core.Tensor:
    """A stored tensor in another format and of another type."""
    is_large = data.num_stored >= MIN_KERNEL_ENTRIES
    if not is_large or type != data.type or "fill" in format + data.format:
        return data.convert(format, type)
    order = data.order
    indices = ",".join(_VARIABLES[:order])
    key = (f"T0({indices})", format, type, order, "", "", data.format, type)
    try:
        kernel, _ = _kernels.get(key) or compile_kernel(key)
    except Error:
        # Not all formats are those of operands or results of kernels.
        return data.convert(format, type)
    result: _core.Tensor = kernel.run((data,), None, data.shape)
    return result


def make_zeros(node: Node) -> _core.Tensor:
    """A tensor of the shape, the type and the format of a node without
    entries."""
    return _core.Tensor.from_entries(
        node.format or node.default_format(False),
        node.shape,
        np.empty((0, len(node.shape)), np.int64),
        np.empty(0, dtype_of(node.type)),
        False,
    )


class Zero(Operation):
    """A tensor without entries, which is stored when somebody looks at it."""

    __slots__ = ()

    def needs_storage(self, node: Node, indices: Sequence[Index]) -> bool:
        return True

    def prepare(self, node: Node) -> Callable[[], _core.Tensor]:
        return lambda: make_zeros(node)


def make_zero(
    shape: tuple[int, ...],
    type: str,
    *,
    sparse: bool,
    columns: bool = False,
    format: str = "",
) -> Node:
    """A node of a tensor without entries."""
    node = Node(shape, type, sparse=sparse, columns=columns, format=format)
    node.operation = Zero()
    return node


def get_arrays(data: _core.Tensor) -> list[Any]:
    """The arrays of a tensor, in the order of its levels."""
    return data.arrays(array_types(data.format, data.type))
