// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The arrays of a matrix are taken out of it, with their lengths.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: 4
// CHECK-NEXT: 4
// CHECK-NEXT: 4
// CHECK-NEXT: ( 0, 2, 2, 4 )
// CHECK-NEXT: ( 0, 2, 0, 1 )
// CHECK-NEXT: ( 1, 2, 3, 4 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %zero_index = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %p = tensor.empty() : tensor<4xindex>
  %c = tensor.empty() : tensor<4xindex>
  %v = tensor.empty() : tensor<4xf64>
  %positions, %coordinates, %values, %np, %nc, %nv = sparse_tensor.disassemble %A : tensor<3x3xf64, #CSR>
      out_lvls(%p, %c : tensor<4xindex>, tensor<4xindex>)
      out_vals(%v : tensor<4xf64>) -> (tensor<4xindex>, tensor<4xindex>), tensor<4xf64>, (index, index), index
  vector.print %np : index
  vector.print %nc : index
  vector.print %nv : index
  %positions_v = vector.transfer_read %positions[%c0], %zero_index : tensor<4xindex>, vector<4xindex>
  vector.print %positions_v : vector<4xindex>
  %coordinates_v = vector.transfer_read %coordinates[%c0], %zero_index : tensor<4xindex>, vector<4xindex>
  vector.print %coordinates_v : vector<4xindex>
  %values_v = vector.transfer_read %values[%c0], %zero_f64 : tensor<4xf64>, vector<4xf64>
  vector.print %values_v : vector<4xf64>
  return
}
