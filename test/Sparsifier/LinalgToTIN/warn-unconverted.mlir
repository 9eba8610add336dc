// RUN: weft-opt %s --convert-linalg-to-tin=warn-unconverted --verify-diagnostics
// RUN: weft-opt %s --weft-sparsifier=warn-unconverted --verify-diagnostics

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @mixed(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64>, %x: tensor<8xf64>, %m: memref<8xf64>) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) {
  %zero = arith.constant 0.0 : f64
  // expected-warning @+1 {{'linalg.fill' op is not converted: it has memrefs}}
  linalg.fill ins(%zero : f64) outs(%m : memref<8xf64>)
  %y = linalg.matvec ins(%A, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%x : tensor<8xf64>) -> tensor<8xf64>
  // expected-warning @+1 {{'linalg.matvec' op is not converted: none of its tensors has a format, and it has no schedule}}
  %z = linalg.matvec ins(%B, %x : tensor<8x8xf64>, tensor<8xf64>) outs(%x : tensor<8xf64>) -> tensor<8xf64>
  %w = linalg.matvec {weft.schedule = "split(d0,i0,i1,2)"} ins(%B, %x : tensor<8x8xf64>, tensor<8xf64>) outs(%x : tensor<8xf64>) -> tensor<8xf64>
  return %y, %z, %w : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>
}
