# ===- kernel.py - One kernel of the suite ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a kernel of the suite is, and the formats that tensors take.

The kernels themselves are data in `kernels.py`; this file gives them a shape
and answers what follows from a program: its results, its operands, the orders
of its tensors.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from notation import (
    Assign,
    Binary,
    Expression,
    IndexValue,
    Literal,
    Negate,
    accesses,
    children,
)

VECTORS = ("d", "s")
MATRICES = ("dd", "CSR", "CSC", "COO", "DCSR")
CUBES = ("ddd", "COO", "sss", "dss", "sds", "ssd", "dds", "sss:2,0,1")
CUBE_RESULTS = ("ddd", "COO", "sss")
MIXED_RESULTS = ("sds", "ssd", "dss", "dds", "sdd", "dsd", "suq", "duq")

# By order: formats with other level types, which are drawn at random together
# with those above.
RARE = {
    1: (
        *("b", "h", "dd:0/3,0%3", "sd:0/2,0%2", "ss:0%2,0/2"),
        *("g", "g~", "t", "e", "i", "sn3:0/3,0%3", "dn2:0/2,0%2"),
        *("s~", "s~d:0/2,0%2", "sd:0/2,0%2{crd=16:8}"),
        *("s{packed}", "h{packed}", "t{packed,crd=8}"),
    ),
    2: (
        *("db", "bb", "bd", "bs", "sb", "bb:1,0", "db:1,0"),
        *("dh", "hh", "hd", "sh", "bh", "hb", "hs", "dh:1,0", "hh:1,0"),
        *("BCSR{block=2x2}", "BCSR{block=2x3}", "BCSC{block=2x3}"),
        *("CSB{block=3x2}", "CSB{block=1x3}", "BCSR{block=1x4}"),
        "ssss:1/2,0/3,1%2,0%3",
        *("dddd:0%2,1%2,0/2,1/2", "sdds:0/2,1%3,0%2,1/3"),
        *("DIA", "ELL", "dro:*,1,0", "ddp:1,*,0", "ddpd:*,0,1/2,1%2"),
        *("dg", "LIL", "gt", "tg:1,0", "tt:1,0", "sg", "gd"),
        *("de", "di", "ii", "ee", "si:1,0", "es", "id", "di:1,0", "hi"),
        *("SDIA", "dto:*,1,0", "SELL{block=2}", "didp:1/3,*,1%3,0"),
        *("MG{block=2x3}", "uqdd:1/2,0/3,0%3,1%2"),
        *("ddn4:0,1/4,1%4", "dsn2:1,0/2,0%2", "din3:0,1/3,1%3"),
        *("dg~", "vq", "v~q~:1,0", "vc", "g~d"),
        *("ds~", "s~s~:1,0", "uq~", "u~c~", "COO{ordered=false}", "s~d", "bs~"),
        *("ss{pos=16:64,crd=64:8}", "uq{crd=8:64}", "uc{crd=64:16}"),
        *("dh{crd=8:16}", "ss:1,0{pos=8:16,crd=16:8}", "DIA{crd=32:16:16}"),
        *("ds{packed}", "ds:1,0{packed,crd=64}", "uq{packed,crd=8:16}"),
        *("sh{packed}", "dt{packed}", "dg{packed}", "ELL{packed}"),
        *("s~s~{packed}", "uc{packed}", "ddn4:0,1/4,1%4{packed}"),
        *("da", "da:1,0", "da{packed}", "dad:0/2,1,0%2"),
        *("SELLCS{block=2,sort=4}", "m3l3p:1,*,0", "dl2p:0,*,1", "m2s", "m3d:1,0"),
        *("ds~dd:0/2,1/3,0%2,1%3", "s~s~s~s~:1/2,0/3,1%2,0%3"),
        *("COO:1,0", "DOK:1,0", "BCSR{block=2x3}:1,0", "SELL{block=2}:1,0"),
    ),
    3: (
        *("ddb", "dbs", "bsd", "sbs", "bbb:2,1,0"),
        *("hhh", "dhd", "shs", "dsh", "hbs", "hhd:1,2,0"),
        *("dsdsd:0/2,1,0%2,2/3,2%3", "sssddd:0/2,1/2,2/2,0%2,1%2,2%2"),
        *("drod:*,0,1,2", "sdsp:0,*,2,1"),
        *("ggg", "dts", "stt:2,0,1", "dgd", "gsg", "tst"),
        *("didpd:0/2,*,0%2,1,2", "ddso:0,*,1,2", "MG{block=2x2x3}"),
        *("dde", "dii", "sei", "iis:1,0,2", "dddn3:0,1,2/3,2%3"),
        *("dda", "dad", "das", "dda:2,0,1", "dab"),
        *("m4l2pd:0,*,1,2", "m2ss", "m3sl2p:0,1,*,2", "m3dsp:0,*,1,2"),
        *("SELLCS{block=2,sort=4}", "ddl2p:2,0,*,1"),
        *("g~g~g~", "dvq", "vc~q:2,1,0"),
        *("s~s~s~", "dds~:1,0,2", "u~c~q~", "ucq~", "ss~d"),
        *("COO:2,0,1", "CSB{block=2x2x3}:1,2,0", "BCSC{block=2x3x2}", "LIL:2,0,1"),
        *("ELL", "SELL{block=2}:1,2,0"),
    ),
}
# Those of them that a result cannot have.
NO_RESULTS = (
    *("m2s", "m3d:1,0", "m4l2pd:0,*,1,2", "m2ss", "m3sl2p:0,1,*,2"),
    *("ddpd:*,0,1/2,1%2", "sdsp:0,*,2,1", "didpd:0/2,*,0%2,1,2"),
)
FEW_RESULTS = ("dd", "CSR")

REAL_TYPES = ("f64", "f32", "f16", "bf16")
INTEGER_TYPES = ("i32", "i64", "i8", "i16", "u8", "u16", "u32", "u64")
COMPLEX_TYPES = ("complex<f64>", "complex<f32>")
ORDERED_TYPES = (*REAL_TYPES, *INTEGER_TYPES, "bool")
FIELD_TYPES = (*REAL_TYPES, *COMPLEX_TYPES)
ALL_TYPES = (*ORDERED_TYPES, *COMPLEX_TYPES)


@dataclass(frozen=True)
class Kernel:
    """`values` names the numbers that operands hold (see datasets.py);
    `formats` narrows the choice for a tensor; `algebraic` kernels are made of
    sums and products alone, so they also run on infinities and NaN; `rounds`
    allows a tolerance. Of `factored` kernels, sums are multiplied instead of
    terms, so that a result that is not finite is any that is not."""

    name: str
    program: tuple[Assign, ...]
    types: tuple[str, ...] = ALL_TYPES
    formats: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    algebraic: bool = True
    rounds: bool = False
    factored: bool = False

    @property
    def orders(self) -> dict[str, int]:
        """The order of every tensor, results first."""
        found: dict[str, int] = {}
        for assignment in self.program:
            found[assignment.target.tensor] = len(assignment.target.indices)
        for assignment in self.program:
            for access in accesses(assignment.value):
                found.setdefault(access.tensor, len(access.indices))
        return found

    @property
    def results(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(a.target.tensor for a in self.program))

    @property
    def operands(self) -> tuple[str, ...]:
        """What must be given: tensors that are read before they are written."""
        found: dict[str, None] = {}
        written: set[str] = set()
        for assignment in self.program:
            read = [access.tensor for access in accesses(assignment.value)]
            if assignment.accumulate:
                read.append(assignment.target.tensor)
            found.update((name, None) for name in read if name not in written)
            written.add(assignment.target.tensor)
        return tuple(found)


    def takes(self, type: str) -> bool:
        """Whether the kernel runs on a type. Truth values are neither
        subtracted nor divided, and with a literal or the value of a variable
        they are numbers."""
        return type in self.types and (
            type != "bool" or not any(map(_computes, self.program))
        )


def _computes(assignment: Assign) -> bool:
    def visit(node: Expression) -> bool:
        return (
            isinstance(node, Literal | Negate | IndexValue)
            or (isinstance(node, Binary) and node.operator in "-/")
            or any(visit(child) for child in children(node))
        )

    return visit(assignment.value)


KERNELS: dict[str, Kernel] = {}


def kernel(name: str, *program: Assign, **properties: object) -> None:
    assert name not in KERNELS, name
    KERNELS[name] = Kernel(name, program, **properties)  # type: ignore[arg-type]


def to(
    target: Expression, value: Expression | float, *, add: bool = False
) -> Assign:
    if not isinstance(value, Expression):
        value = Literal(value)
    return Assign(target, value, add)  # type: ignore[arg-type]


def default_formats(order: int) -> tuple[str, ...]:
    return (("",), VECTORS, MATRICES, CUBES)[order]
