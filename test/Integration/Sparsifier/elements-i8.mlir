// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The components of a stored tensor have the type i8.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 2, 3 )
// CHECK-NEXT: lvl = ( 2, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 2 )
// CHECK-NEXT: values : ( 1, -2, 3 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, -2 ), ( 0, 0, 3 ) )
func.func @main() {
  %zero_i8 = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[1, 0, -2], [0, 0, 3]]> : tensor<2x3xi8>
  %stored = sparse_tensor.convert %stored_dense : tensor<2x3xi8> to tensor<2x3xi8, #DCSR>
  sparse_tensor.print %stored : tensor<2x3xi8, #DCSR>
  %stored_out = sparse_tensor.convert %stored : tensor<2x3xi8, #DCSR> to tensor<2x3xi8>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0], %zero_i8 : tensor<2x3xi8>, vector<2x3xi8>
  vector.print %stored_out_v : vector<2x3xi8>
  return
}
