// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The smallest component of each window of an image with compressed modes.

#CSF4 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed) }>

func.func @convolve(%image: tensor<1x4x4x1xf64, #CSF4>, %filter: tensor<2x2xf64>, %out: tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64> {
  %0 = linalg.pooling_nhwc_min {
    dilations = dense<[1, 1]> : tensor<2xi64>,
    strides = dense<[2, 2]> : tensor<2xi64>
  }
    ins(%image, %filter : tensor<1x4x4x1xf64, #CSF4>, tensor<2x2xf64>)
    outs(%out : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  return %0 : tensor<1x2x2x1xf64>
}

// CHECK: ( ( ( ( -1 ), ( 0 ) ), ( ( 0 ), ( 0 ) ) ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %image_dense = arith.constant dense<[[[[0.0], [-1.0], [0.0], [0.0]], [[0.0], [4.0], [0.0], [0.0]], [[0.0], [0.0], [0.0], [5.0]], [[2.0], [0.0], [0.0], [0.0]]]]> : tensor<1x4x4x1xf64>
  %image = sparse_tensor.convert %image_dense : tensor<1x4x4x1xf64> to tensor<1x4x4x1xf64, #CSF4>
  %filter = arith.constant dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64>
  %out = arith.constant dense<[[[[1000.0], [1000.0]], [[1000.0], [1000.0]]]]> : tensor<1x2x2x1xf64>
  %r = call @convolve(%image, %filter, %out) : (tensor<1x4x4x1xf64, #CSF4>, tensor<2x2xf64>, tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  %r_v = vector.transfer_read %r[%c0, %c0, %c0, %c0], %zero_f64 : tensor<1x2x2x1xf64>, vector<1x2x2x1xf64>
  vector.print %r_v : vector<1x2x2x1xf64>
  return
}
