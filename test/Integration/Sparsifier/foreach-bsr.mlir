// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Entries are visited in the order that they are stored in, with the
// coordinates of their dimensions.

#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0], [0.0, 2.0]]> : tensor<2x2xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x2xf64> to tensor<2x2xf64, #BSR>
  sparse_tensor.foreach in %A : tensor<2x2xf64, #BSR> do {
  ^bb0(%i: index, %j: index, %x: f64):
    vector.print %i : index
    vector.print %j : index
    vector.print %x : f64
  }
  return
}
