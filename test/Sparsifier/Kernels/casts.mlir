// A cast between operations that feed each other does not keep them apart: the
// kernel reads the result before the cast, and the cast moves to its other
// users.

// RUN: weft-opt %s --convert-linalg-to-tin --weft-outline-kernels | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @intermediate
// CHECK:         call @intermediate_kernel_0
// CHECK-NOT:     call
// CHECK:         return
func.func @intermediate(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %m: index) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%f : tensor<?xf64>) -> tensor<?xf64>
  %known = tensor.cast %y : tensor<?xf64> to tensor<4xf64>
  %B = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<4x4xf64, #CSR>
  %e4 = tensor.empty() : tensor<4xf64>
  %g = linalg.fill ins(%zero : f64) outs(%e4 : tensor<4xf64>) -> tensor<4xf64>
  %z = linalg.matvec ins(%B, %known : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%g : tensor<4xf64>) -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// The result is returned as well, behind the kernel.
// CHECK-LABEL: func.func @returned
// CHECK:         %[[CALL:.*]]:2 = call @returned_kernel_0
// CHECK-NOT:     call
// CHECK:         %[[Y:.*]] = tensor.cast %{{.*}} : tensor<4xf64> to tensor<?xf64>
// CHECK:         return %[[Y]]
func.func @returned(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %B: tensor<?x?xf64, #CSR>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
  %any = tensor.cast %y : tensor<4xf64> to tensor<?xf64>
  %em = tensor.empty(%m) : tensor<?xf64>
  %g = linalg.fill ins(%zero : f64) outs(%em : tensor<?xf64>) -> tensor<?xf64>
  %z = linalg.matvec ins(%B, %any : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%g : tensor<?xf64>) -> tensor<?xf64>
  return %any, %z : tensor<?xf64>, tensor<?xf64>
}

// So does a cast of a tensor with a format.
// CHECK-LABEL: func.func @stored
// CHECK:         call @stored_kernel_0
// CHECK-NOT:     call
// CHECK:         return
func.func @stored(%A: tensor<4x4xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %C = linalg.matmul ins(%A, %A : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSR>) outs(%e : tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %any = tensor.cast %C : tensor<4x4xf64, #CSR> to tensor<?x?xf64, #CSR>
  %c4 = arith.constant 4 : index
  %f = tensor.empty(%c4, %c4) : tensor<?x?xf64, #CSR>
  %D = linalg.add ins(%any, %any : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%f : tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %D : tensor<?x?xf64, #CSR>
}
