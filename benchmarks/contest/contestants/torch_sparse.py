# ===- torch_sparse.py - torch.sparse -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""PyTorch's sparse tensors, on the processor."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.digests import Digest, dense_digest, digest
from contest.instance import Instance
from contest.storage import BCSR, COO, CSC, CSR


class Torch(Contestant):
    name = "torch"

    @staticmethod
    def missing(setup: Setup) -> str | None:
        found = importlib.util.find_spec("torch")
        return None if found else "no torch for this Python"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        import torch

        torch.set_num_threads(setup.threads)

    @property
    def version(self) -> str:
        import torch

        return torch.__version__

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        if kernel.order != 2 or kernel.reads_file:
            raise Unsupported("torch has no call for it")
        operands = {name: _operand(instance, name) for name in kernel.operands}
        function = _calls(kernel.name, operands)
        result: list = []

        def run() -> None:
            result.append(function())

        def value() -> Digest:
            return _digest(result[-1])

        return Prepared(run, value, result.clear, lambda: _bytes(result[-1]))


def _operand(instance: Instance, name: str) -> object:
    import torch

    if instance.entries(name) is None:
        return torch.from_numpy(instance.dense(name))
    format = instance.kernel.format(name)
    stored = instance.stored(name)
    arrays = [torch.from_numpy(array) for array in stored.arrays]
    if format is CSR:
        return torch.sparse_csr_tensor(*arrays, size=stored.dims)
    if format is CSC:
        return torch.sparse_csc_tensor(*arrays, size=stored.dims)
    if format is COO:
        _, i, j, values = arrays
        made = torch.sparse_coo_tensor(
            torch.stack([i, j]), values, stored.dims, is_coalesced=True
        )
        return made
    if format is BCSR and not any(size % 4 for size in stored.dims):
        positions, coordinates, values = arrays
        blocks = values.reshape(-1, 4, 4)
        return torch.sparse_bsr_tensor(
            positions, coordinates, blocks, size=stored.dims
        )
    raise Unsupported(f"torch has no {format.name} of these sizes")


def _calls(name: str, operands: dict) -> Callable:
    """What a run calls."""
    import torch

    given = list(operands.values())
    if name.startswith(("spmv-", "spmm-")) or name == "spgemm":
        left, right = given
        return lambda: left @ right
    if name == "residual":
        b, A, x = given
        return lambda: torch.addmv(b, A, x, alpha=-1)
    if name.startswith("add-"):
        first, *others = given

        def add() -> object:
            total = first
            for other in others:
                total = total + other
            return total

        return add
    calls: dict[str, Callable] = {
        "csr-to-csc": lambda A: A.to_sparse_csc(),
        "coo-to-csr": lambda A: A.to_sparse_csr(),
        "csr-to-coo": lambda A: A.to_sparse_coo(),
    }
    if name not in calls:
        raise Unsupported("torch has no call for it")
    return lambda: calls[name](*given)


def _digest(result: object) -> Digest:
    if str(result.layout) == "torch.strided":
        return dense_digest(result.numpy())
    listed = result.to_sparse_coo().coalesce()
    coordinates = [column.numpy() for column in listed.indices()]
    return digest(coordinates, np.asarray(listed.values()))


def _bytes(result: object) -> int:
    """As if it were stored with the coordinates that the others have."""
    if str(result.layout) == "torch.strided":
        return result.numel() * 8
    return 12 * result._nnz()
