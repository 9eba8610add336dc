// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Compressed fibers with the last mode first become a coordinate list of order
// 3, without a dense tensor between them.

#CSFP = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : compressed) }>
#COO3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 2, 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 5 )
// CHECK-NEXT: crd[0] : ( 0, 0, 1, 0, 2, 0, 0, 2, 3, 1, 1, 1, 1, 1, 2 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 2, 0, 0, 3 ) ), ( ( 0, 0, 0, 0 ), ( 0, 4, 5, 0 ), ( 0, 0, 0, 0 ) ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %source_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %source = sparse_tensor.convert %source_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSFP>
  %target = sparse_tensor.convert %source : tensor<2x3x4xf64, #CSFP> to tensor<2x3x4xf64, #COO3>
  sparse_tensor.print %target : tensor<2x3x4xf64, #COO3>
  %target_out = sparse_tensor.convert %target : tensor<2x3x4xf64, #COO3> to tensor<2x3x4xf64>
  %target_out_v = vector.transfer_read %target_out[%c0, %c0, %c0], %zero_f64 : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %target_out_v : vector<2x3x4xf64>
  return
}
