// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The mode of a vector becomes two.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 6, 4 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 4, 5 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 3, 4 )
// CHECK-NEXT: crd[1] : ( 3, 0, 3, 1 )
// CHECK-NEXT: values : ( 3, 1, 4, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0, 0.0]> : tensor<24xf64>
  %v = sparse_tensor.convert %v_dense : tensor<24xf64> to tensor<24xf64, #SV>
  %r = tensor.expand_shape %v [[0, 1]] output_shape [4, 6] : tensor<24xf64, #SV> into tensor<4x6xf64, #DCSC>
  sparse_tensor.print %r : tensor<4x6xf64, #DCSC>
  return
}
