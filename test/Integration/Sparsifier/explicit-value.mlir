// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The number that an encoding says all stored components are is stored.

#Ones = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), explicitVal = 1.0 : f64 }>

// CHECK: ( 3, 2, 5 )
// CHECK-NEXT: ( 1, 1, 1, 1 )
func.func @main() {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %dense = arith.constant dense<[[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0]]> : tensor<3x4xf64>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %y = arith.constant dense<0.0> : tensor<3xf64>
  %A = sparse_tensor.convert %dense : tensor<3x4xf64> to tensor<3x4xf64, #Ones>
  %r = linalg.matvec ins(%A, %x : tensor<3x4xf64, #Ones>, tensor<4xf64>) outs(%y : tensor<3xf64>) -> tensor<3xf64>
  %v = vector.transfer_read %r[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  %values = sparse_tensor.values %A : tensor<3x4xf64, #Ones> to memref<?xf64>
  %w = vector.transfer_read %values[%c0], %zero : memref<?xf64>, vector<4xf64>
  vector.print %w : vector<4xf64>
  return
}
