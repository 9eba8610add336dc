// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into compressed columns, column by column.

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<3x3xf64, #CSC>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i0, %i0] : tensor<3x3xf64, #CSC>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i2, %i0] : tensor<3x3xf64, #CSC>
  %v2 = arith.constant 3.0 : f64
  %3 = tensor.insert %v2 into %2[%i1, %i2] : tensor<3x3xf64, #CSC>
  %t = sparse_tensor.load %3 hasInserts : tensor<3x3xf64, #CSC>
  sparse_tensor.print %t : tensor<3x3xf64, #CSC>
  return
}
