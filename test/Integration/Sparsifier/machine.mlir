// RUN: weft-opt %s --weft-sparsifier=machine=native | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="threads=false machine=znver4" | FileCheck %s --check-prefix=VECTORS
// RUN: weft-opt %s --weft-sparsifier="threads=false" | FileCheck %s --check-prefix=GENERIC
// RUN: not weft-opt %s --weft-sparsifier=machine=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Kernels are lowered for a processor: rows are summed by vectors if it has them.
// The result describes no processor, since tools that run it may not have the
// dialect of such a description.

// CHECK: ( 4, 0, 14 )
// VECTORS-NOT: dlti
// VECTORS:     vector<4xf64>
// VECTORS-NOT: dlti
// GENERIC-NOT: vector<4xf64>
// UNKNOWN: machine:1:1: error: unknown processor 'z80'; the known ones are native, generic,
// UNKNOWN-NOT: error:
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @product(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %r = linalg.matvec ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %dense = arith.constant dense<[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [3.0, 4.0, 0.0, 0.75]]> : tensor<3x4xf64>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %A = sparse_tensor.convert %dense : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %y = call @product(%A, %x) : (tensor<3x4xf64, #CSR>, tensor<4xf64>) -> tensor<3xf64>
  %v = vector.transfer_read %y[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  bufferization.dealloc_tensor %A : tensor<3x4xf64, #CSR>
  return
}
