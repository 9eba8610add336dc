// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted into blocks.

#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 8
// CHECK-NEXT: dim = ( 4, 4 )
// CHECK-NEXT: lvl = ( 2, 2, 2, 2 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 0, 1 )
// CHECK-NEXT: values : ( 0, 1, 2, 0, 0, 0, 0, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<4x4xf64, #BSR>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %v0 = arith.constant 1.0 : f64
  %1 = tensor.insert %v0 into %0[%i0, %i1] : tensor<4x4xf64, #BSR>
  %v1 = arith.constant 2.0 : f64
  %2 = tensor.insert %v1 into %1[%i1, %i0] : tensor<4x4xf64, #BSR>
  %v2 = arith.constant 3.0 : f64
  %3 = tensor.insert %v2 into %2[%i3, %i3] : tensor<4x4xf64, #BSR>
  %t = sparse_tensor.load %3 hasInserts : tensor<4x4xf64, #BSR>
  sparse_tensor.print %t : tensor<4x4xf64, #BSR>
  return
}
