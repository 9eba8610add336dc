// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The number of entries of a matrix in several formats; those of blocks count
// zeros.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>
#Full = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dense) }>
#Rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense) }>
#Loose = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>

// CHECK: 3
// CHECK-NEXT: 3
// CHECK-NEXT: 3
// CHECK-NEXT: 8
// CHECK-NEXT: 16
// CHECK-NEXT: 12
// CHECK-NEXT: 3
func.func @main() {
  %s0_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s0 = sparse_tensor.convert %s0_dense : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %s0_nse = sparse_tensor.number_of_entries %s0 : tensor<4x4xf64, #CSR>
  vector.print %s0_nse : index
  %s1_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s1 = sparse_tensor.convert %s1_dense : tensor<4x4xf64> to tensor<4x4xf64, #DCSC>
  %s1_nse = sparse_tensor.number_of_entries %s1 : tensor<4x4xf64, #DCSC>
  vector.print %s1_nse : index
  %s2_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s2 = sparse_tensor.convert %s2_dense : tensor<4x4xf64> to tensor<4x4xf64, #COO>
  %s2_nse = sparse_tensor.number_of_entries %s2 : tensor<4x4xf64, #COO>
  vector.print %s2_nse : index
  %s3_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s3 = sparse_tensor.convert %s3_dense : tensor<4x4xf64> to tensor<4x4xf64, #BSR>
  %s3_nse = sparse_tensor.number_of_entries %s3 : tensor<4x4xf64, #BSR>
  vector.print %s3_nse : index
  %s4_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s4 = sparse_tensor.convert %s4_dense : tensor<4x4xf64> to tensor<4x4xf64, #Full>
  %s4_nse = sparse_tensor.number_of_entries %s4 : tensor<4x4xf64, #Full>
  vector.print %s4_nse : index
  %s5_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s5 = sparse_tensor.convert %s5_dense : tensor<4x4xf64> to tensor<4x4xf64, #Rows>
  %s5_nse = sparse_tensor.number_of_entries %s5 : tensor<4x4xf64, #Rows>
  vector.print %s5_nse : index
  %s6_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<4x4xf64>
  %s6 = sparse_tensor.convert %s6_dense : tensor<4x4xf64> to tensor<4x4xf64, #Loose>
  %s6_nse = sparse_tensor.number_of_entries %s6 : tensor<4x4xf64, #Loose>
  vector.print %s6_nse : index
  return
}
