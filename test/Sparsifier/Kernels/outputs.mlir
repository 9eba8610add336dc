// Operations whose outputs have contents join the kernels of what they feed and
// what feeds them. Their results are put into the outputs behind the kernel.

// RUN: weft-opt %s --convert-linalg-to-tin --weft-outline-kernels | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The first result is an intermediate of the kernel.
// CHECK-LABEL: func.func @feeds
// CHECK-SAME:    %[[V:[a-z0-9]*]]: tensor<?xf64>) -> tensor<?xf64>
// CHECK:         %[[CALL:.*]] = call @feeds_kernel_0
// CHECK:         %[[W:.*]] = tensor.cast %[[CALL]]
// CHECK-NOT:     bufferization
// CHECK:         %[[R:.*]] = bufferization.materialize_in_destination %[[W]] in %[[V]]
// CHECK-NEXT:    level.release %[[CALL]]
// CHECK-NEXT:    return %[[R]]
func.func @feeds(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// The second operation updates the first result, which is written once.
// CHECK-LABEL: func.func @updates
// CHECK-SAME:    %[[Z:[a-z0-9]*]]: tensor<?xf64>) -> tensor<?xf64>
// CHECK:         %[[CALL:.*]] = call @updates_kernel_0
// CHECK:         %[[W:.*]] = tensor.cast %[[CALL]]
// CHECK-NEXT:    %[[R:.*]] = bufferization.materialize_in_destination %[[W]] in %[[Z]]
// CHECK-NEXT:    level.release %[[CALL]]
// CHECK-NEXT:    return %[[R]]
func.func @updates(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// New memory of the same kernel needs no destination.
// CHECK-LABEL: func.func @updates_new
// CHECK:         %[[CALL:.*]] = call @updates_new_kernel_0
// CHECK-NEXT:    %[[W:.*]] = tensor.cast %[[CALL]]
// CHECK-NEXT:    return %[[W]]
func.func @updates_new(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
  %w = linalg.matvec ins(%B, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %w : tensor<4xf64>
}

// A result that is returned as well keeps its destination.
// CHECK-LABEL: func.func @returns_both
// CHECK-SAME:    %[[Z:[a-z0-9]*]]: tensor<?xf64>, %[[V:[a-z0-9]*]]: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
// CHECK:         %[[CALL:.*]]:2 = call @returns_both_kernel_0
// CHECK-DAG:     %[[Y:.*]] = tensor.cast %[[CALL]]#0
// CHECK-DAG:     %[[W:.*]] = tensor.cast %[[CALL]]#1
// CHECK:         %[[R0:.*]] = bufferization.materialize_in_destination %[[Y]] in %[[Z]]
// CHECK:         %[[R1:.*]] = bufferization.materialize_in_destination %[[W]] in %[[V]]
// CHECK:         return %[[R0]], %[[R1]]
func.func @returns_both(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%A, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %y, %w : tensor<?xf64>, tensor<?xf64>
}

// A result that is read between the operations is that of another kernel, and
// so is one whose memory a call may read.
// CHECK-LABEL: func.func @reads_between
// CHECK:         call @reads_between_kernel_1
// CHECK:         tensor.extract
// CHECK:         call @reads_between_kernel_0
func.func @reads_between(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %first = tensor.extract %y[%c0] : tensor<?xf64>
  %w = linalg.matvec ins(%A, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %first, %w : f64, tensor<?xf64>
}

// CHECK-LABEL: func.func @calls_between
// CHECK:         call @calls_between_kernel_1
// CHECK:         call @other
// CHECK:         call @calls_between_kernel_0
func.func private @other()
func.func @calls_between(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  call @other() : () -> ()
  %w = linalg.matvec ins(%A, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// The kernel of the second result runs when the first output is overwritten,
// and gets its size as a number.
// CHECK-LABEL: func.func @size_alone
// CHECK-SAME:    %[[Z:[a-z0-9]*]]: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64
// CHECK:         %[[N:.*]] = tensor.dim %[[Z]]
// CHECK:         call @size_alone_kernel_1
// CHECK:         %[[R:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[Z]]
// CHECK-NOT:     %[[Z]]
// CHECK:         call @other
// CHECK-NOT:     %[[Z]]
// CHECK:         call @size_alone_kernel_0
// CHECK-SAME:    %[[N]]
// CHECK-NOT:     %[[Z]]
// CHECK:         return
func.func @size_alone(%B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64, #CSR>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %z, %c0 : tensor<?xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], weft.schedule = ""}
    ins(%x : tensor<?xf64>) outs(%z : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @other() : () -> ()
  %r = tin.compute (%i "i" to %n, %j "j" to %n) : tensor<?x?xf64, #CSR> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
    tin.yield %b : f64
  }
  return %y, %r : tensor<?xf64>, tensor<?x?xf64, #CSR>
}
