// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The components of a stored tensor have the type i64.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 2, 2 )
// CHECK-NEXT: lvl = ( 2, 2 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 0, 1 )
// CHECK-NEXT: values : ( 5, -5000000000 )
// CHECK-NEXT: ----
func.func @main() {
  %stored_dense = arith.constant dense<[[5, 0], [0, -5000000000]]> : tensor<2x2xi64>
  %stored = sparse_tensor.convert %stored_dense : tensor<2x2xi64> to tensor<2x2xi64, #DCSR>
  sparse_tensor.print %stored : tensor<2x2xi64, #DCSR>
  %stored_out = sparse_tensor.convert %stored : tensor<2x2xi64, #DCSR> to tensor<2x2xi64>
  return
}
