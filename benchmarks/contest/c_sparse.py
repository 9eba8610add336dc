# ===- c_sparse.py - Loops with sparse results, in C ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The loops of textbooks that assemble a sparse result, in C.

Sparse operands are merged with a comparison at each step, and a row of a
product is collected in a dense workspace and sorted. Loops that append to a
result are not parallel, as those of compilers that print C are not.
"""

from __future__ import annotations

from itertools import combinations

_GROW = """
#define GROW(array, room) \\
  array = (__typeof__(array))realloc(array, sizeof(*array) * (room))
"""

_TRANSPOSE = """
  B2_pos = (int32_t *)calloc(B1_dim + 1, 4);
  B2_crd = (int32_t *)malloc(4 * (int64_t)A2_pos[A1_dim] + 4);
  B_vals = (double *)malloc(8 * (int64_t)A2_pos[A1_dim] + 8);
  for (int32_t p = 0; p < A2_pos[A1_dim]; p++)
    B2_pos[A2_crd[p] + 1]++;
  for (int32_t j = 0; j < B1_dim; j++)
    B2_pos[j + 1] += B2_pos[j];
  int32_t *next = (int32_t *)malloc(4 * B1_dim + 4);
  memcpy(next, B2_pos, 4 * B1_dim);
  for (int32_t i = 0; i < A1_dim; i++)
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++) {
      int32_t q = next[A2_crd[p]]++;
      B2_crd[q] = i;
      B_vals[q] = A_vals[p];
    }
  free(next);
"""

# Of a list of `count` entries that are sorted by rows, `row(p)` of each.
_ROWS_TO_CSR = """
  B2_pos = (int32_t *)calloc(B1_dim + 1, 4);
  B2_crd = (int32_t *)malloc(4 * (int64_t)count + 4);
  B_vals = (double *)malloc(8 * (int64_t)count + 8);
  for (int32_t p = 0; p < count; p++)
    B2_pos[ROW(p) + 1]++;
  for (int32_t i = 0; i < B1_dim; i++)
    B2_pos[i + 1] += B2_pos[i];
  for (int32_t p = 0; p < count; p++) {
    B2_crd[p] = COLUMN(p);
    B_vals[p] = VALUE(p);
  }
"""


_SPGEMM = """
  int64_t room = 1 << 20, size = 0;
  double *w = (double *)calloc(A2_dim + 1, 8);
  char *set = (char *)calloc(A2_dim + 1, 1);
  int32_t *list = (int32_t *)malloc(4 * A2_dim + 4);
  A2_pos = (int32_t *)malloc(4 * (A1_dim + 1));
  GROW(A2_crd, room);
  GROW(A_vals, room);
  A2_pos[0] = 0;
  for (int32_t i = 0; i < A1_dim; i++) {
    int32_t count = 0;
    for (int32_t p = B2_pos[i]; p < B2_pos[i + 1]; p++) {
      int32_t k = B2_crd[p];
      for (int32_t q = C2_pos[k]; q < C2_pos[k + 1]; q++) {
        int32_t j = C2_crd[q];
        if (!set[j]) {
          list[count++] = j;
          set[j] = 1;
        }
        w[j] += B_vals[p] * C_vals[q];
      }
    }
    qsort(list, count, 4, compare);
    if (size + count > room) {
      room = 2 * room > size + count ? 2 * room : size + count;
      GROW(A2_crd, room);
      GROW(A_vals, room);
    }
    for (int32_t p = 0; p < count; p++) {
      int32_t j = list[p];
      A2_crd[size] = j;
      A_vals[size++] = w[j];
      w[j] = 0;
      set[j] = 0;
    }
    A2_pos[i + 1] = (int32_t)size;
  }
  free(w);
  free(set);
  free(list);
"""

_COMPARE = """
static int compare(const void *a, const void *b) {
  return *(const int32_t *)a - *(const int32_t *)b;
}
"""

_APPEND = """
  int64_t room = 1 << 20, size = 0;
  A2_pos = (int32_t *)malloc(4 * (A1_dim + 1));
  GROW(A2_crd, room);
  GROW(A_vals, room);
  A2_pos[0] = 0;
  for (int32_t i = 0; i < A1_dim; i++) {
    %s
    A2_pos[i + 1] = (int32_t)size;
  }
"""

_STORE = """if (size == room) {
        room *= 2;
        GROW(A2_crd, room);
        GROW(A_vals, room);
      }
      A2_crd[size] = j;
      A_vals[size++] = value;"""


def _segments(names: str) -> str:
    return "".join(
        f"int32_t p{n} = {n}2_pos[i], e{n} = {n}2_pos[i + 1];\n    "
        for n in names
    )


def _merge_point(point: tuple[str, ...]) -> str:
    """The loop of one lattice point, with a case for each of those below."""
    text = f"while ({' && '.join(f'p{n} < e{n}' for n in point)}) {{\n"
    for n in point:
        text += f"      int32_t j{n} = {n}2_crd[p{n}];\n"
    text += f"      int32_t j = j{point[0]};\n"
    for n in point[1:]:
        text += f"      if (j{n} < j) j = j{n};\n"
    text += "      double value;\n      "
    for size in range(len(point), 0, -1):
        for case in combinations(point, size):
            condition = " && ".join(f"j{n} == j" for n in case)
            value = " + ".join(f"{n}_vals[p{n}]" for n in case)
            text += f"if ({condition}) value = {value};\n      else "
    text += "value = 0;\n      " + _STORE + "\n"
    for n in point:
        text += f"      p{n} += j{n} == j;\n"
    return text + "    }\n    "


def _addition(names: str) -> str:
    """A loop for each lattice point; for many operands, of which there would be
    hundreds, one loop over the least coordinate."""
    body = _segments(names)
    if len(names) <= 3:
        for size in range(len(names), 0, -1):
            body += "".join(map(_merge_point, combinations(names, size)))
        return _APPEND % body
    body += "for (;;) {\n      int32_t j = INT32_MAX;\n"
    for n in names:
        body += f"      if (p{n} < e{n} && {n}2_crd[p{n}] < j) j = {n}2_crd[p{n}];\n"
    body += "      if (j == INT32_MAX) break;\n      double value = 0;\n"
    for n in names:
        body += f"      if (p{n} < e{n} && {n}2_crd[p{n}] == j) "
        body += f"value += {n}_vals[p{n}++];\n"
    return _APPEND % (body + "      " + _STORE + "\n    }")


_MULTIPLY = _APPEND % (
    _segments("BC")
    + """while (pB < eB && pC < eC) {
      int32_t jB = B2_crd[pB], jC = C2_crd[pC], j = jB < jC ? jB : jC;
      if (jB == j && jC == j) {
        double value = B_vals[pB] * C_vals[pC];
      """
    + _STORE
    + """
      }
      pB += jB == j;
      pC += jC == j;
    }"""
)

_MASKED = """
  double *w = (double *)calloc(A2_dim + 1, 8);
  A2_pos = (int32_t *)malloc(4 * (A1_dim + 1));
  memcpy(A2_pos, M2_pos, 4 * (A1_dim + 1));
  A2_crd = (int32_t *)malloc(4 * (int64_t)M2_pos[A1_dim] + 4);
  A_vals = (double *)malloc(8 * (int64_t)M2_pos[A1_dim] + 8);
  for (int32_t i = 0; i < A1_dim; i++) {
    for (int32_t p = B2_pos[i]; p < B2_pos[i + 1]; p++) {
      int32_t k = B2_crd[p], q = C2_pos[k], r = M2_pos[i];
      while (q < C2_pos[k + 1] && r < M2_pos[i + 1]) {
        int32_t jq = C2_crd[q], jr = M2_crd[r], j = jq < jr ? jq : jr;
        if (jq == j && jr == j)
          w[j] += B_vals[p] * C_vals[q];
        q += jq == j;
        r += jr == j;
      }
    }
    for (int32_t r = M2_pos[i]; r < M2_pos[i + 1]; r++) {
      A2_crd[r] = M2_crd[r];
      A_vals[r] = M_vals[r] * w[M2_crd[r]];
      w[M2_crd[r]] = 0;
    }
  }
  free(w);
"""

_READ = (
    """
  FILE *file = fopen(path, "r");
  char line[1024];
  int64_t rows, columns;
  int32_t count, p = 0;
  if (!file)
    return 1;
  while (fgets(line, sizeof line, file) && line[0] == '%')
    ;
  if (sscanf(line, "%ld %ld %d", &rows, &columns, &count) != 3)
    return 1;
  int32_t *row = (int32_t *)malloc(4 * (int64_t)count + 4);
  int32_t *column = (int32_t *)malloc(4 * (int64_t)count + 4);
  double *value = (double *)malloc(8 * (int64_t)count + 8);
  while (p < count &&
         fscanf(file, "%d %d %lf", &row[p], &column[p], &value[p]) == 3)
    p++;
  fclose(file);
#define ROW(p) (row[p] - 1)
#define COLUMN(p) (column[p] - 1)
#define VALUE(p) value[p]
"""
    + _ROWS_TO_CSR
    + "  free(row);\n  free(column);\n  free(value);\n"
)

_COO_TO_CSR = (
    """
  int32_t count = A1_pos[1];
#define ROW(p) A1_crd[p]
#define COLUMN(p) A2_crd[p]
#define VALUE(p) A_vals[p]
"""
    + _ROWS_TO_CSR
)

_CSR_TO_COO = """
  int64_t count = A2_pos[A1_dim];
  B1_pos = (int32_t *)calloc(2, 4);
  B1_pos[1] = (int32_t)count;
  B1_crd = (int32_t *)malloc(4 * count + 4);
  B2_crd = (int32_t *)malloc(4 * count + 4);
  B_vals = (double *)malloc(8 * count + 8);
  for (int32_t i = 0; i < A1_dim; i++)
    for (int32_t p = A2_pos[i]; p < A2_pos[i + 1]; p++) {
      B1_crd[p] = i;
      B2_crd[p] = A2_crd[p];
      B_vals[p] = A_vals[p];
    }
"""

SPARSE_BODIES = {
    "spgemm": _SPGEMM,
    "add-2": _addition("BC"),
    "add-3": _addition("BCD"),
    "add-8": _addition("BCDEFGHK"),
    "multiply": _MULTIPLY,
    "masked": _MASKED,
    "transpose": _TRANSPOSE,
    "csr-to-csc": _TRANSPOSE,
    "coo-to-csr": _COO_TO_CSR,
    "csr-to-coo": _CSR_TO_COO,
    "read-mtx": _READ,
}

SPARSE_HELPERS = _GROW + _COMPARE
