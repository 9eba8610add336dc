// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A value that is carried over the entries adds them up.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: 10
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %zero = arith.constant 0.0 : f64
  %sum = sparse_tensor.foreach in %A init(%zero) : tensor<3x3xf64, #CSR>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %x: f64, %s: f64):
    %next = arith.addf %s, %x : f64
    sparse_tensor.yield %next : f64
  }
  vector.print %sum : f64
  return
}
