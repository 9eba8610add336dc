// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor is converted to two of four components, of which the arrays
// are printed, and back.

#NV24 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 1, 4 )
// CHECK-NEXT: crd[2] : ( 0, 2, 1, 3, 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5, 6 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 3, 0, 4 ), ( 5, 6, 0, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %stored_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0], [5.0, 6.0, 0.0, 0.0]]> : tensor<3x4xf64>
  %stored = sparse_tensor.convert %stored_dense : tensor<3x4xf64> to tensor<3x4xf64, #NV24>
  sparse_tensor.print %stored : tensor<3x4xf64, #NV24>
  %stored_out = sparse_tensor.convert %stored : tensor<3x4xf64, #NV24> to tensor<3x4xf64>
  %stored_out_v = vector.transfer_read %stored_out[%c0, %c0], %zero_f64 : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %stored_out_v : vector<3x4xf64>
  return
}
