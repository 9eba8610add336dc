// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @parts(
func.func @parts(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %p: index) -> !level.builder<tensor<?x?xf64, #DCSR>> {
  // CHECK: %[[T:.*]] = level.num_threads
  %t = level.num_threads
  // CHECK: %[[PARTS:.*]] = level.fork %{{.*}} into %[[T]] : <tensor<?x?xf64, #{{.*}}>>
  %parts = level.fork %b into %t : !level.parts<tensor<?x?xf64, #DCSR>>
  // CHECK: %[[MINE:.*]] = level.begin_part %[[PARTS]] : <tensor<?x?xf64, #{{.*}}>>
  %mine = level.begin_part %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  // CHECK: level.end_part %[[MINE]], %[[PARTS]][%{{.*}}] : <tensor<?x?xf64, #{{.*}}>>
  level.end_part %mine, %parts[%p] : !level.parts<tensor<?x?xf64, #DCSR>>
  // CHECK: level.join %[[PARTS]] : <tensor<?x?xf64, #{{.*}}>>
  %b1 = level.join %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  return %b1 : !level.builder<tensor<?x?xf64, #DCSR>>
}

// CHECK-LABEL: func.func private @assemble(!level.parts<tensor<?x?xf64, #{{.*}}>, assemble>)
func.func private @assemble(!level.parts<tensor<?x?xf64, #DCSR>, assemble>)
