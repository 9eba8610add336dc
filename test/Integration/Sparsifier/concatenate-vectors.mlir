// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Two compressed vectors follow each other.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 7 )
// CHECK-NEXT: lvl = ( 7 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 1, 3, 6 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %x_dense = arith.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf64>
  %x = sparse_tensor.convert %x_dense : tensor<3xf64> to tensor<3xf64, #SV>
  %y_dense = arith.constant dense<[2.0, 0.0, 0.0, 3.0]> : tensor<4xf64>
  %y = sparse_tensor.convert %y_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %r = sparse_tensor.concatenate %x, %y {dimension = 0 : index} : tensor<3xf64, #SV>, tensor<4xf64, #SV> to tensor<7xf64, #SV>
  sparse_tensor.print %r : tensor<7xf64, #SV>
  return
}
