// RUN: weft-opt %s -weft-prefetch=only=prefetch_strided_gathers -canonicalize -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-prefetch=only=prefetch_gathers -canonicalize -split-input-file | FileCheck %s --check-prefix=EACH

// A loop with a step of two positions that contains prefetches also prefetches
// the first indirect load of each array, 256 positions ahead, if the array is
// large and samples show no reuse.
// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[DENSE:[^ ]*]]: memref<?xf64>
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %{{.*}}, %c1024
// CHECK: %[[LENGTH:.*]] = memref.dim %[[DENSE]]
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %[[LENGTH]], %c131072
// CHECK: %[[LARGE:.*]] = arith.andi %[[MANY]], %[[ENOUGH]]
// CHECK-NEXT: %[[FAR:.*]] = scf.if %[[LARGE]] -> (i1) {
// CHECK: scf.if %[[FAR]] -> (f64) {
// CHECK:   scf.for %[[P:.*]] = %{{.*}} step %c2
// CHECK:     %[[LAST:.*]] = arith.subi %{{.*}}, %c1
// CHECK:     %[[FURTHER:.*]] = arith.addi %[[P]], %c256
// CHECK:     %[[AHEAD:.*]] = arith.minsi %[[FURTHER]], %[[LAST]]
// CHECK:     memref.prefetch %[[VALUES]]
// CHECK:     %[[J:.*]] = memref.load %[[CRD]][%[[AHEAD]]]
// CHECK:     %[[JI:.*]] = arith.index_cast %[[J]]
// CHECK:     memref.prefetch %[[DENSE]][%[[JI]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK:     scf.yield
// CHECK: } else {
// CHECK:   scf.for
// CHECK:     memref.prefetch %[[VALUES]]
// CHECK-NOT: memref.prefetch
// CHECK: return

// `prefetch_gathers` does not apply to this loop.
// EACH-LABEL: func.func @steps(
// EACH: memref.prefetch
// EACH-NOT: memref.prefetch
// EACH: return
func.func @steps(%crd: memref<?xi32>, %values: memref<?xf64>, %dense: memref<?xf64>, %begin: index, %end: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %p = %begin to %end step %c2 iter_args(%s = %zero) -> (f64) {
    %further = arith.addi %p, %c512 : index
    memref.prefetch %values[%further], read, locality<3>, data : memref<?xf64>
    %q = arith.addi %p, %c1 : index
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %k32 = memref.load %crd[%q] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %k = arith.index_cast %k32 : i32 to index
    %x = memref.load %dense[%j] : memref<?xf64>
    %y = memref.load %dense[%k] : memref<?xf64>
    %a = memref.load %values[%p] : memref<?xf64>
    %b = memref.load %values[%q] : memref<?xf64>
    %ax = arith.mulf %a, %x : f64
    %by = arith.mulf %b, %y : f64
    %sa = arith.addf %s, %ax : f64
    %sb = arith.addf %sa, %by : f64
    scf.yield %sb : f64
  }
  return %sum : f64
}

// -----

// No prefetches in loops without other prefetches, and in loops with step one.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memref.prefetch %{{.*}}, read, locality<3>
// CHECK: return
func.func @others(%crd: memref<?xi32>, %values: memref<?xf64>, %dense: memref<?xf64>, %begin: index, %end: index) -> (f64, f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f64
  %near = scf.for %p = %begin to %end step %c2 iter_args(%s = %zero) -> (f64) {
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %x = memref.load %dense[%j] : memref<?xf64>
    %sx = arith.addf %s, %x : f64
    scf.yield %sx : f64
  }
  %single = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %further = arith.addi %p, %c512 : index
    memref.prefetch %values[%further], read, locality<2>, data : memref<?xf64>
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %x = memref.load %dense[%j] : memref<?xf64>
    %sx = arith.addf %s, %x : f64
    scf.yield %sx : f64
  }
  return %near, %single : f64, f64
}

// -----

// Two arrays are prefetched, each once. The array that the function writes is
// not.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi16>, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>, %[[Y:[^ ]*]]: memref<?xf64>, %[[Z:[^ ]*]]: memref<?xf64>
// CHECK: scf.for
// CHECK: memref.prefetch %[[VALUES]]
// CHECK-NOT: memref.prefetch %[[Z]]
// CHECK: memref.prefetch %[[X]]
// CHECK-NOT: memref.prefetch %[[Z]]
// CHECK: memref.prefetch %[[Y]]
// CHECK-NOT: memref.prefetch %[[Z]]
// CHECK: } else {
func.func @two(%crd: memref<?xi16>, %values: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %begin: index, %end: index) -> f64 {
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f64
  memref.store %zero, %z[%begin] : memref<?xf64>
  %sum = scf.for %p = %begin to %end step %c2 iter_args(%s = %zero) -> (f64) {
    %further = arith.addi %p, %c512 : index
    memref.prefetch %values[%further], read, locality<3>, data : memref<?xf64>
    %j16 = memref.load %crd[%p] : memref<?xi16>
    %j = arith.index_cast %j16 : i16 to index
    %a = memref.load %x[%j] : memref<?xf64>
    %b = memref.load %y[%j] : memref<?xf64>
    %c = memref.load %z[%j] : memref<?xf64>
    %sa = arith.addf %s, %a : f64
    %sb = arith.addf %sa, %b : f64
    %sc = arith.addf %sb, %c : f64
    scf.yield %sc : f64
  }
  return %sum : f64
}
