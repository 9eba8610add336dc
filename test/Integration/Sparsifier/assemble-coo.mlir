// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A coordinate list is assembled of its coordinates and values.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 0, 0, 2, 2, 0, 2, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 0, 0, 0 ), ( 3, 4, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %positions = arith.constant dense<[0, 4]> : tensor<2xindex>
  %coordinates = arith.constant dense<[[0, 0], [0, 2], [2, 0], [2, 1]]> : tensor<4x2xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<2xindex>, tensor<4x2xindex>), tensor<4xf64> to tensor<3x3xf64, #COO>
  sparse_tensor.print %A : tensor<3x3xf64, #COO>
  %A_out = sparse_tensor.convert %A : tensor<3x3xf64, #COO> to tensor<3x3xf64>
  %A_out_v = vector.transfer_read %A_out[%c0, %c0], %zero_f64 : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %A_out_v : vector<3x3xf64>
  return
}
