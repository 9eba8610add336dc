// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A compressed vector becomes each row of a matrix.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @broadcast(%u: tensor<4xf64, #SV>) -> tensor<3x4xf64, #CSR> {
  %empty = tensor.empty() : tensor<3x4xf64, #CSR>
  %0 = linalg.broadcast ins(%u : tensor<4xf64, #SV>) outs(%empty : tensor<3x4xf64, #CSR>) dimensions = [0]
  return %0 : tensor<3x4xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 3, 4 )
// CHECK-NEXT: pos[1] : ( 0, 2, 4, 6 )
// CHECK-NEXT: crd[1] : ( 1, 3, 1, 3, 1, 3 )
// CHECK-NEXT: values : ( 1, 2, 1, 2, 1, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0]> : tensor<4xf64>
  %u = sparse_tensor.convert %u_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %r = call @broadcast(%u) : (tensor<4xf64, #SV>) -> tensor<3x4xf64, #CSR>
  sparse_tensor.print %r : tensor<3x4xf64, #CSR>
  return
}
