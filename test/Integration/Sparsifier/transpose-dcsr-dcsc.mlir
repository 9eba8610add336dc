// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// linalg.transpose moves the entries of a matrix.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

func.func @transpose(%A: tensor<4x6xf64, #DCSR>) -> tensor<6x4xf64, #DCSC> {
  %empty = tensor.empty() : tensor<6x4xf64, #DCSC>
  %0 = linalg.transpose ins(%A : tensor<4x6xf64, #DCSR>) outs(%empty : tensor<6x4xf64, #DCSC>) permutation = [1, 0]
  return %0 : tensor<6x4xf64, #DCSC>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 7
// CHECK-NEXT: dim = ( 6, 4 )
// CHECK-NEXT: lvl = ( 4, 6 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 5, 7 )
// CHECK-NEXT: crd[1] : ( 0, 4, 5, 1, 3, 0, 5 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5, 6, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %r = call @transpose(%A) : (tensor<4x6xf64, #DCSR>) -> tensor<6x4xf64, #DCSC>
  sparse_tensor.print %r : tensor<6x4xf64, #DCSC>
  return
}
