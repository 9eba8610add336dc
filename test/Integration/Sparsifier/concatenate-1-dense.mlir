// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Three matrices follow each other along dimension 1, into a dense matrix.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK: ( ( 1, 0, 2, 0, 4, 0, 6, 0, 0 ), ( 0, 0, 3, 5, 0, 0, 0, 0, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %x_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]> : tensor<2x3xf64>
  %x = sparse_tensor.convert %x_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %y_dense = arith.constant dense<[[0.0, 4.0, 0.0], [5.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %y = sparse_tensor.convert %y_dense : tensor<2x3xf64> to tensor<2x3xf64, #DCSR>
  %z_dense = arith.constant dense<[[6.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %z = sparse_tensor.convert %z_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSC>
  %r = sparse_tensor.concatenate %x, %y, %z {dimension = 1 : index} : tensor<2x3xf64, #CSR>, tensor<2x3xf64, #DCSR>, tensor<2x3xf64, #CSC> to tensor<2x9xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<2x9xf64>, vector<2x9xf64>
  vector.print %r_v : vector<2x9xf64>
  return
}
