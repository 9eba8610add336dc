// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into a format with coordinates of 32 bits.

#COO32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2, 0 )
// CHECK-NEXT: values : ( 1, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<3x4xf64, #COO32>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i0, %i1] : tensor<3x4xf64, #COO32>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i2, %i0] : tensor<3x4xf64, #COO32>
  %t = sparse_tensor.load %2 hasInserts : tensor<3x4xf64, #COO32>
  sparse_tensor.print %t : tensor<3x4xf64, #COO32>
  return
}
