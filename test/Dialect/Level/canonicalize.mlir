// RUN: weft-opt %s -canonicalize | FileCheck %s

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @size
func.func @size(%s: !level.storage<tensor<4x?xf64, #CSC>>, %b: !level.builder<tensor<?x5xf64, #CSC>>, %t: !level.storage<tensor<4x4xf64, #BCSR>>) -> (index, index, index, index) {
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
  // CHECK-DAG: %[[DYNAMIC:.*]] = level.size %{{.*}} level 0
  // CHECK-DAG: %[[BLOCKED:.*]] = level.size %{{.*}} level 1
  %0 = level.size %s level 0 : !level.storage<tensor<4x?xf64, #CSC>>
  %1 = level.size %s level 1 : !level.storage<tensor<4x?xf64, #CSC>>
  %2 = level.size %b level 0 : !level.builder<tensor<?x5xf64, #CSC>>
  %3 = level.size %t level 1 : !level.storage<tensor<4x4xf64, #BCSR>>
  // CHECK: return %[[DYNAMIC]], %[[C4]], %[[C5]], %[[BLOCKED]]
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func @combine
// CHECK-SAME:    (%[[S:.*]]: !level.storage<{{.*}}>, %[[P:.*]]: index, %[[Q:.*]]: index)
func.func @combine(%s: !level.storage<tensor<?xf64, #List>>, %p: index, %q: index) -> (f64, f64, f64, f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %next = arith.addi %p, %c1 : index
  %after = arith.addi %p, %c2 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK:     %[[V0:.*]] = level.load %[[S]][%[[P]]]
  // CHECK:     %[[V1:.*]] = level.load %[[S]][%[[C1]]]
  // CHECK:     %[[V2:.*]] = level.combine arith.addf %[[S]][%[[P]] to %{{.*}}]
  // CHECK:     %[[V3:.*]] = level.combine arith.addf %[[S]][%[[P]] to %[[Q]]]
  %0 = level.combine arith.addf %s[%p to %next] : !level.storage<tensor<?xf64, #List>>
  %1 = level.combine arith.addf %s[%c1 to %c2] : !level.storage<tensor<?xf64, #List>>
  %2 = level.combine arith.addf %s[%p to %after] : !level.storage<tensor<?xf64, #List>>
  %3 = level.combine arith.addf %s[%p to %q] : !level.storage<tensor<?xf64, #List>>
  // CHECK:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]]
  return %0, %1, %2, %3 : f64, f64, f64, f64
}

// CHECK-LABEL: func @search
// CHECK-SAME:    (%{{.*}}, %[[P:.*]]: index, %{{.*}}: index)
// CHECK-NEXT:    return %[[P]]
func.func @search(%s: !level.storage<tensor<?xf64, #List>>, %p: index, %i: index) -> index {
  %q = level.search %s level 0 in %p to %p for %i coords() : !level.storage<tensor<?xf64, #List>>
  return %q : index
}

// CHECK-LABEL: func @append
// CHECK-SAME:    (%[[B:.*]]: !level.builder<{{.*}}>, %[[I:.*]]: index)
// CHECK-NEXT:    %[[C:.*]] = level.append_coord %[[B]] level 0 coord %[[I]] :
// CHECK-NEXT:    return %[[C]]
func.func @append(%b: !level.builder<tensor<?xf64, #List>>, %i: index) -> !level.builder<tensor<?xf64, #List>> {
  %true = arith.constant true
  %false = arith.constant false
  %0 = level.append_coord %b level 0 coord %i if %true : !level.builder<tensor<?xf64, #List>>
  %1 = level.append_coord %0 level 0 coord %i if %false : !level.builder<tensor<?xf64, #List>>
  return %1 : !level.builder<tensor<?xf64, #List>>
}

// The constants of a combiner stay inside it.
// CHECK-LABEL: func @constants_of_combiner
func.func @constants_of_combiner(%s: !level.storage<tensor<?xi32>>, %b: index, %e: index) -> i32 {
  // CHECK:      level.combine {
  // CHECK-NEXT: ^bb0(
  // CHECK-NEXT: arith.constant 3 : i32
  %v = level.combine {
  ^bb0(%l: i32, %r: i32):
    %c = arith.constant 1 : i32
    %d = arith.constant 2 : i32
    %f = arith.addi %c, %d : i32
    %g = arith.maxsi %r, %f : i32
    %h = arith.addi %l, %g : i32
    level.yield %h : i32
  } %s[%b to %e] : !level.storage<tensor<?xi32>>
  return %v : i32
}
