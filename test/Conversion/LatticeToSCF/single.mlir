// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Points with one iterator: a for loop over coordinates or positions.

#Vector = #level.format<(i) -> (i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonordered))>

// The rows of CSR: the universe is iterated, the level located in. It is full,
// so that the region needs no test.
// CHECK-LABEL: func @universe_and_locator
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[LOWER:.*]]: index, %[[UPPER:.*]]: index)
func.func @universe_and_locator(%A: !level.storage<tensor<?x?xf64, #CSR>>, %lower: index, %upper: index) {
  // CHECK:      %[[C0:.*]] = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NEXT: %{{.*}} = arith.constant 1 : index
  // CHECK-NEXT: %[[STEP:.*]] = arith.constant 1 : index
  // CHECK-NEXT: scf.for %[[I:.*]] = %[[LOWER]] to %[[UPPER]] step %[[STEP]] {
  // CHECK-NEXT:   %[[P:.*]], %{{.*}} = level.locate %[[A]] level 0 under %[[C0]] coords(%[[I]])
  // CHECK-NEXT:   func.call @use(%[[I]], %[[P]])
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  lattice.coiterate "i" in %lower to %upper
      over (A1 = %A level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [U | A1] {
    ^bb0(%i: index, %p: index):
      func.call @use(%i, %p) : (index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func @positions
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[I:.*]]: index, %[[PI:.*]]: index, %[[N:.*]]: index)
func.func @positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %i: index, %p: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[END:.*]] = arith.addi %[[PI]]
  // CHECK-NEXT: %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[A]] level 1 under %[[PI]] to %[[END]]
  // CHECK:      scf.for %[[P:.*]] = %[[B]] to %[[E]] step %{{.*}} {
  // CHECK-NEXT:   %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 1 at %[[P]] coords(%[[I]])
  // CHECK-NEXT:   func.call @use(%[[J]], %[[P]])
  // CHECK-NEXT: }
  %end = arith.addi %p, %c1 : index
  lattice.coiterate "j" in %c0 to %n
      over (A2 = %A level 1 under %p to %end coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A2] {
    ^bb0(%j: index, %pA: index):
      func.call @use(%j, %pA) : (index, index) -> ()
    }
  }
  return
}

// A single iterator need not be ordered.
// CHECK-LABEL: func @unordered
// CHECK:         scf.for
// CHECK-NEXT:      level.pos_access
// CHECK-NEXT:      func.call @use
// CHECK-NEXT:    }
func.func @unordered(%b: !level.storage<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>) {
    point [b1] {
    ^bb0(%i: index, %p: index):
      func.call @use(%i, %p) : (index, index) -> ()
    }
  }
  return
}

// Sparse times dense: iterate over the one, locate in the other, carry a sum.
// CHECK-LABEL: func @iterate_and_locate
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<tensor<?xf64>>, %{{.*}}: index, %[[INIT:.*]]: f64)
func.func @iterate_and_locate(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[SUM:.*]] = scf.for %[[PB:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f64) {
  // CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB]] coords()
  // CHECK-NEXT:   %[[PC:.*]], %{{.*}} = level.locate %[[C]] level 0 under %{{.*}} coords(%[[I]])
  // CHECK-NEXT:   %[[VB:.*]] = level.load %[[B]][%[[PB]]]
  // CHECK-NEXT:   %[[VC:.*]] = level.load %[[C]][%[[PC]]]
  // CHECK-NEXT:   %[[V:.*]] = arith.mulf %[[VB]], %[[VC]]
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.addf %[[ACC]], %[[V]]
  // CHECK-NEXT:   scf.yield %[[NEXT]] : f64
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[SUM]]
  %sum = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>)
      carry (%init : f64) {
    point [b1 | c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: f64):
      %vb = level.load %b[%pb] : !level.storage<tensor<?xf64, #Vector>>
      %vc = level.load %c[%pc] : !level.storage<tensor<?xf64>>
      %v = arith.mulf %vb, %vc : f64
      %next = arith.addf %acc, %v : f64
      lattice.yield %next : f64
    }
  }
  return %sum : f64
}

// A domain of broadcast operands only.
// CHECK-LABEL: func @universe
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:      func.call @use(%[[I]], %[[I]])
func.func @universe(%lower: index, %upper: index) {
  lattice.coiterate "i" in %lower to %upper over () {
    point [U] {
    ^bb0(%i: index):
      func.call @use(%i, %i) : (index, index) -> ()
    }
  }
  return
}

// CHECK: func private @use
func.func private @use(index, index)
