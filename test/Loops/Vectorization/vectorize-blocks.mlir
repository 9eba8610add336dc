// RUN: weft-opt %s -weft-vectorize-blocks -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-blocks=strict-fp=true -split-input-file | FileCheck %s --check-prefix=STRICT

// The loop over blocks carries a vector accumulator. Its lanes are reduced after the
// loop, and then added to the initial value. A block that is not full uses a mask.
// CHECK-LABEL: func.func @full(
// CHECK-SAME: %[[INIT:[^ ]*]]: f64)
// CHECK: %[[NONE:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf64>
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[CARRIED:.*]] = %[[NONE]]) -> (vector<4xf64>) {
// CHECK:   %[[COUNT:.*]] = arith.minui %{{.*}}, %c4
// CHECK:   %[[FULL:.*]] = arith.cmpi eq, %[[COUNT]], %c4
// CHECK:   %[[NEXT:.*]] = scf.if %[[FULL]] -> (vector<4xf64>) {
// CHECK:     %[[V:.*]] = vector.load
// CHECK:     %[[ADDED:.*]] = arith.addf %[[CARRIED]], %[[V]]
// CHECK:     scf.yield %[[ADDED]]
// CHECK:   } else {
// CHECK:     %[[MASK:.*]] = arith.cmpi sgt
// CHECK:     %[[W:.*]] = vector.maskedload
// CHECK:     %[[SOME:.*]] = arith.addf %[[CARRIED]], %[[W]]
// CHECK:     arith.select %[[MASK]], %[[SOME]], %[[CARRIED]]
// CHECK:   scf.yield %[[NEXT]]
// CHECK: %[[SWAPPED:.*]] = vector.shuffle %[[SUM]], %[[SUM]] [1, 0, 3, 2]
// CHECK: %[[PAIRS:.*]] = arith.addf %[[SUM]], %[[SWAPPED]]
// CHECK: vector.shuffle %[[PAIRS]], %[[PAIRS]] [0, 1]
// CHECK: vector.shuffle %[[PAIRS]], %[[PAIRS]] [2, 3]
// CHECK: %[[ALL:.*]] = vector.extract
// CHECK: arith.addf %[[INIT]], %[[ALL]]

// STRICT-LABEL: func.func @full(
// STRICT-NOT: vector
func.func @full(%a: memref<?xf64>, %blocks: index, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %init) -> (f64) {
    %first = arith.muli %p, %c4 : index
    %left = arith.subi %n, %first : index
    %count = arith.minui %left, %c4 : index
    %next = scf.for %c = %c0 to %count step %c1 iter_args(%inside = %carried) -> (f64) {
      %q = arith.addi %first, %c : index
      %v = memref.load %a[%q] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

// Three columns take four lanes, of which one is always masked. An integer reduction
// may be reassociated in strict mode, too.
// CHECK-LABEL: func.func @three(
// CHECK-NOT: scf.if
// CHECK: vector.maskedload {{.*}} vector<4xi32>
// STRICT-LABEL: func.func @three(
// STRICT: vector.maskedload
func.func @three(%a: memref<?xi32>, %blocks: index, %zero: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (i32) {
    %first = arith.muli %p, %c3 : index
    %next = scf.for %c = %c0 to %c3 step %c1 iter_args(%inside = %carried) -> (i32) {
      %q = arith.addi %first, %c : index
      %v = memref.load %a[%q] : memref<?xi32>
      %combined = arith.addi %inside, %v : i32
      scf.yield %combined : i32
    }
    scf.yield %next : i32
  }
  return %sum : i32
}

// -----

// Not vectorized: the columns exceed a vector, the elements are gathered, or the outer
// loop changes the result of the inner loop.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector
// CHECK: return
func.func @others(%a: memref<?xf64>, %crd: memref<?xindex>, %blocks: index, %zero: f64) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %long = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c16 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  %gathered = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %q = memref.load %crd[%c] : memref<?xindex>
      %v = memref.load %a[%q] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  %scaled = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    %twice = arith.addf %next, %next : f64
    scf.yield %twice : f64
  }
  return %long, %gathered, %scaled : f64, f64, f64
}
