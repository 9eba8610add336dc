// A module in which a sparse product stands between dense operations.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

func.func @multiply(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.matvec ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>)
                     outs(%init : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @main() {
  %dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0],
                                 [0.0, 0.0, 0.0, 0.0],
                                 [0.0, 3.0, 0.0, 4.0]]> : tensor<3x4xf64>
  %ones = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %A = sparse_tensor.convert %dense : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  // A dense operation before, and one after.
  %empty = tensor.empty() : tensor<4xf64>
  %x = linalg.elementwise kind = #linalg.elementwise_kind<add>
      ins(%ones, %ones : tensor<4xf64>, tensor<4xf64>) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %y = call @multiply(%A, %x) : (tensor<3x4xf64, #CSR>, tensor<4xf64>) -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  bufferization.dealloc_tensor %A : tensor<3x4xf64, #CSR>
  return
}
