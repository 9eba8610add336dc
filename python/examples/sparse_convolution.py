# ===- sparse_convolution.py - Sparse convolution --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Convolution of a sparse image, as networks for point clouds and pen strokes
use it.

Most pixels of a drawing, and most voxels of a laser scan, are empty. An
ordinary convolution has a result at each neighbor of a pixel in use: after a
few layers, the image is dense. A *submanifold* convolution computes results
only at the pixels that the input uses, so that all layers have the same
pattern:

    O(i,j,f) = M(i,j) * sum(a, b, c, X(i+a-1,j+b-1,c) * W(a,b,c,f))

X stores a dense vector of channels for each pixel in use: its format is `ssd`,
two sparse levels and a dense one. M has an entry for each of those pixels.
Index notation says the windows directly, with sums of index variables, and a
pixel outside of the image is zero. Libraries build a table of pairs of input
and output pixels for each of the nine places of the filter; Weft's kernel finds
the neighbors in the coordinates of X.
"""

import numpy as np
import scipy.sparse

import weft_sparse as weft


def pixels(image: scipy.sparse.sparray) -> weft.Tensor:
    """An image as a tensor with one channel, of format ssd."""
    return weft.tensor(image, format="CSR")[:, :, None].to_format("ssd")


def convolve(
    X: weft.Tensor, sites: weft.Tensor, W: np.ndarray, rectify: bool = False
) -> weft.Tensor:
    """The convolution at the pixels of `sites`, in the format ssd, deferred.

    X:       the image, of shape (height, width, channels)
    sites:   true at each pixel that a result is computed for, in CSR
    W:       the weights, of shape (3, 3, channels, features)
    rectify: whether negative results become zero
    """
    height, width, _ = X.shape
    weights = weft.tensor(W)
    i, j, a, b, c, f = weft.indices("i j a b c f")
    value = weft.sum(X[i + a - 1, j + b - 1, c] * weights[a, b, c, f], a, b, c)
    # Expressions are objects: the rectifier becomes a part of the same kernel.
    if rectify:
        value = weft.maximum(value, 0)
    result = weft.empty((height, width, W.shape[3]), format="ssd")
    result[i, j, f] = sites[i, j] * value
    return result


def network(
    image: scipy.sparse.sparray, filters: list[np.ndarray]
) -> weft.Tensor:
    """Layers of a convolution and a rectifier, at the pixels of the image."""
    X = pixels(image)
    sites = weft.tensor(image, format="CSR") != 0
    for W in filters:
        X = convolve(X, sites, W, rectify=True)
    return X


def spiral(size: int) -> scipy.sparse.csr_array:
    """A drawing: a spiral, one pixel wide."""
    t = np.linspace(0, 6 * np.pi, 40 * size)
    radius = 0.48 * size * t / t[-1]
    rows = (size / 2 + radius * np.sin(t)).astype(int)
    columns = (size / 2 + radius * np.cos(t)).astype(int)
    image = scipy.sparse.coo_array(
        (np.ones(len(t)), (rows, columns)), shape=(size, size)
    ).tocsr()
    image.data[:] = 1
    return image


def main() -> None:
    rng = np.random.default_rng(0)
    image = spiral(128)
    filters = [
        rng.standard_normal((3, 3, 1, 8)) / 3,
        rng.standard_normal((3, 3, 8, 8)) / 8,
        rng.standard_normal((3, 3, 8, 4)) / 8,
    ]
    result = network(image, filters)
    print(f"{image.nnz} of {128 * 128} pixels are in use")
    print(f"after {len(filters)} layers: {result.nnz // 4}")
    print(f"mean features: {np.round(result.to_numpy().mean(axis=(0, 1)), 4)}")


if __name__ == "__main__":
    main()
