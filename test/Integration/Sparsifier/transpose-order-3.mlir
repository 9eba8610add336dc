// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A permutation of three modes of compressed fibers.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @permute(%T: tensor<2x3x4xf64, #CSF>) -> tensor<4x2x3xf64, #CSF> {
  %empty = tensor.empty() : tensor<4x2x3xf64, #CSF>
  %0 = linalg.transpose ins(%T : tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<4x2x3xf64, #CSF>) permutation = [2, 0, 1]
  return %0 : tensor<4x2x3xf64, #CSF>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 4, 2, 3 )
// CHECK-NEXT: lvl = ( 4, 2, 3 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 3, 4, 5 )
// CHECK-NEXT: crd[1] : ( 0, 0, 1, 1, 0 )
// CHECK-NEXT: pos[2] : ( 0, 1, 2, 3, 4, 5 )
// CHECK-NEXT: crd[2] : ( 2, 0, 1, 1, 2 )
// CHECK-NEXT: values : ( 2, 1, 4, 5, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %T_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %T = sparse_tensor.convert %T_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %r = call @permute(%T) : (tensor<2x3x4xf64, #CSF>) -> tensor<4x2x3xf64, #CSF>
  sparse_tensor.print %r : tensor<4x2x3xf64, #CSF>
  return
}
