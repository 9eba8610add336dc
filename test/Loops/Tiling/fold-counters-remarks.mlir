// RUN: weft-opt %s -weft-fold-counters -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @folded(%a: memref<?xf64>, %low: index, %high: index, %x: f64) -> (index, f64, f64) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Passed] fold_counters {{.*}}Remark="computes the counter in iter_arg #0 before the loop"
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] fold_counters {{.*}}Remark="computes the invariant value of iter_arg #1 before the loop"
  %r:3 = scf.for %k = %low to %high step %c1 iter_args(%count = %low, %last = %zero, %sum = %zero) -> (index, f64, f64) {
    %y = memref.load %a[%k] : memref<?xf64>
    %next = arith.addi %count, %c1 : index
    %more = arith.addf %sum, %y : f64
    scf.yield %next, %x, %more : index, f64, f64
  }
  return %r#0, %r#1, %r#2 : index, f64, f64
}

// -----

// CHECK-NOT: Remark=
func.func @uses(%a: memref<?xindex>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="iter_arg #0 has uses other than its increment"
  %used = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    memref.store %count, %a[%k] : memref<?xindex>
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the increment of the sum stored to argument 0 in iter_arg #0 has uses other than the yield"
  %next_used = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    memref.store %next, %a[%k] : memref<?xindex>
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="iter_arg #0 is incremented conditionally"
  %some = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %more = scf.if %c -> (index) {
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    } else {
      scf.yield %count : index
    }
    scf.yield %more : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the counter of elements stored to argument 0 in iter_arg #0 is incremented conditionally"
  %stored = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %more = scf.if %c -> (index) {
      memref.store %k, %a[%count] : memref<?xindex>
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    } else {
      scf.yield %count : index
    }
    scf.yield %more : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the increment of iter_arg #0 depends on the iteration or on memory"
  %read = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %x = memref.load %a[%k] : memref<?xindex>
    %next = arith.addi %count, %x : index
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="iter_arg #0 has uses in the loop, although an invariant value is yielded for it"
  %any = scf.for %k = %c0 to %n step %c1 iter_args(%before = %false) -> (i1) {
    scf.if %before {
      memref.store %k, %a[%k] : memref<?xindex>
    }
    scf.yield %true : i1
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func @forms(%n: index, %n32: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="iter_arg #0 is not of type `index`"
  %number = scf.for %k = %c0 to %n step %c1 iter_args(%count = %one) -> (i64) {
    %next = arith.addi %count, %one : i64
    scf.yield %next : i64
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the step of the loop is not 1"
  %strided = scf.for %k = %c0 to %n step %c2 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the loop has unsigned bounds"
  %unsigned = scf.for unsigned %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the induction variable is not of type `index`"
  %typed = scf.for %k = %c0_i32 to %n32 step %c1_i32 iter_args(%count = %c0) -> (index) : i32 {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  return
}

// -----

// Loops without counters are silent.
// CHECK-NOT: Remark=
func.func @sum(%a: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
    %x = memref.load %a[%k] : memref<?xf64>
    %next = arith.addf %carried, %x : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
