// Named operations, and the init operand.

// RUN: weft-opt %s --convert-linalg-to-tin | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// The former components of a dense output count.
// CHECK-LABEL: func.func @matvec
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>
func.func @matvec(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>,
                  %y: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK:      tin.compute (%[[I:.*]] "d0" to %{{.*}}) : tensor<?xf64> {
  // CHECK-NEXT:   %[[SUM:.*]] = tin.reduce arith.addf (%[[J:.*]] "d1" to %{{.*}}) {
  // CHECK-NEXT:     %[[AIJ:.*]] = tin.access %[[A]][%[[I]], %[[J]]]
  // CHECK-NEXT:     %[[XJ:.*]] = tin.access %[[X]][%[[J]]]
  // CHECK-NEXT:     %[[PRODUCT:.*]] = arith.mulf %[[AIJ]], %[[XJ]] : f64
  // CHECK-NEXT:     tin.yield %[[PRODUCT]]
  // CHECK:        %[[YI:.*]] = tin.access %[[Y]][%[[I]]]
  // CHECK-NEXT:   %[[RESULT:.*]] = arith.addf %[[YI]], %[[SUM]]
  // CHECK-NEXT:   tin.yield %[[RESULT]]
  %r = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                     outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Those of an empty sparse tensor are zero, which a sum begins with, and the
// size of an intermediate tensor is the extent of its variable.
// CHECK-LABEL: func.func @two_products
func.func @two_products(%A: tensor<8x4xf64, #CSR>, %B: tensor<4x5xf64, #COO>,
                        %C: tensor<5x9xf64>) -> tensor<8x9xf64, #CSR> {
  // CHECK:     %[[T:.*]] = tin.compute ({{.*}}) : tensor<8x5xf64, #{{.*}}> {
  // CHECK-NOT:   = arith.addf
  // CHECK:     tin.compute ({{.*}}) : tensor<8x9xf64, #{{.*}}> {
  // CHECK:       tin.access %[[T]][
  // CHECK-NOT:   = arith.addf
  // CHECK-NOT: linalg.
  %empty = tensor.empty() : tensor<8x5xf64, #CSR>
  %t = linalg.matmul ins(%A, %B : tensor<8x4xf64, #CSR>, tensor<4x5xf64, #COO>)
                     outs(%empty : tensor<8x5xf64, #CSR>) -> tensor<8x5xf64, #CSR>
  %empty2 = tensor.empty() : tensor<8x9xf64, #CSR>
  %r = linalg.matmul ins(%t, %C : tensor<8x5xf64, #CSR>, tensor<5x9xf64>)
                     outs(%empty2 : tensor<8x9xf64, #CSR>) -> tensor<8x9xf64, #CSR>
  return %r : tensor<8x9xf64, #CSR>
}

// What is filled is known.
// CHECK-LABEL: func.func @filled
func.func @filled(%A: tensor<8x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<8xf64> {
  // CHECK:     tin.compute
  // CHECK-NOT:   = arith.addf
  // CHECK:       tin.yield
  // CHECK:     return
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<8xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<8xf64>) -> tensor<8xf64>
  %r = linalg.matvec ins(%A, %x : tensor<8x4xf64, #CSR>, tensor<4xf64>)
                     outs(%init : tensor<8xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// A window of an operand.
// CHECK-LABEL: func.func @convolution
func.func @convolution(%x: tensor<10xf64>, %f: tensor<3xf64, #level.format<(i) -> (i : compressed)>>,
                       %y: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: %[[SUM:.*]] = tin.affine [1, 1](%{{.*}}, %{{.*}}) plus 0
  // CHECK: tin.access %{{.*}}[%[[SUM]]] : tensor<10xf64>
  %r = linalg.conv_1d
      ins(%x, %f : tensor<10xf64>, tensor<3xf64, #level.format<(i) -> (i : compressed)>>)
      outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// Operations on dense tensors alone are left.
// CHECK-LABEL: func.func @dense
func.func @dense(%A: tensor<8x4xf64>, %x: tensor<4xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: linalg.matvec
  %r = linalg.matvec ins(%A, %x : tensor<8x4xf64>, tensor<4xf64>)
                     outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
}
