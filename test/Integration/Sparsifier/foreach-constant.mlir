// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The entries of a sparse constant are visited.

// CHECK: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1.5
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: -2
func.func @main() {
  %A = arith.constant sparse<[[0, 1], [2, 0]], [1.5, -2.0]> : tensor<3x4xf64>
  sparse_tensor.foreach in %A : tensor<3x4xf64> do {
  ^bb0(%i: index, %j: index, %x: f64):
    vector.print %i : index
    vector.print %j : index
    vector.print %x : f64
  }
  return
}
