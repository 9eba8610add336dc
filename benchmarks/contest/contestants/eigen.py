# ===- eigen.py - Eigen ---------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Eigen's sparse matrices, in C++ that maps the operands' arrays.

A sparse result is an object that lives until the next run. What Eigen has no
expression for is written with its rows.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.contestants.c_code import FLAGS, build, prepared
from contest.instance import Instance
from contest.native import is_dense, wrap
from contest.storage import COO, CSC, CSR, VECTOR, Format

_HEADERS = (Path("/usr/include/eigen3"), Path("/usr/local/include/eigen3"))

_HELPERS = """
#include <Eigen/Sparse>
#include <vector>
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Dense = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
static Rows rows;
static Columns columns;
static std::vector<Eigen::Triplet<double>> entries;
extern "C" void start() { entries.clear(); }
"""

_TYPES = {CSR: "Rows", CSC: "Columns"}

# The kernel's assignment in Eigen, with a map for each tensor.
_BODIES = {
    "spmv": "y.noalias() = A * x;",
    "spmm": "C.noalias() = A * B;",
    "residual": "y.noalias() = b - A * x;",
    "spgemm": "rows = B * C;",
    "add-2": "rows = B + C;",
    "add-3": "rows = B + C + D;",
    "add-8": "rows = B + C + D + E + F + G + H + K;",
    "multiply": "rows = B.cwiseProduct(C);",
    "triangles": "rows = A * A; n(0) = rows.cwiseProduct(A).sum();",
    "masked": "Rows product = B * C; rows = M.cwiseProduct(product);",
    "transpose": "rows = A.transpose();",
    "csr-to-csc": "columns = A;",
    "dot": "n(0) = a.row(0).dot(b.row(0));",
    "sddmm": "rows = B; SAMPLE",
    "sddmm-spmm": "rows = A; SAMPLE Y.noalias() = rows * E;",
    "coo-to-csr": """
  if (entries.empty())
    for (int p = 0; p < A1_pos[1]; p++)
      entries.emplace_back(A1_crd[p], A2_crd[p], A_vals[p]);
  rows = Rows(A1_dim, A2_dim);
  rows.setFromTriplets(entries.begin(), entries.end());
""",
}

_SAMPLE = """
  for (int i = 0; i < rows.rows(); i++)
    for (Rows::InnerIterator it(rows, i); it; ++it)
      it.valueRef() *= C.row(i).dot(D.row(it.col()));
"""


def _map(name: str, format: Format, order: int) -> str:
    """A view of a tensor under its name."""
    if format in _TYPES:
        type = _TYPES[format]
        first, second = f"{name}1_dim", f"{name}2_dim"
        sizes = f"{second}, {first}" if format is CSC else f"{first}, {second}"
        arrays = f"{name}2_pos, {name}2_crd, {name}_vals"
        count = f"{name}2_pos[{name}1_dim]"
        return f"Eigen::Map<const {type}> {name}({sizes}, {count}, {arrays});"
    if format is VECTOR:
        # A view of a vector has no products: one of a row has.
        arrays = f"{name}1_pos[1], {name}1_pos, {name}1_crd, {name}_vals"
        return f"Eigen::Map<const Rows> {name}(1, {name}1_dim, {arrays});"
    if format is COO:
        # Only to make a matrix of, which takes the arrays.
        return ""
    if not is_dense(format):
        raise Unsupported(f"Eigen has no {format.name}")
    data = f"(double *){name}_vals"
    if order == 2:
        sizes = f"{name}1_dim, {name}2_dim"
        return f"Eigen::Map<Dense> {name}({data}, {sizes});"
    size = f"{name}1_dim" if order else "1"
    return f"Eigen::Map<Eigen::VectorXd> {name}({data}, {size});"


class Eigen(Contestant):
    name = "eigen"
    keeps = True

    @staticmethod
    def missing(setup: Setup) -> str | None:
        if not shutil.which("g++"):
            return "no g++"
        found = any(folder.exists() for folder in _HEADERS)
        return None if found else "no headers of Eigen"

    @property
    def version(self) -> str:
        folder = next(folder for folder in _HEADERS if folder.exists())
        macros = (folder / "Eigen/src/Core/util/Macros.h").read_text().split()
        return ".".join(
            macros[macros.index(f"EIGEN_{part}_VERSION") + 1]
            for part in ("WORLD", "MAJOR", "MINOR")
        )

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        kernel = instance.kernel
        name = kernel.name
        family = name if name in _BODIES else name.split("-")[0]
        reads_list = kernel.formats.get("A") is COO and name != "coo-to-csr"
        if kernel.order > 2 or reads_list or family not in _BODIES:
            raise Unsupported("Eigen has no expression for it")
        result = kernel.format(kernel.result)
        lines = [
            _map(tensor, kernel.format(tensor), len(instance.indices(tensor)))
            for tensor in kernel.operands
        ]
        made = {CSR: "rows", CSC: "columns"}.get(result)
        if made is None:
            order = len(instance.indices(kernel.result))
            lines.append(_map(kernel.result, result, order))
        lines.append(_BODIES[family].replace("SAMPLE", _SAMPLE))
        if made:
            for place, array in (
                ("2_pos", "outerIndexPtr"),
                ("2_crd", "innerIndexPtr"),
                ("_vals", "valuePtr"),
            ):
                lines.append(f"{kernel.result}{place} = {made}.{array}();")
        folders = [f"-I{folder}" for folder in _HEADERS]
        openmp = ["-fopenmp"] if self.setup.threads > 1 else []
        compiler = ["g++", *FLAGS, "-DNDEBUG", *folders, *openmp]
        release = "rows = Rows(); columns = Columns();"
        source = wrap(instance, "\n".join(lines), "", release)
        # Templates cannot be declared inside of `extern "C"`.
        built = build(compiler, _HELPERS + source, self.setup.scratch, ".cpp")
        built[0].start()
        return prepared(*built, instance, file)
