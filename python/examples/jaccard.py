# ===- jaccard.py - Jaccard similarity -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Jaccard similarity of the nodes of a graph, and link prediction.

Two nodes are similar if they have many neighbors in common, compared with how
many they have together:

    J(i,j) = |N(i) & N(j)| / |N(i) | N(j)|
           = C(i,j) / (d(i) + d(j) - C(i,j)),  C = A @ A.T

It reads as arrays do: `C / (d[:, None] + d - C)`. In NumPy and SciPy the
denominator is a dense matrix, unless one works on arrays of coordinates
instead. In Weft a quotient is stored where the dividend is, so that the result
has the pattern of C, and the denominator is computed at its entries only.

Among pairs that are not adjacent, the most similar ones are likely to become
so.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft


def jaccard(graph: scipy.sparse.sparray) -> weft.Tensor:
    """The similarity of all pairs of rows with something in common, in CSR,
    deferred. `graph` is of zeros and ones."""
    A = weft.tensor(graph, format="CSR", dtype=np.float64)
    # The transpose of CSR is CSC. A product with its columns would intersect
    # all pairs of rows; one with rows in CSR visits the pairs that have
    # something in common.
    C = A @ A.T.to_format("CSR")
    # C occurs twice below: it is computed once, before the quotient is fused.
    C.compute()
    d = A.sum(axis=1)
    return C / (d[:, None] + d - C)


def predict_links(
    graph: scipy.sparse.sparray, count: int
) -> list[tuple[int, int, float]]:
    """The pairs i < j without an edge that are most similar, with their
    similarity. `graph` is symmetric."""
    # An index variable is a number, too. `drop-fill` leaves out what is zero.
    candidates = weft.evaluate(
        "P(i,j) = J(i,j) * (A(i,j) == 0) * (i < j)",
        J=jaccard(graph),
        A=weft.tensor(graph, format="CSR"),
        formats={"P": "CSR"},
        options="drop-fill",
    )
    pairs, values = candidates.entries()
    best = np.argsort(-values, kind="stable")[:count]
    return [
        (int(i), int(j), float(value))
        for (i, j), value in zip(pairs[best], values[best])
    ]


def main() -> None:
    # Most members of a group know each other, and a few know strangers.
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 20, 400)
    edges = groups[:, None] == groups
    edges &= rng.random(edges.shape) < 0.7
    edges |= rng.random(edges.shape) < 0.01
    edges = np.triu(edges, 1)
    graph = scipy.sparse.csr_array((edges | edges.T).astype(float))
    predicted = predict_links(graph, 5)
    for i, j, similarity in predicted:
        print(f"{i:3} - {j:3}: {similarity:.3f}", end="  ")
        print("same group" if groups[i] == groups[j] else "other group")


if __name__ == "__main__":
    main()
