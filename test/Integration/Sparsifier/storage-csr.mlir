// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The arrays of level 1 of a matrix, and of its values.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ( 0, 2, 2, 4 )
// CHECK-NEXT: ( 0, 2, 0, 1 )
// CHECK-NEXT: ( 1, 2, 3, 4 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %zero_index = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %positions = sparse_tensor.positions %A {level = 1 : index} : tensor<3x3xf64, #CSR> to memref<?xindex>
  %coordinates = sparse_tensor.coordinates %A {level = 1 : index} : tensor<3x3xf64, #CSR> to memref<?xindex>
  %values = sparse_tensor.values %A : tensor<3x3xf64, #CSR> to memref<?xf64>
  %p_v = vector.transfer_read %positions[%c0], %zero_index : memref<?xindex>, vector<4xindex>
  vector.print %p_v : vector<4xindex>
  %c_v = vector.transfer_read %coordinates[%c0], %zero_index : memref<?xindex>, vector<4xindex>
  vector.print %c_v : vector<4xindex>
  %v_v = vector.transfer_read %values[%c0], %zero_f64 : memref<?xf64>, vector<4xf64>
  vector.print %v_v : vector<4xf64>
  return
}
