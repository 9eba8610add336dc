// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Sizes that types do not have go from one format to the next with the
// tensors.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

// CHECK: 4
// CHECK-NEXT: 6
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 7
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 6, 4 )
// CHECK-NEXT: pos[0] : ( 0, 5 )
// CHECK-NEXT: crd[0] : ( 0, 1, 3, 4, 5 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 4, 5, 7 )
// CHECK-NEXT: crd[1] : ( 0, 3, 2, 2, 0, 1, 3 )
// CHECK-NEXT: values : ( 1, 6, 4, 5, 2, 3, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %source_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %source = sparse_tensor.convert %source_dense : tensor<4x6xf64> to tensor<?x?xf64, #CSR>
  %target = sparse_tensor.convert %source : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #DCSC>
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %target, %c0 : tensor<?x?xf64, #DCSC>
  %columns = tensor.dim %target, %c1 : tensor<?x?xf64, #DCSC>
  vector.print %rows : index
  vector.print %columns : index
  sparse_tensor.print %target : tensor<?x?xf64, #DCSC>
  return
}
