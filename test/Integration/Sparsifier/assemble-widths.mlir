// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A matrix is assembled of positions and coordinates of 32 bits, and
// multiplied.

#CSR32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK: ( 7, 0, 11 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %positions = arith.constant dense<[0, 2, 2, 4]> : tensor<4xi32>
  %coordinates = arith.constant dense<[0, 2, 0, 1]> : tensor<4xi32>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<4xi32>, tensor<4xi32>), tensor<4xf64> to tensor<3x3xf64, #CSR32>
  %y = arith.constant dense<0.0> : tensor<3xf64>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %r = linalg.matvec ins(%A, %x : tensor<3x3xf64, #CSR32>, tensor<3xf64>) outs(%y : tensor<3xf64>) -> tensor<3xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %r_v : vector<3xf64>
  return
}
