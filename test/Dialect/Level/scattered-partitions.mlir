// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Segments that are filled in any order of their parents, in partitions: these count,
// and place what they counted.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func.func @count(
func.func @count(%b: !level.builder<tensor<?x?xf64, #CSC>, count>, %n: index, %p: index, %j: index) -> !level.builder<tensor<?x?xf64, #CSC>, place> {
  // CHECK: %[[PARTS:.*]] = level.fork %{{.*}} into %{{.*}} : <tensor<?x?xf64, #{{.*}}>, count>
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #CSC>, count>
  // CHECK: %[[MINE:.*]] = level.begin_partition %[[PARTS]] : <tensor<?x?xf64, #{{.*}}>, count>
  %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #CSC>, count>
  // CHECK: %[[NEXT:.*]] = level.add_child %[[MINE]] level 1 under
  %next = level.add_child %mine level 1 under %j : !level.builder<tensor<?x?xf64, #CSC>, count>
  // CHECK: level.end_partition %[[NEXT]], %[[PARTS]][%{{.*}}]
  level.end_partition %next, %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, count>
  // CHECK: level.concatenate %[[PARTS]]
  %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #CSC>, count>
  %c = level.scan %b1 scattered : !level.builder<tensor<?x?xf64, #CSC>, count>
  return %c : !level.builder<tensor<?x?xf64, #CSC>, place>
}

// CHECK-LABEL: func.func @place(
// CHECK-SAME: %[[C:[^:]*]]: !level.builder
func.func @place(%c: !level.builder<tensor<?x?xf64, #CSC>, place>, %p: index, %i: index, %j: index) -> !level.builder<tensor<?x?xf64, #CSC>, place> {
  // CHECK: %[[N:.*]] = level.counted_partitions %[[C]] : <tensor<?x?xf64, #{{.*}}>, place>
  %n = level.counted_partitions %c : !level.builder<tensor<?x?xf64, #CSC>, place>
  // CHECK: %[[PARTS:.*]] = level.fork %[[C]] into %[[N]] : <tensor<?x?xf64, #{{.*}}>, place>
  %partitions = level.fork %c into %n : !level.partitions<tensor<?x?xf64, #CSC>, place>
  // CHECK: %[[MINE:.*]] = level.resume_partition %[[PARTS]][%{{.*}}] : <tensor<?x?xf64, #{{.*}}>, place>
  %mine = level.resume_partition %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, place>
  // CHECK: level.take_child %[[MINE]] level 1
  %next, %q = level.take_child %mine level 1 under %j coord %i : !level.builder<tensor<?x?xf64, #CSC>, place>
  level.end_partition %next, %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, place>
  %c1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #CSC>, place>
  return %c1 : !level.builder<tensor<?x?xf64, #CSC>, place>
}
