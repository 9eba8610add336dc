// RUN: weft-opt %s -weft-fold-counters -split-input-file | FileCheck %s

// Counters of nested loops are computed before the loops. The loop still carries the
// sum.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf64>, %[[N:[^ ]*]]: index, %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index, %[[INIT:[^ ]*]]: index
// CHECK: %[[INNER:.*]] = arith.maxsi %[[N]], %c0{{.*}} : index
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[HIGH]], %[[LOW]] : index
// CHECK: %[[OUTER:.*]] = arith.maxsi %[[DISTANCE]], %c0{{.*}} : index
// CHECK: %[[ADDED:.*]] = arith.muli %[[OUTER]], %[[INNER]] : index
// CHECK: %[[COUNT:.*]] = arith.addi %[[INIT]], %[[ADDED]] : index
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %c1 iter_args(%{{.*}} = %{{.*}}) -> (f64) {
// CHECK:   scf.for %{{.*}} = %c0 to %[[N]] step %c1 {
// CHECK:   } {weft.loop = #weft.loop<vector(8)>}
// CHECK:   scf.yield %{{.*}} : f64
// CHECK: return %[[COUNT]], %[[SUM]] : index, f64
func.func @nested(%a: memref<?xf64>, %n: index, %low: index, %high: index, %init: index) -> (index, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %k = %low to %high step %c1 iter_args(%count = %init, %sum = %zero) -> (index, f64) {
    %inside = scf.for %l = %c0 to %n step %c1 iter_args(%carried = %count) -> (index) {
      memref.store %zero, %a[%l] : memref<?xf64>
      %next = arith.addi %carried, %c1 : index
      scf.yield %next : index
    } {weft.loop = #weft.loop<vector(8)>}
    %x = memref.load %a[%k] : memref<?xf64>
    %more = arith.addf %sum, %x : f64
    scf.yield %inside, %more : index, f64
  }
  return %r#0, %r#1 : index, f64
}

// -----

// The loop keeps counters that its body reads, that some iterations increment, that
// are incremented by loaded values or that are of another type than index, and
// counters of loops with a step of 2.
// CHECK-LABEL: func.func @counted(
// CHECK-COUNT-5: scf.for {{.*}} iter_args
// CHECK: return
func.func @counted(%a: memref<?xindex>, %n: index, %c: i1) -> (index, index, index, i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %used = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    memref.store %count, %a[%k] : memref<?xindex>
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  %some = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %more = scf.if %c -> (index) {
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    } else {
      scf.yield %count : index
    }
    scf.yield %more : index
  }
  %read = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %x = memref.load %a[%k] : memref<?xindex>
    %next = arith.addi %count, %x : index
    scf.yield %next : index
  }
  %number = scf.for %k = %c0 to %n step %c1 iter_args(%count = %one) -> (i64) {
    %next = arith.addi %count, %one : i64
    scf.yield %next : i64
  }
  %strided = scf.for %k = %c0 to %n step %c2 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  return %used, %some, %read, %number, %strided : index, index, index, i64, index
}

// -----

// Invariant values that each iteration yields are selected before the loop, if it has
// an iteration.
// CHECK-LABEL: func.func @left(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf64>, %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index, %[[X:[^ ]*]]: f64, %[[INIT:[^ ]*]]: f64
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[LOW]], %[[HIGH]] : index
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[LOW]], %[[HIGH]] : index
// CHECK: %[[LEFT:.*]] = arith.select %[[MORE]], %[[X]], %[[INIT]] : f64
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f64) {
// CHECK: return %[[SUM]], %[[ANY]], %[[LEFT]]
func.func @left(%a: memref<?xf64>, %low: index, %high: index, %x: f64, %init: f64) -> (f64, i1, f64) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %r:3 = scf.for %k = %low to %high step %c1 iter_args(%sum = %zero, %any = %false, %left = %init) -> (f64, i1, f64) {
    %y = memref.load %a[%k] : memref<?xf64>
    %more = arith.addf %sum, %y : f64
    scf.yield %more, %true, %x : f64, i1, f64
  }
  return %r#0, %r#1, %r#2 : f64, i1, f64
}

// -----

// The loop carries values that its body reads or computes.
// CHECK-LABEL: func.func @read(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i1, f64) {
func.func @read(%a: memref<?xf64>, %low: index, %high: index, %init: f64) -> (i1, f64) {
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %r:2 = scf.for %k = %low to %high step %c1 iter_args(%any = %false, %left = %init) -> (i1, f64) {
    scf.if %any {
      memref.store %init, %a[%k] : memref<?xf64>
    }
    %y = memref.load %a[%k] : memref<?xf64>
    scf.yield %true, %y : i1, f64
  }
  return %r#0, %r#1 : i1, f64
}
