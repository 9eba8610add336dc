# ===- pde_stencil.py - Heat and Poisson equations -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Two partial differential equations on a square, with stencils as text.

On a grid with distance h, the Laplacian of u is approximated by the differences
to the four neighbors, divided by h**2. Index notation writes neighbors as
`u(i-1,j)`. Outside of the grid, u is absent, which is zero: a boundary that is
held at zero needs no code, and there are neither padding nor copies of shifted
slices.

The heat equation du/dt = laplace(u) is solved by explicit steps. The Poisson
equation -laplace(u) = f is solved by conjugate gradients (CG) without a matrix.
A text holds several assignments, which become one kernel: the stencil and an
inner product of its result, or two updates and a norm. Each assignment is a
loop of its own, and makes no array but its result.
"""

import numpy as np

import weft_sparse as weft

HEAT = """
v(i,j) = u(i,j) + r * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4 * u(i,j))
"""

# q = A p, and the inner product of both.
APPLY = """
q(i,j) = 4 * p(i,j) - p(i-1,j) - p(i+1,j) - p(i,j-1) - p(i,j+1)
pq = p(i,j) * q(i,j)
"""

# u and r on the right are the operands, on the left the results.
UPDATE = """
u(i,j) = u(i,j) + a * p(i,j)
r(i,j) = r(i,j) - a * q(i,j)
rr = r(i,j) * r(i,j)
"""


def heat(u: np.ndarray, ratio: float, num_steps: int) -> np.ndarray:
    """The temperatures after some steps in time. `ratio` is the step divided by
    h**2, at most 1/4 for the method to be stable."""
    step = weft.compile(HEAT)
    x = weft.tensor(u)
    for _ in range(num_steps):
        x = step(u=x, r=ratio)
    return x.to_numpy()


def poisson(
    f: np.ndarray, h: float, tolerance: float = 1e-10
) -> tuple[np.ndarray, int]:
    """The solution of -laplace(u) = f with u = 0 outside of the grid, and the
    number of iterations. Stops when the residual is `tolerance` times the right
    hand side."""
    apply, update = weft.compile(APPLY), weft.compile(UPDATE)
    u = weft.tensor(np.zeros_like(f))
    p = r = weft.tensor(f * h**2)
    start = rr = float((r * r).sum())
    num_iterations = 0
    while rr > tolerance**2 * start:
        q, pq = apply(p)
        u, r, new = update(u=u, a=rr / float(pq), p=p, r=r, q=q)
        # Deferred: this is computed by the call that reads p next.
        p = r + (float(new) / rr) * p
        rr = float(new)
        num_iterations += 1
    return u.to_numpy(), num_iterations


def main() -> None:
    n = 63
    h = 1 / (n + 1)
    x = np.linspace(h, 1 - h, n)
    mode = np.sin(np.pi * x)[:, None] * np.sin(np.pi * x)
    # The mode decays as exp(-2 pi^2 t).
    num_steps = 200
    cooled = heat(mode, 0.2, num_steps)
    t = 0.2 * h**2 * num_steps
    print(f"center: {cooled[n // 2, n // 2]:.5f}", end=", ")
    print(f"exact {np.exp(-2 * np.pi**2 * t):.5f}")
    # -laplace(mode) = 2 pi^2 mode.
    u, num_iterations = poisson(2 * np.pi**2 * mode, h)
    print(f"Poisson: error {abs(u - mode).max():.1e}", end=" ")
    print(f"after {num_iterations} iterations")
    bump = np.exp(-40 * ((x - 0.3)[:, None] ** 2 + (x - 0.6) ** 2))
    u, num_iterations = poisson(bump, h)
    print(f"a bump: maximum {u.max():.5f} after {num_iterations} iterations")


if __name__ == "__main__":
    main()
