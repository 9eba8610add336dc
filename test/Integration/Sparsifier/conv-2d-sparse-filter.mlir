// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense image is convolved with a doubly compressed filter.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @convolve(%image: tensor<6x6xf64>, %filter: tensor<3x3xf64, #DCSR>, %out: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = linalg.conv_2d
    ins(%image, %filter : tensor<6x6xf64>, tensor<3x3xf64, #DCSR>)
    outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// CHECK: ( ( 5, 4, 11, 5 ), ( 1, 17, 5, 5 ), ( 5, 9, 5, 7 ), ( 13, 5, 9, 2 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %image = arith.constant dense<[[1.0, 2.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 3.0, 1.0, 1.0], [1.0, 1.0, 5.0, 1.0, 1.0, 1.0], [6.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 4.0]]> : tensor<6x6xf64>
  %filter_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, -1.0]]> : tensor<3x3xf64>
  %filter = sparse_tensor.convert %filter_dense : tensor<3x3xf64> to tensor<3x3xf64, #DCSR>
  %out = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %r = call @convolve(%image, %filter, %out) : (tensor<6x6xf64>, tensor<3x3xf64, #DCSR>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %r_v : vector<4x4xf64>
  return
}
