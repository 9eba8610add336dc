// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of two matrices in different formats has the entries of either.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @add(%A: tensor<4x6xf64, #COO>, %B: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %empty = tensor.empty() : tensor<4x6xf64, #DCSR>
  %0 = linalg.add ins(%A, %B : tensor<4x6xf64, #COO>, tensor<4x6xf64, #DCSR>) outs(%empty : tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 9
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 4, 6 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 3, 4, 7, 9 )
// CHECK-NEXT: crd[1] : ( 0, 1, 4, 5, 0, 1, 3, 0, 5 )
// CHECK-NEXT: values : ( 1, 1, 4, 6, 4, 4, 10, 12, 7 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 1, 1, 0, 0, 4, 0 ), ( 0, 0, 0, 0, 0, 6 ), ( 4, 4, 0, 10, 0, 0 ), ( 12, 0, 0, 0, 0, 7 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %B_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [4.0, 0.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf64>
  %B = sparse_tensor.convert %B_dense : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %r = call @add(%A, %B) : (tensor<4x6xf64, #COO>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  sparse_tensor.print %r : tensor<4x6xf64, #DCSR>
  %r_out = sparse_tensor.convert %r : tensor<4x6xf64, #DCSR> to tensor<4x6xf64>
  %r_out_v = vector.transfer_read %r_out[%c0, %c0], %zero_f64 : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %r_out_v : vector<4x6xf64>
  return
}
