// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Lists of entries of the matrices of a batch are multiplied, added to a tensor
// of another format and converted.

#Lists = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
!Lists = tensor<2x3x4xf64, #Lists>
!CSF = tensor<2x3x4xf64, #CSF>

func.func @multiply(%A: !Lists, %x: tensor<2x4xf64>) -> tensor<2x3xf64> {
  %zeros = arith.constant dense<0.0> : tensor<2x3xf64>
  %y = linalg.batch_matvec ins(%A, %x : !Lists, tensor<2x4xf64>) outs(%zeros : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @add(%A: !Lists, %B: !CSF) -> !Lists {
  %empty = tensor.empty() : !Lists
  %C = linalg.add ins(%A, %B : !Lists, !CSF) outs(%empty : !Lists) -> !Lists
  return %C : !Lists
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 2, 3, 4 )
// CHECK-NEXT: pos[1] : ( 0, 4, 4, 6 )
// CHECK-NEXT: crd[1] : ( 0, 0, 0, 2, 2, 0, 2, 3, 1, 1, 2, 0 )
// CHECK-NEXT: values : ( 1, 2, 3, 5, 6, 7 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 201, 0, 5003 ), ( 0, 120, 14 ) )
// CHECK-NEXT: ( ( ( 2, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 6, 0, 0, 10 ) ), ( ( 0, 0, 0, 0 ), ( 0, 12, 0, 0 ), ( 14, 0, 0, 0 ) ) )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %dense = arith.constant dense<[[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 5.0]],
                                 [[0.0, 0.0, 0.0, 0.0], [0.0, 6.0, 0.0, 0.0], [7.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %A = sparse_tensor.convert %dense : tensor<2x3x4xf64> to !Lists
  sparse_tensor.print %A : !Lists
  %x = arith.constant dense<[[1.0, 10.0, 100.0, 1000.0], [2.0, 20.0, 200.0, 2000.0]]> : tensor<2x4xf64>
  %y = call @multiply(%A, %x) : (!Lists, tensor<2x4xf64>) -> tensor<2x3xf64>
  %y_v = vector.transfer_read %y[%c0, %c0], %zero : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %y_v : vector<2x3xf64>
  %B = sparse_tensor.convert %A : !Lists to !CSF
  %C = call @add(%A, %B) : (!Lists, !CSF) -> !Lists
  %C_out = sparse_tensor.convert %C : !Lists to tensor<2x3x4xf64>
  %C_v = vector.transfer_read %C_out[%c0, %c0, %c0], %zero : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %C_v : vector<2x3x4xf64>
  bufferization.dealloc_tensor %A : !Lists
  bufferization.dealloc_tensor %B : !CSF
  bufferization.dealloc_tensor %C : !Lists
  return
}
