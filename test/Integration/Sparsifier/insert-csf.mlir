// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into compressed fibers.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 2, 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 1, 0 )
// CHECK-NEXT: pos[2] : ( 0, 1, 3 )
// CHECK-NEXT: crd[2] : ( 2, 0, 3 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i0, %i1, %i2] : tensor<2x3x4xf64, #CSF>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i1, %i0, %i0] : tensor<2x3x4xf64, #CSF>
  %v2 = arith.constant 3.0 : f64
  %3 = tensor.insert %v2 into %2[%i1, %i0, %i3] : tensor<2x3x4xf64, #CSF>
  %t = sparse_tensor.load %3 hasInserts : tensor<2x3x4xf64, #CSF>
  sparse_tensor.print %t : tensor<2x3x4xf64, #CSF>
  return
}
