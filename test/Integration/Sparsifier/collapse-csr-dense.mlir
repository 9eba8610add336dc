// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The modes of a matrix become one.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ( 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4, 0 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 4.0, 0.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %r = tensor.collapse_shape %A [[0, 1]] : tensor<4x6xf64, #CSR> into tensor<24xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<24xf64>, vector<24xf64>
  vector.print %r_v : vector<24xf64>
  return
}
