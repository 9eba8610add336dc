// RUN: weft-opt %s -weft-interleave-reductions -canonicalize -cse -split-input-file | FileCheck %s

// Consecutive iterations use four accumulators in turn. All but the first begin with the
// identity. The original loop executes the remainder.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %{{[^ ]*}}: memref<?xf64>{{[^,]*}}, %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index, %[[INIT:[^ ]*]]: vector<8xf64>
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf64>
// CHECK: %[[COUNT:.*]] = arith.subi %[[HIGH]], %[[LOW]]
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[COUNT]], %c8
// CHECK: %[[REST:.*]]:2 = scf.if %[[LONG]] -> (index, vector<8xf64>) {
// CHECK:   %[[LEFT:.*]] = arith.remui %[[COUNT]], %c4
// CHECK:   %[[MIDDLE:.*]] = arith.subi %[[HIGH]], %[[LEFT]]
// CHECK:   %[[T:.*]]:4 = scf.for %[[I:.*]] = %[[LOW]] to %[[MIDDLE]] step %c4 iter_args(%[[T0:.*]] = %[[INIT]], %[[T1:.*]] = %[[ZERO]], %{{.*}} = %[[ZERO]], %[[T3:.*]] = %[[ZERO]])
// CHECK:     %[[X0:.*]] = vector.load %{{.*}}[%[[I]]]
// CHECK:     arith.addf %[[T0]], %[[X0]]
// CHECK:     %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK:     %[[X1:.*]] = vector.load %{{.*}}[%[[I1]]]
// CHECK:     arith.addf %[[T1]], %[[X1]]
// CHECK:     %[[I3:.*]] = arith.addi %[[I]], %c3
// CHECK:     %[[X3:.*]] = vector.load %{{.*}}[%[[I3]]]
// CHECK:     arith.addf %[[T3]], %[[X3]]
// CHECK:   %[[LEFT:.*]] = arith.addf %[[T]]#0, %[[T]]#1
// CHECK:   %[[RIGHT:.*]] = arith.addf %[[T]]#2, %[[T]]#3
// CHECK:   %[[BOTH:.*]] = arith.addf %[[LEFT]], %[[RIGHT]]
// CHECK:   scf.yield %[[MIDDLE]], %[[BOTH]]
// CHECK: } else {
// CHECK:   scf.yield %[[LOW]], %[[INIT]]
// CHECK: scf.for %{{.*}} = %[[REST]]#0 to %[[HIGH]] step %c1 iter_args(%{{.*}} = %[[REST]]#1)
func.func @sum(%a: memref<?xf64>, %low: index, %high: index, %init: vector<8xf64>) -> vector<8xf64> {
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %low to %high step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return %sum : vector<8xf64>
}

// -----

// A loop that carries two registers gets two accumulators for each of its vectors.
// CHECK-LABEL: func.func @several(
// CHECK:   %[[T:.*]]:4 = scf.for {{.*}} step %c2 iter_args(%[[SUM0:.*]] = %{{.*}}, %[[PRODUCT0:.*]] = %{{.*}}, %[[SUM1:.*]] = %{{.*}}, %[[PRODUCT1:.*]] = %{{.*}})
// CHECK:   %[[SUM:.*]] = arith.addi %[[T]]#0, %[[T]]#2
// CHECK:   %[[PRODUCT:.*]] = arith.muli %[[T]]#1, %[[T]]#3
// CHECK:   scf.yield %{{.*}}, %[[SUM]], %[[PRODUCT]]
func.func @several(%a: memref<?xi64>, %low: index, %high: index, %s: vector<8xi64>, %p: vector<8xi64>) -> (vector<8xi64>, vector<8xi64>) {
  %c1 = arith.constant 1 : index
  %both:2 = scf.for %i = %low to %high step %c1 iter_args(%sum = %s, %product = %p) -> (vector<8xi64>, vector<8xi64>) {
    %x = vector.load %a[%i] : memref<?xi64>, vector<8xi64>
    %next0 = arith.addi %sum, %x : vector<8xi64>
    %next1 = arith.muli %x, %product : vector<8xi64>
    scf.yield %next0, %next1 : vector<8xi64>, vector<8xi64>
  }
  return %both#0, %both#1 : vector<8xi64>, vector<8xi64>
}

// -----

// Not interleaved: reductions that may not be reassociated, accumulators with other uses,
// loops that store, that carry scalars or indices, or that fill four registers already.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-6: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @others(%a: memref<?xf64>, %n: index, %v: vector<8xf64>, %x: f64, %w: vector<32xf64>, %k: vector<8xindex>) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, f64, vector<32xf64>, vector<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fixed = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %y = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %y : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  %used = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %y = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %z = arith.mulf %carried, %y : vector<8xf64>
    %next = arith.addf %carried, %z fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  %stores = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %y = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    memref.store %x, %a[%i] : memref<?xf64>
    %next = arith.addf %carried, %y fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  %scalar = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %x) -> (f64) {
    %y = memref.load %a[%i] : memref<?xf64>
    %next = arith.addf %carried, %y fastmath<reassoc> : f64
    scf.yield %next : f64
  }
  %wide = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %w) -> (vector<32xf64>) {
    %y = vector.load %a[%i] : memref<?xf64>, vector<32xf64>
    %next = arith.addf %carried, %y fastmath<reassoc> : vector<32xf64>
    scf.yield %next : vector<32xf64>
  }
  %indices = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %k) -> (vector<8xindex>) {
    %y = vector.broadcast %i : index to vector<8xindex>
    %next = arith.addi %carried, %y : vector<8xindex>
    scf.yield %next : vector<8xindex>
  }
  return %fixed, %used, %stores, %scalar, %wide, %indices : vector<8xf64>, vector<8xf64>, vector<8xf64>, f64, vector<32xf64>, vector<8xindex>
}

// -----

// Loops with masked loads, for the edge of a tile, are interleaved if they carry one
// register.
// CHECK-LABEL: func.func @edges(
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK: scf.for {{.*}} -> (vector<8xf64>)
// CHECK-NOT: scf.if
// CHECK: scf.for {{.*}} -> (vector<16xf64>)
// CHECK-NOT: scf.for
// CHECK: return
func.func @edges(%a: memref<?xf64>, %n: index, %v: vector<8xf64>, %w: vector<16xf64>, %few: vector<8xi1>, %more: vector<16xi1>) -> (vector<8xf64>, vector<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %small = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %x = vector.maskedload %a[%i], %few, %v : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  %large = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %w) -> (vector<16xf64>) {
    %x = vector.maskedload %a[%i], %more, %w : memref<?xf64>, vector<16xi1>, vector<16xf64> into vector<16xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<16xf64>
    scf.yield %next : vector<16xf64>
  }
  return %small, %large : vector<8xf64>, vector<16xf64>
}

// -----

// Prefetches may be reordered.
// CHECK-LABEL: func.func @prefetches(
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK-COUNT-4: memref.prefetch
func.func @prefetches(%a: memref<?xf64>, %n: index, %v: vector<8xf64>) -> vector<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %ahead = arith.addi %i, %c64 : index
    memref.prefetch %a[%ahead], read, locality<3>, data : memref<?xf64>
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return %sum : vector<8xf64>
}

// -----

// Segments are short, so that a loop over a segment uses two accumulators. The last pair
// of iterations is peeled. Its second iteration is masked if it repeats the first one.
// CHECK-LABEL: func.func @segment(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf64>{{[^,]*}}, %{{[^ ]*}}: memref<?xi32>{{[^,]*}}, %{{[^ ]*}}: index, %[[INIT:[^ ]*]]: vector<8xf64>
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf64>
// CHECK: %[[LOW:.*]] = arith.index_cast
// CHECK: %[[HIGH:.*]] = arith.index_cast
// CHECK: %[[ENTERED:.*]] = arith.cmpi slt, %[[LOW]], %[[HIGH]]
// CHECK: scf.if %[[ENTERED]] -> (vector<8xf64>) {
// CHECK:   %[[LAST:.*]] = arith.subi %[[HIGH]], %c1
// CHECK:   %[[OTHERS:.*]] = arith.subi %[[LAST]], %[[LOW]]
// CHECK:   %[[ODD:.*]] = arith.remui %[[OTHERS]], %c2
// CHECK:   %[[MIDDLE:.*]] = arith.subi %[[LAST]], %[[ODD]]
// CHECK:   %[[OTHER:.*]] = arith.cmpi ne, %[[ODD]], %c0
// CHECK:   %[[T:.*]]:2 = scf.for %{{.*}} = %[[LOW]] to %[[MIDDLE]] step %c2 iter_args(%{{.*}} = %[[INIT]], %{{.*}} = %[[ZERO]])
// CHECK:   %[[X0:.*]] = vector.load %[[A]][%[[MIDDLE]]]
// CHECK:   %[[S0:.*]] = arith.addf %[[T]]#0, %[[X0]]
// CHECK:   %[[X1:.*]] = vector.load %[[A]][%[[LAST]]]
// CHECK:   %[[S1:.*]] = arith.addf %[[T]]#1, %[[X1]]
// CHECK:   %[[MASK:.*]] = vector.broadcast %[[OTHER]] : i1 to vector<8xi1>
// CHECK:   %[[KEPT:.*]] = arith.select %[[MASK]], %[[S1]], %[[T]]#1
// CHECK:   %[[SUM:.*]] = arith.addf %[[S0]], %[[KEPT]]
// CHECK:   scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[INIT]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @segment(%a: memref<?xf64>, %positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %row: index, %init: vector<8xf64>) -> vector<8xf64> {
  %c1 = arith.constant 1 : index
  %after = arith.addi %row, %c1 : index
  %begin = memref.load %positions[%row] : memref<?xi32>
  %low = arith.index_cast %begin : i32 to index
  %end = memref.load %positions[%after] : memref<?xi32>
  %high = arith.index_cast %end : i32 to index
  %sum = scf.for %i = %low to %high step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : vector<8xf64>
}

// -----

// A loop over a segment that carries two registers has a remainder loop.
// CHECK-LABEL: func.func @wide_segment(
// CHECK: arith.cmpi sge, %{{.*}}, %c4
// CHECK: scf.for {{.*}} step %c2
// CHECK: scf.for {{.*}} step %c1
// CHECK: return
func.func @wide_segment(%a: memref<?xf64>, %positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %row: index, %init: vector<16xf64>) -> vector<16xf64> {
  %c1 = arith.constant 1 : index
  %after = arith.addi %row, %c1 : index
  %begin = memref.load %positions[%row] : memref<?xi32>
  %low = arith.index_cast %begin : i32 to index
  %end = memref.load %positions[%after] : memref<?xi32>
  %high = arith.index_cast %end : i32 to index
  %sum = scf.for %i = %low to %high step %c1 iter_args(%carried = %init) -> (vector<16xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<16xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<16xf64>
    scf.yield %next : vector<16xf64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : vector<16xf64>
}

// -----

// Integer products are interleaved as well. The pass loads the vector dialect if the
// input does not use it.
// CHECK-LABEL: func.func @products(
// CHECK: %[[ONE:.*]] = arith.constant dense<1> : vector<4xi32>
// CHECK: scf.for {{.*}} step %c2 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[ONE]])
// CHECK: arith.select %{{.*}} : vector<4xi1>, vector<4xi32>
func.func @products(%positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %row: index, %factor: vector<4xi32>, %init: vector<4xi32>) -> vector<4xi32> {
  %c1 = arith.constant 1 : index
  %after = arith.addi %row, %c1 : index
  %begin = memref.load %positions[%row] : memref<?xi32>
  %low = arith.index_cast %begin : i32 to index
  %end = memref.load %positions[%after] : memref<?xi32>
  %high = arith.index_cast %end : i32 to index
  %product = scf.for %i = %low to %high step %c1 iter_args(%carried = %init) -> (vector<4xi32>) {
    %next = arith.muli %carried, %factor : vector<4xi32>
    scf.yield %next : vector<4xi32>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %product : vector<4xi32>
}

// -----

// Not interleaved: vectors of two dimensions.
// CHECK-LABEL: func.func @planes(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @planes(%positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %row: index, %v: vector<2x4xf64>) -> vector<2x4xf64> {
  %c1 = arith.constant 1 : index
  %after = arith.addi %row, %c1 : index
  %begin = memref.load %positions[%row] : memref<?xi32>
  %low = arith.index_cast %begin : i32 to index
  %end = memref.load %positions[%after] : memref<?xi32>
  %high = arith.index_cast %end : i32 to index
  %planes = scf.for %i = %low to %high step %c1 iter_args(%carried = %v) -> (vector<2x4xf64>) {
    %next = arith.addf %carried, %v fastmath<reassoc> : vector<2x4xf64>
    scf.yield %next : vector<2x4xf64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %planes : vector<2x4xf64>
}

// -----

// A loop over a segment with other tags keeps them, and executes the remainder.
// CHECK-LABEL: func.func @tagged(
// CHECK: scf.for {{.*}} step %c4
// CHECK: scf.for {{.*}} step %c1
// CHECK: } {weft.loop = #weft.loop<unroll(4), segments(<0 level 1 ordered unique adjacent>)>}
// CHECK-NOT: arith.select
// CHECK: return
func.func @tagged(%positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %row: index, %v: vector<8xf64>) -> vector<8xf64> {
  %c1 = arith.constant 1 : index
  %after = arith.addi %row, %c1 : index
  %begin = memref.load %positions[%row] : memref<?xi32>
  %low = arith.index_cast %begin : i32 to index
  %end = memref.load %positions[%after] : memref<?xi32>
  %high = arith.index_cast %end : i32 to index
  %sum = scf.for %i = %low to %high step %c1 iter_args(%carried = %v) -> (vector<8xf64>) {
    %next = arith.addf %carried, %v fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  } {weft.loop = #weft.loop<unroll(4), segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : vector<8xf64>
}

// -----

// A row of a few columns is one masked vector.
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c2
// CHECK: arith.select
// CHECK: return
func.func @rows(%b: memref<?xf64>, %positions: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %n: index, %mask: vector<8xi1>, %c: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  scf.for %i = %c0 to %n step %c1 {
    %after = arith.addi %i, %c1 : index
    %begin = memref.load %positions[%i] : memref<?xi32>
    %low = arith.index_cast %begin : i32 to index
    %end = memref.load %positions[%after] : memref<?xi32>
    %high = arith.index_cast %end : i32 to index
    %sum = scf.for %p = %low to %high step %c1 iter_args(%carried = %zero) -> (vector<8xf64>) {
      %x = vector.maskedload %b[%p], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
      %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
      scf.yield %next : vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    vector.store %sum, %c[%i] : memref<?xf64>, vector<8xf64>
  }
  return
}
