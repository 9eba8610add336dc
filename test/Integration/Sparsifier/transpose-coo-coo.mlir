// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// linalg.transpose moves the entries of a matrix.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

func.func @transpose(%A: tensor<4x6xf64, #COO>) -> tensor<6x4xf64, #COO> {
  %empty = tensor.empty() : tensor<6x4xf64, #COO>
  %0 = linalg.transpose ins(%A : tensor<4x6xf64, #COO>) outs(%empty : tensor<6x4xf64, #COO>) permutation = [1, 0]
  return %0 : tensor<6x4xf64, #COO>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 7
// CHECK-NEXT: dim = ( 6, 4 )
// CHECK-NEXT: lvl = ( 6, 4 )
// CHECK-NEXT: pos[0] : ( 0, 7 )
// CHECK-NEXT: crd[0] : ( 0, 0, 0, 3, 1, 2, 3, 2, 4, 0, 5, 1, 5, 3 )
// CHECK-NEXT: values : ( 1, 6, 4, 5, 2, 3, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %r = call @transpose(%A) : (tensor<4x6xf64, #COO>) -> tensor<6x4xf64, #COO>
  sparse_tensor.print %r : tensor<6x4xf64, #COO>
  return
}
