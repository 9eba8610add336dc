# ===- pagerank.py - PageRank ----------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""PageRank: how often a random surfer visits each page.

The surfer follows a link of the current page with probability `damping`, each
link equally likely, and otherwise jumps to any page. From a page without links
the surfer always jumps. The power method repeats this step until the
probabilities no longer change:

    r(i) = damping * sum(j, A(j,i) * x(j) / outdegree(j)) + jump

`A(j,i)` is 1 if page j links to page i. NumPy makes an array for each step:
scale x, multiply, add the jump, take differences. Weft compiles one kernel for
all of it: a page is scaled where it is read, and the jump is added where the
sum is stored. The change, and the probability lost in pages without links, are
further assignments in the same text: sums without arrays in between.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft

# Three results of one kernel: the new probabilities, how much they changed,
# and the probability of the pages without links (whose weight w is 0).
STEP = """
r(i) = damping * A(j,i) * x(j) * w(j) + jump
change = abs(r(i) - x(i))
lost = r(i) * (w(i) == 0)
"""


def pagerank(
    links: scipy.sparse.sparray,
    damping: float = 0.85,
    tolerance: float = 1e-12,
    max_steps: int = 1000,
) -> np.ndarray:
    """The probability of each page. `links[i, j]` is 1 if page i links to j."""
    n = links.shape[0]
    if n == 0:
        return np.zeros(0)
    # r(i) reads column i of A, which CSC stores in one piece: each component is
    # a sum, and threads can share the loop over i.
    A = weft.tensor(links, format="CSC", dtype=np.float64)
    degree = A.sum(axis=1).to_numpy()
    w = np.divide(1.0, degree, out=np.zeros(n), where=degree > 0)

    step = weft.compile(STEP, {"A": "CSC"})
    x = weft.tensor(np.full(n, 1 / n))
    lost_before = float(np.mean(degree == 0))
    for _ in range(max_steps):
        jump = (1 - damping + damping * lost_before) / n
        # change and lost are tensors without modes, which float() reads.
        x, change, lost = step(damping=damping, A=A, x=x, w=w, jump=jump)
        if float(change) < tolerance:
            break
        lost_before = float(lost)
    return x.to_numpy()


def main() -> None:
    rng = np.random.default_rng(0)
    n = 1000
    links = scipy.sparse.random_array((n, n), density=0.005, rng=rng)
    links.data[:] = 1
    # Every tenth page links to page 0.
    links = links.tolil()
    links[::10, 0] = 1
    rank = pagerank(links.tocsr())
    print(f"sum of all ranks: {rank.sum():.6f}")
    for page in np.argsort(-rank)[:3]:
        print(f"page {page}: {rank[page]:.5f}")


if __name__ == "__main__":
    main()
