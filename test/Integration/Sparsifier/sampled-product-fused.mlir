// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense product that a sampling operation alone reads is computed at the
// entries of the sample.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @sampled(%S: tensor<4x3xf64, #CSR>, %A: tensor<4x2xf64>, %B: tensor<2x3xf64>) -> tensor<4x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<4x3xf64>
  %zero = arith.constant 0.0 : f64
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.matmul ins(%A, %B : tensor<4x2xf64>, tensor<2x3xf64>) outs(%init : tensor<4x3xf64>) -> tensor<4x3xf64>
  %none = tensor.empty() : tensor<4x3xf64, #CSR>
  %1 = linalg.mul ins(%S, %0 : tensor<4x3xf64, #CSR>, tensor<4x3xf64>) outs(%none : tensor<4x3xf64, #CSR>) -> tensor<4x3xf64, #CSR>
  return %1 : tensor<4x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 18, 99, 156, 270 )
// CHECK-NEXT: ----
func.func @main() {
  %S_dense = arith.constant dense<[[2.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0], [4.0, 5.0, 0.0]]> : tensor<4x3xf64>
  %S = sparse_tensor.convert %S_dense : tensor<4x3xf64> to tensor<4x3xf64, #CSR>
  %A = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %B = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %r = call @sampled(%S, %A, %B) : (tensor<4x3xf64, #CSR>, tensor<4x2xf64>, tensor<2x3xf64>) -> tensor<4x3xf64, #CSR>
  sparse_tensor.print %r : tensor<4x3xf64, #CSR>
  return
}
