// Computes become kernels of a nested module.

// RUN: weft-opt %s --weft-outline-kernels | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// Tensors without a format are cast to the dense one; sizes of operands are
// taken in the kernel, others are arguments.
// CHECK-LABEL: func.func @scale
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #[[CSR:.*]]>, %[[X:.*]]: tensor<?xf64>, %[[N:.*]]: index
func.func @scale(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: %[[DENSE:.*]] = tensor.cast %[[X]] : tensor<?xf64> to tensor<?xf64, #[[DENSE_FORMAT:.*]]>
  // CHECK: %[[CALL:.*]] = call @scale_kernel_0(
  // CHECK-DAG: %[[A]]
  // CHECK-DAG: %[[DENSE]]
  // CHECK-DAG: %[[N]]
  // CHECK: %[[Y:.*]] = tensor.cast %[[CALL]]
  // CHECK: return %[[Y]]
  %c0 = arith.constant 0 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %y = tin.compute (%i "i" to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// What only one other compute reads is in its kernel; what is freed in between
// is read before.
// CHECK-LABEL: func.func @chain
// CHECK:         call @chain_kernel_{{[0-9]}}
// CHECK-NEXT:    return
func.func @chain(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %t = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.negf %a : f64
    tin.yield %n : f64
  }
  %r = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %t[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.mulf %a, %a : f64
    tin.yield %n : f64
  }
  return %r : tensor<4x4xf64, #CSR>
}

// CHECK-LABEL: func.func @freed
// CHECK:         %[[T:.*]] = call @freed_kernel_1
// CHECK:         level.release
// CHECK:         call @freed_kernel_0(%[[T]])
func.func @freed(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %t = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.negf %a : f64
    tin.yield %n : f64
  }
  level.release %A : tensor<4x4xf64, #CSR>
  %r = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %t[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.mulf %a, %a : f64
    tin.yield %n : f64
  }
  return %r : tensor<4x4xf64, #CSR>
}

// A result that is also read elsewhere is one of the kernel.
// CHECK-LABEL: func.func @read_twice
// CHECK:         %[[R:.*]]:2 = call @read_twice_kernel_0
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @read_twice(%A: tensor<4x4xf64, #CSR>) -> (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSR>) {
  %t = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.negf %a : f64
    tin.yield %n : f64
  }
  %r = tin.compute (%i "i", %j "j") : tensor<4x4xf64, #CSR> {
    %a = tin.access %t[%i, %j] : tensor<4x4xf64, #CSR>
    %n = arith.mulf %a, %a : f64
    tin.yield %n : f64
  }
  return %t, %r : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSR>
}

// Computes that read the same stored tensor are one kernel.
// CHECK-LABEL: func.func @siblings
// CHECK:         call @siblings_kernel_0
// CHECK-NOT:     call
// CHECK:         return
func.func @siblings(%A: tensor<4x4xf64, #CSR>) -> (tensor<4xf64>, tensor<4xf64>) {
  %c4 = arith.constant 4 : index
  %r = tin.compute (%i "i" to %c4) : tensor<4xf64> {
    %s = tin.reduce arith.addf (%j "j" to %c4) {
      %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  %c = tin.compute (%j "j" to %c4) : tensor<4xf64> {
    %s = tin.reduce arith.addf (%i "i" to %c4) {
      %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %r, %c : tensor<4xf64>, tensor<4xf64>
}

// A result that is used in between is that of another kernel.
// CHECK-LABEL: func.func @between
// CHECK:         call @between_kernel_1
// CHECK:         tensor.extract
// CHECK:         call @between_kernel_0
func.func @between(%A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = tin.compute (%i "i" to %c4) : tensor<4xf64> {
    %s = tin.reduce arith.addf (%j "j" to %c4) {
      %a = tin.access %A[%i, %j] : tensor<4x4xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  %first = tensor.extract %r[%c0] : tensor<4xf64>
  %scale = tensor.from_elements %first : tensor<f64>
  %c = tin.compute (%j "j" to %c4) : tensor<4xf64> {
    %s = tin.access %scale[] : tensor<f64>
    %a = tin.access %r[%j] : tensor<4xf64>
    %p = arith.mulf %a, %s : f64
    tin.yield %p : f64
  }
  return %c : tensor<4xf64>
}

// CHECK:       module @weft_kernels
// CHECK-LABEL:   func.func @scale_kernel_0
// CHECK-SAME:      tensor<?xf64, #[[DENSE_FORMAT]]> attributes {weft.kernel}
// CHECK:           tensor.dim
// CHECK:           tin.compute
// CHECK-LABEL:   func.func @chain_kernel_0
// CHECK-COUNT-2:   tin.compute
