// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// An encoding may say which slice of another tensor a tensor is. It is a tensor
// with arrays of its own.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#Part = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 2, 2)>, d1 : #sparse_tensor<slice(0, 4, 1)>) -> (d0 : dense, d1 : compressed) }>
#Any = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(?, 4, ?)>, d1 : #sparse_tensor<slice(?, 2, ?)>) -> (d0 : compressed, d1 : compressed) }>

// CHECK: ( ( 30, 15 ), ( 15, 14 ) )
// CHECK-NEXT: 7
func.func @product(%P: tensor<2x4xf64, #Part>, %Q: tensor<4x2xf64, #Any>) -> tensor<2x2xf64, #CSR> {
  %e = tensor.empty() : tensor<2x2xf64, #CSR>
  %C = linalg.matmul ins(%P, %Q : tensor<2x4xf64, #Part>, tensor<4x2xf64, #Any>) outs(%e : tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSR>
  return %C : tensor<2x2xf64, #CSR>
}
func.func @main() {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [2.0, 3.0, 4.0, 0.0, 1.0, 2.0], [3.0, 4.0, 0.0, 1.0, 2.0, 3.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %P = tensor.extract_slice %A[1, 0] [2, 4] [2, 1] : tensor<4x6xf64, #CSR> to tensor<2x4xf64, #Part>
  %Q = tensor.extract_slice %A[%c0, %c1] [4, 2] [%c1, %c3] : tensor<4x6xf64, #CSR> to tensor<4x2xf64, #Any>
  %C = call @product(%P, %Q) : (tensor<2x4xf64, #Part>, tensor<4x2xf64, #Any>) -> tensor<2x2xf64, #CSR>
  %D = sparse_tensor.convert %C : tensor<2x2xf64, #CSR> to tensor<2x2xf64>
  %v = vector.transfer_read %D[%c0, %c0], %zero : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %v : vector<2x2xf64>
  %n = sparse_tensor.number_of_entries %P : tensor<2x4xf64, #Part>
  vector.print %n : index
  return
}
