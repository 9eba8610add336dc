// RUN: weft-opt %s -weft-unroll-loops -canonicalize -split-input-file -verify-diagnostics | FileCheck %s

// Carried values are passed from copy to copy, and a remainder loop follows. The upper
// bound may be less than the lower bound.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[A:.*]]: memref<?xf64>, %[[LOW:.*]]: index, %[[HIGH:.*]]: index)
// CHECK: %[[END:.*]] = arith.maxsi %[[HIGH]], %[[LOW]]
// CHECK: %[[FIRST:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[FULL:.*]] step %c4 iter_args(
// CHECK-COUNT-4: arith.addf
// CHECK: scf.yield
// CHECK-NOT: weft.loop = {{.*}}unroll
// CHECK: scf.for %{{.*}} = %[[FULL]] to %[[END]] step %c1 iter_args(%{{.*}} = %[[FIRST]])
// CHECK: arith.addf
// CHECK-NOT: arith.addf
// CHECK-NOT: weft.loop = {{.*}}unroll
// CHECK: return
func.func @sum(%a: memref<?xf64>, %low: index, %high: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %low to %high step %c1 iter_args(%acc = %zero) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    %next = arith.addf %acc, %v : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<unroll(4)>}
  return %sum : f64
}

// -----

// No loop remains for a constant number of iterations, also in nested loops.
// CHECK-LABEL: func.func @block(
// CHECK-NOT: scf.for
// CHECK-COUNT-6: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @block(%a: memref<2x3xf64>, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %v, %a[%i, %j] : memref<2x3xf64>
    } {weft.loop = #weft.loop<unroll(3)>}
  } {weft.loop = #weft.loop<unroll(2)>}
  return
}

// -----

// Threads have several iterations each, whose inner loops are jammed.
// CHECK-LABEL: @threads
func.func @threads(%n: index, %m: index, %b: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: scf.for {{.*}} step %c2
  // CHECK:   %[[SUMS:.*]]:2 = scf.for {{.*}} -> (f64, f64) {
  // CHECK:   memref.store %[[SUMS]]#0
  // CHECK:   memref.store %[[SUMS]]#1
  // CHECK: } {weft.loop = #weft.loop<gpu(thread 16)>}
  // CHECK: scf.for {{.*}} step %c1
  // CHECK: } {weft.loop = #weft.loop<gpu(thread 1)>}
  scf.for %k = %c0 to %n step %c1 {
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%s = %zero) -> f64 {
      %at = arith.addi %j, %k : index
      %v = memref.load %b[%at] : memref<?xf64>
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    memref.store %sum, %y[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(thread 32), unroll(2)>}
  return
}

// -----

func.func @many(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot unroll into more than 1024 copies}}
    scf.for %j = %c0 to %n step %c1 {
    } {weft.loop = #weft.loop<unroll(64)>}
  } {weft.loop = #weft.loop<unroll(32)>}
  return
}

// -----

func.func @stride(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{cannot unroll a loop that does not count signed values of type 'index' by one}}
  scf.for %i = %c0 to %n step %c2 {
  } {weft.loop = #weft.loop<unroll(4)>}
  return
}
