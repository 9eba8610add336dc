// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The components of a stored matrix become numbers of another type.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ( ( 1.5, 0, -2.5, 0 ), ( 0, 0, 0, 4 ), ( -3.75, 0, 0, 300 ) )
// CHECK-NEXT: ( ( 1, 0, -2, 0 ), ( 0, 0, 0, 4 ), ( -3, 0, 0, 300 ) )
// CHECK-NEXT: ( ( 1, 0, -2, 0 ), ( 0, 0, 0, 4 ), ( -3, 0, 0, 300 ) )
// CHECK-NEXT: ( ( 1, 0, -2, 0 ), ( 0, 0, 0, 4 ), ( -3, 0, 0, 44 ) )
// CHECK-NEXT: ( ( 1, 0, -2, 0 ), ( 0, 0, 0, 4 ), ( -3, 0, 0, 44 ) )
// CHECK-NEXT: ( ( 1.5, 0, -2.5, 0 ), ( 0, 0, 0, 4 ), ( -3.75, 0, 0, 300 ) )
// CHECK-NEXT: ( 1.5, -2.5 )
// CHECK-NEXT: 2
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = arith.constant dense<[[1.5, 0.0, -2.5, 0.0], [0.0, 0.0, 0.0, 4.0], [-3.75, 0.0, 0.0, 300.0]]> : tensor<3x4xf64>
  %s0 = sparse_tensor.convert %d0 : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %t0 = sparse_tensor.convert %s0 : tensor<3x4xf64, #CSR> to tensor<3x4xf32, #CSC>
  %r0 = sparse_tensor.convert %t0 : tensor<3x4xf32, #CSC> to tensor<3x4xf32>
  %z0 = arith.constant 0.0 : f32
  %v0 = vector.transfer_read %r0[%c0, %c0], %z0 : tensor<3x4xf32>, vector<3x4xf32>
  vector.print %v0 : vector<3x4xf32>
  %d1 = arith.constant dense<[[1.5, 0.0, -2.5, 0.0], [0.0, 0.0, 0.0, 4.0], [-3.75, 0.0, 0.0, 300.0]]> : tensor<3x4xf64>
  %s1 = sparse_tensor.convert %d1 : tensor<3x4xf64> to tensor<3x4xf64, #COO>
  %t1 = sparse_tensor.convert %s1 : tensor<3x4xf64, #COO> to tensor<3x4xi32, #CSR>
  %r1 = sparse_tensor.convert %t1 : tensor<3x4xi32, #CSR> to tensor<3x4xi32>
  %z1 = arith.constant 0 : i32
  %v1 = vector.transfer_read %r1[%c0, %c0], %z1 : tensor<3x4xi32>, vector<3x4xi32>
  vector.print %v1 : vector<3x4xi32>
  %d2 = arith.constant dense<[[1, 0, -2, 0], [0, 0, 0, 4], [-3, 0, 0, 300]]> : tensor<3x4xi32>
  %s2 = sparse_tensor.convert %d2 : tensor<3x4xi32> to tensor<3x4xi32, #CSR>
  %t2 = sparse_tensor.convert %s2 : tensor<3x4xi32, #CSR> to tensor<3x4xf64, #DCSR>
  %r2 = sparse_tensor.convert %t2 : tensor<3x4xf64, #DCSR> to tensor<3x4xf64>
  %z2 = arith.constant 0.0 : f64
  %v2 = vector.transfer_read %r2[%c0, %c0], %z2 : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v2 : vector<3x4xf64>
  %d3 = arith.constant dense<[[1, 0, -2, 0], [0, 0, 0, 4], [-3, 0, 0, 300]]> : tensor<3x4xi32>
  %s3 = sparse_tensor.convert %d3 : tensor<3x4xi32> to tensor<3x4xi32, #CSR>
  %t3 = sparse_tensor.convert %s3 : tensor<3x4xi32, #CSR> to tensor<3x4xi8, #CSR>
  %r3 = sparse_tensor.convert %t3 : tensor<3x4xi8, #CSR> to tensor<3x4xi8>
  %z3 = arith.constant 0 : i8
  %v3 = vector.transfer_read %r3[%c0, %c0], %z3 : tensor<3x4xi8>, vector<3x4xi8>
  vector.print %v3 : vector<3x4xi8>
  %d4 = arith.constant dense<[[1, 0, -2, 0], [0, 0, 0, 4], [-3, 0, 0, 44]]> : tensor<3x4xi8>
  %s4 = sparse_tensor.convert %d4 : tensor<3x4xi8> to tensor<3x4xi8, #COO>
  %t4 = sparse_tensor.convert %s4 : tensor<3x4xi8, #COO> to tensor<3x4xi64, #BSR>
  %r4 = sparse_tensor.convert %t4 : tensor<3x4xi64, #BSR> to tensor<3x4xi64>
  %z4 = arith.constant 0 : i64
  %v4 = vector.transfer_read %r4[%c0, %c0], %z4 : tensor<3x4xi64>, vector<3x4xi64>
  vector.print %v4 : vector<3x4xi64>
  %d5 = arith.constant dense<[[1.5, 0.0, -2.5, 0.0], [0.0, 0.0, 0.0, 4.0], [-3.75, 0.0, 0.0, 300.0]]> : tensor<3x4xf32>
  %s5 = sparse_tensor.convert %d5 : tensor<3x4xf32> to tensor<3x4xf32, #DCSR>
  %t5 = sparse_tensor.convert %s5 : tensor<3x4xf32, #DCSR> to tensor<3x4xf64, #COO>
  %r5 = sparse_tensor.convert %t5 : tensor<3x4xf64, #COO> to tensor<3x4xf64>
  %z5 = arith.constant 0.0 : f64
  %v5 = vector.transfer_read %r5[%c0, %c0], %z5 : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v5 : vector<3x4xf64>
  %complex = arith.constant sparse<[[0], [3]], [(1.5, 2.5), (-2.5, 0.5)]> : tensor<5xcomplex<f64>>
  %wide = sparse_tensor.convert %complex : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #V>
  %narrow = sparse_tensor.convert %wide : tensor<5xcomplex<f64>, #V> to tensor<5xcomplex<f32>, #V>
  %numbers = sparse_tensor.values %narrow : tensor<5xcomplex<f32>, #V> to memref<?xcomplex<f32>>
  %n0 = memref.load %numbers[%c0] : memref<?xcomplex<f32>>
  %n1 = memref.load %numbers[%c1] : memref<?xcomplex<f32>>
  %re0 = complex.re %n0 : complex<f32>
  %re1 = complex.re %n1 : complex<f32>
  %parts = vector.from_elements %re0, %re1 : vector<2xf32>
  vector.print %parts : vector<2xf32>
  %count = sparse_tensor.number_of_entries %narrow : tensor<5xcomplex<f32>, #V>
  vector.print %count : index
  return
}
