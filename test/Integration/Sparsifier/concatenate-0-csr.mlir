// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Three matrices follow each other along dimension 0, all with compressed
// rows.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 6, 3 )
// CHECK-NEXT: lvl = ( 6, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 4, 5, 6, 6 )
// CHECK-NEXT: crd[1] : ( 0, 2, 2, 1, 0, 0 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5, 6 )
// CHECK-NEXT: ----
func.func @main() {
  %x_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]> : tensor<2x3xf64>
  %x = sparse_tensor.convert %x_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %y_dense = arith.constant dense<[[0.0, 4.0, 0.0], [5.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %y = sparse_tensor.convert %y_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %z_dense = arith.constant dense<[[6.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %z = sparse_tensor.convert %z_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %r = sparse_tensor.concatenate %x, %y, %z {dimension = 0 : index} : tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSR> to tensor<6x3xf64, #CSR>
  sparse_tensor.print %r : tensor<6x3xf64, #CSR>
  return
}
