# ===- _kernel.py - Kernels ---------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels of expressions as text."""

from __future__ import annotations

import html
import math
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._core import Error
from ._node import make_stored
from ._operators import Operator
from ._sizes import as_integers, as_sizes, format_number, format_shape
from ._outputs import check_fit, check_outputs, copy_result, memory_of
from ._tensor import Tensor, as_tensor
from ._types import as_type, check_text

Formats = Mapping[str, str]
# Operators that a text calls: in MLIR, or made of Python functions.
Functions = Union[str, Operator, Sequence[Operator], None]
# Of a tensor: sizes, entries, distinct, squares and prefixes.
Statistics = Mapping[str, Mapping[str, Any]]


class Kernel:
    """An expression that was compiled for some formats, to be called again and
    again. Any number of threads may call it.

    Make one with `compile`.
    """

    __slots__ = ("_kernel", "_operands", "_results", "text")

    def __init__(self, text: str, kernel: _core.Kernel) -> None:
        self.text = text
        self._kernel = kernel
        tensors = kernel.tensors
        self._results = tensors[: kernel.num_results]
        # A tensor that keeps its structure is an operand twice.
        self._operands = tensors[kernel.num_results :]

    @property
    def operands(self) -> tuple[str, ...]:
        """The names of the operands, in the order in which a call takes them."""
        return tuple(dict.fromkeys(name for name, *_ in self._operands))

    @property
    def results(self) -> tuple[str, ...]:
        """The names of the results, in the order in which a call returns them."""
        return tuple(name for name, *_ in self._results)

    @property
    def formats(self) -> dict[str, str]:
        """The format of each tensor."""
        return {
            name: format
            for name, format, *_ in (*self._results, *self._operands)
        }

    def __call__(
        self,
        /,
        *operands: Any,
        sizes: Optional[Mapping[str, Any]] = None,
        out: Any = None,
        **named: Any,
    ) -> Any:
        """Runs the kernel.

        operands: in the order of `operands`, or by name; tensors in the formats
                  that the kernel was compiled for, or anything that `tensor`
                  takes, which is converted to them
        sizes:    of results and index variables that no operand has: a number
                  or a tuple for each name
        out:      an array of NumPy that the result, which has to be dense, is
                  computed into; a tuple with an array or None for each of
                  several results

        An operand named `sizes` or `out` is given by its place.

        Returns the result, or a tuple of several; an array of `out` is returned
        itself. Raises Error where sizes do not fit, or memory runs out. After
        that, the components in `out` are unspecified.
        """
        given: Sequence[Any] = operands
        if named or len(operands) != len(self._operands):
            given = self._order(operands, named)
        return self._run(given, sizes, out)

    def plan(self, /, *operands: Any, **named: Any) -> "Kernel":
        """The kernel for the statistics of such operands: in steps and orders
        of loops that are less work, which `steps` shows, or this kernel if
        there are none. It is right for all operands.

        operands: as of a call

        Raises Error.
        """
        given: Sequence[Any] = operands
        if named or len(operands) != len(self._operands):
            given = self._order(operands, named)
        planned = self._kernel.plan(
            tuple(as_tensor(value)._force() for value in given)
        )
        return self if planned is None else Kernel(self.text, planned)

    @property
    def steps(self) -> str:
        """The statements that the kernel computes, one on each line: those of
        its text, or the steps of a plan."""
        return self._kernel.print("plan")

    def _run(
        self,
        given: Sequence[Any],
        sizes: Optional[Mapping[str, Any]],
        out: Any = None,
    ) -> Any:
        """Runs the kernel on operands in the order of the signature."""
        tensors = tuple(
            [
                type(value) is Tensor
                and value._node.data
                or as_tensor(value)._force()
                for value in given
            ]
        )
        if out is not None:
            format_sizes(sizes)
            return self._run_into(tensors, dict(sizes or {}), out)
        results = self._kernel.run(
            tensors, format_sizes(sizes) if sizes else None
        )
        if len(self._results) == 1:
            return Tensor(make_stored(results))
        return tuple(Tensor(make_stored(result)) for result in results)

    def _run_into(
        self, tensors: tuple[_core.Tensor, ...], sizes: dict[str, Any], out: Any
    ) -> Any:
        """Runs the kernel with arrays for some of its results."""
        arrays = check_outputs(out, self.results)
        memories: list[Optional[tuple[Any, Any]]] = []
        for array, (name, format, type, variables) in zip(
            arrays, self._results
        ):
            memories.append(None)
            if array is None:
                continue
            self._check_output(array, name, format, type, len(variables))
            memory = memory_of(array, format, type)
            if memory is not None:
                memories[-1] = (memory, array.shape)
            elif array.ndim:
                sizes.setdefault(name, array.shape)
        results = self._kernel.run_into(tensors, memories, format_sizes(sizes))
        made: list[Any] = []
        for array, result in zip(arrays, results):
            if result is None:
                made.append(array)
            elif array is None:
                made.append(Tensor(make_stored(result)))
            else:
                tensor = Tensor(make_stored(result))
                made.append(copy_result(array, tensor.to_numpy()))
        return made[0] if len(made) == 1 else tuple(made)

    @staticmethod
    def _check_output(
        out: Any, name: str, format: str, type: str, order: int
    ) -> None:
        """Refuses an array that a result cannot be computed into."""
        if out.ndim != order:
            raise Error(
                f"the result {name} has {order} {'mode' if order == 1 else 'modes'}"
                f", but out has {out.ndim}"
            )
        if format.partition("{")[0].partition(":")[0].strip("d"):
            raise Error(
                f"the result {name} is stored as {format}, and only dense "
                "results are computed into an array: leave out= away, and take "
                "the arrays of the result with to_scipy or to_numpy"
            )
        check_fit(out, None, type)

    def _order(
        self, operands: Sequence[Any], named: Mapping[str, Any]
    ) -> list[Any]:
        """The operands in the order of the signature."""
        names = self.operands
        if len(operands) > len(names):
            raise Error(
                f"expected {len(names)} operands ({', '.join(names)}), got {len(operands)}"
            )
        values = dict(zip(names, operands))
        for name, value in named.items():
            if name not in names:
                raise Error(
                    f"the kernel has no operand {name!r}; its operands are {', '.join(names)}"
                )
            if name in values:
                raise Error(f"the operand {name!r} is given twice")
            values[name] = value
        missing = [name for name in names if name not in values]
        if missing:
            first = [name for name, *_ in self._operands].index(missing[0])
            excerpt = self._kernel.excerpt(len(self._results) + first)
            what = (
                f"the operand {missing[0]} is missing"
                if len(missing) == 1
                else f"the operands {', '.join(missing)} are missing"
            )
            raise Error(f"{what}\n{excerpt}")
        return [values[name] for name, *_ in self._operands]

    def explain(self) -> "Explanation":
        """How the kernel works, and why, in words; a page in a notebook."""
        return Explanation(self._kernel)

    def source(self, level: str = "c") -> str:
        """The kernel at a level of the compiler: "c", "tin", "cin", "lattice",
        "scf", "memref", "llvm" or "asm"."""
        check_text(level)
        return self._kernel.print(level)

    @property
    def schedule(self) -> str:
        """The complete schedule of the kernel, as `compile` takes it."""
        return self._kernel.print("schedule")

    @property
    def remarks(self) -> str:
        """Which transformations were applied, and why others were not."""
        return self._kernel.print("remarks")

    def __repr__(self) -> str:
        return f"<weft kernel {self.text!r}>"

    def __copy__(self) -> "Kernel":
        return self

    def __deepcopy__(self, memo: Any) -> "Kernel":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(
            "a kernel is machine code of this process, and not pickled: pickle "
            "the arguments of compile, which takes a kernel from the cache"
        )


class Explanation:
    """The explanation of a kernel."""

    def __init__(self, kernel: _core.Kernel) -> None:
        self._kernel = kernel

    def __str__(self) -> str:
        return self._kernel.print("explain")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        page = html.escape(self._kernel.print("explain-html"), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'


def format_sizes(sizes: Optional[Mapping[str, Any]]) -> Optional[list[str]]:
    """Sizes as the C interface takes them, e.g. "A:10,20"."""
    if not sizes:
        return None
    if not isinstance(sizes, Mapping):
        raise Error(
            f'sizes are given by name, as in {{"y": 3}}, not as {sizes!r}'
        )
    texts = []
    for name, size in sizes.items():
        check_text(name)
        numbers = as_integers(size, f"a size of {name}")
        texts.append(f"{name}:{','.join(map(str, numbers))}")
    return texts


def join_functions(functions: Functions) -> Optional[str]:
    """The operators that a text calls, in MLIR."""
    if functions is None or isinstance(functions, str):
        return functions
    given = [functions] if isinstance(functions, Operator) else functions
    if not isinstance(given, (list, tuple)) or not all(
        isinstance(each, Operator) for each in given
    ):
        raise Error(
            "functions are a text in MLIR, or what weft_sparse.operator makes, "
            f"not {functions!r}"[:200]
        )
    return "".join(each.text for each in given)


def check_arguments(
    text: Any, schedule: Any, options: Any, formats: Any, dtypes: Any
) -> None:
    """Refuses arguments of `compile` and `evaluate` that are of another type."""
    for name, given in (
        ("an expression", text),
        ("schedule", schedule),
        ("options", options),
    ):
        if not isinstance(given, str):
            raise Error(f"{name} has to be a text, got {given!r}"[:200])
    check_text(text, schedule, options)
    for name, mapping in (("formats", formats), ("dtypes", dtypes)):
        if mapping is not None and not isinstance(mapping, Mapping):
            raise Error(
                f'{name} are given by name, as in {{"A": "CSR"}}, not as '
                f"{mapping!r}"
            )
    for mapping in (formats or {}, dtypes or {}):
        check_text(*mapping)
    check_text(*(formats or {}).values())


def format_schedule(schedule: str) -> str:
    """The lines of a schedule as words for the C interface."""
    lines = schedule.strip().splitlines()
    return "".join(" schedule=" + "".join(line.split()) for line in lines)


def format_statistics(statistics: Optional[Statistics]) -> str:
    """Statistics as words for the C interface, e.g.
    " statistics=A:sizes=3x4;entries=5"."""
    if statistics is None:
        return ""
    if not isinstance(statistics, Mapping):
        raise Error(
            'statistics are given by name, as in {"A": {"entries": 5}}, not '
            f"as {statistics!r}"[:200]
        )
    words = ""
    for name, known in statistics.items():
        if not isinstance(known, Mapping):
            raise Error(
                f"the statistics of {name} are given by name, as in "
                f'{{"sizes": (3, 4), "entries": 5}}, not as {known!r}'[:200]
            )
        if not isinstance(name, str) or name.split() != [name]:
            raise Error(f"the expression has no tensor {name!r}"[:200])
        check_text(name)
        _check_entries(name, known)
        parts = [
            f"{key}={_format_statistic(name, key, value)}"
            for key, value in known.items()
        ]
        if parts:
            words += f" statistics={name}:{';'.join(parts)}"
    return words


_STATISTICS = ("sizes", "entries", "distinct", "squares", "prefixes")


def _format_statistic(name: str, key: Any, value: Any) -> str:
    """One statistic of a tensor, e.g. "3x4"."""
    if key not in _STATISTICS:
        raise Error(
            f"wrong statistics of {name!r}: expected "
            f"{', '.join(_STATISTICS[:-1])} or {_STATISTICS[-1]}, got {key!r}"
        )
    if key == "sizes":
        return "x".join(map(str, _as_known_sizes(name, value)))
    try:
        numbers = np.asarray(value)
    except ValueError:
        numbers = np.asarray(None)
    if numbers.dtype.kind not in "iuf" or numbers.ndim > 1:
        number = "a number" if key == "entries" else "a number for each mode"
        raise Error(
            f"wrong statistics of {name!r}: {key!r} is {number}, not {value!r}"[
                :200
            ]
        )
    return "x".join(map(str, numbers.reshape(-1).tolist()))


def _as_known_sizes(name: str, value: Any) -> tuple[int, ...]:
    """The sizes of a tensor in its statistics. Raises Error, which names the
    tensor, as `as_sizes` does."""
    try:
        return as_sizes(value)
    except Error as error:
        raise Error(f"wrong statistics of {name!r}: {error}") from None


def _check_entries(name: str, known: Mapping[str, Any]) -> None:
    """Raises Error for more entries than the sizes of a tensor allow, or than
    any sizes do."""
    entries = known.get("entries")
    if isinstance(entries, (np.generic, np.ndarray)) and entries.size == 1:
        entries = entries.item()
    if not isinstance(entries, (int, float)) or isinstance(entries, bool):
        return
    sizes = _as_known_sizes(name, known["sizes"]) if "sizes" in known else None
    if entries > (2**63 - 1 if sizes is None else math.prod(sizes)):
        shape = "any sizes" if sizes is None else format_shape(sizes)
        raise Error(
            f"wrong statistics of {name!r}: {format_number(entries)} entries do "
            f"not fit {shape}"
        )


def compile(
    text: str,
    formats: Optional[Formats] = None,
    dtypes: Optional[Mapping[str, Any]] = None,
    *,
    schedule: str = "",
    options: str = "",
    functions: Functions = None,
    statistics: Optional[Statistics] = None,
) -> Kernel:
    """Compiles an expression in index notation.

    text:      e.g. "y(i) = A(i,j) * x(j)"; several assignments are separated by
               semicolons
    formats:   the format of each tensor that is not dense, e.g. {"A": "CSR"}
    dtypes:    the type of each tensor that is not of float64
    schedule:  transformations of the loops, e.g. "split(i,i0,i1,32)"; "auto"
               chooses one when the kernel first runs on operands of some sizes
    options:   words as weft_compile of the C interface takes them, e.g.
               "strict-fp deterministic"
    functions: operators that the text calls: one or several that `operator` has
               made, or a text in MLIR
    statistics: what is known of operands, e.g. {"A": {"sizes": (3, 4),
               "entries": 5}}, to compute products in steps: `steps` of the
               kernel shows them

    Raises Error with the place in the text that is wrong.
    """
    check_arguments(text, schedule, options, formats, dtypes)
    check_text(functions if isinstance(functions, str) else None)
    words = options + format_schedule(schedule) + format_statistics(statistics)
    return Kernel(
        text,
        _core.compile(
            text,
            [f"{name}:{format}" for name, format in (formats or {}).items()],
            [
                f"{name}:{as_type(dtype)}"
                for name, dtype in (dtypes or {}).items()
            ],
            words + " cache",
            join_functions(functions),
        ),
    )


def compile_patterns(
    text: str,
    program: str = "",
    *,
    schedule: str = "",
    numbers: Optional[Mapping[str, int]] = None,
    options: str = "",
) -> Kernel:
    """Compiles a program of patterns over dependent arrays.

    text:     e.g. "sums = nFun(n => fun(A: format(ds, float, n, n) =>
              A :>> map(reduce(+, 0))))"; the result has the name of the program
    program:  the program of the text, if it has several
    schedule: rules that transform it, e.g. "stride_reduce(8),set_mapping(par)"
    numbers:  values of natural numbers, needed for those that are the size of
              no tensor, e.g. {"rows": 32}
    options:  words as weft_compile_patterns of the C interface takes them, e.g.
              "patterns=loops"

    Raises Error with the place in the text that is wrong.
    """
    check_arguments(text, schedule, options, None, None)
    check_text(program)
    if numbers is not None and not isinstance(numbers, Mapping):
        raise Error(
            f'numbers are given by name, as in {{"rows": 32}}, not as {numbers!r}'
        )
    words = "patterns " + options + format_schedule(schedule)
    if program:
        words += " program=" + program
    for size in format_sizes(numbers) or []:
        words += " size=" + size
    return Kernel(text, _core.compile(text, [], [], words + " cache", None))
