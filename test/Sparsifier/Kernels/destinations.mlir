// Kernels compute dense results into the memory that the results are copied to.

// RUN: weft-opt %s --convert-linalg-to-tin --weft-outline-kernels --weft-lower-kernels -split-input-file | FileCheck %s

#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>

// The output is a memref that is filled with zeros.
// CHECK-LABEL: func.func @filled
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[MEMORY:.*]]: memref<3xf64>)
// CHECK: %[[OLD:.*]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK-NOT: linalg.fill
// CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[OLD]] : tensor<3xf64> to memref<3xf64>
// CHECK: %[[ARRAY:.*]] = memref.cast %[[BUFFER]] : memref<3xf64> to memref<?xf64>
// CHECK: call @filled_kernel_0(%{{.*}}, %{{.*}}, %[[ARRAY]])
// CHECK-NEXT: %[[RESULT:.*]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK-NEXT: %[[WRITTEN:.*]] = bufferization.materialize_in_destination %[[RESULT]] in %[[OLD]]
// CHECK-NEXT: bufferization.materialize_in_destination %[[WRITTEN]] in writable %[[MEMORY]]
// CHECK: llvm.func @filled_kernel_0
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.noalias}, %{{[^ ]*}}: i64, %{{[^ ]*}}: i64, %{{[^ ]*}}: i64) ->
// CHECK-NOT: llvm.call @_mlir_memref_to_llvm_alloc
// CHECK: func.func private @filled_kernel_0({{.*}}, memref<?xf64>)
func.func @filled(%A: tensor<3x4xf64, #CSC>, %x: tensor<4xf64>, %memory: memref<3xf64>) {
  %zero = arith.constant 0.0 : f64
  %old = bufferization.to_tensor %memory restrict writable : memref<3xf64> to tensor<3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%old : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.matvec ins(%A, %x : tensor<3x4xf64, #CSC>, tensor<4xf64>) outs(%init : tensor<3xf64>) -> tensor<3xf64>
  bufferization.materialize_in_destination %y in writable %memory : (tensor<3xf64>, memref<3xf64>) -> ()
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The contents of the output are overwritten. The array of a matrix has one
// mode. The result stays an alias of the output for the analysis of one-shot
// bufferization.
// CHECK-LABEL: func.func @overwritten
// CHECK-SAME: (%{{.*}}, %[[OUT:.*]]: tensor<3x4xf64>)
// CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[OUT]]
// CHECK: %[[LINE:.*]] = memref.collapse_shape %[[BUFFER]] {{\[\[}}0, 1]] : memref<3x4xf64> into memref<12xf64>
// CHECK: %[[ARRAY:.*]] = memref.cast %[[LINE]]
// CHECK: call @overwritten_kernel_0(%{{.*}}, %[[ARRAY]])
// CHECK-NEXT: %[[RESULT:.*]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK-NEXT: %[[WRITTEN:.*]] = bufferization.materialize_in_destination %[[RESULT]] in %[[OUT]]
// CHECK-NEXT: return %[[WRITTEN]]
func.func @overwritten(%A: tensor<3x4xf64, #CSR>, %out: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %y = linalg.exp ins(%A : tensor<3x4xf64, #CSR>) outs(%out : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The contents of the output are an operand: the result is copied.
// CHECK-LABEL: func.func @accumulated
// CHECK-NOT: bufferization.to_buffer
// CHECK: bufferization.materialize_in_destination
func.func @accumulated(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %out: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%out : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// So it is where the filled memory is that of an operand.
// CHECK-LABEL: func.func @read
// CHECK-NOT: bufferization.to_buffer
// CHECK: return
func.func @read(%A: tensor<4x4xf64, #CSR>, %memory: memref<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %x = bufferization.to_tensor %memory restrict writable : memref<4xf64> to tensor<4xf64>
  %init = linalg.fill ins(%zero : f64) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
  bufferization.materialize_in_destination %y in writable %memory : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The contents of the destination are read between the call and the write.
// CHECK-LABEL: func.func @between
// CHECK-NOT: bufferization.to_buffer
// CHECK: bufferization.materialize_in_destination
func.func @between(%A: tensor<3x4xf64, #CSR>, %memory: memref<3x4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %old = bufferization.to_tensor %memory restrict writable : memref<3x4xf64> to tensor<3x4xf64>
  %empty = tensor.empty() : tensor<3x4xf64>
  %k = linalg.exp ins(%A : tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x4xf64>) -> tensor<3x4xf64>
  %v = tensor.extract %old[%c0, %c0] : tensor<3x4xf64>
  %y = bufferization.materialize_in_destination %k in %old : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  bufferization.materialize_in_destination %y in writable %memory : (tensor<3x4xf64>, memref<3x4xf64>) -> ()
  return %v : f64
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The write depends on a condition that the call does not depend on.
// CHECK-LABEL: func.func @guarded
// CHECK-NOT: bufferization.to_buffer
// CHECK: bufferization.materialize_in_destination
func.func @guarded(%A: tensor<3x4xf64, #CSR>, %memory: memref<3x4xf64>, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %old = bufferization.to_tensor %memory restrict writable : memref<3x4xf64> to tensor<3x4xf64>
  %empty = tensor.empty() : tensor<3x4xf64>
  %k = linalg.exp ins(%A : tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x4xf64>) -> tensor<3x4xf64>
  %r = scf.if %c -> f64 {
    %y = bufferization.materialize_in_destination %k in %old : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v = tensor.extract %y[%c0, %c0] : tensor<3x4xf64>
    scf.yield %v : f64
  } else {
    scf.yield %zero : f64
  }
  return %r : f64
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The destination is a view of a tensor that is read, and is defined outside of
// the loop around the call.
// CHECK-LABEL: func.func @view
// CHECK-NOT: bufferization.to_buffer
// CHECK-LABEL: func.func @loop
// CHECK-NOT: bufferization.to_buffer
func.func @view(%A: tensor<3x4xf64, #CSR>, %all: tensor<6x4xf64>) -> (tensor<3x4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %out = tensor.extract_slice %all[0, 0] [3, 4] [1, 1] : tensor<6x4xf64> to tensor<3x4xf64>
  %y = linalg.exp ins(%A : tensor<3x4xf64, #CSR>) outs(%out : tensor<3x4xf64>) -> tensor<3x4xf64>
  %v = tensor.extract %all[%c0, %c0] : tensor<6x4xf64>
  return %y, %v : tensor<3x4xf64>, f64
}
func.func @loop(%A: tensor<3x4xf64, #CSR>, %out: tensor<3x4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%former = %zero) -> f64 {
    %y = linalg.exp ins(%A : tensor<3x4xf64, #CSR>) outs(%out : tensor<3x4xf64>) -> tensor<3x4xf64>
    %v = tensor.extract %y[%c0, %c0] : tensor<3x4xf64>
    %next = arith.addf %former, %v : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// A memory of no components is not collapsed.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: memref.collapse_shape
func.func @empty(%A: tensor<?x0xf64, #CSR>, %out: tensor<?x0xf64>) -> tensor<?x0xf64> {
  %y = linalg.exp ins(%A : tensor<?x0xf64, #CSR>) outs(%out : tensor<?x0xf64>) -> tensor<?x0xf64>
  return %y : tensor<?x0xf64>
}
