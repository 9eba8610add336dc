// RUN: weft-opt %s -level-hoist-atomic-updates -split-input-file | FileCheck %s

!state = !level.builder<tensor<?xf64>>

// The entries of a row are summed, and the component is updated once.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[BEGIN:[^ ]*]]: index, %[[END:[^ ]*]]: index, %[[I:[^ ]*]]: index, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[S:[^ ]*]]: !level.builder
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f64
// CHECK: %[[SUM:.*]] = scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %{{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f64)
// CHECK:   %[[V:.*]] = memref.load %[[VALUES]][%[[P]]]
// CHECK:   %[[NEXT:.*]] = arith.addf %[[ACC]], %[[V]] fastmath<reassoc> : f64
// CHECK:   scf.yield %[[NEXT]]
// CHECK: } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]] : index
// CHECK: %[[RESULT:.*]] = scf.if %[[ANY]] -> (!level.builder
// CHECK:   %[[POSITION:.*]], %{{.*}} = level.locate %[[S]] level 0 under %{{.*}} coords(%[[I]])
// CHECK:   %[[UPDATED:.*]] = level.atomic_update {
// CHECK:   } %[[SUM]], %[[S]][%[[POSITION]]]
// CHECK:   scf.yield %[[UPDATED]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: return %[[RESULT]]
func.func @row(%begin: index, %end: index, %i: index, %values: memref<?xf64>, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %begin to %end step %c1 iter_args(%t = %s) -> (!state) {
    %position, %found = level.locate %t level 0 under %c0 coords(%i) : !state
    %v = memref.load %values[%p] : memref<?xf64>
    %u = level.atomic_update {
    ^bb0(%a: f64, %b: f64):
      %sum = arith.addf %a, %b fastmath<reassoc> : f64
      level.yield %sum : f64
    } %v, %t[%position] : f64, !state
    scf.yield %u : !state
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %r : !state
}

// -----

!state = !level.builder<tensor<?xi64>>

// Two nested loops update one component: it is updated after both, if there was
// an iteration of the inner loop.
// CHECK-LABEL: func.func @nest(
// CHECK-SAME: %[[N:[^ ]*]]: index, %{{.*}}: index, %[[V:[^ ]*]]: i64
// CHECK:   %[[OUTER:.*]]:2 = scf.for %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[ANY:.*]] = %false) -> (i64, i1)
// CHECK:     %[[INNER:.*]] = scf.for
// CHECK:     %[[HAS:.*]] = arith.cmpi sgt, %[[N]], %{{.*}} : index
// CHECK:     %[[SUM:.*]] = arith.addi %[[ACC]], %[[INNER]] : i64
// CHECK:     %[[SELECTED:.*]] = arith.select %[[HAS]], %[[SUM]], %[[ACC]] : i64
// CHECK:     %[[SOME:.*]] = arith.ori %[[ANY]], %[[HAS]] : i1
// CHECK:     scf.yield %[[SELECTED]], %[[SOME]] : i64, i1
// CHECK:   scf.if %[[OUTER]]#1
// CHECK-NEXT: level.atomic_update arith.addi %[[OUTER]]#0
func.func @nest(%n: index, %position: index, %v: i64, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (!state) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%w = %t) -> (!state) {
      %u = level.atomic_update arith.addi %v, %w[%position] : i64, !state
      scf.yield %u : !state
    }
    scf.yield %q : !state
  }
  return %r : !state
}

// -----

!state = !level.builder<tensor<?xf64>>

// Sums that keep their order, components that differ between iterations, builders
// that the loop uses otherwise, and parallel loops are left.
// CHECK-LABEL: func.func @strict(
// CHECK: scf.for
// CHECK: level.atomic_update arith.addf
// CHECK: scf.yield
func.func @strict(%n: index, %position: index, %v: f64, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (!state) {
    %u = level.atomic_update arith.addf %v, %t[%position] : f64, !state
    scf.yield %u : !state
  }
  return %r : !state
}

// -----

!state = !level.builder<tensor<?xi64>>

// CHECK-LABEL: func.func @differ(
// CHECK: scf.for
// CHECK: level.atomic_update
// CHECK: scf.yield
func.func @differ(%n: index, %v: i64, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (!state) {
    %position, %found = level.locate %t level 0 under %c0 coords(%i) : !state
    %u = level.atomic_update arith.addi %v, %t[%position] : i64, !state
    scf.yield %u : !state
  }
  return %r : !state
}

// CHECK-LABEL: func.func @read(
// CHECK: scf.for
// CHECK: level.atomic_update
// CHECK: scf.yield
func.func @read(%n: index, %position: index, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (!state) {
    %v = level.load %t[%i] : !state
    %u = level.atomic_update arith.addi %v, %t[%position] : i64, !state
    scf.yield %u : !state
  }
  return %r : !state
}

// CHECK-LABEL: func.func @parallel(
// CHECK: scf.for
// CHECK: level.atomic_update
// CHECK: scf.yield
func.func @parallel(%n: index, %position: index, %v: i64, %s: !state) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (!state) {
    %u = level.atomic_update arith.addi %v, %t[%position] : i64, !state
    scf.yield %u : !state
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !state
}

// -----

!state = !level.builder<tensor<?xi64>>

// A loop that updates two builders carries two sums.
// CHECK-LABEL: func.func @two(
// CHECK:   %[[SUMS:.*]]:2 = scf.for {{.*}} -> (i64, i64)
// CHECK-DAG: level.atomic_update arith.addi %[[SUMS]]#0
// CHECK-DAG: level.atomic_update arith.addi %[[SUMS]]#1
// CHECK:   return
func.func @two(%n: index, %position: index, %v: i64, %s: !state, %t: !state) -> (!state, !state) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s, %b = %t) -> (!state, !state) {
    %u = level.atomic_update arith.addi %v, %a[%position] : i64, !state
    %w = level.atomic_update arith.addi %v, %b[%position] : i64, !state
    scf.yield %u, %w : !state, !state
  }
  return %r#0, %r#1 : !state, !state
}
