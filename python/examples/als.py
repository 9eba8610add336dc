# ===- als.py - Matrix factorization by alternating least squares ----------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Matrix factorization by alternating least squares (ALS).

Users have rated some items. ALS finds a vector for each user and each item, of
`rank` numbers, such that their inner product is close to the rating:

    minimize the sum of (R(u,i) - U[u] . V[i])**2 over the ratings that exist,
    plus regularization * (|U|**2 + |V|**2)

With V fixed, each user is a least-squares problem of its own, with the normal
equations

    (sum over rated i of V[i] V[i]^T + regularization * I) U[u] =
        sum over rated i of R(u,i) V[i]

and the items likewise with U fixed. Weft computes the matrices and right-hand
sides of all users at once from the ratings that are stored, NumPy solves the
small dense systems. The error on the ratings that exist is computed at their
coordinates only, without the dense matrix U @ V.T.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft

# (R(u,i) != 0) is 1 where a rating is stored: the first is a tensor product of
# order 3 with the pattern of R, summed over i while it is computed.
NORMAL_EQUATIONS = """
G(u,a,b) = sum(i, (R(u,i) != 0) * V(i,a) * V(i,b))
h(u,a) = R(u,i) * V(i,a)
"""


def solve_side(
    R: weft.Tensor, V: np.ndarray, regularization: float
) -> np.ndarray:
    """The vectors of all rows of R, given those of all columns."""
    G, h = weft.evaluate(NORMAL_EQUATIONS, R=R, V=V)
    systems = G.to_numpy() + regularization * np.eye(V.shape[1])
    return np.linalg.solve(systems, h.to_numpy()[:, :, None])[:, :, 0]


def rmse(R: weft.Tensor, U: np.ndarray, V: np.ndarray) -> float:
    """The root mean square error on the ratings that are stored."""
    # Nothing runs before float(). The mask R != 0 is fused with the product:
    # one kernel takes an inner product for each rating, another sums squares.
    error = R - (R != 0) * (weft.tensor(U) @ V.T)
    return float(np.sqrt((error**2).sum() / max(R.nnz, 1)))


def factorize(
    ratings: scipy.sparse.sparray,
    rank: int,
    regularization: float = 0.1,
    num_steps: int = 20,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """The vectors of users and items, of shapes (users, rank) and (items,
    rank). Ratings that are stored must not be 0."""
    R = weft.tensor(ratings, format="CSR")
    # The transpose shares the arrays: CSR of R is CSC of R.T. A copy in CSR
    # visits the ratings of one item at a time.
    R_by_items = R.T.to_format("CSR")
    V = np.random.default_rng(seed).standard_normal((R.shape[1], rank))
    U = solve_side(R, V, regularization)
    for _ in range(num_steps):
        V = solve_side(R_by_items, U, regularization)
        U = solve_side(R, V, regularization)
    return U, V


def main() -> None:
    rng = np.random.default_rng(1)
    num_users, num_items, rank = 300, 200, 4
    truth = rng.random((num_users, rank)) @ rng.random((rank, num_items)) + 1
    rows, columns = np.nonzero(rng.random(truth.shape) < 0.2)
    is_test = rng.random(len(rows)) < 0.1

    def matrix(chosen: np.ndarray) -> scipy.sparse.csr_array:
        crd = rows[chosen], columns[chosen]
        return scipy.sparse.csr_array((truth[crd], crd), shape=truth.shape)

    train, test = matrix(~is_test), matrix(is_test)
    U, V = factorize(train, rank + 1, regularization=0.05)
    for name, R in ("known", train), ("held back", test):
        error = rmse(weft.tensor(R), U, V)
        print(f"{R.nnz} ratings {name}: root mean square error {error:.4f}")


if __name__ == "__main__":
    main()
