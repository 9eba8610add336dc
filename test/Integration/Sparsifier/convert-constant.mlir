// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A constant whose entries are listed becomes a stored tensor.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 4 )
// CHECK-NEXT: pos[1] : ( 0, 1, 1, 3 )
// CHECK-NEXT: crd[1] : ( 1, 0, 3 )
// CHECK-NEXT: values : ( 1.5, -2, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %entries = arith.constant sparse<[[0, 1], [2, 0], [2, 3]], [1.5, -2.0, 4.0]> : tensor<3x4xf64>
  %stored = sparse_tensor.convert %entries : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  sparse_tensor.print %stored : tensor<3x4xf64, #CSR>
  return
}
