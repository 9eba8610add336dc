// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The modes of a matrix become one.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 24 )
// CHECK-NEXT: lvl = ( 24 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 1, 11, 18, 22 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 4.0, 0.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %r = tensor.collapse_shape %A [[0, 1]] : tensor<4x6xf64, #CSR> into tensor<24xf64, #SV>
  sparse_tensor.print %r : tensor<24xf64, #SV>
  return
}
