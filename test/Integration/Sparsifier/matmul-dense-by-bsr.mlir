// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A stored matrix times a dense one is added to a dense one.

#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

func.func @matmul(%A: tensor<4x6xf64, #BSR>, %B: tensor<6x3xf64>, %C: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf64, #BSR>, tensor<6x3xf64>) outs(%C : tensor<4x3xf64>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// CHECK: ( ( 10, 13, 16 ), ( 31, 34, 37 ), ( 13, 22, 31 ), ( 41, 54, 67 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %B = arith.constant dense<[[-5.0, -4.0, -3.0], [-2.0, -1.0, 0.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<6x3xf64>
  %C = arith.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<4x3xf64>
  %r = call @matmul(%A, %B, %C) : (tensor<4x6xf64, #BSR>, tensor<6x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<4x3xf64>, vector<4x3xf64>
  vector.print %r_v : vector<4x3xf64>
  return
}
