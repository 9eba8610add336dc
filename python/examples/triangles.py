# ===- triangles.py - Triangle counting ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Triangle counting and clustering coefficients.

A triangle is three nodes that are all adjacent. With the strictly lower part L
of the adjacency matrix, each triangle i > j > k occurs once in

    sum(i, j, k, L(i,j) * L(i,k) * L(j,k))

NumPy and SciPy compute `L @ L.T` first, a matrix with an entry for each pair of
nodes with a common neighbor. As an einsum, the sum is one kernel, which
intersects row i with row j only where L(i,j) is stored, and stores no matrix at
all. The operators `(L * (L @ L.T)).sum()` give the same number, and compute the
product only at the entries of L, too; but they store it before they sum it.

The clustering coefficient of a node is the fraction of the pairs of its
neighbors that are adjacent: how many of my friends are friends?
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft


def count_triangles(graph: scipy.sparse.sparray) -> int:
    """The number of triangles. `graph` is symmetric, of zeros and ones."""
    # Integers: a sum of products of truth values would be a truth value.
    L = weft.tensor(scipy.sparse.tril(graph, -1).tocsr(), dtype=np.int64)
    # The einsum is deferred: int() runs the kernel.
    return int(weft.einsum("ij,ik,jk->", L, L, L))


def clustering(graph: scipy.sparse.sparray) -> np.ndarray:
    """The clustering coefficient of each node, 0 where a node has fewer than
    two neighbors. `graph` is symmetric, of zeros and ones, with a diagonal of
    zeros."""
    A = weft.tensor(graph, format="CSR", dtype=np.int64)
    # Each triangle at node i occurs twice: as j, k and as k, j.
    t = weft.einsum("ij,ik,jk->i", A, A, A)
    d = A.sum(axis=1)
    pairs = d * (d - 1)
    # A node with fewer than two neighbors has no pairs, and t is 0: 0 / 1.
    return (t / weft.maximum(pairs, 1)).to_numpy()


def main() -> None:
    # A ring of 1000 nodes, each with links to the two next nodes on both sides,
    # in which every triangle is three nodes in a row; and random shortcuts.
    rng = np.random.default_rng(0)
    n = 1000
    i = np.arange(n)
    rows = np.concatenate([i, i, rng.integers(0, n, 300)])
    columns = np.concatenate(
        [(i + 1) % n, (i + 2) % n, rng.integers(0, n, 300)]
    )
    graph = scipy.sparse.coo_array((np.ones(len(rows)), (rows, columns)))
    graph = (graph + graph.T).tocsr()
    graph.setdiag(0)
    graph.eliminate_zeros()
    graph.data[:] = 1
    print(f"triangles: {count_triangles(graph)}")
    print(f"mean clustering coefficient: {clustering(graph).mean():.4f}")


if __name__ == "__main__":
    main()
