// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// The foralls are a topological order of the index variables: every tensor is
// walked from its outermost to its innermost level.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @spmv_csr
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%i] arith.addf
func.func @spmv_csr(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Columns are outside, so that the dense result is scattered into.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @spmv_csc
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: cin.assign %{{.*}}[%i] arith.addf
func.func @spmv_csc(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Nothing constrains the order: it is that of the text, the free variables
// first.
// CHECK-LABEL: func @matmul_dense
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
func.func @matmul_dense(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}

// -----

// A linear combination of rows.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @matmul_csr_csr
// CHECK: cin.forall "i"
// CHECK: cin.forall "k"
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%i, %j] arith.addf
func.func @matmul_csr_csr(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}

// -----

// Inner products: the reduction is inside, so that a compressed result can be
// appended to.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @matmul_csr_csc
// CHECK-NOT: cin.where
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.assign %{{.*}}[%i, %j] arith.addf
func.func @matmul_csr_csc(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSC>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// -----

#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func @ttv
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
func.func @ttv(%B: tensor<?x?x?xf64, #CSF>, %c: tensor<?xf64>) -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %b = tin.access %B[%i, %j, %k] : tensor<?x?x?xf64, #CSF>
      %v = tin.access %c[%k] : tensor<?xf64>
      %p = arith.mulf %b, %v : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64>
}

// -----

// The free variable j stays outside as long as nothing speaks against it: dense
// operands are located in.
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func @mttkrp
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.forall "l"
// CHECK: cin.assign %{{.*}}[%i, %j] arith.addf
func.func @mttkrp(%B: tensor<?x?x?xf64, #CSF>, %C: tensor<?x?xf64>, %D: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k", %l "l") {
      %b = tin.access %B[%i, %k, %l] : tensor<?x?x?xf64, #CSF>
      %c = tin.access %C[%k, %j] : tensor<?x?xf64>
      %d = tin.access %D[%l, %j] : tensor<?x?xf64>
      %p = arith.mulf %b, %c : f64
      %q = arith.mulf %p, %d : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64>
}
