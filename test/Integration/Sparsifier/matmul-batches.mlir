// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A batch of stored matrices is multiplied by a batch of dense ones.

#BatchCSR = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : dense, d2 : compressed) }>

func.func @product(%A: tensor<2x2x3xf64, #BatchCSR>, %B: tensor<2x3x2xf64>, %C: tensor<2x2x2xf64>) -> tensor<2x2x2xf64> {
  %0 = linalg.batch_matmul ins(%A, %B : tensor<2x2x3xf64, #BatchCSR>, tensor<2x3x2xf64>) outs(%C : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  return %0 : tensor<2x2x2xf64>
}

// CHECK: ( ( ( 2, 3 ), ( 8, 10 ) ), ( ( 18, 21 ), ( 0, 0 ) ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]], [[3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<2x2x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x2x3xf64> to tensor<2x2x3xf64, #BatchCSR>
  %B = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x3x2xf64>
  %C = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  %r = call @product(%A, %B, %C) : (tensor<2x2x3xf64, #BatchCSR>, tensor<2x3x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %r_v = vector.transfer_read %r[%c0, %c0, %c0], %zero_f64 : tensor<2x2x2xf64>, vector<2x2x2xf64>
  vector.print %r_v : vector<2x2x2xf64>
  return
}
