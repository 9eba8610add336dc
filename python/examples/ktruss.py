# ===- ktruss.py - k-truss -------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The k-truss of a graph: its cohesive core.

The k-truss is the largest subgraph in which each edge is in at least k - 2
triangles of the subgraph. It is found by removing edges with fewer triangles,
the *support*, until none is left to remove:

    T(i,j) = A(i,j) * (sum(k, A(i,k) * A(j,k)) >= k - 2)

The kernel computes the support only where A has an edge, and compares it at
once: no matrix of supports is stored. An edge that is removed gets the value 0.
By default, the result would store that zero; the option `drop-fill` leaves it
out, so that the next step works on a smaller graph.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft

PRUNE = "T(i,j) = A(i,j) * (sum(k, A(i,k) * A(j,k)) >= least)"


def ktruss(graph: scipy.sparse.sparray, k: int) -> scipy.sparse.csr_array:
    """The adjacency matrix of the k-truss. `graph` is symmetric, of zeros and
    ones, with a diagonal of zeros."""
    prune = weft.compile(PRUNE, {"A": "CSR", "T": "CSR"}, options="drop-fill")
    A = weft.tensor(graph, format="CSR")
    while True:
        T = prune(A=A, least=k - 2)
        if T.nnz == A.nnz:
            return T.to_scipy()
        A = T


def truss_number(graph: scipy.sparse.sparray) -> int:
    """The largest k such that the k-truss has an edge; 2 without triangles."""
    k = 2
    while True:
        truss = ktruss(graph, k + 1)
        if truss.nnz == 0:
            return k
        # The next truss is a part of this one.
        graph, k = truss, k + 1


def main() -> None:
    # A sparse random graph, with a clique of 12 nodes hidden in it.
    rng = np.random.default_rng(0)
    n = 500
    edges = np.triu(rng.random((n, n)) < 0.02, 1)
    clique = np.sort(rng.choice(n, 12, replace=False))
    edges[np.ix_(clique, clique)] |= np.triu(np.ones((12, 12), bool), 1)
    graph = scipy.sparse.csr_array((edges | edges.T).astype(float))
    k = truss_number(graph)
    truss = ktruss(graph, k)
    nodes = np.flatnonzero(np.diff(truss.indptr))
    print(f"{graph.nnz // 2} edges; the {k}-truss has {truss.nnz // 2}")
    print(f"its nodes are the clique: {np.array_equal(nodes, clique)}")


if __name__ == "__main__":
    main()
