// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// tensor.pad with zeros moves the entries of a matrix.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 19
// CHECK-NEXT: dim = ( 7, 9 )
// CHECK-NEXT: lvl = ( 7, 9 )
// CHECK-NEXT: pos[1] : ( 0, 0, 4, 9, 14, 19, 19, 19 )
// CHECK-NEXT: crd[1] : ( 1, 2, 3, 4, 0, 1, 2, 3, 5, 0, 1, 2, 4, 5, 0, 1, 3, 4, 5 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %r = tensor.pad %A low[1, 0] high[2, 3] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f64
    tensor.yield %zero : f64
  } : tensor<4x6xf64, #CSR> to tensor<7x9xf64, #CSR>
  sparse_tensor.print %r : tensor<7x9xf64, #CSR>
  return
}
