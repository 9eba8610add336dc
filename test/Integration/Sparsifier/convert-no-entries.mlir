// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor of zeros has no entries in any format.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>
#Loose = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %s0_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s0 = sparse_tensor.convert %s0_dense : tensor<2x4xf64> to tensor<2x4xf64, #CSR>
  %s0_nse = sparse_tensor.number_of_entries %s0 : tensor<2x4xf64, #CSR>
  vector.print %s0_nse : index
  %s1_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s1 = sparse_tensor.convert %s1_dense : tensor<2x4xf64> to tensor<2x4xf64, #DCSC>
  %s1_nse = sparse_tensor.number_of_entries %s1 : tensor<2x4xf64, #DCSC>
  vector.print %s1_nse : index
  %s2_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s2 = sparse_tensor.convert %s2_dense : tensor<2x4xf64> to tensor<2x4xf64, #COO>
  %s2_nse = sparse_tensor.number_of_entries %s2 : tensor<2x4xf64, #COO>
  vector.print %s2_nse : index
  %s3_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s3 = sparse_tensor.convert %s3_dense : tensor<2x4xf64> to tensor<2x4xf64, #BSR>
  %s3_nse = sparse_tensor.number_of_entries %s3 : tensor<2x4xf64, #BSR>
  vector.print %s3_nse : index
  %s4_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s4 = sparse_tensor.convert %s4_dense : tensor<2x4xf64> to tensor<2x4xf64, #Loose>
  %s4_nse = sparse_tensor.number_of_entries %s4 : tensor<2x4xf64, #Loose>
  vector.print %s4_nse : index
  %s1_out = sparse_tensor.convert %s1 : tensor<2x4xf64, #DCSC> to tensor<2x4xf64>
  %s1_out_v = vector.transfer_read %s1_out[%c0, %c0], %zero_f64 : tensor<2x4xf64>, vector<2x4xf64>
  vector.print %s1_out_v : vector<2x4xf64>
  return
}
