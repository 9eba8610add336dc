// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A convolution of order 3 of compressed fibers.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @convolve(%image: tensor<3x3x3xf64, #CSF>, %filter: tensor<2x2x2xf64>, %out: tensor<2x2x2xf64>) -> tensor<2x2x2xf64> {
  %0 = linalg.conv_3d
    ins(%image, %filter : tensor<3x3x3xf64, #CSF>, tensor<2x2x2xf64>)
    outs(%out : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  return %0 : tensor<2x2x2xf64>
}

// CHECK: ( ( ( 0, 0 ), ( 0, 1 ) ), ( ( 0, 0 ), ( 0, 4 ) ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %image_dense = arith.constant dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 2.0]]]> : tensor<3x3x3xf64>
  %image = sparse_tensor.convert %image_dense : tensor<3x3x3xf64> to tensor<3x3x3xf64, #CSF>
  %filter = arith.constant dense<[[[0.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 2.0]]]> : tensor<2x2x2xf64>
  %out = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  %r = call @convolve(%image, %filter, %out) : (tensor<3x3x3xf64, #CSF>, tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %r_v = vector.transfer_read %r[%c0, %c0, %c0], %zero_f64 : tensor<2x2x2xf64>, vector<2x2x2xf64>
  vector.print %r_v : vector<2x2x2xf64>
  return
}
