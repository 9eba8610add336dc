// RUN: weft-opt %s -weft-lower-tile-tails -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The guard leaves the loop over %j, in which the width of the tile is
// invariant, but not the loop over %t, which computes it.
// CHECK-NOT: Remark=
func.func @guard(%a: memref<?x?xf64>, %n: index, %m: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: remarks.mlir:[[@LINE+7]]:7: remark: [Passed] lower_tile_tails {{.*}}Remark="versions the loop for full tiles of 8 iterations"
  // CHECK: remarks.mlir:[[@LINE+5]]:5: remark: [Passed] lower_tile_tails {{.*}}Remark="hoists the guard for a full tile out of the loop"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] lower_tile_tails {{.*}}Remark="the guard for a full tile is not hoisted: the loop computes the tile width"
  scf.for %t = %c0 to %n step %c8 {
    %rest = arith.subi %n, %t : index
    %left = arith.minsi %rest, %c8 : index
    scf.for %j = %c0 to %m step %c1 {
      scf.for %i1 = %c0 to %left step %c1 {
        %i = arith.addi %t, %i1 : index
        memref.store %v, %a[%i, %j] : memref<?x?xf64>
      } {weft.loop = #weft.loop<guard(8)>}
    }
  }
  return
}

// -----

// The second loop is inside the guard of the first, once for each case.
// CHECK-NOT: Remark=
func.func @sums(%a: memref<?xf64>, %n: index, %m: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: remarks.mlir:[[@LINE+5]]:{{.*}}: remark: [Passed] lower_tile_tails {{.*}}Remark="versions the loop for full tiles of 8 iterations"
  // CHECK: remarks.mlir:[[@LINE+3]]:{{.*}}: remark: [Passed] lower_tile_tails {{.*}}Remark="hoists the guard for a full tile out of the loop"
  // CHECK: remarks.mlir:[[@LINE+8]]:{{.*}}: remark: [Passed] lower_tile_tails {{.*}}Remark="sets 8 iterations, since an enclosing guard selects this loop for full tiles"
  // CHECK: remarks.mlir:[[@LINE+7]]:{{.*}}: remark: [Missed] lower_tile_tails {{.*}}Remark="an enclosing guard selects this loop for partial tiles"
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

// CHECK-NOT: Remark=
func.func @predicate(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] lower_tile_tails {{.*}}Remark="predicates each of the 8 iterations of a full tile"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<predicate(8)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] lower_tile_tails {{.*}}Remark="the loop has a constant trip count (3)"
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<predicate(8)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] lower_tile_tails {{.*}}Remark="the loop has a constant trip count (3)"
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<guard(8)>}
  return
}

// -----

// CHECK-NOT: Remark=
func.func @around(%a: memref<?xf64>, %n: index, %m: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+3]]:5: remark: [Passed] lower_tile_tails {{.*}}Remark="versions the loop for full tiles of 8 iterations"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] lower_tile_tails {{.*}}Remark="the guard for a full tile is not hoisted out of a parallel loop"
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<guard(8)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  // CHECK: remarks.mlir:[[@LINE+3]]:5: remark: [Passed] lower_tile_tails {{.*}}Remark="versions the loop for full tiles of 4 iterations"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] lower_tile_tails {{.*}}Remark="the guard for a full tile is not hoisted out of a loop tagged `vector` or `gpu`"
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<guard(4)>}
  } {weft.loop = #weft.loop<vector(4)>}
  return
}
