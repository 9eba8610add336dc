// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier | %weft_run | FileCheck %s --match-full-lines

// Segments of a loose-compressed level may be stored in any order: the last one
// does not end where the arrays end.

#Loose = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : loose_compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>

// CHECK: ( ( 4, 8, 16, 0 ), ( 0, 0, 0, 0 ), ( 1, 2, 0, 0 ) )
// CHECK-NEXT: ( ( 4, 8, 16, 0 ), ( 0, 0, 0, 0 ), ( 1, 2, 0, 0 ) )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %positions = arith.constant dense<[2, 5, 2, 2, 0, 2]> : tensor<6xindex>
  %coordinates = arith.constant dense<[0, 1, 0, 1, 2]> : tensor<5xindex>
  %values = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : tensor<5xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<6xindex>, tensor<5xindex>), tensor<5xf64> to tensor<3x4xf64, #Loose>
  %A_d = sparse_tensor.convert %A : tensor<3x4xf64, #Loose> to tensor<3x4xf64>
  %A_v = vector.transfer_read %A_d[%c0, %c0], %zero : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %A_v : vector<3x4xf64>
  %C = sparse_tensor.convert %A : tensor<3x4xf64, #Loose> to tensor<3x4xf64, #CSR>
  %C_d = sparse_tensor.convert %C : tensor<3x4xf64, #CSR> to tensor<3x4xf64>
  %C_v = vector.transfer_read %C_d[%c0, %c0], %zero : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %C_v : vector<3x4xf64>
  return
}
