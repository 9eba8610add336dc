// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to two of five components, of which the arrays
// are printed, and back.

#NV25 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 5 : dense, d1 mod 5 : structured[2, 5]) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 2, 5 )
// CHECK-NEXT: lvl = ( 2, 1, 5 )
// CHECK-NEXT: crd[2] : ( 0, 3, 1, 4 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 0, 2, 0 ), ( 0, 3, 0, 0, 4 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[1.0, 0.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0]]> : tensor<2x5xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<2x5xf64> to tensor<2x5xf64, #NV25>
  sparse_tensor.print %stored : tensor<2x5xf64, #NV25>
  %stored_out = sparse_tensor.convert %stored : tensor<2x5xf64, #NV25> to tensor<2x5xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0], %zero_f64 : tensor<2x5xf64>, vector<2x5xf64>
  vector.print %stored_out_v : vector<2x5xf64>
  return
}
