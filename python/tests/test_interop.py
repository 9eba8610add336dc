# ===- test_interop.py - Tensors in other packages -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors in SciPy's solvers, scikit-learn, networkx and pandas. Each test is
an example: a result of the package without Weft is the reference."""

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg

import weft_sparse as weft

# SciPy's solvers.


def make_laplacian(n, dtype=np.float64):
    """The matrix of a chain of n nodes, whose ends are fixed."""
    return scipy.sparse.diags_array(
        [-1.0, 2.1, -1.0], offsets=[-1, 0, 1], shape=(n, n), format="csr"
    ).astype(dtype)


@pytest.mark.parametrize("format", ["CSR", "CSC", "COO", "DCSR", "dd"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
def test_products_of_linear_operators(rng, format, dtype):
    a = scipy.sparse.random_array((7, 5), density=0.4, rng=rng).tocsr()
    a = (a * (1 + (1j if dtype is np.complex128 else 0))).astype(dtype)
    operator = weft.aslinearoperator(weft.tensor(a, format=format))
    expected = scipy.sparse.linalg.aslinearoperator(a)
    assert operator.shape == (7, 5)
    assert operator.dtype == dtype
    rtol = 1e-5 if dtype is np.float32 else 1e-12
    x, y = rng.random(5).astype(dtype), rng.random(7).astype(dtype)
    xs, ys = rng.random((5, 3)).astype(dtype), rng.random((7, 2)).astype(dtype)
    for mine, theirs in [
        (operator @ x, expected @ x),
        (operator @ x[:, None], expected @ x[:, None]),
        (operator @ xs, expected @ xs),
        (operator @ np.asfortranarray(xs), expected @ xs),
        (operator.H @ y, expected.H @ y),
        (operator.H @ ys, expected.H @ ys),
        (operator.T @ y, expected.T @ y),
    ]:
        np.testing.assert_allclose(mine, theirs, rtol=rtol)
        assert mine.shape == theirs.shape
        assert mine.flags.writeable


def test_linear_operators_are_of_matrices():
    with pytest.raises(weft.Error, match="of a matrix, not of shape"):
        weft.aslinearoperator([1.0, 2.0])


@pytest.mark.parametrize("solver", ["cg", "gmres", "bicgstab", "minres"])
def test_solvers(rng, solver):
    matrix = make_laplacian(60)
    b = rng.random(60)
    A = weft.tensor(matrix)
    solve = getattr(scipy.sparse.linalg, solver)
    x, info = solve(weft.aslinearoperator(A), b, rtol=1e-11)
    assert info == 0
    expected = scipy.sparse.linalg.spsolve(matrix.tocsc(), b)
    np.testing.assert_allclose(x, expected, rtol=1e-7)


def test_solvers_of_expressions(rng):
    # (A^T A + I) x = b, whose matrix is computed once, and a preconditioner.
    matrix = scipy.sparse.random_array((80, 40), density=0.1, rng=rng).tocsr()
    A = weft.tensor(matrix)
    normal = A.T @ A + weft.tensor(scipy.sparse.eye_array(40, format="csr"))
    diagonal = weft.einsum("ii->i", normal).to_numpy()
    b = rng.random(40)
    x, info = scipy.sparse.linalg.cg(
        weft.aslinearoperator(normal),
        b,
        rtol=1e-12,
        M=weft.aslinearoperator(scipy.sparse.diags_array(1 / diagonal)),
    )
    assert info == 0
    dense = matrix.toarray()
    expected = np.linalg.solve(dense.T @ dense + np.eye(40), b)
    np.testing.assert_allclose(x, expected, rtol=1e-8)


def test_eigenvalues():
    matrix = make_laplacian(50)
    values, vectors = scipy.sparse.linalg.eigsh(
        weft.aslinearoperator(weft.tensor(matrix)), k=3, which="LA"
    )
    expected = np.linalg.eigvalsh(matrix.toarray())[-3:]
    np.testing.assert_allclose(values, expected, rtol=1e-10)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-9)


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_singular_values(rng, dtype):
    matrix = scipy.sparse.random_array((40, 25), density=0.2, rng=rng).tocsr()
    matrix = matrix.astype(dtype)
    if dtype is np.complex128:
        matrix.data *= np.exp(2j * np.pi * rng.random(matrix.nnz))
    A = weft.aslinearoperator(weft.tensor(matrix, format="CSC"))
    values = scipy.sparse.linalg.svds(A, k=4, return_singular_vectors=False)
    expected = np.linalg.svd(matrix.toarray(), compute_uv=False)[:4]
    np.testing.assert_allclose(np.sort(values)[::-1], expected, rtol=1e-10)


def test_least_squares(rng):
    matrix = scipy.sparse.random_array((30, 12), density=0.4, rng=rng).tocsr()
    b = rng.random(30)
    A = weft.aslinearoperator(weft.tensor(matrix))
    x = scipy.sparse.linalg.lsqr(A, b, atol=1e-13, btol=1e-13)[0]
    expected = np.linalg.lstsq(matrix.toarray(), b)[0]
    np.testing.assert_allclose(x, expected, rtol=1e-7)


# scikit-learn.

DOCUMENTS = [
    "sparse tensors are stored by their entries",
    "a compiler fuses sparse products and sums",
    "the kernel visits stored entries only",
    "bread is made of flour, water and salt",
    "the dough rests for an hour, then bakes",
    "salt and water make the dough soft",
]
TOPICS = [0, 0, 0, 1, 1, 1]


def weigh_terms(counts):
    """Term frequencies times inverse document frequencies, with rows of
    length one: one sparse kernel after two reductions."""
    A = weft.tensor(counts, dtype=np.float64)
    n = A.shape[0]
    frequencies = (A != 0).sum(axis=0).to_numpy()
    idf = np.log((1 + n) / (1 + frequencies)) + 1
    weighted = A * idf
    lengths = weft.sqrt((weighted * weighted).sum(axis=1, keepdims=True))
    return (weighted / lengths).to_scipy()


def test_scikit_learn_pipeline():
    pytest.importorskip("sklearn")
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    mine = make_pipeline(
        CountVectorizer(),
        FunctionTransformer(weigh_terms, accept_sparse=True),
    )
    theirs = make_pipeline(CountVectorizer(), TfidfTransformer())
    weights = mine.fit_transform(DOCUMENTS)
    expected = theirs.fit_transform(DOCUMENTS)
    assert weights.format == "csr"
    assert weights.nnz == expected.nnz
    np.testing.assert_allclose(weights.toarray(), expected.toarray())

    model = make_pipeline(
        *(step for _, step in mine.steps), LogisticRegression()
    )
    model.fit(DOCUMENTS, TOPICS)
    assert model.predict(DOCUMENTS).tolist() == TOPICS


def test_scikit_learn_classifiers(rng):
    pytest.importorskip("sklearn")
    from sklearn.linear_model import RidgeClassifier
    from sklearn.neighbors import KNeighborsClassifier

    labels = np.arange(40) % 2
    features = rng.random((40, 12)) * (rng.random((40, 12)) < 0.4)
    features[:, 0] += 3 * labels
    A = weft.tensor(scipy.sparse.csr_array(features))
    scaled = A / A.max(axis=0)
    reference = features / features.max(axis=0)
    for model in (RidgeClassifier(), KNeighborsClassifier(3)):
        mine = model.fit(scaled.to_scipy(), labels).predict(scaled.to_scipy())
        theirs = model.fit(reference, labels).predict(reference)
        np.testing.assert_array_equal(mine, theirs)


def test_scikit_learn_takes_dense_tensors(rng):
    pytest.importorskip("sklearn")
    from sklearn.decomposition import PCA

    features = rng.random((20, 5))
    x = weft.tensor(features)
    mine = PCA(2).fit(x.to_numpy()).explained_variance_
    theirs = PCA(2).fit(features).explained_variance_
    np.testing.assert_allclose(mine, theirs)


# networkx.


def compute_pagerank(graph, damping=0.85, tolerance=1e-12):
    """The PageRank of each node of a graph, as a dictionary."""
    import networkx

    A = weft.tensor(networkx.to_scipy_sparse_array(graph, dtype=np.float64))
    n = A.shape[0]
    out = A.sum(axis=1, keepdims=True).compute()
    # Nodes without a successor jump anywhere.
    is_dangling = (out[:, 0] == 0).compute()
    step = (A / out).T.compute()
    rank = weft.tensor(np.full(n, 1 / n))
    while True:
        lost = (rank * is_dangling).sum()
        following = damping * (step @ rank) + (
            damping * lost / n + (1 - damping) / n
        )
        change = float(abs(following - rank).sum())
        rank = following
        if change < tolerance:
            return dict(zip(graph.nodes, rank.to_numpy().tolist()))


def test_networkx_pagerank():
    networkx = pytest.importorskip("networkx")
    graph = networkx.gnp_random_graph(60, 0.05, seed=3, directed=True)
    graph = networkx.relabel_nodes(graph, lambda node: f"page {node}")
    assert min(degree for _, degree in graph.out_degree) == 0
    expected = networkx.pagerank(graph, tol=1e-13, max_iter=1000)
    ranks = compute_pagerank(graph)
    assert ranks.keys() == expected.keys()
    for node, rank in ranks.items():
        assert rank == pytest.approx(expected[node], rel=1e-9)


def test_networkx_triangles():
    networkx = pytest.importorskip("networkx")
    graph = networkx.karate_club_graph()
    A = weft.tensor(
        networkx.to_scipy_sparse_array(graph, weight=None, dtype=np.int64)
    )
    # Each triangle of a node is two closed walks.
    counts = weft.einsum("ij,jk,ki->i", A, A, A) / 2
    expected = networkx.triangles(graph)
    assert dict(zip(graph.nodes, counts.to_numpy())) == expected


def test_networkx_graphs_of_tensors():
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(6)
    A = weft.tensor(networkx.to_scipy_sparse_array(graph, dtype=np.int64))
    two_steps = networkx.from_scipy_sparse_array((A @ A).to_scipy())
    expected = networkx.power(graph, 2)
    for a, b in two_steps.edges:
        assert a == b or expected.has_edge(a, b)
    assert two_steps.has_edge(0, 2) and not two_steps.has_edge(0, 1)


# pandas.


def make_table(pandas):
    return pandas.DataFrame(
        {
            "shop": ["north", "south", "north", "east", "south", "north"],
            "item": ["pen", "ink", "ink", "pen", "pen", "pen"],
            "sold": [3.0, 5.0, 2.0, 7.0, 1.0, 4.0],
        }
    )


def make_tensor(table, modes, values):
    """A coordinate list of the columns `modes` of a table, whose repeated rows
    are summed, and the categories of each."""
    columns = [table[mode].astype("category").cat for mode in modes]
    entries = scipy.sparse.coo_array(
        (
            table[values].to_numpy(),
            tuple(column.codes.to_numpy() for column in columns),
        ),
        shape=tuple(len(column.categories) for column in columns),
    )
    return weft.tensor(entries), [column.categories for column in columns]


def test_pandas_tables():
    pandas = pytest.importorskip("pandas")
    table = make_table(pandas)
    sold, (shops, items) = make_tensor(table, ["shop", "item"], "sold")
    assert sold.nnz == 5
    prices = pandas.Series({"pen": 1.5, "ink": 4.0})

    revenue = pandas.Series(
        (sold @ prices[items].to_numpy()).to_numpy(), index=shops
    )
    paid = table.sold * table.item.map(prices)
    expected = paid.groupby(table.shop).sum()
    pandas.testing.assert_series_equal(
        revenue, expected, check_names=False, check_index_type=False
    )


def test_pandas_sparse_frames():
    pandas = pytest.importorskip("pandas")
    sold, (shops, items) = make_tensor(
        make_table(pandas), ["shop", "item"], "sold"
    )
    shares = sold / sold.sum(axis=1, keepdims=True)
    frame = pandas.DataFrame.sparse.from_spmatrix(
        shares.to_scipy(), index=shops, columns=items
    )
    pivot = make_table(pandas).pivot_table(
        "sold", "shop", "item", "sum", fill_value=0.0
    )
    expected = pivot.div(pivot.sum(axis=1), axis=0)
    np.testing.assert_allclose(
        frame.sparse.to_dense().to_numpy(), expected.to_numpy()
    )
    assert list(frame.columns) == list(expected.columns)


def test_pandas_cubes():
    pandas = pytest.importorskip("pandas")
    table = make_table(pandas)
    table["day"] = [0, 0, 1, 1, 2, 2]
    cube, (shops, items, days) = make_tensor(
        table, ["shop", "item", "day"], "sold"
    )
    assert cube.ndim == 3
    by_day = pandas.Series(cube.sum(axis=(0, 1)).to_numpy(), index=days)
    expected = table.groupby("day").sold.sum()
    assert by_day.to_dict() == expected.to_dict()


def test_pandas_columns_are_tensors():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series([1.0, 2.0, 4.0], index=list("abc"))
    x = weft.tensor(column)
    np.testing.assert_array_equal(x.to_numpy(), [1, 2, 4])
    made = pandas.Series((x * 2).to_numpy(copy=True), index=column.index)
    assert made["c"] == 8
