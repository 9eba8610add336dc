// Operations on whole tensors are index notation.

// RUN: weft-opt %s --convert-sparse-tensor-to-tin | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#BSR = #sparse_tensor.encoding<{
  map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

// Zeros of dense operands are not stored.
// CHECK-LABEL: func.func @from_dense
func.func @from_dense(%A: tensor<4x6xf64>) -> tensor<4x6xf64, #CSR> {
  // CHECK: tin.compute ({{.*}}) drop_fill : tensor<4x6xf64, #{{.*}}>
  %B = sparse_tensor.convert %A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  return %B : tensor<4x6xf64, #CSR>
}

// Those that are entries are.
// CHECK-LABEL: func.func @from_sparse
func.func @from_sparse(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64> {
  // CHECK: tin.compute ({{.*}}) : tensor<4x6xf64> {
  %B = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64>
  return %B : tensor<4x6xf64>
}

// Blocks with nothing but zeros are found by a list, which is freed.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%A: tensor<4x6xf64>) -> tensor<4x6xf64, #BSR> {
  // CHECK: %[[LIST:.*]] = tin.compute ({{.*}}) drop_fill : tensor<4x6xf64, #[[COO:.*]]>
  // CHECK: %[[B:.*]] = tin.compute
  // CHECK: tin.access %[[LIST]]
  // CHECK: level.release %[[LIST]]
  // CHECK: return %[[B]]
  %B = sparse_tensor.convert %A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  return %B : tensor<4x6xf64, #BSR>
}

// CHECK-LABEL: func.func @concatenate
// CHECK-SAME:    %[[A:.*]]: tensor<2x6xf64, #{{.*}}>, %[[B:.*]]: tensor<3x6xf64, #{{.*}}>
func.func @concatenate(%A: tensor<2x6xf64, #CSR>, %B: tensor<3x6xf64, #CSR>) -> tensor<5x6xf64, #CSR> {
  // CHECK: %[[SHIFTED:.*]] = tin.affine [1](%[[I:.*]]) plus -2
  // CHECK: %[[SECOND:.*]] = tin.access %[[B]][%[[SHIFTED]]
  // CHECK: %[[FIRST:.*]] = tin.access %[[A]][
  // CHECK: arith.select %{{.*}}, %[[FIRST]], %[[SECOND]]
  %C = sparse_tensor.concatenate %A, %B {dimension = 0 : index}
      : tensor<2x6xf64, #CSR>, tensor<3x6xf64, #CSR> to tensor<5x6xf64, #CSR>
  return %C : tensor<5x6xf64, #CSR>
}

// CHECK-LABEL: func.func @slice
func.func @slice(%A: tensor<8x6xf64, #CSR>) -> tensor<3x2xf64, #CSR> {
  // CHECK: tin.affine [2](%{{.*}}) plus 1
  // CHECK: tin.affine [1](%{{.*}}) plus 3
  %B = tensor.extract_slice %A[1, 3][3, 2][2, 1] : tensor<8x6xf64, #CSR> to tensor<3x2xf64, #CSR>
  return %B : tensor<3x2xf64, #CSR>
}

// At offsets that are not constant, the entries of the slice are inserted.
// CHECK-LABEL: func.func @dynamic_slice
// CHECK-SAME:    %[[A:.*]]: tensor<8x6xf64, #{{.*}}>, %[[I:.*]]: index, %[[STEP:.*]]: index
func.func @dynamic_slice(%A: tensor<8x6xf64, #CSR>, %i: index, %step: index) -> tensor<3x2xf64, #CSR> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<3x2xf64, #{{.*}}>
  // CHECK: %[[ALL:.*]] = sparse_tensor.foreach in %[[A]] init(%[[EMPTY]])
  // CHECK: ^bb0(%[[ROW:.*]]: index, %{{.*}}: index, %[[VALUE:.*]]: f64, %[[SLICE:.*]]: tensor<3x2xf64, #{{.*}}>):
  // CHECK: %[[DISTANCE:.*]] = arith.subi %[[ROW]], %[[I]]
  // CHECK: %[[SLICE_ROW:.*]] = arith.divui %[[DISTANCE]], %[[STEP]]
  // CHECK: scf.if
  // CHECK:   tensor.insert %[[VALUE]] into %[[SLICE]][%[[SLICE_ROW]], %{{.*}}]
  // CHECK: sparse_tensor.load %[[ALL]] hasInserts
  %B = tensor.extract_slice %A[%i, 3][3, 2][%step, 1] : tensor<8x6xf64, #CSR> to tensor<3x2xf64, #CSR>
  return %B : tensor<3x2xf64, #CSR>
}

// CHECK-LABEL: func.func @pad
func.func @pad(%A: tensor<4x6xf64, #CSR>) -> tensor<7x9xf64, #CSR> {
  // CHECK: tin.affine [1](%{{.*}}) plus -1
  // CHECK: tin.affine [1](%{{.*}}) plus -3
  %zero = arith.constant 0.0 : f64
  %B = tensor.pad %A low[1, 3] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<4x6xf64, #CSR> to tensor<7x9xf64, #CSR>
  return %B : tensor<7x9xf64, #CSR>
}

// The elements that a constant lists are entries.
// CHECK-LABEL: func.func @constant
func.func @constant() -> tensor<4x6xf64, #CSR> {
  // CHECK-DAG: arith.constant dense<[0, 2]> : tensor<2xi64>
  // CHECK-DAG: arith.constant dense<[1, 3]> : tensor<2xi64>
  // CHECK-DAG: arith.constant dense<[5, 0]> : tensor<2xi64>
  // CHECK-DAG: arith.constant dense<[0.000000e+00, 7.000000e+00]> : tensor<2xf64>
  // CHECK:     level.from_arrays
  %A = arith.constant sparse<[[3, 0], [1, 5]], [7.0, 0.0]> : tensor<4x6xf64>
  %B = sparse_tensor.convert %A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  return %B : tensor<4x6xf64, #CSR>
}

// A cast between a tensor without a format and one in a dense format does not
// share memory. Sizes change before.
// CHECK-LABEL: func.func @cast
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>
#Dense = #sparse_tensor.encoding<{map = (i) -> (i : dense)}>
func.func @cast(%x: tensor<?xf64>) -> tensor<4xf64, #Dense> {
  // CHECK: %[[SIZED:.*]] = tensor.cast %[[X]] : tensor<?xf64> to tensor<4xf64>
  // CHECK: tin.compute ({{.*}}) : tensor<4xf64, #{{.*}}>
  // CHECK: tin.access %[[SIZED]]
  %y = tensor.cast %x : tensor<?xf64> to tensor<4xf64, #Dense>
  return %y : tensor<4xf64, #Dense>
}

// CHECK-LABEL: func.func @choose
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf64, #{{.*}}>, %[[B:.*]]: tensor<4x6xf64, #{{.*}}>, %[[C:.*]]: i1
func.func @choose(%A: tensor<4x6xf64, #CSR>, %B: tensor<4x6xf64, #CSR>, %c: i1) -> tensor<4x6xf64, #CSR> {
  // CHECK: scf.if %[[C]]
  // CHECK:   scf.yield %[[A]]
  // CHECK:   scf.yield %[[B]]
  %C = arith.select %c, %A, %B : tensor<4x6xf64, #CSR>
  return %C : tensor<4x6xf64, #CSR>
}
