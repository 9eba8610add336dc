// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Doubly compressed rows are assembled of the arrays of both levels.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 2 )
// CHECK-NEXT: pos[1] : ( 0, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %rows = arith.constant dense<[0, 2]> : tensor<2xindex>
  %row = arith.constant dense<[0, 2]> : tensor<2xindex>
  %positions = arith.constant dense<[0, 2, 4]> : tensor<3xindex>
  %coordinates = arith.constant dense<[0, 2, 0, 1]> : tensor<4xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %A = sparse_tensor.assemble (%rows, %row, %positions, %coordinates), %values : (tensor<2xindex>, tensor<2xindex>, tensor<3xindex>, tensor<4xindex>), tensor<4xf64> to tensor<3x3xf64, #DCSR>
  sparse_tensor.print %A : tensor<3x3xf64, #DCSR>
  return
}
