// RUN: weft-opt %s -weft-unroll-histograms -split-input-file | FileCheck %s

// A loop that increments counters at loaded coordinates is tagged to be unrolled by 4.
// CHECK-LABEL: func.func @counts(
// CHECK: scf.for
// CHECK: } {weft.loop = #weft.loop<unroll(4)>}
func.func @counts(%coords: memref<?xi32>, %counts: memref<?xi32>, %begin: index, %end: index) {
  %c1 = arith.constant 1 : index
  scf.for %p = %begin to %end step %c1 {
    %c = memref.load %coords[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %next = arith.addi %j, %c1 : index
    %n = memref.load %counts[%next] : memref<?xi32>
    %count = arith.index_cast %n : i32 to index
    %more = arith.addi %count, %c1 : index
    %m = arith.index_cast %more : index to i32
    memref.store %m, %counts[%next] : memref<?xi32>
  }
  return
}

// -----

// Loops that add a loaded value, store to another element, carry a value, or are
// parallel are not tagged.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: weft.loop = {{.*}}unroll
// CHECK: return
func.func @others(%coords: memref<?xindex>, %counts: memref<?xindex>, %values: memref<?xindex>, %begin: index, %end: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %v = memref.load %values[%p] : memref<?xindex>
    %more = arith.addi %n, %v : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%p] : memref<?xindex>
  }
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %c0) -> (index) {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
    %t = arith.addi %s, %more : index
    scf.yield %t : index
  }
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %sum : index
}
