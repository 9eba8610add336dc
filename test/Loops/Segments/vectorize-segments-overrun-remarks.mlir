// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_segments=overrun -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The preconditions that masked tails have as well are in
// vectorize-segments-masked-remarks.mlir.

func.func @sum(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_segments {{.*}}Remark="vectorizes the loop by 4 lanes with a tail that reads into the next segment, in a version of the loop over segments"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

// A loop over segments of more than 60 operations is not versioned.
func.func @large(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_segments {{.*}}Remark="vectorizes the loop by 4 lanes with a tail that reads into the next segment"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    %e0 = arith.addf %sum, %sum : f64
    %e1 = arith.addf %e0, %sum : f64
    %e2 = arith.addf %e1, %sum : f64
    %e3 = arith.addf %e2, %sum : f64
    %e4 = arith.addf %e3, %sum : f64
    %e5 = arith.addf %e4, %sum : f64
    %e6 = arith.addf %e5, %sum : f64
    %e7 = arith.addf %e6, %sum : f64
    %e8 = arith.addf %e7, %sum : f64
    %e9 = arith.addf %e8, %sum : f64
    %e10 = arith.addf %e9, %sum : f64
    %e11 = arith.addf %e10, %sum : f64
    %e12 = arith.addf %e11, %sum : f64
    %e13 = arith.addf %e12, %sum : f64
    %e14 = arith.addf %e13, %sum : f64
    %e15 = arith.addf %e14, %sum : f64
    %e16 = arith.addf %e15, %sum : f64
    %e17 = arith.addf %e16, %sum : f64
    %e18 = arith.addf %e17, %sum : f64
    %e19 = arith.addf %e18, %sum : f64
    %e20 = arith.addf %e19, %sum : f64
    %e21 = arith.addf %e20, %sum : f64
    %e22 = arith.addf %e21, %sum : f64
    %e23 = arith.addf %e22, %sum : f64
    %e24 = arith.addf %e23, %sum : f64
    %e25 = arith.addf %e24, %sum : f64
    %e26 = arith.addf %e25, %sum : f64
    %e27 = arith.addf %e26, %sum : f64
    %e28 = arith.addf %e27, %sum : f64
    %e29 = arith.addf %e28, %sum : f64
    %e30 = arith.addf %e29, %sum : f64
    %e31 = arith.addf %e30, %sum : f64
    %e32 = arith.addf %e31, %sum : f64
    %e33 = arith.addf %e32, %sum : f64
    %e34 = arith.addf %e33, %sum : f64
    %e35 = arith.addf %e34, %sum : f64
    %e36 = arith.addf %e35, %sum : f64
    %e37 = arith.addf %e36, %sum : f64
    %e38 = arith.addf %e37, %sum : f64
    %e39 = arith.addf %e38, %sum : f64
    %e40 = arith.addf %e39, %sum : f64
    %e41 = arith.addf %e40, %sum : f64
    %e42 = arith.addf %e41, %sum : f64
    %e43 = arith.addf %e42, %sum : f64
    %e44 = arith.addf %e43, %sum : f64
    %e45 = arith.addf %e44, %sum : f64
    %e46 = arith.addf %e45, %sum : f64
    %e47 = arith.addf %e46, %sum : f64
    %e48 = arith.addf %e47, %sum : f64
    %e49 = arith.addf %e48, %sum : f64
    %e50 = arith.addf %e49, %sum : f64
    %e51 = arith.addf %e50, %sum : f64
    %e52 = arith.addf %e51, %sum : f64
    %e53 = arith.addf %e52, %sum : f64
    %e54 = arith.addf %e53, %sum : f64
    %e55 = arith.addf %e54, %sum : f64
    %e56 = arith.addf %e55, %sum : f64
    %e57 = arith.addf %e56, %sum : f64
    %e58 = arith.addf %e57, %sum : f64
    %e59 = arith.addf %e58, %sum : f64
    memref.store %e59, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @ordered(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="'arith.addf' may not be reassociated, since it has no flag `reassoc`, as with -strict-fp"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %t = arith.addf %s, %xj : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @apart(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the segments are not known to be adjacent"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @two(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %i2 = arith.addi %i, %c2 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i2] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop bounds are not known to be pos[i] and pos[i + 1], where i is the induction variable of an enclosing unit-step loop"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @nested(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %i1 = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%i1] : memref<?xindex>
      // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop over segments is nested in a sequential loop, which would execute the profitability guard repeatedly"
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %xj = memref.load %x[%j] : memref<?xf64>
        %t = arith.addf %s, %xj fastmath<reassoc> : f64
        scf.yield %t : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      memref.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return
}

// -----

func.func @rows(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %z = memref.cast %x : memref<?xf64> to memref<8xf64>
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop loads from argument {{[0-9]}} through a memref that the loop over segments defines"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %z[%j] : memref<8xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @other(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %w: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="argument 4 is not known to be in bounds at positions of the next segment"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %wp = memref.load %w[%p] : memref<?xf64>
      %xw = arith.mulf %xj, %wp : f64
      %t = arith.addf %s, %xw fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @shifted(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %offset = memref.load %crd[%i] : memref<?xindex>
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: overrun-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the index into argument 3 is not computed from coordinates and values that are invariant in the loop over segments"
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %k = arith.addi %j, %offset : index
      %xj = memref.load %x[%k] : memref<?xf64>
      %t = arith.addf %s, %xj fastmath<reassoc> : f64
      scf.yield %t : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
