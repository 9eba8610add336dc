// RUN: weft-opt %s -weft-lower-tile-tails -canonicalize -split-input-file -verify-diagnostics | FileCheck %s

// The guard of a tile is hoisted out of the loop in which it is invariant.
// CHECK-LABEL: func.func @guard(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf64>, %[[N:.*]]: index, %[[M:.*]]: index, %[[V:.*]]: f64)
// CHECK: scf.for %[[T:.*]] =
// CHECK:   %[[LEFT:.*]] = arith.minsi
// CHECK:   %[[FULL:.*]] = arith.cmpi eq, %[[LEFT]], %c8
// CHECK-NEXT: scf.if %[[FULL]] {
// CHECK-NEXT:   scf.for %{{.*}} = %c0 to %[[M]]
// CHECK-NEXT:     scf.for %{{.*}} = %c0 to %c8 step %c1 {
// CHECK:        memref.store
// CHECK:      } else {
// CHECK-NEXT:   scf.for %{{.*}} = %c0 to %[[M]]
// CHECK-NEXT:     scf.for %{{.*}} = %c0 to %[[LEFT]] step %c1 {
// CHECK:        memref.store
// CHECK-NOT:  weft.loop = {{.*}}guard
// CHECK: return
func.func @guard(%a: memref<?x?xf64>, %n: index, %m: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %n step %c8 {
    %rest = arith.subi %n, %t : index
    scf.for %j = %c0 to %m step %c1 {
      %left = arith.minsi %rest, %c8 : index
      scf.for %i1 = %c0 to %left step %c1 {
        %i = arith.addi %t, %i1 : index
        memref.store %v, %a[%i, %j] : memref<?x?xf64>
      } {weft.loop = #weft.loop<guard(8)>}
    }
  }
  return
}

// -----

// The guard yields the carried values of both versions, and the second loop over the
// tile uses the guard of the first.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %{{.*}}: memref<?xf64>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK: %[[FULL:.*]] = arith.cmpi eq
// CHECK: %[[S:.*]]:2 = scf.if %[[FULL]] -> (f64, f64) {
// CHECK:   scf.for %{{.*}} = %c0 to %[[M]] step %c1 iter_args
// CHECK:   scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// CHECK:   scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %c0 to %[[M]] step %c1 iter_args
// CHECK:   scf.for %{{.*}} = %c0 to %[[N]] step %c1 iter_args
// CHECK:   scf.for %{{.*}} = %c0 to %[[N]] step %c1 iter_args
// CHECK-NOT: scf.for
// CHECK: return
func.func @sums(%a: memref<?xf64>, %n: index, %m: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0:2 = scf.for %j = %c0 to %m step %c1 iter_args(%x = %zero, %y = %zero) -> (f64, f64) {
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f64) {
      %v = memref.load %a[%i] : memref<?xf64>
      %next = arith.addf %acc, %v : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<guard(8)>}
    %2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %y) -> (f64) {
      %v = memref.load %a[%i] : memref<?xf64>
      %next = arith.mulf %acc, %v : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<guard(8)>}
    scf.yield %1, %2 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}

// -----

// Each iteration tests whether it is inside the tile; outside, it keeps the carried
// value.
// CHECK-LABEL: func.func @predicate(
// CHECK-SAME: %[[A:.*]]: memref<?xf64>, %[[N:.*]]: index)
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 iter_args(%[[ACC:.*]] = %cst) -> (f64) {
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[N]]
// CHECK-NEXT: %[[NEXT:.*]] = scf.if %[[IN]] -> (f64) {
// CHECK-NEXT:   memref.load
// CHECK-NEXT:   %[[SUM:.*]] = arith.addf
// CHECK-NEXT:   scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[ACC]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK-NEXT: } {weft.loop = #weft.loop<unroll(4)>}
func.func @predicate(%a: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    %next = arith.addf %acc, %v : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<unroll(4), predicate(8)>}
  return %0 : f64
}

// -----

// CHECK-LABEL: func.func @store(
// CHECK: scf.for %[[I:.*]] = %[[LOW:.*]] to %[[HIGH:.*]] step %c1 {
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[N:.*]]
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT:   memref.store
func.func @store(%a: memref<?xf64>, %low: index, %n: index, %v: f64) {
  %c1 = arith.constant 1 : index
  scf.for %i = %low to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<predicate(8)>}
  return
}

// -----

// Loops with a constant number of iterations need no tail. Vector loops keep their
// tail strategy.
// CHECK-LABEL: func.func @known(
// CHECK-NOT: scf.if
// CHECK: {weft.loop = #weft.loop<vector(8), guard(8)>}
// CHECK-NOT: scf.if
// CHECK: return
func.func @known(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<predicate(8)>}
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<guard(8)>}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(8), guard(8)>}
  return
}

// -----

func.func @steps_of_two(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{cannot end a tile of a loop that does not count signed values of type 'index' by one}}
  scf.for %i = %c0 to %n step %c2 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<guard(8)>}
  return
}

// -----

// A loop without side effects is hoisted out of the enclosing loop with its guard.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: weft.loop = {{.*}}guard
// CHECK: arith.muli
func.func @nothing(%rows: index, %n: index, %count: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %count) -> index {
    scf.for %l = %c0 to %n step %c1 {
      %x = arith.addi %l, %n : index
    } {weft.loop = #weft.loop<guard(4)>}
    %t = arith.muli %s, %n : index
    scf.yield %t : index
  }
  return %r : index
}
