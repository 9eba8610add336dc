// RUN: weft-opt %s -weft-prefetch-rows -split-input-file | FileCheck %s

// Where the dense operand is large, each entry fetches the four lines of the row
// that the entry 16 further on leads to, or the last one.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[DENSE:[^ ]*]]: memref<?xf64>, %[[WIDTH:[^ ]*]]: index, %[[TILE:[^ ]*]]: index
// CHECK: %[[LENGTH:.*]] = memref.dim %[[DENSE]]
// CHECK: %[[FAR:.*]] = arith.cmpi sge, %[[LENGTH]], %c1048576
// CHECK: %[[SUM:.*]] = scf.if %[[FAR]] -> (vector<32xf64>) {
// CHECK:   scf.for %[[P:.*]] = %{{.*}} iter_args
// CHECK:     %[[COUNT:.*]] = memref.dim %[[CRD]]
// CHECK:     %[[LAST:.*]] = arith.subi %[[COUNT]], %c1
// CHECK:     %[[FURTHER:.*]] = arith.addi %[[P]], %c16
// CHECK:     %[[AHEAD:.*]] = arith.minsi %[[FURTHER]], %[[LAST]]
// CHECK:     %[[J:.*]] = memref.load %[[CRD]][%[[AHEAD]]]
// CHECK:     %[[JI:.*]] = arith.index_cast %[[J]]
// CHECK:     %[[ROW:.*]] = arith.muli %[[JI]], %[[WIDTH]]
// CHECK:     %[[AT:.*]] = arith.addi %[[ROW]], %[[TILE]]
// CHECK:     %[[L0:.*]] = arith.addi %[[AT]], %c0
// CHECK:     memref.prefetch %[[DENSE]][%[[L0]]], read, locality<3>, data
// CHECK:     %[[L1:.*]] = arith.addi %[[AT]], %c8
// CHECK:     memref.prefetch %[[DENSE]][%[[L1]]], read, locality<3>, data
// CHECK:     %[[L2:.*]] = arith.addi %[[AT]], %c16
// CHECK:     memref.prefetch %[[DENSE]][%[[L2]]], read, locality<3>, data
// CHECK:     %[[L3:.*]] = arith.addi %[[AT]], %c24
// CHECK:     memref.prefetch %[[DENSE]][%[[L3]]], read, locality<3>, data
// CHECK:     vector.load %[[DENSE]]
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   vector.load %[[DENSE]]
// CHECK: }
// CHECK: return %[[SUM]]
func.func @product(%crd: memref<?xi32>, %values: memref<?xf64>, %dense: memref<?xf64>, %width: index, %tile: index, %begin: index, %end: index) -> vector<32xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %row = arith.muli %j, %width : index
    %at = arith.addi %row, %tile : index
    %value = memref.load %values[%p] : memref<?xf64>
    %v = vector.load %dense[%at] : memref<?xf64>, vector<32xf64>
    %scale = vector.broadcast %value : f64 to vector<32xf64>
    %product = arith.mulf %scale, %v : vector<32xf64>
    %more = arith.addf %s, %product : vector<32xf64>
    scf.yield %more : vector<32xf64>
  }
  return %sum : vector<32xf64>
}

// -----

// Two lines for each entry are not worth it.
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @narrow(%crd: memref<?xindex>, %dense: memref<?xf64>, %begin: index, %end: index) -> vector<16xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<16xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<16xf64>) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.load %dense[%j] : memref<?xf64>, vector<16xf64>
    %more = arith.addf %s, %v : vector<16xf64>
    scf.yield %more : vector<16xf64>
  }
  return %sum : vector<16xf64>
}

// -----

// What follows itself is loaded ahead by the processor.
// CHECK-LABEL: func.func @streamed(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @streamed(%dense: memref<?xf64>, %width: index, %begin: index, %end: index) -> vector<32xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
    %row = arith.muli %p, %width : index
    %v = vector.load %dense[%row] : memref<?xf64>, vector<32xf64>
    %more = arith.addf %s, %v : vector<32xf64>
    scf.yield %more : vector<32xf64>
  }
  return %sum : vector<32xf64>
}

// -----

// Coordinates that change are not those of later entries.
// CHECK-LABEL: func.func @changing(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @changing(%crd: memref<?xindex>, %dense: memref<?xf64>, %begin: index, %end: index) -> vector<32xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.load %dense[%j] : memref<?xf64>, vector<32xf64>
    memref.store %p, %crd[%j] : memref<?xindex>
    %more = arith.addf %s, %v : vector<32xf64>
    scf.yield %more : vector<32xf64>
  }
  return %sum : vector<32xf64>
}
