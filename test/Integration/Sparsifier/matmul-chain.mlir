// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A product of three stored matrices has a stored factor in between.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @product(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x3xf64, #CSR>, %E: tensor<3x2xf64, #CSR>) -> tensor<4x2xf64, #CSR> {
  %empty = tensor.empty() : tensor<4x3xf64, #CSR>
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf64, #CSR>, tensor<6x3xf64, #CSR>) outs(%empty : tensor<4x3xf64, #CSR>) -> tensor<4x3xf64, #CSR>
  %none = tensor.empty() : tensor<4x2xf64, #CSR>
  %1 = linalg.matmul ins(%0, %E : tensor<4x3xf64, #CSR>, tensor<3x2xf64, #CSR>) outs(%none : tensor<4x2xf64, #CSR>) -> tensor<4x2xf64, #CSR>
  return %1 : tensor<4x2xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 4, 2 )
// CHECK-NEXT: lvl = ( 4, 2 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 3, 5 )
// CHECK-NEXT: crd[1] : ( 1, 0, 0, 0, 1 )
// CHECK-NEXT: values : ( 26, 63, 139, 147, 12 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %B_dense = arith.constant dense<[[0.0, 1.0, 0.0], [2.0, 0.0, 3.0], [0.0, 0.0, 0.0], [4.0, 0.0, 5.0], [0.0, 6.0, 0.0], [0.0, 0.0, 7.0]]> : tensor<6x3xf64>
  %B = sparse_tensor.convert %B_dense : tensor<6x3xf64> to tensor<6x3xf64, #CSR>
  %E_dense = arith.constant dense<[[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]]> : tensor<3x2xf64>
  %E = sparse_tensor.convert %E_dense : tensor<3x2xf64> to tensor<3x2xf64, #CSR>
  %r = call @product(%A, %B, %E) : (tensor<4x6xf64, #CSR>, tensor<6x3xf64, #CSR>, tensor<3x2xf64, #CSR>) -> tensor<4x2xf64, #CSR>
  sparse_tensor.print %r : tensor<4x2xf64, #CSR>
  return
}
