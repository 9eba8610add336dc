// RUN: weft-opt %s -convert-level-to-memref -canonicalize | FileCheck %s
// RUN: weft-opt %s -convert-level-to-memref -canonicalize -convert-level-to-memref | FileCheck %s --check-prefix=AGAIN

// A coordinate is looked up from the slot of its hash on. Positions before the
// segment are as good as none.

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Table = #level.format<(p) -> (p : dense), fill = -1 : i64>

// CHECK-LABEL: func.func @collect
// CHECK-SAME:    %[[CRD:[^:]*]]: memref<?xi32>, %[[COUNT:[^:]*]]: index, %[[VALUES:[^:]*]]: memref<?xf64>, %[[SLOTS:[^:]*]]: index, %[[TABLE:[^:]*]]: memref<?xi64>, %[[J:[^:]*]]: index, %[[Q:[^:]*]]: index)
// CHECK:       %[[FOUND:.*]]:2 = scf.while
// CHECK:         %[[ENTRY:.*]] = memref.load %[[TABLE]]
// CHECK:         %[[P:.*]] = arith.index_cast %[[ENTRY]]
// CHECK:         %[[TAKEN:.*]] = arith.cmpi sge, %[[P]], %[[Q]]
// CHECK:         arith.select %[[TAKEN]], %[[P]], %c0
// CHECK:       %[[IS:.*]] = arith.cmpi sge, %[[FOUND]]#1, %[[Q]]
// CHECK:       scf.if %[[IS]]
// CHECK:       } else {
// What is new has four components, which are filled, and no others.
// CHECK:         %[[BEGIN:.*]] = arith.muli %[[COUNT]], %c4
// CHECK:         call @weft_grow_f64
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to
// CHECK:           memref.store %cst
// CHECK:         memref.store %{{.*}}, %[[TABLE]][%[[FOUND]]#0]
// CHECK:         func.call @weft_collect_table_i32

// AGAIN: func.func private @weft_collect_table_i32
func.func @collect(%b: !level.builder<tensor<?x?xf64, #BCSR>>, %t: !level.builder<tensor<?xi64, #Table>>, %j: index, %q: index) -> (index, tensor<?x?xf64, #BCSR>, tensor<?xi64, #Table>) {
  %b1, %t1, %p = level.collect_coord %b level 1 coord %j from %q in %t : !level.builder<tensor<?x?xf64, #BCSR>>, !level.builder<tensor<?xi64, #Table>>
  %r = level.finalize %b1 : !level.builder<tensor<?x?xf64, #BCSR>>
  %u = level.finalize %t1 : !level.builder<tensor<?xi64, #Table>>
  return %p, %r, %u : index, tensor<?x?xf64, #BCSR>, tensor<?xi64, #Table>
}

// CHECK-LABEL: func.func @sort
// CHECK:       call @weft_collect_order_i32_f64_by_4(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c4)

// Without components, coordinates are sorted alone.
// CHECK-LABEL: func.func @sort_structure
// CHECK:       call @weft_collect_order_i32_by_4(%{{.*}}, %{{.*}}, %{{.*}}, %c4)
func.func @sort(%b: !level.builder<tensor<?x?xf64, #BCSR>>, %q: index) -> tensor<?x?xf64, #BCSR> {
  %b1 = level.sort_segment %b level 1 from %q : !level.builder<tensor<?x?xf64, #BCSR>>
  %r = level.finalize %b1 : !level.builder<tensor<?x?xf64, #BCSR>>
  return %r : tensor<?x?xf64, #BCSR>
}
func.func @sort_structure(%b: !level.builder<tensor<?x?xf64, #BCSR>, assemble>, %q: index) -> tensor<?x?xf64, #BCSR> {
  %b1 = level.sort_segment %b level 1 from %q : !level.builder<tensor<?x?xf64, #BCSR>, assemble>
  %r = level.finalize %b1 : !level.builder<tensor<?x?xf64, #BCSR>, assemble>
  return %r : tensor<?x?xf64, #BCSR>
}
