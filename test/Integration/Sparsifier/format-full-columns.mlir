// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to all components in the order of columns, of
// which the arrays are printed, and back.

#FullT = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : dense) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 15
// CHECK-NEXT: dim = ( 3, 5 )
// CHECK-NEXT: lvl = ( 5, 3 )
// CHECK-NEXT: values : ( 0, 0, 3, 1.5, 0, 0, 0, 0, -4, 0, 0, 0, 2, 0, 0 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 0, 1.5, 0, 0, 2 ), ( 0, 0, 0, 0, 0 ), ( 3, 0, -4, 0, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[0.0, 1.5, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, -4.0, 0.0, 0.0]]> : tensor<3x5xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<3x5xf64> to tensor<3x5xf64, #FullT>
  sparse_tensor.print %stored : tensor<3x5xf64, #FullT>
  %stored_out = sparse_tensor.convert %stored : tensor<3x5xf64, #FullT> to tensor<3x5xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0], %zero_f64 : tensor<3x5xf64>, vector<3x5xf64>
  vector.print %stored_out_v : vector<3x5xf64>
  return
}
