// RUN: weft-opt %s -weft-fold-counters -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @folded(%a: memref<?xf64>, %low: index, %high: index, %x: f64, %counts: memref<?xindex>) -> (index, f64, f64) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Passed] fold_counters {{.*}}Remark="computes the final value of the variable stored to argument 4 in iter_arg #0 before the loop"
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] fold_counters {{.*}}Remark="computes the final value of the variable stored to argument 0 in iter_arg #1 before the loop"
  %r:3 = scf.for %k = %low to %high step %c1 iter_args(%count = %low, %last = %zero, %sum = %zero) -> (index, f64, f64) {
    %y = memref.load %a[%k] : memref<?xf64>
    %next = arith.addi %count, %c1 : index
    %more = arith.addf %sum, %y : f64
    scf.yield %next, %x, %more : index, f64, f64
  }
  memref.store %r#0, %counts[%low] : memref<?xindex>
  memref.store %r#1, %a[%low] : memref<?xf64>
  return %r#0, %r#1, %r#2 : index, f64, f64
}

// -----

// CHECK-NOT: Remark=
func.func @uses(%a: memref<?xindex>, %n: index, %c: i1, %flags: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the variable stored to argument 0 in iter_arg #0 has uses other than its increment"
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
  // A counter that is not related to an array has no remark.
  // CHECK-NOT: Remark="iter_arg
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
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the increment of the variable stored to argument 0 in iter_arg #0 depends on the iteration or on memory"
  %read = scf.for %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %x = memref.load %a[%k] : memref<?xindex>
    %next = arith.addi %count, %x : index
    scf.yield %next : index
  }
  memref.store %read, %a[%c0] : memref<?xindex>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the variable stored to argument 3 in iter_arg #0 has uses in the loop, although an invariant value is yielded for it"
  %any = scf.for %k = %c0 to %n step %c1 iter_args(%before = %false) -> (i1) {
    scf.if %before {
      memref.store %k, %a[%k] : memref<?xindex>
    }
    scf.yield %true : i1
  }
  memref.store %any, %flags[%c0] : memref<?xi1>
  return
}

// -----

// CHECK-NOT: Remark=
func.func @forms(%n: index, %n32: i32, %a: memref<?xindex>, %numbers: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the variable stored to argument 3 in iter_arg #0 is not of type `index`"
  %number = scf.for %k = %c0 to %n step %c1 iter_args(%count = %one) -> (i64) {
    %next = arith.addi %count, %one : i64
    scf.yield %next : i64
  }
  memref.store %number, %numbers[%c0] : memref<?xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the step of the loop is not 1"
  %strided = scf.for %k = %c0 to %n step %c2 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  memref.store %strided, %a[%c0] : memref<?xindex>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the loop has unsigned bounds"
  %unsigned = scf.for unsigned %k = %c0 to %n step %c1 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  memref.store %unsigned, %a[%c0] : memref<?xindex>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] fold_counters {{.*}}Remark="the induction variable is not of type `index`"
  %typed = scf.for %k = %c0_i32 to %n32 step %c1_i32 iter_args(%count = %c0) -> (index) : i32 {
    %next = arith.addi %count, %c1 : index
    scf.yield %next : index
  }
  memref.store %typed, %a[%c0] : memref<?xindex>
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
