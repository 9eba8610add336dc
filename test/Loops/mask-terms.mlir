// RUN: weft-opt %s -weft-mask-terms -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-mask-terms=fast-gathers -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=GATHER

// Entries that find nothing add what changes nothing, and have a mask for what lies
// in a row. What all entries load alike is loaded once, if there is such an element.
// The last vector has a mask as well, whose lanes load what the table begins with; if
// it has nothing, there is nothing to add.
// CHECK-LABEL: func.func @found(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>, %[[CRD:[^ ]*]]: memref<?xi32>, %[[VAL:[^ ]*]]: memref<?xf64>, %[[TABLE:[^ ]*]]: memref<?xi64>, %{{.*}}: index, %[[E:[^ ]*]]: index
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
func.func @found(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %table: memref<?xi64>, %i: index, %e: index) -> f64 {
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
  }
  return %sum : f64
}

// -----

// Loops are left that keep their order, that load elsewhere for what they find, or
// that carry something else where they find nothing.
// CHECK-LABEL: func.func @left(
// CHECK-COUNT-3: scf.for {{.*}} step %c1
// CHECK-NOT: vector
func.func @left(%pos: memref<?xindex>, %crd: memref<?xindex>, %val: memref<?xf64>, %table: memref<?xindex>, %i: index) -> (f64, f64, f64) {
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
  }
  %elsewhere = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%at] : memref<?xf64>
      %more = arith.addf %carried, %v fastmath<reassoc> : f64
      scf.yield %more : f64
    } else {
      scf.yield %carried : f64
    }
    scf.yield %next : f64
  }
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
  }
  return %ordered, %elsewhere, %reset : f64, f64, f64
}
