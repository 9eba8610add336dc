// Tensors without a format stay, and meet stored ones where they are cast.

// RUN: weft-opt %s --convert-level-to-memref=keep-dense | FileCheck %s

#Dense = #level.format<(i, j) -> (i : dense, j : dense)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK: func.func private @kernel(index, index, memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index, memref<?xf64>) -> (index, index, memref<?xf64>)
func.func private @kernel(tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> tensor<?x?xf64, #Dense>

// CHECK-LABEL: func.func @caller
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index, %[[POS:.*]]: memref<?xi32> {{.*}}, %[[CRD:.*]]: memref<?xi32> {{.*}}, %[[VALUES:.*]]: memref<?xf64> {{.*}}, %[[X:.*]]: tensor<?x?xf64>) -> tensor<?x?xf64>
func.func @caller(%A: tensor<?x?xf64, #CSR>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<?x?xf64> to memref<?x?xf64>
  // CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[BUFFER]] {{\[\[}}0, 1]] : memref<?x?xf64> into memref<?xf64>
  // CHECK: %[[CALL:.*]]:3 = call @kernel(%[[M]], %[[N]], %[[POS]], %[[CRD]], %[[VALUES]], %{{.*}}, %{{.*}}, %[[FLAT]])
  // CHECK: %[[STRIDED:.*]] = memref.reinterpret_cast %[[CALL]]#2 to offset: [0], sizes: [%[[CALL]]#0, %[[CALL]]#1]
  // CHECK: %[[SHAPED:.*]] = memref.cast %[[STRIDED]] {{.*}} to memref<?x?xf64>
  // CHECK: %[[Y:.*]] = bufferization.to_tensor %[[SHAPED]] restrict writable
  // CHECK: return %[[Y]]
  %s = tensor.cast %x : tensor<?x?xf64> to tensor<?x?xf64, #Dense>
  %r = call @kernel(%A, %s) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> tensor<?x?xf64, #Dense>
  %y = tensor.cast %r : tensor<?x?xf64, #Dense> to tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @others
// CHECK:         tensor.extract %{{.*}} : tensor<4xf64>
func.func @others(%x: tensor<4xf64>, %i: index) -> f64 {
  %v = tensor.extract %x[%i] : tensor<4xf64>
  return %v : f64
}
