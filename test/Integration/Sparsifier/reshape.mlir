// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// tensor.reshape keeps the order of components.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 8, 3 )
// CHECK-NEXT: lvl = ( 8, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 1, 1, 2, 2, 2, 3, 4 )
// CHECK-NEXT: crd[1] : ( 1, 2, 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 4.0, 0.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %shape = arith.constant dense<[8, 3]> : tensor<2xi64>
  %r = tensor.reshape %A(%shape) : (tensor<4x6xf64, #CSR>, tensor<2xi64>) -> tensor<8x3xf64, #CSR>
  sparse_tensor.print %r : tensor<8x3xf64, #CSR>
  return
}
