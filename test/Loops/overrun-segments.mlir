// RUN: weft-opt %s -weft-overrun-segments -canonicalize -cse -split-input-file | FileCheck %s

// All vectors are full, and elements are loaded by themselves. The last one leaves
// out what is of the next segment. What would end behind all segments, and what is
// far from each other where much is gathered from, is the loop that there was.
// CHECK-DAG: #[[ONCE:.*]] = #llvm.loop_interleave<count = 1 : i32>
// CHECK-DAG: #[[ROLLED:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[MODEST:.*]] = #llvm.loop_annotation<interleave = #[[ONCE]], unroll = #[[ROLLED]]>
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>, %[[CRD:[^ ]*]]: memref<?xi32>, %[[VAL:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK: %[[SIZE:.*]] = memref.dim %[[X]], %c0
// CHECK: %[[NEAR:.*]] = arith.cmpi ule, %[[SIZE]], %c131072
// CHECK: %[[BOUNDS:.*]] = memref.dim %[[POS]], %c0
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[BOUNDS]], %c0
// CHECK: %[[END:.*]] = scf.if %[[SOME]] -> (index) {
// CHECK:   %[[AT:.*]] = arith.subi %[[BOUNDS]], %c1
// CHECK:   %[[LOADED:.*]] = memref.load %[[POS]][%[[AT]]]
// CHECK:   %[[LAST:.*]] = arith.index_cast %[[LOADED]]
// CHECK:   %[[HALVES:.*]] = arith.addi %[[LAST]], %[[LAST]]
// CHECK:   %[[LEAST:.*]] = arith.muli %[[BOUNDS]], %c3
// CHECK:   %[[LONG:.*]] = arith.cmpi sge, %[[HALVES]], %[[LEAST]]
// CHECK:   arith.select %[[LONG]], %[[LAST]], %c0
// CHECK: %[[BEHIND:.*]] = arith.addi %[[HIGH:.*]], %c4
// CHECK: %[[INSIDE:.*]] = arith.cmpi sle, %[[BEHIND]], %[[END]]
// CHECK: %[[GATHERS:.*]] = scf.if %[[NEAR]] -> (i1) {
// CHECK:   scf.yield %true
// CHECK: } else {
// CHECK:   %[[ANY:.*]] = arith.cmpi slt, %[[LOW:.*]], %[[HIGH]]
// CHECK:   scf.if %[[ANY]] -> (i1) {
// CHECK:     %[[FIRST:.*]] = memref.load %[[CRD]][%[[LOW]]]
// CHECK:     %[[BEFORE:.*]] = arith.subi %[[HIGH]], %c1
// CHECK:     %[[FINAL:.*]] = memref.load %[[CRD]][%[[BEFORE]]]
// CHECK:     %[[SPAN:.*]] = arith.subi %[[FINAL]], %[[FIRST]]
// CHECK:     arith.cmpi ult, %[[SPAN]], %c16384
// CHECK: %[[WORTH:.*]] = arith.andi %[[INSIDE]], %[[GATHERS]]
// CHECK: scf.if %[[WORTH]] -> (f64) {
// CHECK:   %[[STOP:.*]] = arith.subi %[[HIGH]], %c4
// CHECK:   %[[SUM:.*]]:2 = scf.for %[[P:.*]] = %[[LOW]] to %[[STOP]] step %c4 iter_args(%[[CARRIED:.*]] = %[[ZEROS]], %{{.*}} = %[[LOW]]) -> (vector<4xf64>, index) {
// CHECK:     vector.load %[[VAL]][%[[P]]]
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK:     %[[XS:.*]] = vector.from_elements
// CHECK:     %[[NEXT:.*]] = arith.addi %[[P]], %c4
// CHECK:     scf.yield %{{.*}}, %[[NEXT]]
// CHECK:   vector.load %[[VAL]][%[[SUM]]#1]
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK:   %[[LEFT:.*]] = arith.subi %[[HIGH]], %[[SUM]]#1
// CHECK:   %[[MANY:.*]] = vector.broadcast %[[LEFT]]
// CHECK:   %[[MASK:.*]] = arith.cmpi sgt, %[[MANY]], %{{.*}} : vector<4xindex>
// CHECK:   arith.select %[[MASK]], %{{.*}}, %[[SUM]]#0
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %c1
// CHECK:   } {loop_annotation = #[[MODEST]]}
func.func @sum(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %e = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %e : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %v = memref.load %val[%p] : memref<?xf64>
    %xj = memref.load %x[%j] : memref<?xf64>
    %product = arith.mulf %v, %xj fastmath<contract> : f64
    %next = arith.addf %carried, %product fastmath<reassoc, contract> : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

// What a kernel made itself may be larger when the segment is asked for.
// CHECK-LABEL: func.func @made(
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK:   memref.load %{{.*}}[%[[I]]]
// CHECK:   memref.dim
// CHECK:   vector.from_elements
func.func @made(%pos: memref<?xindex>, %crd: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %x[%i] : memref<?xf64>
  }
  memref.copy %x, %y : memref<?xf64> to memref<?xf64>
  return
}

// -----

// Segments with a gap between them, bounds in two arrays, bounds that change, and
// elements that are no operand's stay as they are.
// CHECK-LABEL: func.func @gap(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @changed(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @own(
// CHECK-NOT: vector
func.func @gap(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i2 = arith.addi %i, %c2 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i2] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
func.func @apart(%pos: memref<?xindex>, %ends: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %ends[%i1] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
func.func @changed(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  memref.store %begin, %pos[%i1] : memref<?xindex>
  return %sum : f64
}
func.func @own(%pos: memref<?xindex>, %n: index, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %crd = memref.alloc(%n) : memref<?xindex>
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

// Nothing is loaded at where an empty segment begins.
// CHECK-LABEL: func.func @beginning(
// CHECK-NOT: vector
func.func @beginning(%pos: memref<?xindex>, %crd: memref<?xindex>, %s: memref<?xf64>, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %first = memref.load %s[%begin] : memref<?xf64>
    %product = arith.mulf %first, %xj : f64
    %next = arith.addf %carried, %product fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
