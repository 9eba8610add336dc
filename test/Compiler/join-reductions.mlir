// RUN: weft-opt %s -weft-join-reductions -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-join-reductions=strict=true -split-input-file | FileCheck %s --check-prefix=STRICT
// RUN: weft-opt %s -weft-join-reductions -weft-vectorize-loops -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=LANES

// Four steps are taken at once, of which the last overlap with those before. What
// is the same for all of them is loaded once. Fewer than four have the loop that
// they had, whose sums are combined in the same order.
// CHECK-LABEL: func.func @sampled(
// CHECK-SAME: %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index, %{{[^ ]*}}: index, %[[N:[^ ]*]]: index)
// CHECK: %[[LAST:.*]] = arith.subi %[[HIGH]], %c4
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[LAST]], %[[LOW]]
// CHECK: scf.if %[[LONG]] {
// CHECK:   scf.for %[[P:.*]] = %[[LOW]] to %[[HIGH]] step %c4 {
// CHECK:     %[[P0:.*]] = arith.minsi %[[P]], %[[LAST]]
// CHECK:     %[[P1:.*]] = arith.addi %[[P0]], %c1
// CHECK:     %[[P2:.*]] = arith.addi %[[P0]], %c2
// CHECK:     %[[P3:.*]] = arith.addi %[[P0]], %c3
// CHECK:     %[[S:.*]]:4 = scf.for {{.*}} = %c0 to %[[N]] step %c1 iter_args(
// CHECK-COUNT-5: memref.load
// CHECK-NOT:   memref.load
// CHECK:       scf.yield
// CHECK:     } {weft.vector = 0 : i64}
// CHECK:     %[[V:.*]] = arith.mulf %[[S]]#3,
// CHECK:     memref.store %[[V]], %{{.*}}[%[[P3]]]
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %c1 {
// CHECK:     scf.for {{.*}} -> (f64)
// CHECK:     } {weft.vector = 0 : i64}

// STRICT-LABEL: func.func @sampled(
// STRICT-NOT: weft.vector

// The vectors that are not full have a mask, and lanes are combined by halves, for
// four vectors as for one.
// LANES-LABEL: func.func @sampled(
// LANES: %[[ALL:.*]]:4 = scf.for
// LANES-COUNT-5: vector.load
// LANES: %[[REST:.*]]:4 = scf.if
// LANES-COUNT-5: vector.maskedload
// LANES: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf64>
// LANES: vector.shuffle %[[REST]]#0, %[[REST]]#1 [0, 1, 2, 3, 8, 9, 10, 11]
// LANES: vector.shuffle %[[REST]]#0, %[[REST]]#1 [4, 5, 6, 7, 12, 13, 14, 15]
// LANES: vector.shuffle %[[REST]]#2, %[[REST]]#3 [0, 1, 2, 3, 8, 9, 10, 11]
// LANES: vector.shuffle {{.*}} [0, 1, 4, 5, 8, 9, 12, 13]
// LANES: vector.shuffle {{.*}} [2, 3, 6, 7, 10, 11, 14, 15]
// LANES: vector.shuffle {{.*}} [0, 2, 4, 6]
// LANES: vector.shuffle {{.*}} [1, 3, 5, 7]
// LANES: vector.shuffle {{.*}} [0, 1, 2, 3] : vector<8xf64>
// LANES: vector.shuffle {{.*}} [0, 1] : vector<4xf64>
// LANES: vector.shuffle {{.*}} [0] : vector<2xf64>
func.func @sampled(%pattern: memref<?xi32>, %b: memref<?xf64>, %c: memref<?xf64>, %d: memref<?xf64>, %low: index, %high: index, %row: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%high) : memref<?xf64>
  scf.for %p = %low to %high step %c1 {
    %j32 = memref.load %pattern[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %j, %n : index
      %at = arith.addi %above, %k : index
      %in = arith.addi %row, %k : index
      %x = memref.load %c[%in] : memref<?xf64>
      %y = memref.load %d[%at] : memref<?xf64>
      %product = arith.mulf %x, %y : f64
      %next = arith.addf %carried, %product fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %scale = memref.load %b[%p] : memref<?xf64>
    %value = arith.mulf %sum, %scale : f64
    memref.store %value, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Steps that add to what is there may not be done once more, rows of other
// lengths have no loop in common, and elements anywhere are no rows.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: weft.vector
// CHECK: return
func.func @others(%x: memref<?xf64>, %crd: memref<?xindex>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %old = memref.load %a[%p] : memref<?xf64>
    %new = arith.addf %old, %sum : f64
    memref.store %new, %a[%p] : memref<?xf64>
  }
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %p step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %at = memref.load %crd[%k] : memref<?xindex>
      %y = memref.load %x[%at] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  return %a, %b : memref<?xf64>, memref<?xf64>
}

// -----

// The first number that is not zero depends on the order.
// CHECK-LABEL: func.func @first(
// CHECK-NOT: step %c4
// CHECK-NOT: weft.vector
// CHECK: return
func.func @first(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    %first = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %none = arith.cmpf oeq, %carried, %zero : f64
      %next = arith.select %none, %y, %carried : f64
      scf.yield %next : f64
    }
    memref.store %first, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// What steps store before their sums keeps its order.
// CHECK-LABEL: func.func @storesBefore(
// CHECK-NOT: weft.vector
// CHECK: return
func.func @storesBefore(%x: memref<?xf64>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    memref.store %zero, %a[%p] : memref<?xf64>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %p, %n : index
      %at = arith.addi %above, %k : index
      %y = memref.load %x[%at] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  return %a, %b : memref<?xf64>, memref<?xf64>
}
