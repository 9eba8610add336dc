// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Both bounds of a part are found by bisection, one after the other.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @rows
// CHECK-SAME:    (%{{.*}}, %[[PART:.*]]: index, %[[M:.*]]: index, %[[N:.*]]: index)
// CHECK:       %[[COUNT:.*]] = arith.muli %[[M]], %[[N]]
// CHECK:       %[[BEFORE:.*]], %{{.*}} = level.pos_bounds
// CHECK:       %[[ALL:.*]], %{{.*}} = level.pos_bounds
// CHECK:       %[[TOTAL:.*]] = arith.subi %[[ALL]], %[[BEFORE]]
// CHECK:       %[[FOUND:.*]]:2 = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[LAST:.*]] = %{{.*}})
// CHECK:         %[[P:.*]] = arith.addi %[[PART]], %[[K]]
// The share is a part of the total, without a product that could be too large.
// CHECK:         %[[EIGHTHS:.*]] = arith.divui %[[TOTAL]], %{{.*}}
// CHECK:         %[[REST:.*]] = arith.remui %[[TOTAL]], %{{.*}}
// CHECK:         arith.muli %[[P]], %[[EIGHTHS]]
// CHECK:         arith.muli %[[P]], %[[REST]]
// CHECK:         %[[TARGET:.*]] = arith.addi %[[BEFORE]], %{{.*}}
// CHECK:         %[[RANGE:.*]]:2 = scf.while (%[[LO:.*]] = %{{.*}}, %[[HI:.*]] = %[[COUNT]])
// CHECK:           arith.cmpi ult, %[[LO]], %[[HI]]
// CHECK:           scf.condition
// CHECK:         ^bb0(%[[LO2:.*]]: index, %[[HI2:.*]]: index):
// CHECK:           %[[MID:.*]] = arith.addi %[[LO2]], %{{.*}}
// CHECK:           arith.divui %[[MID]], %{{.*}}
// CHECK:           %[[WORK:.*]], %{{.*}} = level.pos_bounds
// CHECK:           %[[LESS:.*]] = arith.cmpi ult, %[[WORK]], %[[TARGET]]
// CHECK:           arith.select %[[LESS]], %{{.*}}, %[[LO2]]
// CHECK:           arith.select %[[LESS]], %[[HI2]], %[[MID]]
// The last part goes up to the end, whatever work is left there.
// CHECK:         %[[ISLAST:.*]] = arith.cmpi eq, %[[P]], %{{.*}}
// CHECK:         %[[BOUND:.*]] = arith.select %[[ISLAST]], %[[COUNT]], %[[RANGE]]#0
// CHECK:         scf.yield %[[LAST]], %[[BOUND]]
// CHECK:       return %[[FOUND]]#0, %[[FOUND]]#1
func.func @rows(%A: !level.storage<tensor<?x?xf64, #CSR>>, %part: index, %m: index, %n: index) -> (index, index) {
  %begin, %end = lattice.share %part of 8 in (%m, %n) {
  ^bb0(%i: index, %j: index):
    %b, %e = level.pos_bounds %A level 1 under %i to %i : !level.storage<tensor<?x?xf64, #CSR>>
    lattice.yield %b : index
  }
  return %begin, %end : index, index
}
