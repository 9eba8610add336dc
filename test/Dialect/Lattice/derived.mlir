// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Variables that derive from others, and segments that span several levels.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
#CSF = #level.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// A region gets the original coordinate before that of the variable.
// CHECK-LABEL: func @tile
// CHECK-SAME:    %[[TILE:[a-z0-9]+]]: index, %[[SIZE:[a-z0-9]+]]: index)
func.func @tile(%b: !level.storage<tensor<?xf64, #Sparse>>, %w: !level.storage<tensor<?xf64>>, %tile: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      lattice.coiterate "j1" original ("j") from %[[TILE]] in %{{.*}} to %[[SIZE]] windowed over (b1 = %{{.*}} level 0 under %{{.*}} to %{{.*}} coords() : !level.storage<tensor<?xf64, #{{.*}}>>, w1 = %{{.*}} level 0 along ("j1") under %{{.*}} to %{{.*}} coords() : !level.storage<tensor<?xf64>>) {
  // CHECK-NEXT:   point [b1 | w1] {
  // CHECK-NEXT:   ^bb0(%[[J:j]]: index, %[[J1:j1]]: index, %[[PB:pb1]]: index, %{{pw1}}: index):
  // CHECK-NEXT:     arith.subi %[[J]], %[[J1]]
  lattice.coiterate "j1" original ("j") from %tile in %c0 to %size windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            w1 = %w level 0 along ("j1") under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [b1 | w1] {
    ^bb0(%j: index, %j1: index, %pb: index, %pw: index):
      %0 = arith.subi %j, %j1 : index
    }
  }
  return
}

// The position of the last level is a range if this level is not unique.
// CHECK-LABEL: func @collapse
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index)
func.func @collapse(%B: !level.storage<tensor<?x?xf64, #COO>>, %C: !level.storage<tensor<?x?xf64, #List>>, %D: !level.storage<tensor<?x?xf64, #CSR>>, %m: index, %n: index, %mn: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      lattice.coiterate "f" original ("i", "j") of (%[[M]], %[[N]]) in %{{.*}} to %{{.*}} over (B12 = %{{.*}} level 0 to 1 under %{{.*}} to %{{.*}} coords() : {{.*}}, C12 = %{{.*}} level 0 to 1 under {{.*}}, D21 = %{{.*}} level 0 to 1 along ("j", "i") searched under {{.*}}) {
  // CHECK-NEXT:   point [B12, C12, U | D21] {
  // CHECK-NEXT:   ^bb0(%{{i}}: index, %{{j}}: index, %{{f}}: index, %{{pB12}}: index, %{{pC12}}: index, %{{pC12_end}}: index, %{{pD21}}: index):
  // CHECK-NEXT:   }
  // CHECK-NEXT:   point [B12, U] {
  // CHECK-NEXT:   ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
  lattice.coiterate "f" original ("i", "j") of (%m, %n) in %c0 to %mn
      over (B12 = %B level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>,
            C12 = %C level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #List>>,
            D21 = %D level 0 to 1 along ("j", "i") searched under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [B12, C12, U | D21] {
    ^bb0(%i: index, %j: index, %f: index, %pB: index, %pC: index, %qC: index, %pD: index):
    }
    point [B12, U] {
    ^bb0(%i: index, %j: index, %f: index, %pB: index):
    }
  }
  return
}

// Positions, here of the lower levels of a tensor.
// CHECK-LABEL: func @positions
func.func @positions(%A: !level.storage<tensor<?x?x?xf64, #CSF>>, %x: !level.storage<tensor<?xf64, #Sparse>>, %base: index, %i: index, %lo: index, %hi: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %next = arith.addi %i, %c1 : index
  // CHECK:      lattice.coiterate "p1" positions of A23 original ("j", "k") from %{{.*}} in %{{.*}} to %{{.*}} over (A23 = %{{.*}} level 1 to 2 under %{{.*}} to %{{.*}} coords(%{{.*}}) : {{.*}}, x1 = %{{.*}} level 0 along ("k") searched under {{.*}}) carry (%{{.*}} : f64) {
  // CHECK-NEXT:   point [A23 | x1] {
  // CHECK-NEXT:   ^bb0(%{{j}}: index, %{{k}}: index, %{{p1}}: index, %{{pA23}}: index, %{{px1}}: index, %[[ACC:.*]]: f64):
  // CHECK-NEXT:     lattice.yield %[[ACC]] : f64
  %r = lattice.coiterate "p1" positions of A23 original ("j", "k") from %base in %lo to %hi
      over (A23 = %A level 1 to 2 under %i to %next coords(%i) : !level.storage<tensor<?x?x?xf64, #CSF>>,
            x1 = %x level 0 along ("k") searched under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%zero : f64) {
    point [A23 | x1] {
    ^bb0(%j: index, %k: index, %p1: index, %pA: index, %px: index, %acc: f64):
      lattice.yield %acc : f64
    }
  }
  return %r : f64
}

// What is searched is located in by a guarded coiteration as well.
// CHECK-LABEL: func @guarded
func.func @guarded(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #Sparse>>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      lattice.coiterate "p" positions of A12 original ("i", "j") in %{{.*}} to %{{.*}} guarded over
  // CHECK-NEXT:   points [A12 | x1], [A12] {
  // CHECK-NEXT:   ^bb0(%{{i}}: index, %{{j}}: index, %{{p}}: index, %{{pA12}}: index, %{{hasA12}}: i1, %{{px1}}: index, %{{hasx1}}: i1):
  lattice.coiterate "p" positions of A12 original ("i", "j") in %lo to %hi guarded
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            x1 = %x level 0 along ("j") searched under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    points [A12 | x1], [A12] {
    ^bb0(%i: index, %j: index, %p: index, %pA: index, %hasA: i1, %px: index, %hasx: i1):
    }
  }
  return
}
