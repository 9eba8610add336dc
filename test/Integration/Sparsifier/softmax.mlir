// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A softmax of the rows of a stored matrix, whose absent components are zeros.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @softmax(%A: tensor<2x4xf64, #CSR>) -> tensor<2x4xf64> {
  %empty = tensor.empty() : tensor<2x4xf64>
  %0 = linalg.softmax dimension(1) ins(%A : tensor<2x4xf64, #CSR>) outs(%empty : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// The second row is (1, 3, 1, 1) over its sum.
// CHECK: ( ( 0.25, 0.25, 0.25, 0.25 ), ( 0.166667, 0.5, 0.166667, 0.166667 ) )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %d = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 1.0986122886681098, 0.0, 0.0]]> : tensor<2x4xf64>
  %A = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #CSR>
  %r = call @softmax(%A) : (tensor<2x4xf64, #CSR>) -> tensor<2x4xf64>
  %v = vector.transfer_read %r[%c0, %c0], %zero : tensor<2x4xf64>, vector<2x4xf64>
  vector.print %v : vector<2x4xf64>
  return
}
