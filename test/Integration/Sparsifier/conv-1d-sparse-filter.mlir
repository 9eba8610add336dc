// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A dense vector is convolved with a compressed filter.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @convolve(%image: tensor<8xf64>, %filter: tensor<3xf64, #SV>, %out: tensor<6xf64>) -> tensor<6xf64> {
  %0 = linalg.conv_1d
    ins(%image, %filter : tensor<8xf64>, tensor<3xf64, #SV>)
    outs(%out : tensor<6xf64>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// CHECK: ( 0, 1, -2, -3, 2, -1 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %image = arith.constant dense<[1.0, 2.0, 1.0, 1.0, 3.0, 4.0, 1.0, 5.0]> : tensor<8xf64>
  %filter_dense = arith.constant dense<[1.0, 0.0, -1.0]> : tensor<3xf64>
  %filter = sparse_tensor.convert %filter_dense : tensor<3xf64> to tensor<3xf64, #SV>
  %out = arith.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<6xf64>
  %r = call @convolve(%image, %filter, %out) : (tensor<8xf64>, tensor<3xf64, #SV>, tensor<6xf64>) -> tensor<6xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<6xf64>, vector<6xf64>
  vector.print %r_v : vector<6xf64>
  return
}
