// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// tensor.extract_slice takes a part of a stored matrix.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 10
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 10 )
// CHECK-NEXT: crd[0] : ( 0, 0, 0, 1, 0, 2, 0, 3, 1, 0, 1, 1, 1, 2, 2, 0, 2, 1, 2, 3 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 2, 3, 4, 3, 4, 1 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %r = tensor.extract_slice %A[1, 0] [3, 4] [1, 1] : tensor<4x6xf64, #COO> to tensor<3x4xf64, #COO>
  sparse_tensor.print %r : tensor<3x4xf64, #COO>
  return
}
