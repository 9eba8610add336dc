// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A compressed vector becomes a vector with room behind its entries, without a
// dense tensor between them.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
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
  %source_dense = arith.constant dense<[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 3.0]> : tensor<9xf64>
  %source = sparse_tensor.convert %source_dense : tensor<9xf64> to tensor<9xf64, #SV>
  %target = sparse_tensor.convert %source : tensor<9xf64, #SV> to tensor<9xf64, #LV>
  sparse_tensor.print %target : tensor<9xf64, #LV>
  %target_out = sparse_tensor.convert %target : tensor<9xf64, #LV> to tensor<9xf64>
  %target_out_v = vector.transfer_read %target_out[%c0], %zero_f64 : tensor<9xf64>, vector<9xf64>
  vector.print %target_out_v : vector<9xf64>
  return
}
