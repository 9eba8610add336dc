// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Compressed rows become square blocks, without a dense tensor between them.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 20
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 2, 3, 2, 2 )
// CHECK-NEXT: pos[1] : ( 0, 2, 5 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1, 2 )
// CHECK-NEXT: values : ( 1, 0, 0, 0, 2, 0, 0, 3, 0, 4, 6, 0, 0, 5, 0, 0, 0, 0, 0, 7 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 0, 0, 2, 0 ), ( 0, 0, 0, 0, 0, 3 ), ( 0, 4, 0, 5, 0, 0 ), ( 6, 0, 0, 0, 0, 7 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %source_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %source = sparse_tensor.convert %source_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %target = sparse_tensor.convert %source : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #BSR>
  sparse_tensor.print %target : tensor<4x6xf64, #BSR>
  %target_out = sparse_tensor.convert %target : tensor<4x6xf64, #BSR> to tensor<4x6xf64>
  %target_out_v = vector.transfer_read %target_out[%c0, %c0], %zero_f64 : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %target_out_v : vector<4x6xf64>
  return
}
