// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Two matrices are multiplied after they become vectors.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: 1
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 4.0, 0.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %B_dense = arith.constant dense<[[3.0, 0.0, 0.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf64>
  %B = sparse_tensor.convert %B_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %u = tensor.collapse_shape %A [[0, 1]] : tensor<4x6xf64, #CSR> into tensor<24xf64, #SV>
  %w = tensor.collapse_shape %B [[0, 1]] : tensor<4x6xf64, #CSC> into tensor<24xf64, #SV>
  %x = arith.constant dense<1.0> : tensor<f64>
  %r = linalg.dot ins(%u, %w : tensor<24xf64, #SV>, tensor<24xf64, #SV>) outs(%x : tensor<f64>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
