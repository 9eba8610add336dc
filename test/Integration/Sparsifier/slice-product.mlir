// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Two slices of stored matrices are multiplied.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ( ( 11, 7 ), ( 18, 12 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %0 = tensor.extract_slice %A[0, 1] [2, 3] [1, 1] : tensor<4x6xf64, #CSR> to tensor<2x3xf64, #CSR>
  %1 = tensor.extract_slice %A[1, 2] [3, 2] [1, 1] : tensor<4x6xf64, #CSR> to tensor<3x2xf64, #CSR>
  %out = arith.constant dense<0.0> : tensor<2x2xf64>
  %r = linalg.matmul ins(%0, %1 : tensor<2x3xf64, #CSR>, tensor<3x2xf64, #CSR>) outs(%out : tensor<2x2xf64>) -> tensor<2x2xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %r_v : vector<2x2xf64>
  return
}
