# ===- notation.py - The expressions of the benchmark ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Index notation as the benchmark needs it: signed sums of products.

Read by the reference, by the contestants that print kernels of their own, and by
whoever needs to know which index a mode has. Weft gets the text itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ACCESS = re.compile(r"(\w+)(?:\(([\w,]*)\))?")


@dataclass(frozen=True)
class Access:
    """A tensor with an index variable for each mode, as in `A(i,j)`."""

    tensor: str
    indices: tuple[str, ...]


@dataclass(frozen=True)
class Term:
    """A product of accesses with a sign, 1 or -1."""

    sign: int
    factors: tuple[Access, ...]


@dataclass(frozen=True)
class Assignment:
    """What is assigned, and the terms whose sum it is."""

    result: Access
    terms: tuple[Term, ...]

    @property
    def accesses(self) -> tuple[Access, ...]:
        return tuple(access for term in self.terms for access in term.factors)


def _access(text: str) -> Access:
    found = _ACCESS.fullmatch(text.strip())
    if not found:
        raise ValueError(f"expected an access, got '{text.strip()}'")
    indices = found.group(2) or ""
    return Access(found.group(1), tuple(indices.split(",")) if indices else ())


def parse(text: str) -> Assignment:
    """`RESULT = TERM + TERM - TERM`, each a product; raises ValueError."""
    left, _, right = text.replace(" ", "").partition("=")
    if right[:1] not in ("+", "-"):
        right = "+" + right
    terms = []
    for sign, product in re.findall(r"([+-])([^+-]*)", right):
        factors = tuple(_access(factor) for factor in product.split("*"))
        terms.append(Term(1 if sign == "+" else -1, factors))
    return Assignment(_access(left), tuple(terms))
