# ===- test_examples.py - The gallery --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The examples of docs/gallery.md, each against another computation: dense
linear algebra, SciPy, or sets in plain Python."""

import importlib
import itertools
import pathlib

import numpy as np
import pytest
import scipy.signal
import scipy.sparse
import scipy.sparse.linalg

import als
import attention
import cp_decomposition
import jaccard
import ktruss
import label_propagation
import pagerank
import pde_stencil
import sparse_convolution
import triangles
import weft_sparse as weft

FOLDER = pathlib.Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_main_prints(name, capsys):
    importlib.import_module(name).main()
    assert capsys.readouterr().out.count("\n") >= 2


def test_the_gallery_lists_the_examples():
    text = (FOLDER.parents[1] / "docs" / "gallery.md").read_text()
    assert [name for name in EXAMPLES if f"/{name}.py)" not in text] == []


@pytest.fixture(params=[0, 1, 7, 30, "no edges", "complete"])
def graph(request, rng):
    """Symmetric, of zeros and ones, with a diagonal of zeros."""
    kind = request.param
    n = kind if isinstance(kind, int) else 9
    edges = np.triu(rng.random((n, n)) < 0.4, 1)
    if isinstance(kind, str):
        edges = np.triu(np.full((n, n), kind == "complete"), 1)
    return scipy.sparse.csr_array((edges | edges.T).astype(float))


def neighbors_of(graph):
    dense = graph.toarray()
    return [set(np.flatnonzero(row).tolist()) for row in dense]


# PageRank: the dominant eigenvector of the dense matrix of the surfer.


def solve_pagerank(links, damping):
    n = len(links)
    follow = np.full((n, n), 1 / n)
    for page, row in enumerate(links):
        if row.any():
            follow[page] = row / row.sum()
    # x = damping * follow.T x + (1 - damping) / n, where x sums to one.
    matrix = np.eye(n) - damping * follow.T
    return np.linalg.solve(matrix, np.full(n, (1 - damping) / n))


@pytest.mark.parametrize("damping", [0.5, 0.85])
@pytest.mark.parametrize("density", [0.0, 0.05, 0.4, 1.0])
@pytest.mark.parametrize("n", [1, 2, 40])
def test_pagerank(rng, n, density, damping):
    links = (rng.random((n, n)) < density).astype(float)
    found = pagerank.pagerank(scipy.sparse.csr_array(links), damping)
    np.testing.assert_allclose(found, solve_pagerank(links, damping), 1e-9)
    assert found.sum() == pytest.approx(1)


def test_pagerank_of_no_pages():
    assert pagerank.pagerank(scipy.sparse.csr_array((0, 0))).shape == (0,)


# Triangles: all triples of nodes.


def test_triangles(graph):
    dense = graph.toarray()
    n = len(dense)
    found = [
        (i, j, k)
        for i, j, k in itertools.combinations(range(n), 3)
        if dense[i, j] and dense[i, k] and dense[j, k]
    ]
    assert triangles.count_triangles(graph) == len(found)
    per_node = np.bincount(np.array(found, int).ravel(), minlength=n)
    degree = dense.sum(axis=1)
    expected = [
        t / (d * (d - 1) / 2) if d > 1 else 0.0
        for t, d in zip(per_node, degree)
    ]
    np.testing.assert_allclose(triangles.clustering(graph), expected)


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.float32])
def test_types_of_graphs(graph, dtype):
    other = graph.astype(dtype)
    count = triangles.count_triangles(graph)
    assert triangles.count_triangles(other) == count
    coefficients = triangles.clustering(graph)
    np.testing.assert_array_equal(triangles.clustering(other), coefficients)
    similarity = jaccard.jaccard(graph).to_numpy()
    np.testing.assert_array_equal(jaccard.jaccard(other), similarity)
    number = ktruss.truss_number(graph)
    assert ktruss.truss_number(other) == number
    rank = pagerank.pagerank(graph)
    np.testing.assert_allclose(pagerank.pagerank(other), rank, 1e-12)


# Attention: one token after another.


def attend(mask, Q, K, V):
    result = np.zeros((len(Q), V.shape[1]))
    mask = mask.tocoo()
    for token, query in enumerate(Q):
        chosen = mask.row == token
        others, bias = mask.col[chosen], mask.data[chosen]
        if len(others):
            score = K[others] @ query / np.sqrt(Q.shape[1]) + bias
            weight = np.exp(score - score.max())
            result[token] = weight @ V[others] / weight.sum()
    return result


@pytest.mark.parametrize("shift", [0, 1, -1000, 1000])
@pytest.mark.parametrize("density", [0.0, 0.1, 1.0])
def test_attention(rng, density, shift):
    n, m, d = 20, 25, 6
    Q, K = rng.standard_normal((n, d)), rng.standard_normal((m, d))
    V = rng.standard_normal((m, 5))
    rows, columns = np.nonzero(rng.random((n, m)) < density)
    # A bias for each pair; softmax does not depend on what all have in common.
    bias = rng.standard_normal(len(rows)) + shift
    mask = scipy.sparse.csr_array((bias, (rows, columns)), shape=(n, m))
    found = attention.attention(mask, Q, K, V)
    np.testing.assert_allclose(found, attend(mask, Q, K, V), 1e-9, 1e-12)


def test_attention_to_all_is_dense_attention(rng):
    n, d = 16, 4
    Q, K, V = (rng.standard_normal((n, d)) for _ in range(3))
    mask = attention.window_mask(n, width=n, num_global=0)
    assert mask.nnz == n * n
    weight = np.exp(Q @ K.T / 2)
    expected = weight @ V / weight.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(attention.attention(mask, Q, K, V), expected)


def test_window_mask():
    mask = attention.window_mask(6, width=1, num_global=1)
    pairs = {(i, j) for i in range(6) for j in range(6)}
    expected = {(i, j) for i, j in pairs if abs(i - j) <= 1 or 0 in (i, j)}
    assert set(zip(*(c.tolist() for c in mask.tocoo().coords))) == expected
    assert not mask.data.any()


# ALS: a least-squares problem for each user and each item.


def random_ratings(rng, shape, density):
    is_known = rng.random(shape) < density
    return scipy.sparse.csr_array(is_known * rng.integers(1, 6, shape) * 1.0)


def solve_by_rows(ratings, V, regularization):
    """Each row by lstsq, with the regularization as further equations."""
    rank = V.shape[1]
    rows = []
    for row in ratings:
        known = np.flatnonzero(row)
        matrix = np.vstack([V[known], np.sqrt(regularization) * np.eye(rank)])
        right = np.concatenate([row[known], np.zeros(rank)])
        rows.append(np.linalg.lstsq(matrix, right)[0])
    return np.array(rows).reshape(len(ratings), rank)


@pytest.mark.parametrize("shape", [(1, 1), (12, 9), (3, 30)])
@pytest.mark.parametrize("density", [0.0, 0.3, 1.0])
def test_als(rng, shape, density):
    ratings = random_ratings(rng, shape, density)
    dense = ratings.toarray()
    U, V = als.factorize(ratings, rank=3, num_steps=3, seed=5)
    expected_v = np.random.default_rng(5).standard_normal((shape[1], 3))
    expected_u = solve_by_rows(dense, expected_v, 0.1)
    for _ in range(3):
        expected_v = solve_by_rows(dense.T, expected_u, 0.1)
        expected_u = solve_by_rows(dense, expected_v, 0.1)
    np.testing.assert_allclose(U, expected_u, 1e-6, 1e-9)
    np.testing.assert_allclose(V, expected_v, 1e-6, 1e-9)
    error = (U @ V.T - dense)[dense != 0]
    expected = np.sqrt(np.mean(error**2)) if error.size else 0
    found = als.rmse(weft.tensor(ratings), U, V)
    assert found == pytest.approx(expected)


# CP: the same steps with matrices, by unfolding.


def cp_by_unfolding(dense, rank, num_steps, seed):
    rng = np.random.default_rng(seed)
    factors = [rng.random((size, rank)) for size in dense.shape]
    for _ in range(num_steps):
        for mode in range(3):
            a, b = (factors[m] for m in range(3) if m != mode)
            product = np.vstack([np.kron(x, y) for x, y in zip(a.T, b.T)]).T
            unfolded = np.moveaxis(dense, mode, 0).reshape(
                dense.shape[mode], -1
            )
            gram = product.T @ product
            factors[mode] = unfolded @ product @ np.linalg.pinv(gram)
    return factors


@pytest.mark.parametrize("format", ["CSF", "COO", "dds", "ddd"])
def test_cp_steps(random_dense, format):
    dense = random_dense(6, 5, 7)
    X = weft.tensor(scipy.sparse.coo_array(dense), format=format)
    found = cp_decomposition.cp_als(X, 3, num_steps=4, seed=2)
    expected = cp_by_unfolding(dense, 3, 4, 2)
    for a, b in zip(found, expected):
        np.testing.assert_allclose(a, b, 1e-6, 1e-9)
    model = np.einsum("ir,jr,kr->ijk", *found)
    expected_fit = 1 - np.linalg.norm(dense - model) / np.linalg.norm(dense)
    assert cp_decomposition.fit(X, found) == pytest.approx(expected_fit)


def test_cp_finds_the_blocks():
    X = cp_decomposition.block_tensor(size=4, num_blocks=2)
    assert X.nnz == 2 * 4**3
    factors = cp_decomposition.cp_als(X, 2)
    model = np.einsum("ir,jr,kr->ijk", *factors)
    np.testing.assert_allclose(model, X.to_numpy(), atol=1e-6)


def test_cp_of_nothing():
    X = weft.empty((3, 4, 5), format="CSF")
    factors = cp_decomposition.cp_als(X, 2, num_steps=2)
    assert not any(factor.any() for factor in factors)
    assert cp_decomposition.fit(X, factors) == 1


# Label propagation: the limit is the solution of a linear system.


def harmonic(graph, labels, num_classes):
    dense = graph.toarray()
    found = np.where(labels >= 0, labels, -1)
    # Components without a label keep -1.
    reached = labels >= 0
    for _ in labels:
        reached = reached | dense[reached].any(axis=0)
    free = np.flatnonzero(reached & (labels < 0))
    known = np.flatnonzero(labels >= 0)
    if len(free):
        laplacian = np.diag(dense.sum(axis=1)) - dense
        right = dense[np.ix_(free, known)] @ np.eye(num_classes)[labels[known]]
        values = np.linalg.solve(laplacian[np.ix_(free, free)], right)
        found[free] = values.argmax(axis=1)
    return found


def test_label_propagation(graph, rng):
    n = graph.shape[0]
    # Weights make ties unlikely.
    weights = scipy.sparse.triu(graph, 1).tocsr()
    weights.data = rng.random(weights.nnz) + 0.5
    weights = (weights + weights.T).tocsr()
    labels = np.where(rng.random(n) < 0.3, rng.integers(0, 3, n), -1)
    found = label_propagation.propagate(weights, labels, 3, 1e-12, 5000)
    np.testing.assert_array_equal(found, harmonic(weights, labels, 3))


def test_labels_do_not_reach_other_components():
    edges = np.zeros((5, 5))
    edges[0, 1] = edges[1, 0] = edges[2, 3] = edges[3, 2] = 1
    found = label_propagation.propagate(
        scipy.sparse.csr_array(edges), np.array([1, -1, -1, -1, -1]), 2
    )
    assert found.tolist() == [1, 1, -1, -1, -1]


# Convolution: a dense correlation, seen through the pattern of the image.


def convolve_densely(image, W):
    return np.stack(
        [
            sum(
                scipy.signal.correlate2d(image[:, :, c], W[:, :, c, f], "same")
                for c in range(image.shape[2])
            )
            for f in range(W.shape[3])
        ],
        axis=2,
    )


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (20, 30)])
@pytest.mark.parametrize("density", [0.0, 0.1, 1.0])
def test_sparse_convolution(random_dense, rng, shape, density):
    image = random_dense(*shape, density=density)
    filters = [
        rng.standard_normal((3, 3, 1, 4)),
        rng.standard_normal((3, 3, 4, 2)),
    ]
    found = sparse_convolution.network(scipy.sparse.csr_array(image), filters)
    expected = image[:, :, None]
    for W in filters:
        expected = np.maximum(convolve_densely(expected, W), 0)
        expected *= image[:, :, None] != 0
    np.testing.assert_allclose(found.to_numpy(), expected, 1e-9, 1e-12)
    assert found.nnz == 2 * np.count_nonzero(image)
    assert found.format.startswith("ssd")


def test_one_convolution_has_negative_results(random_dense, rng):
    image = random_dense(9, 9)
    W = rng.standard_normal((3, 3, 1, 2))
    matrix = scipy.sparse.csr_array(image)
    found = sparse_convolution.convolve(
        sparse_convolution.pixels(matrix), weft.tensor(matrix) != 0, W
    )
    expected = convolve_densely(image[:, :, None], W)
    expected *= image[:, :, None] != 0
    assert expected.min() < 0
    np.testing.assert_allclose(found.to_numpy(), expected, 1e-9, 1e-12)


# k-truss: edges are removed one at a time, from sets.


def remove_edges(graph, k):
    neighbors = neighbors_of(graph)
    while True:
        weak = [
            (i, j)
            for i, found in enumerate(neighbors)
            for j in found
            if len(found & neighbors[j]) < k - 2
        ]
        if not weak:
            return {(i, j) for i, found in enumerate(neighbors) for j in found}
        i, j = weak[0]
        neighbors[i].discard(j)
        neighbors[j].discard(i)


@pytest.mark.parametrize("k", [2, 3, 4, 5, 9, 10])
def test_ktruss(graph, k):
    truss = ktruss.ktruss(graph, k)
    edges = set(zip(*(c.tolist() for c in truss.tocoo().coords)))
    assert edges == remove_edges(graph, k)
    assert (truss.data == 1).all()


def test_truss_number(graph):
    expected = 2
    while remove_edges(graph, expected + 1):
        expected += 1
    assert ktruss.truss_number(graph) == expected


# Jaccard: sets.


def test_jaccard(graph):
    neighbors = neighbors_of(graph)
    expected = np.array(
        [
            [len(a & b) / len(a | b) if a & b else 0.0 for b in neighbors]
            for a in neighbors
        ]
    ).reshape(graph.shape)
    found = jaccard.jaccard(graph)
    np.testing.assert_allclose(found.to_numpy(), expected)
    assert found.nnz == np.count_nonzero(expected)
    pairs = {
        (i, j): expected[i, j]
        for i in range(len(neighbors))
        for j in range(i + 1, len(neighbors))
        if expected[i, j] and j not in neighbors[i]
    }
    predicted = jaccard.predict_links(graph, 4)
    assert len(predicted) == min(4, len(pairs))
    for i, j, value in predicted:
        assert value == pytest.approx(pairs[i, j])
    best = sorted(pairs.values(), reverse=True)[:4]
    np.testing.assert_allclose([value for *_, value in predicted], best)


# Stencils: padded arrays, and the matrix of the Laplacian.


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (1, 5), (12, 17)])
def test_heat(rng, shape):
    u = rng.random(shape)
    expected = u
    for _ in range(3):
        p = np.pad(expected, 1)
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        expected = expected + 0.2 * (around - 4 * expected)
    np.testing.assert_allclose(pde_stencil.heat(u, 0.2, 3), expected)


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (15, 11)])
def test_poisson(rng, shape):
    f = rng.standard_normal(shape)
    one, other = (
        scipy.sparse.diags_array(
            [2.0, -1, -1], offsets=[0, 1, -1], shape=(n, n)
        )
        for n in shape
    )
    laplacian = scipy.sparse.kronsum(other, one, format="csc")
    h = 0.1
    expected = scipy.sparse.linalg.spsolve(laplacian, f.ravel() * h**2)
    found, num_iterations = pde_stencil.poisson(f, h, tolerance=1e-12)
    np.testing.assert_allclose(found.ravel(), expected, 1e-8, 1e-12)
    assert num_iterations <= 2 * f.size


def test_poisson_without_a_source():
    found, num_iterations = pde_stencil.poisson(np.zeros((4, 5)), 0.1)
    assert not found.any()
    assert num_iterations == 0
