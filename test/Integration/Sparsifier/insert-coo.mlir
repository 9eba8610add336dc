// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into a coordinate list.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 0, 1, 0, 3, 2, 0 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<3x4xf64, #COO>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i0, %i1] : tensor<3x4xf64, #COO>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i0, %i3] : tensor<3x4xf64, #COO>
  %v2 = arith.constant 3.0 : f64
  %3 = tensor.insert %v2 into %2[%i2, %i0] : tensor<3x4xf64, #COO>
  %t = sparse_tensor.load %3 hasInserts : tensor<3x4xf64, #COO>
  sparse_tensor.print %t : tensor<3x4xf64, #COO>
  return
}
