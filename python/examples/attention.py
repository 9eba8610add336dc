# ===- attention.py - Masked sparse attention ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Masked sparse attention: SDDMM, softmax and SpMM in one text.

Attention computes softmax(Q @ K.T / sqrt(d) + mask) @ V. With n tokens, the
scores are an n x n matrix, which is too large for long texts; so each token
attends to some others only: a window around it, and a few global tokens. Where
a token does not attend, the mask is minus infinity.

That is a sparse matrix whose *fill* is minus infinity instead of zero:
`CSR{fill=-inf}`. An entry that is stored is added to the score (0, or a bias
for the distance), and where none is stored the sum is -inf, whatever the score
is, so that Weft computes no score there. This is a sampled dense-dense matrix
product (SDDMM). Likewise, `max` visits only stored entries, as the others
cannot win, and exp(-inf) is 0, so that the weights are a plain CSR matrix.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft

# Line by line: the scores; the negative of the largest score in each row, so
# that exp does not overflow; the weights, not yet normalized; the weighted mean
# of V. The maximum is negated because a sum with an absent -inf is absent, but
# Weft does not simplify a difference in the same way.
ATTENTION = """
S(i,j) = M(i,j) + scale * sum(k, Q(i,k) * K(j,k))
m(i) = -max(j, S(i,j))
E(i,j) = exp(S(i,j) + m(i))
O(i,c) = sum(j, E(i,j) * V(j,c)) / sum(j, E(i,j))
"""


def attention(
    mask: scipy.sparse.sparray, Q: np.ndarray, K: np.ndarray, V: np.ndarray
) -> np.ndarray:
    """The result of each token, of shape (n, V.shape[1]).

    mask: of shape (n, m), in CSR; token i attends to token j where an entry is
          stored, also if it is 0, and its value is added to the score
    Q:    the queries, of shape (n, d); K, V: keys and values of m tokens

    A token that attends to nothing gets zeros.
    """
    *_, result = weft.evaluate(
        ATTENTION,
        M=weft.tensor(mask, format="CSR{fill=-inf}"),
        Q=Q,
        K=K,
        V=V,
        scale=1 / np.sqrt(Q.shape[1]),
        # The scores and the weights have the pattern of the mask.
        formats={"S": "CSR{fill=-inf}", "E": "CSR"},
    )
    return result.to_numpy()


def window_mask(n: int, width: int, num_global: int) -> scipy.sparse.csr_array:
    """A mask of zeros: each token attends to those at most `width` away and to
    the first `num_global`, which attend to all."""
    i = np.arange(n)
    attends = abs(i[:, None] - i) <= width
    attends |= (i[:, None] < num_global) | (i < num_global)
    rows, columns = np.nonzero(attends)
    return scipy.sparse.coo_array(
        (np.zeros(len(rows)), (rows, columns)), shape=(n, n)
    ).tocsr()


def main() -> None:
    rng = np.random.default_rng(0)
    n, d = 512, 32
    Q, K, V = (rng.standard_normal((n, d)) for _ in range(3))
    mask = window_mask(n, width=8, num_global=2)
    result = attention(mask, Q, K, V)
    print(f"{mask.nnz} scores instead of {n * n}")
    print(f"first token: {np.round(result[0, :4], 4)}")


if __name__ == "__main__":
    main()
