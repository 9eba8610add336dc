// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -canonicalize="region-simplify=disabled" | FileCheck %s --check-prefix=SIMPLE

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @builder(
// CHECK: %[[RESULT:.*]] = weft.partitions %[[FIRST:first.*]] to %[[LAST:last.*]] of %{{.*}} to %{{.*}} carry(%[[B:.*]] = %{{.*}}) : !level.builder<tensor<?x?xf64, #{{.*}}>> {
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK: weft.yield %{{.*}} : !level.builder<tensor<?x?xf64, #{{.*}}>>
// CHECK: return %[[RESULT]]
func.func @builder(%b: !level.builder<tensor<?x?xf64, #CSR>>, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%a = %b) : !level.builder<tensor<?x?xf64, #CSR>> {
    %next = scf.for %i = %first to %last step %c1 iter_args(%s = %a) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %t = level.append_coord %s level 1 coord %i : <tensor<?x?xf64, #CSR>>
      scf.yield %t : !level.builder<tensor<?x?xf64, #CSR>>
    }
    weft.yield %next : !level.builder<tensor<?x?xf64, #CSR>>
  }
  return %r : !level.builder<tensor<?x?xf64, #CSR>>
}

// What is passed on unchanged is the same in all partitions, unless it is an array
// whose length changes.

// CHECK-LABEL: func.func @arrays(
// CHECK: weft.partitions %{{.*}} to %{{.*}} of %{{.*}} to %{{.*}} carry(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : index, memref<?xi32>, index arrays [#weft.appended<array = 1, length = 2, first = 1, cleared = true>] by (%{{.*}}) {
// SIMPLE-LABEL: func.func @arrays(
// SIMPLE-SAME: %[[SIZE:.*]]: index, %[[CRD:.*]]: memref<?xi32>, %[[N:.*]]: index)
// SIMPLE: %[[R:.*]]:2 = weft.partitions %{{.*}} to %{{.*}} of %{{.*}} to %[[N]] carry(%[[A:.*]] = %[[CRD]], %[[COUNT:.*]] = %{{.*}}) : memref<?xi32>, index arrays [#weft.appended<array = 0, length = 1, first = 1, cleared = true>] by (%[[SIZE]]) {
// SIMPLE: %[[MORE:.*]] = arith.addi %[[COUNT]], %[[SIZE]]
// SIMPLE: weft.yield %[[A]], %[[MORE]] : memref<?xi32>, index
// SIMPLE: return %[[SIZE]], %[[R]]#0, %[[R]]#1
func.func @arrays(%size: index, %crd: memref<?xi32>, %n: index) -> (index, memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %r:3 = weft.partitions %first to %last of %c0 to %n carry(%s = %size, %a = %crd, %count = %c0) : index, memref<?xi32>, index
      arrays [#weft.appended<array = 1, length = 2, first = 1, cleared = true>] by (%size) {
    %more = arith.addi %count, %s : index
    weft.yield %s, %a, %more : index, memref<?xi32>, index
  }
  return %r#0, %r#1, %r#2 : index, memref<?xi32>, index
}

// An array that nothing is appended to is none.

// CHECK-LABEL: func.func @nothing(
// SIMPLE-LABEL: func.func @nothing(
// SIMPLE-SAME: %[[CRD:.*]]: memref<?xi32>, %[[COUNT:.*]]: index,
// SIMPLE: weft.partitions %{{.*}} to %{{.*}} of %{{.*}} to %{{.*}} arrays [] by () {
// SIMPLE: memref.store %{{.*}}, %[[CRD]]
// SIMPLE: return %[[CRD]], %[[COUNT]]
func.func @nothing(%crd: memref<?xi32>, %count: index, %v: i32, %n: index) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %l = %count) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    memref.store %v, %a[%first] : memref<?xi32>
    weft.yield %a, %l : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}
