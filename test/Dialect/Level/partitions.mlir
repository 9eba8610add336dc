// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @partitions(
func.func @partitions(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %p: index) -> !level.builder<tensor<?x?xf64, #DCSR>> {
  // CHECK: %[[T:.*]] = level.num_threads
  %t = level.num_threads
  // CHECK: %[[PARTS:.*]] = level.fork %{{.*}} into %[[T]] : <tensor<?x?xf64, #{{.*}}>>
  %partitions = level.fork %b into %t : !level.partitions<tensor<?x?xf64, #DCSR>>
  // CHECK: %[[MINE:.*]] = level.begin_partition %[[PARTS]] : <tensor<?x?xf64, #{{.*}}>>
  %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  // CHECK: level.end_partition %[[MINE]], %[[PARTS]][%{{.*}}] : <tensor<?x?xf64, #{{.*}}>>
  level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #DCSR>>
  // CHECK: level.concatenate %[[PARTS]] : <tensor<?x?xf64, #{{.*}}>>
  %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  return %b1 : !level.builder<tensor<?x?xf64, #DCSR>>
}

// CHECK-LABEL: func.func private @assemble(!level.partitions<tensor<?x?xf64, #{{.*}}>, assemble>)
func.func private @assemble(!level.partitions<tensor<?x?xf64, #DCSR>, assemble>)
