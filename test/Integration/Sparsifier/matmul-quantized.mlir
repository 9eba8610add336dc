// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Integers of 8 bits, less their zero points, are multiplied to integers of 32
// bits.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @product(%A: tensor<2x3xi8>, %B: tensor<3x2xi8, #DCSR>, %C: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%A, %B, %two, %zero : tensor<2x3xi8>, tensor<3x2xi8, #DCSR>, i32, i32) outs(%C : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CHECK: ( ( -7, -10 ), ( -9, -12 ) )
func.func @main() {
  %zero_i32 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %A = arith.constant dense<[[1, 0, 2], [0, 3, 0]]> : tensor<2x3xi8>
  %B_dense = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>
  %B = sparse_tensor.convert %B_dense : tensor<3x2xi8> to tensor<3x2xi8, #DCSR>
  %C = arith.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  %r = call @product(%A, %B, %C) : (tensor<2x3xi8>, tensor<3x2xi8, #DCSR>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_i32 : tensor<2x2xi32>, vector<2x2xi32>
  vector.print %r_v : vector<2x2xi32>
  return
}
