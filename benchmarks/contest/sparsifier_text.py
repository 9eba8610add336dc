# ===- sparsifier_text.py - A kernel for MLIR's sparsifier ----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Prints a kernel as operations of `linalg`, or as a conversion, on sparse tensors.

Operands are assembled from arrays that are there, and the arrays of a sparse
result are returned. Sizes are constants. A kernel is one `linalg.generic`. One with
several terms and a reduction is one for each term, which adds to the result of the
one before; a sparse result takes one operation.
"""

from __future__ import annotations

from contest.contestants.base import Unsupported
from contest.instance import Instance
from contest.native import is_dense
from contest.notation import Term
from contest.storage import BLOCK, Format

_LEVELS = {
    "d": "dense",
    "s": "compressed",
    "u": "compressed(nonunique)",
    "q": "singleton(soa)",
}
_MODES = {
    "block 0": f"d0 floordiv {BLOCK}",
    "block 1": f"d1 floordiv {BLOCK}",
    "place 0": f"d0 mod {BLOCK}",
    "place 1": f"d1 mod {BLOCK}",
}


def levels_with_arrays(format: Format) -> list[tuple[int, str]]:
    """The number of a level and what it stores, in order."""
    return [
        (level, array)
        for level, letter in enumerate(format.letters)
        for array in {"s": "pc", "u": "pc", "q": "c"}.get(letter, "")
    ]


def has_encoding(format: Format, order: int) -> bool:
    """Whether the levels of a format are those of an encoding."""
    return set(format.letters) <= set(_LEVELS) and set(format.modes) <= {
        *range(order),
        *_MODES,
    }


def sparse_tensor_encoding(format: Format, order: int) -> str:
    """The encoding with the levels of a format; raises Unsupported."""
    if not has_encoding(format, order):
        raise Unsupported(f"the sparsifier has no {format.name}")
    levels = []
    for letter, mode in zip(format.letters, format.modes, strict=True):
        place = f"d{mode}" if isinstance(mode, int) else _MODES[mode]
        levels.append(f"{place} : {_LEVELS[letter]}")
    dims = ", ".join(f"d{mode}" for mode in range(order))
    return (
        f"#sparse_tensor.encoding<{{ map = ({dims}) -> ({', '.join(levels)}), "
        "posWidth = 32, crdWidth = 32 }>"
    )


class Program:
    """`@kernel` takes the arrays of each operand, and the memory of a dense
    result; it returns the arrays of a sparse one."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.kernel = instance, instance.kernel
        self.arguments: list[str] = []
        self.lines: list[str] = []

    def type(self, tensor: str) -> str:
        dims = self.instance.dims(tensor)
        sizes = "".join(f"{size}x" for size in dims)
        format = self.kernel.format(tensor)
        if is_dense(format):
            return f"tensor<{sizes}f64>"
        return f"tensor<{sizes}f64, {self.encoding(format, len(dims))}>"

    def encoding(self, format: Format, order: int) -> str:
        """Raises Unsupported."""
        return sparse_tensor_encoding(format, order)

    def array(self, name: str, element: str) -> str:
        """An argument as a tensor of one mode."""
        memory = f"memref<?x{element}>"
        tensor = f"tensor<?x{element}>"
        self.arguments.append(f"%m_{name}: {memory}")
        self.lines.append(
            f"%{name} = bufferization.to_tensor %m_{name} restrict "
            f": {memory} to {tensor}"
        )
        return tensor

    def operand(self, tensor: str) -> None:
        format = self.kernel.format(tensor)
        type = self.type(tensor)
        if is_dense(format):
            memory = type.replace("tensor", "memref")
            self.arguments.append(f"%m_{tensor}: {memory}")
            self.lines.append(
                f"%{tensor} = bufferization.to_tensor %m_{tensor} restrict "
                f": {memory} to {type}"
            )
            return
        names, types = [], []
        for level, array in levels_with_arrays(format):
            names.append(f"%{tensor}{level}{array}")
            types.append(self.array(names[-1][1:], "i32"))
        values = self.array(f"{tensor}_vals", "f64")
        self.lines.append(
            f"%{tensor} = sparse_tensor.assemble ({', '.join(names)}), "
            f"%{tensor}_vals : ({', '.join(types)}), {values} to {type}"
        )

    def start(self) -> None:
        """The result before anything is added to it."""
        result, type = self.kernel.result, self.type(self.kernel.result)
        if not is_dense(self.kernel.format(result)):
            self.lines.append(f"%init = tensor.empty() : {type}")
            return
        memory = type.replace("tensor", "memref")
        self.arguments.append(f"%m_{result}: {memory}")
        self.lines += [
            f"%old = bufferization.to_tensor %m_{result} restrict writable "
            f": {memory} to {type}",
            "%zero = arith.constant 0.0 : f64",
            f"%init = linalg.fill ins(%zero : f64) outs(%old : {type}) -> {type}",
        ]

    def compute(self) -> None:
        assignment = self.kernel.assignment
        terms = assignment.terms
        reduces = [
            not set(variables_of(term)) <= set(assignment.result.indices)
            for term in terms
        ]
        if len(terms) == 1 or not any(reduces):
            self.operation("%result", terms, "%init", any(reduces))
            return
        if not is_dense(self.kernel.format(self.kernel.result)):
            raise Unsupported("a sparse result takes one operation")
        former = "%init"
        for number, term in enumerate(terms):
            last = number == len(terms) - 1
            name = "%result" if last else f"%part{number}"
            self.operation(name, (term,), former, accumulates=True)
            former = name

    def operation(
        self, name: str, terms: tuple[Term, ...], init: str, accumulates: bool
    ) -> None:
        """One operation of `linalg`: the sum of terms, added to `init` if it
        accumulates."""
        result = self.kernel.assignment.result
        type = self.type(result.tensor)
        accesses = [access for term in terms for access in term.factors]
        variables = list(result.indices)
        for term in terms:
            variables += [i for i in variables_of(term) if i not in variables]
        dims = ", ".join(variables)
        maps = [
            f"affine_map<({dims}) -> ({', '.join(access.indices)})>"
            for access in (*accesses, result)
        ]
        kinds = [
            "parallel" if variable in result.indices else "reduction"
            for variable in variables
        ]
        names = [access.tensor for access in accesses]
        types = ", ".join(self.type(tensor) for tensor in names)
        scalars = ", ".join(f"%s{n}: f64" for n in range(len(names)))
        quoted = ", ".join(f'"{kind}"' for kind in kinds)
        self.lines += [
            f"{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{quoted}]}}",
            f"ins({', '.join('%' + tensor for tensor in names)} : {types}) "
            f"outs({init} : {type}) {{",
            f"^bb0({scalars}, %out: f64):",
            *_body(terms, accumulates),
            f"}} -> {type}",
        ]

    def finish(self) -> str:
        """Writes or returns the result; the text of the module."""
        result = self.kernel.result
        type, format = self.type(result), self.kernel.format(result)
        returned: list[str] = []
        if is_dense(format):
            memory = type.replace("tensor", "memref")
            self.lines.append(
                "bufferization.materialize_in_destination %result in writable "
                f"%m_{result} : ({type}, {memory}) -> ()"
            )
        else:
            for level, array in levels_with_arrays(format):
                word = {"p": "positions", "c": "coordinates"}[array]
                returned.append("memref<?xi32>")
                self.lines.append(
                    f"%r{len(returned)} = sparse_tensor.{word} %result "
                    f"{{level = {level} : index}} : {type} to memref<?xi32>"
                )
            returned.append("memref<?xf64>")
            self.lines.append(
                f"%r{len(returned)} = sparse_tensor.values %result "
                f": {type} to memref<?xf64>"
            )
        names = ", ".join(f"%r{n}" for n in range(1, len(returned) + 1))
        types = ", ".join(returned)
        head = f"func.func @kernel({', '.join(self.arguments)})"
        if returned:
            head += f" -> ({types})"
        head += " attributes {llvm.emit_c_interface} {"
        last = f"return {names} : {types}" if returned else "return"
        return "\n".join([head, *self.lines, last, "}"]) + "\n"

    def text(self) -> str:
        for tensor in self.kernel.operands:
            self.operand(tensor)
        assignment = self.kernel.assignment
        copied = assignment.accesses[0]
        is_copy = len(assignment.accesses) == 1
        if is_copy and copied.indices == assignment.result.indices:
            source, target = (
                self.type(copied.tensor),
                self.type(self.kernel.result),
            )
            self.lines.append(
                f"%result = sparse_tensor.convert %{copied.tensor} "
                f": {source} to {target}"
            )
        else:
            self.start()
            self.compute()
        return self.finish()


def variables_of(term: Term) -> list[str]:
    """The index variables of a term, in the order in which they occur."""
    return list(dict.fromkeys(i for f in term.factors for i in f.indices))


def _body(terms: tuple[Term, ...], accumulates: bool) -> list[str]:
    """The products of the terms, and their sum, which is added to the output."""
    lines, place = [], 0
    total = "%out" if accumulates else ""
    for number, term in enumerate(terms):
        value = f"%s{place}"
        for factor in range(1, len(term.factors)):
            name = f"%p{number}_{factor}"
            lines.append(
                f"{name} = arith.mulf {value}, %s{place + factor} : f64"
            )
            value = name
        place += len(term.factors)
        if not total and term.sign > 0:
            total = value
            continue
        if not total:
            lines.append(f"%t{number} = arith.negf {value} : f64")
        else:
            word = "addf" if term.sign > 0 else "subf"
            lines.append(f"%t{number} = arith.{word} {total}, {value} : f64")
        total = f"%t{number}"
    return [*lines, f"linalg.yield {total} : f64"]
