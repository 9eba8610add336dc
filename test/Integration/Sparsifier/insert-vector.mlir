// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into a compressed vector in order.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 1, 4, 7 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<8xf64, #SV>
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %i7 = arith.constant 7 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i1] : tensor<8xf64, #SV>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i4] : tensor<8xf64, #SV>
  %v2 = arith.constant 3.0 : f64
  %3 = tensor.insert %v2 into %2[%i7] : tensor<8xf64, #SV>
  %t = sparse_tensor.load %3 hasInserts : tensor<8xf64, #SV>
  sparse_tensor.print %t : tensor<8xf64, #SV>
  return
}
