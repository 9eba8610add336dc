// Kernels of different schedules are in modules of their own.

// RUN: weft-opt %s --convert-linalg-to-tin --weft-outline-kernels | FileCheck %s
// RUN: weft-opt %s --convert-linalg-to-tin --weft-outline-kernels --weft-lower-kernels | FileCheck %s --check-prefix=LOWERED

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// An operation with a schedule is a kernel of its own. The others are fused.
// CHECK-LABEL: func.func @products
func.func @products(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: call @products_kernel_2
  // CHECK: call @products_kernel_1
  // CHECK: call @products_kernel_0
  // CHECK-NOT: call
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  %q = linalg.matvec {weft.schedule = "split(d0,i0,i1,4)"} ins(%A, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  %r = linalg.matvec {weft.schedule = "split(d0,i0,i1,2)"} ins(%A, %q : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  %s = linalg.matvec ins(%A, %r : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  %t = linalg.matvec ins(%A, %s : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  return %t : tensor<8xf64>
}

// An operation on dense tensors that has a schedule is converted.
// CHECK-LABEL: func.func @dense
func.func @dense(%A: tensor<8x8xf64>, %x: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: call @dense_kernel_0
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  %p = linalg.matvec {weft.schedule = "split(d0,i0,i1,4)"} ins(%A, %x : tensor<8x8xf64>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  return %p : tensor<8xf64>
}

// CHECK:     module @weft_kernels{{(_[0-9])?}} {
// CHECK-NEXT:  func.func @products_kernel_0
// CHECK-COUNT-2: tin.compute
// CHECK-NOT:   tin.compute
// CHECK:     module @weft_kernels{{.*}} attributes {weft.schedule = "split(d0,i0,i1,2)"}
// CHECK-NEXT:  func.func @products_kernel_1
// CHECK:         tin.compute
// CHECK-NOT:     tin.compute
// CHECK:     module @weft_kernels{{.*}} attributes {weft.schedule = "split(d0,i0,i1,4)"}
// CHECK-NEXT:  func.func @products_kernel_2
// CHECK:         tin.compute
// CHECK:       func.func @dense_kernel_0
// CHECK:         tin.compute

// LOWERED-DAG: llvm.func @products_kernel_0
// LOWERED-DAG: llvm.func @products_kernel_1
// LOWERED-DAG: llvm.func @products_kernel_2
// LOWERED-DAG: llvm.func @dense_kernel_0
