// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Two stored matrices are multiplied by linalg.matmul into a stored one.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

func.func @matmul(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x3xf64, #CSR>) -> tensor<4x3xf64, #COO> {
  %empty = tensor.empty() : tensor<4x3xf64, #COO>
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf64, #CSR>, tensor<6x3xf64, #CSR>) outs(%empty : tensor<4x3xf64, #COO>) -> tensor<4x3xf64, #COO>
  return %0 : tensor<4x3xf64, #COO>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[0] : ( 0, 6 )
// CHECK-NEXT: crd[0] : ( 0, 1, 1, 2, 2, 0, 2, 2, 3, 1, 3, 2 )
// CHECK-NEXT: values : ( 13, 21, 28, 37, 6, 49 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( ( 0, 13, 0 ), ( 0, 0, 21 ), ( 28, 0, 37 ), ( 0, 6, 49 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %B_dense = arith.constant dense<[[0.0, 1.0, 0.0], [2.0, 0.0, 3.0], [0.0, 0.0, 0.0], [4.0, 0.0, 5.0], [0.0, 6.0, 0.0], [0.0, 0.0, 7.0]]> : tensor<6x3xf64>
  %B = sparse_tensor.convert %B_dense : tensor<6x3xf64> to tensor<6x3xf64, #CSR>
  %r = call @matmul(%A, %B) : (tensor<4x6xf64, #CSR>, tensor<6x3xf64, #CSR>) -> tensor<4x3xf64, #COO>
  sparse_tensor.print %r : tensor<4x3xf64, #COO>
  %r_out = sparse_tensor.convert %r : tensor<4x3xf64, #COO> to tensor<4x3xf64>
  %r_out_v = vector.transfer_read %r_out[%c0, %c0], %zero_f64 : tensor<4x3xf64>, vector<4x3xf64>
  vector.print %r_out_v : vector<4x3xf64>
  return
}
