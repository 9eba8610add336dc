# ===- label_propagation.py - Label propagation ----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Label propagation: learn labels of all nodes of a graph from a few.

A few nodes of a graph have a label, and neighbors often share one. F(i,c) is
how much node i belongs to class c. Each step gives a node the weighted mean of
its neighbors, and nodes with a known label keep it:

    F(i,c) = known(i) ? Y(i,c) : sum(j, A(i,j) * F(j,c)) / degree(i)

This is written with index objects: `F[i, c] = ...` assigns a whole tensor,
deferred. The product, the division and the choice become one kernel, while
array operations would make a pass and an array for each.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft


def propagate(
    graph: scipy.sparse.sparray,
    labels: np.ndarray,
    num_classes: int,
    tolerance: float = 1e-9,
    max_steps: int = 1000,
) -> np.ndarray:
    """The class of each node, -1 where no label reaches it.

    graph:  symmetric, with weights of edges
    labels: the class of each node, -1 if it is not known
    """
    n = graph.shape[0]
    A = weft.tensor(graph, format="CSR")
    degree = A.sum(axis=1)
    is_known = labels >= 0
    known = weft.tensor(is_known)
    classes = np.zeros((n, num_classes))
    classes[is_known, labels[is_known]] = 1
    Y = F = weft.tensor(classes)

    i, j, c = weft.indices("i j c")
    for _ in range(max_steps):
        new = weft.empty((n, num_classes))
        # j occurs on the right only, and is summed over. A node without edges
        # divides 0 by 1.
        new[i, c] = weft.where(
            known[i],
            Y[i, c],
            weft.sum(A[i, j] * F[j, c], j) / weft.maximum(degree[i], 1e-300),
        )
        change = float(abs(new - F).sum())
        F = new
        if change < tolerance:
            break
    values = F.to_numpy()
    if n == 0:
        return np.zeros(0, np.int64)
    return np.where(values.any(axis=1), values.argmax(axis=1), -1)


def make_communities(
    size: int, num_classes: int, seed: int = 0
) -> tuple[scipy.sparse.csr_array, np.ndarray]:
    """A random graph with more edges inside of communities than between them,
    and the community of each node."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(num_classes), size)
    is_same = truth[:, None] == truth
    probability = np.where(is_same, 10 / size, 1 / size)
    edges = np.triu(rng.random(is_same.shape) < probability, 1)
    return scipy.sparse.csr_array((edges | edges.T).astype(float)), truth


def main() -> None:
    graph, truth = make_communities(size=200, num_classes=3)
    labels = np.full(len(truth), -1)
    seeds = np.random.default_rng(1).choice(len(truth), 60, replace=False)
    labels[seeds] = truth[seeds]
    found = propagate(graph, labels, num_classes=3)
    print(f"{len(seeds)} of {len(truth)} labels known")
    print(f"right for {np.mean(found == truth):.1%} of the nodes")


if __name__ == "__main__":
    main()
