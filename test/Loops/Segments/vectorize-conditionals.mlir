// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_conditionals -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_conditionals -split-input-file | FileCheck %s --check-prefix=RAW
// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_conditionals=gather -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=GATHER

// Entries that do not take the branch add the identity, and mask contiguous loads. The
// invariant load is hoisted, guarded by the size of the array. Masked lanes of the tail
// load the first element of the table; an empty table implies an empty segment.
// CHECK-LABEL: func.func @found(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VAL:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[TABLE:[^ ]*]]: memref<?xi64>{{[^,]*}}, %{{.*}}: index, %[[E:[^ ]*]]: index
// CHECK-DAG: %[[IDENTITY:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf64>
// CHECK-DAG: %[[SUMS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[SIZE:.*]] = memref.dim %[[VAL]], %c0
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[E]], %[[SIZE]]
// CHECK: %[[FACTOR:.*]] = scf.if %[[IN]] -> (f64) {
// CHECK:   memref.load %[[VAL]][%[[E]]]
// CHECK: } else {
// CHECK:   scf.yield %[[ZERO]]
// CHECK: %[[PLACES:.*]] = memref.dim %[[TABLE]], %c0
// CHECK: %[[HAS:.*]] = arith.cmpi ne, %[[PLACES]], %c0
// CHECK: scf.if %[[HAS]] -> (f64) {
// CHECK:   %[[STOP:.*]] = arith.subi %[[HIGH:.*]], %c4
// CHECK:   %[[SUM:.*]]:2 = scf.for %[[P:.*]] = %[[LOW:.*]] to %[[STOP]] step %c4 iter_args(%[[CARRIED:.*]] = %[[SUMS]], %{{.*}} = %[[LOW]]) -> (vector<4xf64>, index) {
// CHECK:     memref.load %[[CRD]][%[[P]]]
// CHECK:     memref.load %[[TABLE]]
// CHECK:     %[[FOUND:.*]] = vector.from_elements
// CHECK:     %[[MATCHES:.*]] = arith.cmpi ne, %[[FOUND]], %{{.*}} : vector<4xi64>
// CHECK:     vector.maskedload %[[VAL]][%[[P]]], %[[MATCHES]]
// CHECK:     %[[PRODUCT:.*]] = arith.mulf
// CHECK:     %[[TERM:.*]] = arith.mulf %[[PRODUCT]],
// CHECK:     %[[ADDED:.*]] = arith.select %[[MATCHES]], %[[TERM]], %[[IDENTITY]]
// CHECK:     arith.addf %[[CARRIED]], %[[ADDED]]
// CHECK:   %[[LEFT:.*]] = arith.subi %[[HIGH]], %[[SUM]]#1
// CHECK:   %[[MANY:.*]] = vector.broadcast %[[LEFT]]
// CHECK:   %[[MASK:.*]] = arith.cmpi sgt, %[[MANY]], %{{.*}} : vector<4xindex>
// CHECK:   vector.maskedload %[[CRD]][%[[SUM]]#1], %[[MASK]]
// CHECK:   %[[PLACE:.*]] = arith.select %[[MASK]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
// CHECK:   vector.extract %[[PLACE]][0]
// CHECK:   %[[LAST:.*]] = arith.cmpi ne, %{{.*}} : vector<4xi64>
// CHECK:   %[[BOTH:.*]] = arith.andi %[[MASK]], %[[LAST]]
// CHECK:   vector.maskedload %[[VAL]][%[[SUM]]#1], %[[BOTH]]
// CHECK: } else {
// CHECK:   scf.yield %[[ZERO]]
// CHECK-NOT: scf.for

// GATHER-LABEL: func.func @found(
// GATHER: scf.for {{.*}} step %c8
// GATHER: vector.gather {{.*}} into vector<8xi64>
// GATHER: %[[MASK:.*]] = arith.cmpi sgt, %{{.*}} : vector<8xindex>
// GATHER: vector.maskedload %{{.*}}, %[[MASK]], {{.*}} into vector<8xi32>
// GATHER: vector.gather {{.*}}, %[[MASK]], {{.*}} into vector<8xi64>
func.func @found(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xi64>, %i: index, %e: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %table[%j] : memref<?xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %next = scf.if %found -> (f64) {
      %factor = memref.load %val[%e] : memref<?xf64>
      %v = memref.load %val[%p] : memref<?xf64>
      %fv = arith.mulf %factor, %v : f64
      %term = arith.mulf %fv, %x : f64
      %more = arith.addf %carried, %term fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// Loops are not vectorized whose sum may not be reordered, whose branch gathers, or
// that carry another value if the branch is not taken. The pass erases the copies that
// it analyzed.
// RAW-LABEL: func.func @left(
// RAW-NOT: memref.dim
// RAW: return
// CHECK-LABEL: func.func @left(
// CHECK-COUNT-3: scf.for {{.*}} step %c1
// CHECK-NOT: vector<
func.func @left(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %ordered = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  %elsewhere = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %factor = memref.load %val[%i] : memref<?xf64>
      %v = memref.load %val[%at] : memref<?xf64>
      %more = arith.addf %carried, %v fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  %reset = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %more = arith.addf %carried, %v fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %zero : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %ordered, %elsewhere, %reset : f64, f64, f64
}

// -----

// The condition is invariant, and the branch stores, and loads at the first position of
// the segment, which may be empty.
// CHECK-LABEL: func.func @shared(
// CHECK-NOT: vector<
func.func @shared(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64>, %table: memref<?xi64>, %w: memref<?xf64>, %i: index, %flag: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %table[%j] : memref<?xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %next = scf.if %flag -> (f64) {
      memref.store %bits, %table[%p] : memref<?xi64>
      %v = memref.load %val[%begin] : memref<?xf64>
      %term = arith.mulf %v, %x : f64
      %more = arith.addf %carried, %term fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// A nested branch gathers for some entries only.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: vector<
func.func @nested(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xi64>, %w: memref<?xf64>, %i: index, %flag: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %table[%j] : memref<?xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %at = arith.index_cast %bits : i64 to index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %positive = arith.cmpf ogt, %v, %zero : f64
      %term = scf.if %positive -> (f64) {
        %y = memref.load %w[%at] : memref<?xf64>
        scf.yield %y : f64
      } else {
        scf.yield %zero : f64
      }
      %more = arith.addf %carried, %term fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// The size of an array that the loop defines is not known before the loop.
// CHECK-LABEL: func.func @inside(
// CHECK-NOT: vector<
func.func @inside(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xi64>, %w: memref<?xf64>, %i: index, %flag: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %array = memref.cast %table : memref<?xi64> to memref<16xi64>
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %array[%j] : memref<16xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %term = arith.mulf %v, %x : f64
      %more = arith.addf %carried, %term fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// Each of two reductions has a vector. An integer sum may be reordered unless it is
// known not to overflow.
// CHECK-LABEL: func.func @two(
// CHECK: scf.for {{.*}} -> (vector<4xf64>, vector<4xi64>, index)
// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: vector<
func.func @two(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64>, %table: memref<?xi64>, %w: memref<?xf64>, %i: index, %flag: i1) -> (f64, i64) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero, %count = %none) -> (f64, i64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %table[%j] : memref<?xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %next:2 = scf.if %found -> (f64, i64) {
      %more = arith.addf %carried, %x fastmath<reassoc> : f64
      %counted = arith.addi %count, %bits : i64
      scf.yield %more, %counted : f64, i64
    } else {
      scf.yield %carried, %count : f64, i64
    }
    scf.yield %next#0, %next#1 : f64, i64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum#0, %sum#1 : f64, i64
}
func.func @ordered(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64>, %table: memref<?xi64>, %w: memref<?xf64>, %i: index, %flag: i1) -> (f64, i64) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %l = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %l : i32 to index
  %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero, %count = %none) -> (f64, i64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %bits = memref.load %table[%j] : memref<?xi64>
    %found = arith.cmpi ne, %bits, %none : i64
    %x = arith.bitcast %bits : i64 to f64
    %next:2 = scf.if %found -> (f64, i64) {
      %more = arith.addf %carried, %x fastmath<reassoc> : f64
      %counted = arith.addi %count, %bits overflow<nsw> : i64
      scf.yield %more, %counted : f64, i64
    } else {
      scf.yield %carried, %count : f64, i64
    }
    scf.yield %next#0, %next#1 : f64, i64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum#0, %sum#1 : f64, i64
}
