// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The arrays of positions and coordinates have the widths of the encoding.

#CSRmix = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 8 }>

// CHECK: ( 0, 2, 2, 4 )
// CHECK-NEXT: ( 0, 2, 0, 1 )
func.func @main() {
  %zero_i8 = arith.constant 0 : i8
  %zero_i32 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSRmix>
  %positions = sparse_tensor.positions %A {level = 1 : index} : tensor<3x3xf64, #CSRmix> to memref<?xi32>
  %coordinates = sparse_tensor.coordinates %A {level = 1 : index} : tensor<3x3xf64, #CSRmix> to memref<?xi8>
  %p_v = vector.transfer_read %positions[%c0], %zero_i32 : memref<?xi32>, vector<4xi32>
  vector.print %p_v : vector<4xi32>
  %c_v = vector.transfer_read %coordinates[%c0], %zero_i8 : memref<?xi8>, vector<4xi8>
  vector.print %c_v : vector<4xi8>
  return
}
