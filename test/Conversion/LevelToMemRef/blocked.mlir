// A level that stores quotients has as many coordinates as a dimension has
// blocks, the last of which it need not fill, and one that stores remainders as
// many as a block.

// RUN: weft-opt %s --convert-level-to-memref --canonicalize --cse | FileCheck %s

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %{{.*}}: memref<?xi32>{{[^,]*}}, %{{.*}}: memref<?xi32>{{[^,]*}}, %{{.*}}: memref<?xf64>{{[^,]*}})
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[M1:.*]] = arith.addi %[[M]], %[[C1]]
// CHECK: %[[M0:.*]] = arith.divui %[[M1]], %[[C2]]
// CHECK: %[[N1:.*]] = arith.addi %[[N]], %[[C2]]
// CHECK: %[[N0:.*]] = arith.divui %[[N1]], %[[C3]]
// CHECK: return %[[M0]], %[[N0]], %[[C2]], %[[C3]]
func.func @sizes(%A: tensor<?x?xf64, #BCSR>) -> (index, index, index, index) {
  %s = level.open %A : tensor<?x?xf64, #BCSR>
  %0 = level.size %s level 0 : !level.storage<tensor<?x?xf64, #BCSR>>
  %1 = level.size %s level 1 : !level.storage<tensor<?x?xf64, #BCSR>>
  %2 = level.size %s level 2 : !level.storage<tensor<?x?xf64, #BCSR>>
  %3 = level.size %s level 3 : !level.storage<tensor<?x?xf64, #BCSR>>
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @static_sizes
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: return %[[C3]], %[[C2]], %[[C2]], %[[C3]]
func.func @static_sizes(%A: tensor<5x4xf64, #BCSR>) -> (index, index, index, index) {
  %s = level.open %A : tensor<5x4xf64, #BCSR>
  %0 = level.size %s level 0 : !level.storage<tensor<5x4xf64, #BCSR>>
  %1 = level.size %s level 1 : !level.storage<tensor<5x4xf64, #BCSR>>
  %2 = level.size %s level 2 : !level.storage<tensor<5x4xf64, #BCSR>>
  %3 = level.size %s level 3 : !level.storage<tensor<5x4xf64, #BCSR>>
  return %0, %1, %2, %3 : index, index, index, index
}

// A component is at its place in its block.
// CHECK-LABEL: func.func @locate
// CHECK-SAME: %[[Q:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[ROW:.*]] = arith.muli %[[Q]], %[[C2]]
// CHECK: %[[P:.*]] = arith.addi %[[ROW]], %[[I]]
// CHECK: %[[COLUMN:.*]] = arith.muli %[[P]], %[[C3]]
// CHECK: %[[R:.*]] = arith.addi %[[COLUMN]], %[[J]]
// CHECK: return %[[R]]
func.func @locate(%A: tensor<?x?xf64, #BCSR>, %q: index, %i1: index, %j1: index) -> index {
  %c0 = arith.constant 0 : index
  %s = level.open %A : tensor<?x?xf64, #BCSR>
  %p, %f = level.locate %s level 2 under %q coords(%c0, %c0, %i1) : !level.storage<tensor<?x?xf64, #BCSR>>
  %r, %g = level.locate %s level 3 under %p coords(%c0, %c0, %i1, %j1) : !level.storage<tensor<?x?xf64, #BCSR>>
  return %r : index
}
