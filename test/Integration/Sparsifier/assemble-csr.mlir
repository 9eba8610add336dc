// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A matrix is assembled of positions, coordinates and values.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 0, 0, 0 ), ( 3, 4, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %positions = arith.constant dense<[0, 2, 2, 4]> : tensor<4xindex>
  %coordinates = arith.constant dense<[0, 2, 0, 1]> : tensor<4xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<4xindex>, tensor<4xindex>), tensor<4xf64> to tensor<3x3xf64, #CSR>
  sparse_tensor.print %A : tensor<3x3xf64, #CSR>
  %A_out = sparse_tensor.convert %A : tensor<3x3xf64, #CSR> to tensor<3x3xf64>
  %A_out_v = vector.transfer_read %A_out[%c0, %c0], %zero_f64 : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %A_out_v : vector<3x3xf64>
  return
}
