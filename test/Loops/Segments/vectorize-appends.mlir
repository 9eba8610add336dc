// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_appends -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_appends -weft-stream-stores -split-input-file | FileCheck %s -check-prefix=STREAM

// All vectors but the last are full, and the tail is masked. An invariant factor is
// loaded once per vector.
// CHECK-LABEL: func.func @append(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[VAL:[^ ]*]]: memref<?xf64>, %[[BEGIN:[^ ]*]]: index, %[[END:[^ ]*]]: index, %[[AT:[^ ]*]]: index,
// CHECK: %[[LIST:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK: %[[STEPS:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[COUNT:.*]] = arith.maxsi %[[STEPS]], %c0
// CHECK: %[[LESS:.*]] = arith.subi %[[COUNT]], %c1
// CHECK: %[[FULL:.*]] = arith.andi %[[LESS]], %c-8
// CHECK: %[[BEFORE:.*]] = arith.maxsi %[[FULL]], %c0
// CHECK: %[[LAST:.*]] = arith.addi %[[BEGIN]], %[[BEFORE]]
// CHECK: scf.for %[[P:.*]] = %[[BEGIN]] to %[[LAST]] step %c8 {
// CHECK:   vector.load %[[CRD]][%[[P]]] : memref<?xi32>, vector<8xi32>
// CHECK:   vector.load %[[VAL]][%[[P]]] : memref<?xf64>, vector<8xf64>
// CHECK:   vector.store %{{.*}}, %[[VALUES]]
// CHECK:   vector.store %{{.*}}, %[[LIST]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[BEFORE]]
// CHECK: %[[MASK:.*]] = vector.bitcast %{{.*}} : vector<1xi8> to vector<8xi1>
// CHECK: vector.maskedload %[[CRD]][%[[LAST]]], %[[MASK]]
// CHECK: vector.maskedstore %[[VALUES]][%{{.*}}], %[[MASK]]
// CHECK: vector.maskedstore %[[LIST]][%{{.*}}], %[[MASK]]
// CHECK: arith.addi %[[AT]], %[[COUNT]]
func.func @append(%crd: memref<?xi32>, %val: memref<?xf64>, %begin: index, %end: index, %at: index, %k: index) -> (index, memref<?xi32>, memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%k) : memref<?xi32>
  %values = memref.alloc(%k) : memref<?xf64>
  %next = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    %a = memref.load %val[%k] : memref<?xf64>
    %b = memref.load %val[%p] : memref<?xf64>
    %product = arith.mulf %a, %b : f64
    memref.store %product, %values[%q] : memref<?xf64>
    %q1 = arith.addi %q, %c1 : index
    memref.store %j, %list[%q] : memref<?xi32>
    scf.yield %q1 : index
  }
  return %next, %list, %values : index, memref<?xi32>, memref<?xf64>
}

// -----

// The array that a chunk of a parallel loop appends to is local if that of the loop is.
// CHECK-LABEL: func.func @part(
// CHECK: weft.partitions
// CHECK: vector.store
// CHECK: vector.maskedstore
// CHECK: return
func.func private @grow(memref<?xi32>) -> memref<?xi32> {
^bb0(%list: memref<?xi32>):
  return %list : memref<?xi32>
}
func.func @part(%crd: memref<?xi32>, %begin: index, %end: index, %k: index) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %begun = memref.alloc(%k) : memref<?xi32>
  %r:2 = weft.partitions %first to %last of %c0 to %k carry(%had = %begun, %at = %c0) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %list = func.call @grow(%had) : (memref<?xi32>) -> memref<?xi32>
    %next = scf.for %p = %first to %last step %c1 iter_args(%q = %at) -> (index) {
      %j = memref.load %crd[%p] : memref<?xi32>
      memref.store %j, %list[%q] : memref<?xi32>
      %q1 = arith.addi %q, %c1 : index
      scf.yield %q1 : index
    }
    weft.yield %list, %next : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}

// -----

// The array of a chunk may be an argument, which may alias an operand.
// CHECK-LABEL: func.func @given_part(
// CHECK-NOT: vector
// CHECK: return
func.func private @grow(memref<?xi32>) -> memref<?xi32> {
^bb0(%list: memref<?xi32>):
  return %list : memref<?xi32>
}
func.func @given_part(%crd: memref<?xi32>, %begun: memref<?xi32>, %k: index) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = weft.partitions %first to %last of %c0 to %k carry(%had = %begun, %at = %c0) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %list = func.call @grow(%had) : (memref<?xi32>) -> memref<?xi32>
    %next = scf.for %p = %first to %last step %c1 iter_args(%q = %at) -> (index) {
      %j = memref.load %crd[%p] : memref<?xi32>
      memref.store %j, %list[%q] : memref<?xi32>
      %q1 = arith.addi %q, %c1 : index
      scf.yield %q1 : index
    }
    weft.yield %list, %next : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}

// -----

// The array that is appended to is an argument, which may alias an operand.
// CHECK-LABEL: func.func @given(
// CHECK-NOT: vector
// CHECK: return
func.func @given(%crd: memref<?xi32>, %list: memref<?xi32>, %begin: index, %end: index, %at: index) -> index {
  %c1 = arith.constant 1 : index
  %next = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %next : index
}

// -----

// The loop reads an array of the function, and is vectorized from 64 iterations on. All
// vectors but the first are aligned to cache lines; the first may overlap the second.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[BEGIN:[^ ]*]]: index, %[[END:[^ ]*]]: index, %[[AT:[^ ]*]]: index,
// CHECK: %[[FROM:.*]] = memref.alloc
// CHECK: %[[TO:.*]] = memref.alloc
// CHECK: %[[COUNT:.*]] = arith.maxsi
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[COUNT]], %c64
// CHECK: scf.if %[[LONG]] {
// CHECK:   %[[HEAD:.*]] = vector.load %[[FROM]][%[[BEGIN]]] : memref<?xi32>, vector<16xi32>
// CHECK:   vector.store %[[HEAD]], %[[TO]][%[[AT]]] : memref<?xi32>, vector<16xi32>
// CHECK:   %[[PAST:.*]] = arith.andi %[[AT]], %c15
// CHECK:   %[[DONE:.*]] = arith.subi %c16, %[[PAST]]
// CHECK:   %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[DONE]]
// CHECK:   %[[FIRST:.*]] = arith.addi %[[BEGIN]], %[[DONE]]
// CHECK:   scf.for %[[P:.*]] = %[[FIRST]] to %{{.*}} step %c16 {
// CHECK:     vector.load %[[FROM]][%[[P]]]
// CHECK:     vector.store
// CHECK:   vector.maskedload
// CHECK:   vector.maskedstore
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1
// CHECK:     memref.load
// CHECK:     memref.store
// CHECK: }
// CHECK: arith.addi %[[AT]], %[[COUNT]]
func.func @copy(%begin: index, %end: index, %at: index, %k: index) -> (index, memref<?xi32>, memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %from = memref.alloc(%k) : memref<?xi32>
  %to = memref.alloc(%k) : memref<?xi32>
  %next = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %from[%p] : memref<?xi32>
    memref.store %j, %to[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %next, %from, %to : index, memref<?xi32>, memref<?xi32>
}

// -----

// Vectors are aligned to cache lines of the array with the widest elements, so that
// non-temporal stores write whole lines of a large array.
// CHECK-LABEL: func.func @copy_widest(
// CHECK: scf.if
// CHECK:   vector.store %{{.*}}[%[[R:.*]]] : memref<?xf64>, vector<8xf64>
// CHECK:   arith.andi %[[R]], %c7
// STREAM-LABEL: func.func @copy_widest(
// STREAM: scf.for
// STREAM:   scf.if
// STREAM:     vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<?xf64>, vector<8xf64>
// STREAM: llvm.fence
func.func @copy_widest(%at: index, %other: index, %begin: index, %end: index, %k: index) -> (index, index, memref<?xi32>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%k) : memref<?xi32>
  %sums = memref.alloc(%k) : memref<?xf64>
  %crd = memref.alloc(%k) : memref<?xi32>
  %val = memref.alloc(%k) : memref<?xf64>
  %ends:2 = scf.for %i = %c0 to %k step %c1 iter_args(%p0 = %at, %q0 = %other) -> (index, index) {
    %next:2 = scf.for %p = %begin to %end step %c1 iter_args(%q = %p0, %r = %q0) -> (index, index) {
      %j = memref.load %list[%p] : memref<?xi32>
      %a = memref.load %sums[%p] : memref<?xf64>
      memref.store %j, %crd[%q] : memref<?xi32>
      memref.store %a, %val[%r] : memref<?xf64>
      %q1 = arith.addi %q, %c1 : index
      %r1 = arith.addi %r, %c1 : index
      scf.yield %q1, %r1 : index, index
    }
    scf.yield %next#0, %next#1 : index, index
  }
  return %ends#0, %ends#1, %crd, %val : index, index, memref<?xi32>, memref<?xf64>
}

// -----

// An iteration may load an element that an earlier iteration stored.
// CHECK-LABEL: func.func @move(
// CHECK-NOT: vector
// CHECK: return
func.func @move(%begin: index, %end: index, %at: index, %k: index, %is: i1) -> (index, memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %from = memref.alloc(%k) : memref<?xi32>
  %other = memref.alloc(%k) : memref<?xi32>
  %to = scf.if %is -> (memref<?xi32>) {
    scf.yield %from : memref<?xi32>
  } else {
    scf.yield %other : memref<?xi32>
  }
  %next = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %from[%p] : memref<?xi32>
    memref.store %j, %to[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %next, %to : index, memref<?xi32>
}

// -----

// Loops are not vectorized with another counter, with gathers, with elements of one
// byte, and with stores at the position.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector
// CHECK: return
func.func @others(%crd: memref<?xi32>, %small: memref<?xi8>, %begin: index, %end: index, %at: index, %k: index) -> (index, index, index, index, memref<?xi32>, memref<?xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %list = memref.alloc(%k) : memref<?xi32>
  %bytes = memref.alloc(%k) : memref<?xi8>
  %0 = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c2 : index
    scf.yield %q1 : index
  }
  %1 = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_cast %j : i32 to index
    %v = memref.load %crd[%i] : memref<?xi32>
    memref.store %v, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  %2 = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %v = memref.load %small[%p] : memref<?xi8>
    memref.store %v, %bytes[%q] : memref<?xi8>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  %3 = scf.for %p = %begin to %end step %c1 iter_args(%q = %at) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%p] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %0, %1, %2, %3, %list, %bytes : index, index, index, index, memref<?xi32>, memref<?xi8>
}

// -----

// The store has no index.
// CHECK-LABEL: func.func @cell(
// CHECK-NOT: vector
// CHECK: return
func.func @cell(%crd: memref<?xi32>, %begin: index, %end: index) -> (index, memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = memref.alloc() : memref<i32>
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %cell[] : memref<i32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %n, %cell : index, memref<i32>
}

// At two counters of one array, an iteration overwrites an element of the one before.

// CHECK-LABEL: func.func @one_array
// CHECK-NOT:     vector.
// CHECK:         return
func.func @one_array(%n: index, %b: memref<?xf64>) -> (memref<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %room = arith.addi %n, %c1 : index
  %zero = arith.constant 0.0 : f64
  %values = memref.alloc(%room) : memref<?xf64>
  %ends:2 = scf.for %p = %c0 to %n step %c1 iter_args(%end = %c0, %next = %c1) -> (index, index) {
    %value = memref.load %b[%p] : memref<?xf64>
    memref.store %value, %values[%end] : memref<?xf64>
    memref.store %zero, %values[%next] : memref<?xf64>
    %end1 = arith.addi %end, %c1 : index
    %next1 = arith.addi %next, %c1 : index
    scf.yield %end1, %next1 : index, index
  }
  return %values, %ends#0 : memref<?xf64>, index
}
