# ===- _evaluate.py - Expressions as text --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Expressions as text that are compiled for their operands, and run."""

from __future__ import annotations

import re
from typing import Any, Iterable, Mapping, Optional

import numpy as np

from . import _device
from ._core import Error
from ._kernel import (
    Formats,
    Functions,
    Kernel,
    check_arguments,
    compile,
    join_functions,
)
from ._node import remember
from ._outputs import check_outputs, dense_format
from ._tensor import Tensor, as_tensor
from ._types import as_type, dtype_of, type_of

_kernels: dict[Any, Kernel] = {}

_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def _collect(
    operands: Optional[Mapping[str, Any]], named: Mapping[str, Any]
) -> dict[str, Tensor]:
    """The operands that are given in either way, as tensors. Raises Error for
    what is no mapping, and for names that are given twice or are no names."""
    if operands is not None and not isinstance(operands, Mapping):
        raise Error(
            'operands are given by name, as in {"x": x}, not as '
            f"{operands!r}"[:200]
        )
    given = dict(operands or {})
    for name, value in named.items():
        if name in given:
            raise Error(f"the operand {name!r} is given twice")
        given[name] = value
    for name in given:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise Error(
                f"an operand has a name of letters, digits and underscores, not {name!r}"
            )
    return {name: as_tensor(value) for name, value in given.items()}


_RESULT = re.compile(
    r"(?:^|[;\n])\s*([A-Za-z_]\w*)\s*(?:\([^()]*\))?\s*\+?=(?!=)"
)


def find_results(text: str) -> list[str]:
    """The names that a text assigns to."""
    return _RESULT.findall(text)


def _promote(types: Iterable[str]) -> str:
    """The type that real and complex operands meet in; f64 if there are none."""
    dtypes = [dtype_of(type) for type in types]
    if not any(dtype.kind in "fc" for dtype in dtypes):
        return "f64"
    return type_of(np.result_type(np.float32, *dtypes))


def _take_outputs(
    out: Any,
    text: str,
    formats: dict[str, str],
    types: dict[str, str],
    result_type: str,
) -> None:
    """Chooses the formats and the types of results, where they are open, as
    those of the arrays that they are computed into."""
    names = list(dict.fromkeys(find_results(text)))
    is_integer = all(dtype_of(type).kind in "biu" for type in types.values())
    for name, array in zip(names, check_outputs(out, names)):
        if array is None:
            continue
        if array.ndim > 1:
            formats.setdefault(name, dense_format(array))
        if is_integer or np.can_cast(
            dtype_of(result_type), array.dtype, "same_kind"
        ):
            types.setdefault(name, type_of(array.dtype))


def evaluate(
    text: str,
    operands: Optional[Mapping[str, Any]] = None,
    *,
    formats: Optional[Formats] = None,
    dtypes: Optional[Mapping[str, Any]] = None,
    sizes: Optional[Mapping[str, Any]] = None,
    schedule: str = "",
    options: str = "",
    functions: Functions = None,
    out: Any = None,
    **named: Any,
) -> Any:
    """Compiles an expression for the operands that are given by name, and runs
    it: `evaluate("y(i) = A(i,j) * x(j)", A=A, x=x)`. The kernel is kept for the
    next call with operands of the same formats and types.

    operands, named: what `tensor` takes, by name
    formats, dtypes: of the results; by default dense, and of the type of real
                     or complex operands (float64 if all are integers)
    sizes:           as of a call of a kernel
    schedule, options, functions: as of `compile`
    out:             as of a call of a kernel; the results are of the types of
                     the arrays, and of their order of modes

    Returns the result, or a tuple of several. Raises Error.
    """
    tensors = _collect(operands, named)
    facts: list[Any] = []
    for name, x in tensors.items():
        data = x._force()
        facts += (name, len(x._node.shape), x._node.format, x._node.type)
        if _device.is_used:
            facts.append(data.device)
    # What is given of results is left to the text.
    key = None
    if out is None and formats is None and dtypes is None:
        is_text = type(text) is type(schedule) is type(options) is str
        if is_text and functions is None:
            key = (text, schedule, options, *facts)
    known = None if key is None else _known.get(key)
    if known is None:
        check_arguments(text, schedule, options, formats, dtypes)
        kernel = _find_kernel(
            text, tensors, formats, dtypes, schedule, options, functions, out
        )
        known = kernel, tuple([name for name, *_ in kernel._operands])
        given = kernel._order((), tensors)
        if key is not None:
            remember(_known, key, known)
        return kernel._run(given, sizes, out)
    kernel, names = known
    return kernel._run([tensors[name] for name in names], sizes, out)


def prepare(
    text: str,
    operands: Optional[Mapping[str, Any]],
    named: Mapping[str, Any],
    *,
    formats: Optional[Formats] = None,
    dtypes: Optional[Mapping[str, Any]] = None,
    schedule: str = "",
    options: str = "",
    functions: Functions = None,
) -> tuple[Kernel, dict[str, Tensor]]:
    """The kernel of an expression for operands, which is kept for the next call,
    and the operands as tensors. Arguments are those of `evaluate`."""
    check_arguments(text, schedule, options, formats, dtypes)
    tensors = _collect(operands, named)
    kernel = _find_kernel(
        text, tensors, formats, dtypes, schedule, options, functions, None
    )
    return kernel, tensors


# Kernels of `evaluate` for operands of some formats and types, with the names of
# their operands, if nothing else was given.
_known: dict[Any, tuple[Kernel, tuple[str, ...]]] = {}


def _find_kernel(
    text: str,
    tensors: Mapping[str, Tensor],
    formats: Optional[Formats],
    dtypes: Optional[Mapping[str, Any]],
    schedule: str,
    options: str,
    functions: Functions,
    out: Any,
) -> Kernel:
    """The kernel that evaluates a text on operands."""
    all_formats = {name: x.format for name, x in tensors.items() if x.ndim}
    all_types = {name: x._node.type for name, x in tensors.items()}
    all_formats.update(formats or {})
    result_type = _promote(all_types.values())
    if out is not None:
        _take_outputs(out, text, all_formats, all_types, result_type)
    for name in find_results(text):
        all_types.setdefault(name, result_type)
    all_types.update({n: as_type(t) for n, t in (dtypes or {}).items()})
    words = _device.target_of([x._force() for x in tensors.values()])
    if "target=" not in options:
        options = f"{options} {words}".strip()
    key = (
        text,
        tuple(all_formats.items()),
        tuple(all_types.items()),
        schedule,
        options,
        join_functions(functions),
    )
    kernel = _kernels.get(key)
    if kernel is None:
        scalars = [
            f"tensor={name}" for name, x in tensors.items() if not x.ndim
        ]
        kernel = compile(
            text,
            all_formats,
            all_types,
            schedule=schedule,
            options=" ".join([options, *scalars]),
            functions=functions,
        )
        remember(_kernels, key, kernel)
    return kernel
