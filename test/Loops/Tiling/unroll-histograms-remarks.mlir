// RUN: weft-opt %s -weft-unroll-histograms -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @counts(%coords: memref<?xindex>, %counts: memref<?xindex>, %values: memref<?xindex>, %begin: index, %end: index) {
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_histograms {{.*}}Remark="unrolls the histogram loop by a factor of 4"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the increment is not a constant"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %v = memref.load %values[%p] : memref<?xindex>
    %more = arith.addi %n, %v : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the loop stores the counter to another element of {{.*}} than it loads"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%p] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the values that the loop stores to {{.*}} are not counters"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
    memref.store %n, %values[%p] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the loop also contains `arith.muli`"
  scf.for %p = %begin to %end step %c1 {
    %c = memref.load %coords[%p] : memref<?xindex>
    %j = arith.muli %c, %c : index
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the loop increments 2 counters per iteration"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
    %o = memref.load %values[%j] : memref<?xindex>
    %most = arith.addi %o, %c1 : index
    memref.store %most, %values[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the number of loads is 1, not 2 (a coordinate and a counter)"
  scf.for %p = %begin to %end step %c1 {
    %n = memref.load %counts[%p] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%p] : memref<?xindex>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func @forms(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index, %e32: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] unroll_histograms {{.*}}Remark="the loop has iter_args"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %c0) -> (index) {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
    %t = arith.addi %s, %more : index
    scf.yield %t : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the loop has unsigned bounds"
  scf.for unsigned %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the step of the loop is not 1"
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the induction variable is not of type `index`"
  scf.for %q = %c0_i32 to %e32 step %c1_i32 : i32 {
    %p = arith.index_cast %q : i32 to index
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] unroll_histograms {{.*}}Remark="the loop is tagged `parallel` in `weft.loop`"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
