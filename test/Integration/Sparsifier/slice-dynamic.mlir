// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// tensor.extract_slice takes a part of a stored matrix at offsets and with strides
// that are known when the program runs.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

// CHECK: ( ( 1, 3, 0 ), ( 3, 0, 2 ) )
// CHECK-NEXT: ( ( 1, 4 ), ( 2, 0 ), ( 3, 1 ) )
// CHECK-NEXT: ( ( 0, 1, 2, 3 ) )
// CHECK-NEXT: ( ( 2, 3, 4, 0, 1 ), ( 4, 0, 1, 2, 3 ) )
// CHECK-NEXT: ( ( 3, 2 ), ( 4, 3 ) )
func.func @slice0(%A: tensor<4x6xf64, #CSR>, %i: index, %j: index, %m: index, %n: index, %s: index, %t: index) -> tensor<?x?xf64> {
  %B = tensor.extract_slice %A[%i, %j] [%m, %n] [%s, %t] : tensor<4x6xf64, #CSR> to tensor<?x?xf64, #CSR>
  %C = sparse_tensor.convert %B : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
func.func @slice1(%A: tensor<4x6xf64, #DCSC>, %i: index, %j: index, %m: index, %n: index, %s: index, %t: index) -> tensor<?x?xf64> {
  %B = tensor.extract_slice %A[%i, %j] [%m, %n] [%s, %t] : tensor<4x6xf64, #DCSC> to tensor<?x?xf64, #CSR>
  %C = sparse_tensor.convert %B : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
func.func @slice2(%A: tensor<4x6xf64, #COO>, %i: index, %j: index, %m: index, %n: index, %s: index, %t: index) -> tensor<?x?xf64> {
  %B = tensor.extract_slice %A[%i, %j] [%m, %n] [%s, %t] : tensor<4x6xf64, #COO> to tensor<?x?xf64, #COO>
  %C = sparse_tensor.convert %B : tensor<?x?xf64, #COO> to tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
func.func @slice3(%A: tensor<4x6xf64, #BSR>, %i: index, %j: index, %m: index, %n: index, %s: index, %t: index) -> tensor<?x?xf64> {
  %B = tensor.extract_slice %A[%i, %j] [%m, %n] [%s, %t] : tensor<4x6xf64, #BSR> to tensor<?x?xf64, #DCSC>
  %C = sparse_tensor.convert %B : tensor<?x?xf64, #DCSC> to tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
func.func @slice4(%A: tensor<4x6xf64, #CSR>, %i: index, %j: index, %m: index, %n: index, %s: index, %t: index) -> tensor<?x?xf64> {
  %B = tensor.extract_slice %A[%i, %j] [%m, %n] [%s, %t] : tensor<4x6xf64, #CSR> to tensor<?x?xf64, #BSR>
  %C = sparse_tensor.convert %B : tensor<?x?xf64, #BSR> to tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
func.func @main() {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0]]> : tensor<4x6xf64>
  %CSR = sparse_tensor.convert %dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %DCSC = sparse_tensor.convert %dense : tensor<4x6xf64> to tensor<4x6xf64, #DCSC>
  %COO = sparse_tensor.convert %dense : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %BSR = sparse_tensor.convert %dense : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %r0 = call @slice0(%CSR, %c0, %c1, %c2, %c3, %c2, %c2) : (tensor<4x6xf64, #CSR>, index, index, index, index, index, index) -> tensor<?x?xf64>
  %v0 = vector.transfer_read %r0[%c0, %c0], %zero : tensor<?x?xf64>, vector<2x3xf64>
  vector.print %v0 : vector<2x3xf64>
  %r1 = call @slice1(%DCSC, %c1, %c0, %c3, %c2, %c1, %c3) : (tensor<4x6xf64, #DCSC>, index, index, index, index, index, index) -> tensor<?x?xf64>
  %v1 = vector.transfer_read %r1[%c0, %c0], %zero : tensor<?x?xf64>, vector<3x2xf64>
  vector.print %v1 : vector<3x2xf64>
  %r2 = call @slice2(%COO, %c3, %c2, %c1, %c4, %c5, %c1) : (tensor<4x6xf64, #COO>, index, index, index, index, index, index) -> tensor<?x?xf64>
  %v2 = vector.transfer_read %r2[%c0, %c0], %zero : tensor<?x?xf64>, vector<1x4xf64>
  vector.print %v2 : vector<1x4xf64>
  %r3 = call @slice3(%BSR, %c1, %c1, %c2, %c5, %c2, %c1) : (tensor<4x6xf64, #BSR>, index, index, index, index, index, index) -> tensor<?x?xf64>
  %v3 = vector.transfer_read %r3[%c0, %c0], %zero : tensor<?x?xf64>, vector<2x5xf64>
  vector.print %v3 : vector<2x5xf64>
  %r4 = call @slice4(%CSR, %c2, %c1, %c2, %c2, %c1, %c4) : (tensor<4x6xf64, #CSR>, index, index, index, index, index, index) -> tensor<?x?xf64>
  %v4 = vector.transfer_read %r4[%c0, %c0], %zero : tensor<?x?xf64>, vector<2x2xf64>
  vector.print %v4 : vector<2x2xf64>
  return
}
