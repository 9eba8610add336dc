// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sizes of a tensor whose type has none.

#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

// CHECK: 4
// CHECK-NEXT: 6
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<?x?xf64, #DCSC>
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %A, %i0 : tensor<?x?xf64, #DCSC>
  vector.print %d0 : index
  %i1 = arith.constant 1 : index
  %d1 = tensor.dim %A, %i1 : tensor<?x?xf64, #DCSC>
  vector.print %d1 : index
  return
}
