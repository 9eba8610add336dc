// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A loop multiplies a vector by a matrix several times.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ( 0, 2, 0 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %x = arith.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf64>
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %r = scf.for %i = %c0 to %three step %one iter_args(%y = %x) -> (tensor<3xf64>) {
    %empty = tensor.empty() : tensor<3xf64>
    %zero = arith.constant 0.0 : f64
    %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
    %next = linalg.matvec ins(%A, %y : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%init : tensor<3xf64>) -> tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %r_v : vector<3xf64>
  return
}
