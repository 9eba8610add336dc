# ===- cp_decomposition.py - CP decomposition with MTTKRP ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""CP decomposition of a sparse tensor of order 3.

A CP decomposition writes a tensor as a sum of `rank` outer products:

    X(i,j,k) = sum(r, A(i,r) * B(j,r) * C(k,r))

Alternating least squares solves for one factor at a time with the others fixed:

    A = M @ inv((B.T @ B) * (C.T @ C)),  M(i,r) = X(i,j,k) * B(j,r) * C(k,r)

M, the *matricized tensor times Khatri-Rao product* (MTTKRP), takes nearly all
of the time. Libraries flatten X to a matrix and form the Khatri-Rao product of
B and C, of j * k rows. As an einsum, Weft multiplies each stored entry with a
row of B and a row of C, and forms nothing.

X is stored as CSF, a tree of coordinates: all entries of one (i, j) are a
segment. Any other format works with the same text.
"""

import numpy as np

import weft_sparse as weft

MTTKRP = ("ijk,jr,kr->ir", "ijk,ir,kr->jr", "ijk,ir,jr->kr")


def cp_als(
    X: weft.Tensor, rank: int, num_steps: int = 50, seed: int = 0
) -> list[np.ndarray]:
    """The factors A, B and C. X has three modes, in any format."""
    rng = np.random.default_rng(seed)
    factors = [rng.random((size, rank)) for size in X.shape]
    for _ in range(num_steps):
        for mode, text in enumerate(MTTKRP):
            others = [f for m, f in enumerate(factors) if m != mode]
            M = weft.einsum(text, X, *others).to_numpy()
            gram = (others[0].T @ others[0]) * (others[1].T @ others[1])
            # pinv: factors may become dependent.
            factors[mode] = M @ np.linalg.pinv(gram)
    return factors


def fit(X: weft.Tensor, factors: list[np.ndarray]) -> float:
    """1 - |X - model| / |X|, where 1 is a perfect fit. The model, a dense
    tensor, is never formed: |X - model|**2 is |X|**2 - 2 <X, model> +
    |model|**2."""
    A, B, C = factors
    square = float((X * X).sum())
    if square == 0:
        return 1.0
    inner = float(weft.einsum("ijk,ir,jr,kr->", X, A, B, C))
    model = float(((A.T @ A) * (B.T @ B) * (C.T @ C)).sum())
    residual = max(square - 2 * inner + model, 0.0)
    return float(1 - np.sqrt(residual / square))


def block_tensor(size: int, num_blocks: int, seed: int = 0) -> weft.Tensor:
    """A tensor of blocks along the diagonal, each an outer product: one block
    is one component of the decomposition."""
    rng = np.random.default_rng(seed)
    dense = np.zeros((size * num_blocks,) * 3)
    for block in range(num_blocks):
        part = slice(block * size, (block + 1) * size)
        a, b, c = rng.random((3, size)) + 0.5
        dense[part, part, part] = np.einsum("i,j,k->ijk", a, b, c)
    # The zeros of a dense array are not stored in a sparse format.
    return weft.tensor(dense, format="CSF")


def main() -> None:
    X = block_tensor(size=10, num_blocks=4)
    print(f"{X.nnz} entries of {X.size}")
    for rank in (2, 3, 4):
        print(f"rank {rank}: fit {fit(X, cp_als(X, rank)):.4f}")


if __name__ == "__main__":
    main()
