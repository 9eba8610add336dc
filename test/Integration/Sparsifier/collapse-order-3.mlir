// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Two of three modes become one.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 6, 4 )
// CHECK-NEXT: lvl = ( 6, 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 1, 5 )
// CHECK-NEXT: pos[1] : ( 0, 1, 3 )
// CHECK-NEXT: crd[1] : ( 2, 0, 3 )
// CHECK-NEXT: values : ( 5, 6, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %T_dense = arith.constant dense<[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [6.0, 0.0, 0.0, 7.0]]]> : tensor<2x3x4xf64>
  %T = sparse_tensor.convert %T_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %r = tensor.collapse_shape %T [[0, 1], [2]] : tensor<2x3x4xf64, #CSF> into tensor<6x4xf64, #DCSR>
  sparse_tensor.print %r : tensor<6x4xf64, #DCSR>
  return
}
