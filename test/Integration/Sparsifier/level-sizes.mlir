// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sizes of the levels of a blocked matrix are those of its blocks.

#BSR23 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>

// CHECK: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 3
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #BSR23>
  %i0 = arith.constant 0 : index
  %l0 = sparse_tensor.lvl %A, %i0 : tensor<4x6xf64, #BSR23>
  vector.print %l0 : index
  %i1 = arith.constant 1 : index
  %l1 = sparse_tensor.lvl %A, %i1 : tensor<4x6xf64, #BSR23>
  vector.print %l1 : index
  %i2 = arith.constant 2 : index
  %l2 = sparse_tensor.lvl %A, %i2 : tensor<4x6xf64, #BSR23>
  vector.print %l2 : index
  %i3 = arith.constant 3 : index
  %l3 = sparse_tensor.lvl %A, %i3 : tensor<4x6xf64, #BSR23>
  vector.print %l3 : index
  return
}
