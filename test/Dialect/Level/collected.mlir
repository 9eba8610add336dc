// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Segments whose coordinates come in any order.
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Table = #level.format<(p) -> (p : dense), fill = -1 : i64>

// CHECK-LABEL: func @collect
// CHECK-SAME:    (%[[B:[^:]*]]: !level.builder<{{.*}}>, %[[T:[^:]*]]: !level.builder<{{.*}}>, %[[J:.*]]: index, %[[Q:.*]]: index)
func.func @collect(%b: !level.builder<tensor<?x?xf64, #BCSR>>, %t: !level.builder<tensor<?xi64, #Table>>, %j: index, %q: index) {
  // CHECK: %[[B1:.*]], %{{.*}}, %{{.*}} = level.collect_coord %[[B]] level 1 coord %[[J]] from %[[Q]] in %[[T]] : <tensor<?x?xf64, #{{.*}}>>, <tensor<?xi64, #{{.*}}>>
  %b1, %t1, %p = level.collect_coord %b level 1 coord %j from %q in %t : !level.builder<tensor<?x?xf64, #BCSR>>, !level.builder<tensor<?xi64, #Table>>
  // CHECK: level.sort_segment %[[B1]] level 1 from %[[Q]] : <tensor<?x?xf64, #{{.*}}>>
  %b2 = level.sort_segment %b1 level 1 from %q : !level.builder<tensor<?x?xf64, #BCSR>>
  return
}
