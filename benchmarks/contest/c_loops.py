# ===- c_loops.py - The loops of textbooks, in C --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a compiler that prints C gives: the loops of the thesis and its compiler.

One body for each kernel, with the names of `native.py`. Sums over one row are
kept in a variable. `PARALLEL` stands before loops whose iterations are
independent. Those with results that are assembled are in `c_sparse.py`.
"""

from __future__ import annotations

from contest.c_sparse import SPARSE_BODIES, SPARSE_HELPERS

_SUM_OF_ROW = """
    double sum = 0;
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++)
      sum += A_vals[p] * x_vals[A2_crd[p]];
"""


def _spmm() -> str:
    return """
  PARALLEL
  for (int32_t i = 0; i < A1_dim; i++) {
    for (int32_t k = 0; k < B2_dim; k++)
      C_vals[i * B2_dim + k] = 0;
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++) {
      int32_t j = A2_crd[p];
      for (int32_t k = 0; k < B2_dim; k++)
        C_vals[i * B2_dim + k] += A_vals[p] * B_vals[j * B2_dim + k];
    }
  }
"""


def _sddmm() -> str:
    return """
  A2_pos = (int32_t *)malloc(4 * (B1_dim + 1));
  memcpy(A2_pos, B2_pos, 4 * (B1_dim + 1));
  A2_crd = (int32_t *)malloc(4 * (int64_t)B2_pos[B1_dim] + 4);
  A_vals = (double *)malloc(8 * (int64_t)B2_pos[B1_dim] + 8);
  PARALLEL
  for (int32_t i = 0; i < B1_dim; i++)
    for (int32_t p = B2_pos[i]; p < B2_pos[i + 1]; p++) {
      int32_t j = B2_crd[p];
      double sum = 0;
      for (int32_t k = 0; k < C2_dim; k++)
        sum += C_vals[i * C2_dim + k] * D_vals[j * C2_dim + k];
      A2_crd[p] = j;
      A_vals[p] = B_vals[p] * sum;
    }
"""


def _mttkrp(order: int) -> str:
    """Loops over all levels of `B`, and the rank innermost."""
    names = ["", "i", "k", "l", "m"]
    text = "  memset(A_vals, 0, 8 * A1_dim * A2_dim);\n"
    text += "  PARALLEL\n  for (int32_t p1 = 0; p1 < B1_pos[1]; p1++) {\n"
    text += "    int32_t i = B1_crd[p1];\n"
    for level in range(2, order + 1):
        above = f"p{level - 1}"
        text += f"    for (int32_t p{level} = B{level}_pos[{above}]; "
        text += f"p{level} < B{level}_pos[{above} + 1]; p{level}++) {{\n"
        text += f"      int32_t {names[level]} = B{level}_crd[p{level}];\n"
    factors = [f"B_vals[p{order}]"] + [
        f"{factor}_vals[{names[level]} * A2_dim + j]"
        for level, factor in zip(range(2, order + 1), "CDE", strict=False)
    ]
    text += "      for (int32_t j = 0; j < A2_dim; j++)\n"
    text += f"        A_vals[i * A2_dim + j] += {' * '.join(factors)};\n"
    return text + "    }\n" * (order - 1) + "  }\n"


_FIBERS = """
  A1_pos = (int32_t *)malloc(8);
  A1_crd = (int32_t *)malloc(4 * (int64_t)B1_pos[1] + 4);
  A2_pos = (int32_t *)malloc(4 * (int64_t)B1_pos[1] + 4);
  A2_crd = (int32_t *)malloc(4 * (int64_t)B2_pos[B1_pos[1]] + 4);
  A_vals = (double *)malloc(8 * B2_pos[B1_pos[1]] * (int64_t)WIDTH + 8);
  memcpy(A1_pos, B1_pos, 8);
  memcpy(A1_crd, B1_crd, 4 * (int64_t)B1_pos[1]);
  memcpy(A2_pos, B2_pos, 4 * (int64_t)B1_pos[1] + 4);
  memcpy(A2_crd, B2_crd, 4 * (int64_t)B2_pos[B1_pos[1]]);
"""

_TTV = """
  PARALLEL
  for (int32_t p = 0; p < B2_pos[B1_pos[1]]; p++) {
    double sum = 0;
    for (int32_t q = B3_pos[p]; q < B3_pos[p + 1]; q++)
      sum += B_vals[q] * c_vals[B3_crd[q]];
    A_vals[p] = sum;
  }
"""

_TTM = """
  PARALLEL
  for (int32_t p = 0; p < B2_pos[B1_pos[1]]; p++) {
    for (int32_t l = 0; l < A3_dim; l++)
      A_vals[(int64_t)p * A3_dim + l] = 0;
    for (int32_t q = B3_pos[p]; q < B3_pos[p + 1]; q++)
      for (int32_t l = 0; l < A3_dim; l++)
        A_vals[(int64_t)p * A3_dim + l] +=
            B_vals[q] * C_vals[B3_crd[q] * A3_dim + l];
  }
"""

_TRIANGLES = """
  double n = 0;
  SUM(n)
  for (int32_t i = 0; i < A1_dim; i++)
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++) {
      int32_t j = A2_crd[p], q = A2_pos[j], r = A2_pos[i];
      while (q < A2_pos[j + 1] && r < A2_pos[i + 1]) {
        int32_t kq = A2_crd[q], kr = A2_crd[r], k = kq < kr ? kq : kr;
        if (kq == k && kr == k)
          n += A_vals[p] * A_vals[q] * A_vals[r];
        q += kq == k;
        r += kr == k;
      }
    }
  n_vals[0] = n;
"""

_FUSED = """
  PARALLEL
  for (int32_t i = 0; i < A1_dim; i++) {
    for (int32_t l = 0; l < Y2_dim; l++)
      Y_vals[i * Y2_dim + l] = 0;
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++) {
      int32_t j = A2_crd[p];
      double sum = 0;
      for (int32_t k = 0; k < C2_dim; k++)
        sum += C_vals[i * C2_dim + k] * D_vals[j * C2_dim + k];
      sum *= A_vals[p];
      for (int32_t l = 0; l < Y2_dim; l++)
        Y_vals[i * Y2_dim + l] += sum * E_vals[j * Y2_dim + l];
    }
  }
"""

_DOT = """
  double n = 0;
  int32_t p = a1_pos[0], q = b1_pos[0];
  while (p < a1_pos[1] && q < b1_pos[1]) {
    int32_t ia = a1_crd[p], ib = b1_crd[q], i = ia < ib ? ia : ib;
    if (ia == i && ib == i)
      n += a_vals[p] * b_vals[q];
    p += ia == i;
    q += ib == i;
  }
  n_vals[0] = n;
"""

BODIES = SPARSE_BODIES | {
    "spmv-csr": "  PARALLEL\n  for (int32_t i = 0; i < A1_dim; i++) {"
    + _SUM_OF_ROW
    + "    y_vals[i] = sum;\n  }",
    "residual": "  PARALLEL\n  for (int32_t i = 0; i < A1_dim; i++) {"
    + _SUM_OF_ROW
    + "    y_vals[i] = b_vals[i] - sum;\n  }",
    "spmv-csc": """
  memset(y_vals, 0, 8 * y1_dim);
  for (int32_t j = 0; j < A1_dim; j++)
    for (int32_t p = A2_pos[j]; p < A2_pos[j + 1]; p++)
      y_vals[A2_crd[p]] += A_vals[p] * x_vals[j];
""",
    "spmv-coo": """
  memset(y_vals, 0, 8 * y1_dim);
  for (int32_t p = A1_pos[0]; p < A1_pos[1]; p++)
    y_vals[A1_crd[p]] += A_vals[p] * x_vals[A2_crd[p]];
""",
    "spmv-dcsr": """
  memset(y_vals, 0, 8 * y1_dim);
  PARALLEL
  for (int32_t i = A1_pos[0]; i < A1_pos[1]; i++) {"""
    + _SUM_OF_ROW
    + "    y_vals[A1_crd[i]] = sum;\n  }",
    "spmv-bcsr": """
  memset(y_vals, 0, 8 * y1_dim);
  PARALLEL
  for (int32_t i = 0; i < A1_dim; i++)
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++)
      for (int32_t r = 0; r < A3_dim && i * A3_dim + r < y1_dim; r++)
        for (int32_t c = 0; c < A4_dim && A2_crd[p] * A4_dim + c < x1_dim; c++)
          y_vals[i * A3_dim + r] += A_vals[(p * A3_dim + r) * A4_dim + c] *
                                    x_vals[A2_crd[p] * A4_dim + c];
""",
    "spmv-ell": """
  memset(y_vals, 0, 8 * y1_dim);
  for (int64_t s = 0; s < A1_dim; s++) {
    PARALLEL
    for (int32_t i = 0; i < A2_dim; i++)
      if (A3_crd[s * A2_dim + i] >= 0)
        y_vals[i] += A_vals[s * A2_dim + i] * x_vals[A3_crd[s * A2_dim + i]];
  }
""",
    "spmv-sell": """
  memset(y_vals, 0, 8 * y1_dim);
  PARALLEL
  for (int32_t s = 0; s < A1_dim; s++)
    for (int64_t p = A2_pos[s]; p < A2_pos[s + 1]; p++)
      for (int32_t r = 0; r < A3_dim; r++)
        if (A4_crd[p * A3_dim + r] >= 0)
          y_vals[s * A3_dim + r] +=
              A_vals[p * A3_dim + r] * x_vals[A4_crd[p * A3_dim + r]];
""",
    "spmv-dia": """
  memset(y_vals, 0, 8 * y1_dim);
  for (int64_t d = 0; d < A1_dim; d++) {
    int32_t o = A2_off[d], from = o < 0 ? -o : 0;
    int32_t to = A2_dim < x1_dim - o ? A2_dim : x1_dim - o;
    PARALLEL
    for (int32_t i = from; i < to; i++)
      y_vals[i] += A_vals[d * A2_dim + i] * x_vals[i + o];
  }
""",
    **dict.fromkeys(("spmm-8", "spmm-32", "spmm-128"), _spmm()),
    **dict.fromkeys(("sddmm-32", "sddmm-128"), _sddmm()),
    "mttkrp-3": _mttkrp(3),
    "mttkrp-4": _mttkrp(4),
    "ttv": "#define WIDTH 1" + _FIBERS + _TTV,
    "ttm": "#define WIDTH A3_dim" + _FIBERS + _TTM,
    "triangles": _TRIANGLES,
    "sddmm-spmm": _FUSED,
    **dict.fromkeys(("dot-balanced", "dot-skewed"), _DOT),
}

HELPERS = (
    SPARSE_HELPERS
    + """
#ifdef _OPENMP
#define PARALLEL _Pragma("omp parallel for schedule(static)")
#define SUM(n) _Pragma("omp parallel for schedule(static) reduction(+ : n)")
#else
#define PARALLEL
#define SUM(n)
#endif
"""
)
