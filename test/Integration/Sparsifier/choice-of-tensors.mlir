// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A condition chooses which of two stored matrices is read.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @choose(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSR>, %first: i1) -> tensor<3x3xf64, #CSR> {
  %0 = scf.if %first -> (tensor<3x3xf64, #CSR>) {
    scf.yield %A : tensor<3x3xf64, #CSR>
  } else {
    scf.yield %B : tensor<3x3xf64, #CSR>
  }
  return %0 : tensor<3x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 2, 0 )
// CHECK-NEXT: values : ( 2, 6, 8, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %B_dense = arith.constant dense<[[2.0, 0.0, 6.0], [0.0, 0.0, 8.0], [4.0, 0.0, 0.0]]> : tensor<3x3xf64>
  %B = sparse_tensor.convert %B_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %yes = arith.constant true
  %no = arith.constant false
  %r = call @choose(%A, %B, %yes) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>, i1) -> tensor<3x3xf64, #CSR>
  %s = call @choose(%A, %B, %no) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>, i1) -> tensor<3x3xf64, #CSR>
  sparse_tensor.print %r : tensor<3x3xf64, #CSR>
  sparse_tensor.print %s : tensor<3x3xf64, #CSR>
  return
}
