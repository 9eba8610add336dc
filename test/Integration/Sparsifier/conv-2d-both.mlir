// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Both the image and the filter of a convolution are stored.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @convolve(%image: tensor<6x6xf64, #DCSR>, %filter: tensor<3x3xf64, #CSR>, %out: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = linalg.conv_2d
    ins(%image, %filter : tensor<6x6xf64, #DCSR>, tensor<3x3xf64, #CSR>)
    outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// CHECK: ( ( 0, -1, 6, 0 ), ( -4, 12, 0, 0 ), ( 0, 4, 0, 2 ), ( 8, 0, 4, -3 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %image_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0]]> : tensor<6x6xf64>
  %image = sparse_tensor.convert %image_dense : tensor<6x6xf64> to tensor<6x6xf64, #DCSR>
  %filter_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, -1.0]]> : tensor<3x3xf64>
  %filter = sparse_tensor.convert %filter_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %out = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %r = call @convolve(%image, %filter, %out) : (tensor<6x6xf64, #DCSR>, tensor<3x3xf64, #CSR>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %r_v : vector<4x4xf64>
  return
}
