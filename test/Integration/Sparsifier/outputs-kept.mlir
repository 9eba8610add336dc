// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Outputs that are read afterwards, constants and views keep their components.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @print(%x: tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero : tensor<2xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  return
}

// Both results begin with %z, and the second reads %x and %z after the first.
func.func @twice(%A: tensor<2x2xf64, #CSR>, %x: tensor<2xf64>, %z: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y = linalg.matvec ins(%A, %x : tensor<2x2xf64, #CSR>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  %w = linalg.matvec ins(%A, %z : tensor<2x2xf64, #CSR>, tensor<2xf64>) outs(%x : tensor<2xf64>) -> tensor<2xf64>
  return %y, %w, %z : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

// CHECK: ( 6, 14 )
// CHECK-NEXT: ( 6, 10 )
// CHECK-NEXT: ( 1, 2 )
// CHECK-NEXT: ( 7, 30 )
// CHECK-NEXT: ( 1, 2 )
// CHECK-NEXT: ( 8, 16 )
// CHECK-NEXT: ( 3, 4 )
func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0], [0.0, 2.0]]> : tensor<2x2xf64>
  %A = sparse_tensor.convert %d : tensor<2x2xf64> to tensor<2x2xf64, #CSR>
  %z = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %x = arith.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %y, %w, %k = call @twice(%A, %x, %z) : (tensor<2x2xf64, #CSR>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  call @print(%y) : (tensor<2xf64>) -> ()
  call @print(%w) : (tensor<2xf64>) -> ()
  call @print(%k) : (tensor<2xf64>) -> ()
  // A constant that is cast.
  %s = tensor.cast %z : tensor<2xf64> to tensor<?xf64>
  %y2 = linalg.matvec ins(%A, %y : tensor<2x2xf64, #CSR>, tensor<2xf64>) outs(%s : tensor<?xf64>) -> tensor<?xf64>
  %y3 = tensor.cast %y2 : tensor<?xf64> to tensor<2xf64>
  call @print(%y3) : (tensor<2xf64>) -> ()
  call @print(%z) : (tensor<2xf64>) -> ()
  // A part of a larger constant.
  %l = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %part = tensor.extract_slice %l[2][2][1] : tensor<4xf64> to tensor<2xf64>
  %y5 = linalg.matvec ins(%A, %x : tensor<2x2xf64, #CSR>, tensor<2xf64>) outs(%part : tensor<2xf64>) -> tensor<2xf64>
  call @print(%y5) : (tensor<2xf64>) -> ()
  call @print(%part) : (tensor<2xf64>) -> ()
  bufferization.dealloc_tensor %A : tensor<2x2xf64, #CSR>
  return
}
