// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to a vector with room behind its entries, of
// which the arrays are printed, and back.

#LV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : loose_compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 9 )
// CHECK-NEXT: lvl = ( 9 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 2, 6, 8 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( 0, 0, 1, 0, 0, 0, 2, 0, 3 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 3.0]> : tensor<9xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<9xf64> to tensor<9xf64, #LV>
  sparse_tensor.print %stored : tensor<9xf64, #LV>
  %stored_out = sparse_tensor.convert %stored : tensor<9xf64, #LV> to tensor<9xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0], %zero_f64 : tensor<9xf64>, vector<9xf64>
  vector.print %stored_out_v : vector<9xf64>
  return
}
