// RUN: weft-opt %s | weft-opt | FileCheck %s

// A part of an iteration space that has its share of the work.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @rows
// CHECK:       %begin, %end = lattice.share %{{.*}} of 8 in(%{{.*}}, %{{.*}}) {
// CHECK-NEXT:  ^bb0(%[[I:.*]]: index, %{{.*}}: index):
// CHECK-NEXT:    %[[FIRST:.*]], %{{.*}} = level.pos_bounds %{{.*}} level 1 under %[[I]] to %[[I]]
// CHECK-NEXT:    lattice.yield %[[FIRST]] : index
// CHECK-NEXT:  }
func.func @rows(%A: !level.storage<tensor<?x?xf64, #CSR>>, %part: index, %m: index, %n: index) -> (index, index) {
  %begin, %end = lattice.share %part of 8 in (%m, %n) {
  ^bb0(%i: index, %j: index):
    %b, %e = level.pos_bounds %A level 1 under %i to %i : !level.storage<tensor<?x?xf64, #CSR>>
    lattice.yield %b : index
  }
  return %begin, %end : index, index
}
