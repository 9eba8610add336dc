# ===- _counterparts.py - Attributes of other packages -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What to write in place of attributes that arrays of SciPy and NumPy have."""

from __future__ import annotations

from typing import Any, NoReturn

COUNTERPARTS = {
    "A": "to_numpy()",
    "argmax": "to_numpy().argmax()",
    "argmin": "to_numpy().argmin()",
    "asformat": "to_format(format)",
    "clip": "weft_sparse.maximum and weft_sparse.minimum",
    "copy": "the tensor itself, which does not change",
    "count_nonzero": "nnz, or (A != 0).sum()",
    "data": "entries()[1]",
    "diagonal": 'weft_sparse.einsum("ii->i", A)',
    "dot": "A @ B",
    "eliminate_zeros": "weft_sparse.tensor(A.to_numpy(), format=...)",
    "flatten": "weft_sparse.array_api.reshape(A, (-1,))",
    "getcol": "A[:, j]",
    "getrow": "A[i]",
    "indices": "entries()[0], or to_scipy().indices",
    "indptr": "to_scipy().indptr",
    "multiply": "A * B",
    "nonzero": "entries()[0]",
    "power": "A ** n",
    "ravel": "weft_sparse.array_api.reshape(A, (-1,))",
    "reshape": "weft_sparse.array_api.reshape(A, shape)",
    "sort_indices": "the tensor itself, which is in order",
    "std": "weft_sparse.array_api.std(A)",
    "sum_duplicates": "the tensor itself, which has none",
    "toarray": "to_numpy()",
    "tobsr": 'to_format("BCSR{block=2x2}")',
    "tocoo": 'to_format("COO")',
    "tocsc": 'to_format("CSC")',
    "tocsr": 'to_format("CSR")',
    "todia": 'to_format("DIA")',
    "todok": 'to_format("DOK")',
    "tolil": 'to_format("LIL")',
    "tolist": "to_numpy().tolist()",
    "trace": 'weft_sparse.einsum("ii", A)',
    "var": "weft_sparse.array_api.var(A)",
}


class Counterpart:
    """An attribute that tensors do not have. Reading it raises AttributeError,
    which says what to write. A class with `__getattr__` would make lookups of
    all other missing attributes slow, of which NumPy does two per conversion."""

    def __init__(self, name: str, instead: str) -> None:
        self.message = f"a tensor has no attribute {name!r}; write {instead}"

    def __get__(self, instance: Any, owner: Any) -> NoReturn:
        raise AttributeError(self.message)


def add_counterparts(owner: type) -> None:
    """Makes each of `COUNTERPARTS` an attribute of a class, which has none of
    them."""
    for name, instead in COUNTERPARTS.items():
        setattr(owner, name, Counterpart(name, instead))
