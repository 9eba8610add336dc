// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_segments -canonicalize -cse -split-input-file | FileCheck %s

// All vectors but the last are full. The tail is masked; all of its lanes are masked
// off for an empty segment. Short segments are one vector of half as many lanes, or a
// scalar loop.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf64>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[HIGH:.*]], %[[LOW:.*]] : index
// CHECK: %[[COUNT:.*]] = arith.maxsi %[[DISTANCE]], %c0
// CHECK: %[[BOUNDS:.*]] = memref.dim %[[POS]], %c0
// CHECK: %[[POSITIONS:.*]] = memref.dim %[[CRD]], %c0
// CHECK: %[[MOST:.*]] = arith.muli %[[BOUNDS]], %c2
// CHECK: %[[SHORT:.*]] = arith.cmpi ule, %[[POSITIONS]], %[[MOST]]
// CHECK: %[[NARROW:.*]] = arith.cmpi ule, %[[POSITIONS]], %{{.*}}
// CHECK: %[[HALF:.*]] = arith.select %[[NARROW]], %c5, %c0
// CHECK: %[[LEAST:.*]] = arith.select %[[SHORT]], %c8, %[[HALF]]
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[COUNT]], %[[LEAST]]
// CHECK: scf.if %[[LONG]] -> (f64) {
// CHECK:   %[[BEFORE:.*]] = arith.subi %[[COUNT]], %c1
// CHECK:   %[[FULL:.*]] = arith.andi %[[BEFORE]], %c-8
// CHECK:   %[[SOME:.*]] = arith.maxsi %[[FULL]], %c0
// CHECK:   %[[LAST:.*]] = arith.addi %[[LOW]], %[[SOME]]
// CHECK:   %[[SUM:.*]] = scf.for %[[P:.*]] = %[[LOW]] to %[[LAST]] step %c8 iter_args(%{{.*}} = %[[ZEROS]]) -> (vector<8xf64>) {
// CHECK:     vector.load %[[CRD]][%[[P]]]
// CHECK:   %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[SOME]]
// CHECK:   %[[MASK:.*]] = vector.bitcast %{{.*}} : vector<1xi8> to vector<8xi1>
// CHECK:   vector.maskedload %[[CRD]][%[[LAST]]], %[[MASK]]
// CHECK:   %[[XS:.*]] = vector.gather %[[X]]{{.*}} %[[MASK]]
// CHECK:   %[[BOTH:.*]] = arith.addf %[[SUM]], %[[XS]]
// CHECK:   arith.select %[[MASK]], %[[BOTH]], %[[SUM]]
// CHECK: } else {
// CHECK:   scf.if %[[SHORT]] -> (f64) {
// CHECK:     scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %c1 iter_args(%{{.*}} = %[[ZERO]])
// CHECK:   } else {
// CHECK:     arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<4xindex>
// CHECK:     vector.maskedload %[[CRD]][%[[LOW]]], {{.*}} into vector<4xi32>
// CHECK:     vector.gather %[[X]]
func.func @sum(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %i: index) -> f64 {
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
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// Lanes start with the identity of the reduction, and the initial value is combined
// with their sum. Each of two reductions has a vector.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[INIT:[^ ]*]]: f64
// CHECK-DAG: %[[SUMS:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf64>
// CHECK-DAG: %[[PRODUCTS:.*]] = arith.constant dense<1> : vector<8xi64>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[SUMS]], %{{.*}} = %[[PRODUCTS]]) -> (vector<8xf64>, vector<8xi64>)
// CHECK: arith.addf %[[INIT]], %{{.*}} fastmath<reassoc> : f64
func.func @two(%init: f64, %one: i64, %pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xi64>, %i: index) -> (f64, i64) {
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %both:2 = scf.for %p = %begin to %end step %c1 iter_args(%sum = %init, %product = %one) -> (f64, i64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %yj = memref.load %y[%j] : memref<?xi64>
    %next0 = arith.addf %sum, %xj fastmath<reassoc> : f64
    %next1 = arith.muli %product, %yj : i64
    scf.yield %next0, %next1 : f64, i64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %both#0, %both#1 : f64, i64
}

// -----

// A sum that may not be reordered and a sum without gathers are not vectorized.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector{{[.<]}}
func.func @others(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64> {weft.array = #weft.array<0 values>}, %i: index) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %e = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %e : i32 to index
  %ordered = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  %inRows = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %xp = memref.load %x[%p] : memref<?xf64>
    %next = arith.addf %carried, %xp fastmath<reassoc> : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %ordered, %inRows : f64, f64
}

// -----

// Elements of four bytes have vectors of 16 lanes, and of eight for short segments.
// CHECK-LABEL: func.func @narrow(
// CHECK: arith.select %{{.*}}, %c9, %c0
// CHECK: arith.andi %{{.*}}, %c-16
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
// CHECK: vector.maskedload {{.*}} into vector<16xi32>
// CHECK: vector.gather {{.*}} into vector<16xf32>
// CHECK: } else {
// CHECK: vector.maskedload {{.*}} into vector<8xi32>
func.func @narrow(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf32>, %i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %b = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %b : i32 to index
  %e = memref.load %pos[%i1] : memref<?xi32>
  %end = arith.index_cast %e : i32 to index
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f32) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %xj = memref.load %x[%j] : memref<?xf32>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f32
    scf.yield %next : f32
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f32
}
