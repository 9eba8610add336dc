// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to blocks whose rows are compressed, of which
// the arrays are printed, and back.

#DBSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : compressed, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 20
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 2, 3, 2, 2 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 2, 5 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1, 2 )
// CHECK-NEXT: values : ( 1, 0, 0, 0, 2, 0, 0, 3, 0, 4, 6, 0, 0, 5, 0, 0, 0, 0, 0, 7 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 0, 0, 2, 0 ), ( 0, 0, 0, 0, 0, 3 ), ( 0, 4, 0, 5, 0, 0 ), ( 6, 0, 0, 0, 0, 7 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<4x6xf64> to tensor<4x6xf64, #DBSR>
  sparse_tensor.print %stored : tensor<4x6xf64, #DBSR>
  %stored_out = sparse_tensor.convert %stored : tensor<4x6xf64, #DBSR> to tensor<4x6xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0], %zero_f64 : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %stored_out_v : vector<4x6xf64>
  return
}
