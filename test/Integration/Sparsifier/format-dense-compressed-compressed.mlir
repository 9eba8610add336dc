// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to a dense mode above two compressed ones, of
// which the arrays are printed, and back.

#DCC = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 2, 3, 4 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1 )
// CHECK-NEXT: pos[2] : ( 0, 1, 3, 5 )
// CHECK-NEXT: crd[2] : ( 1, 0, 3, 1, 2 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 2, 0, 0, 3 ) ), ( ( 0, 0, 0, 0 ), ( 0, 4, 5, 0 ), ( 0, 0, 0, 0 ) ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #DCC>
  sparse_tensor.print %stored : tensor<2x3x4xf64, #DCC>
  %stored_out = sparse_tensor.convert %stored : tensor<2x3x4xf64, #DCC> to tensor<2x3x4xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0, %c0], %zero_f64 : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %stored_out_v : vector<2x3x4xf64>
  return
}
