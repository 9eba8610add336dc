// The level functions that read (thesis, table 2-13), level type by level type.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @dense(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index)
// CHECK: %[[SEGMENT:[a-z0-9_]+]] = arith.muli %[[P]], %[[M]]
// CHECK: %[[POSITION:[a-z0-9_]+]] = arith.addi %[[SEGMENT]], %[[I]]
// CHECK: %[[TRUE:[a-z0-9_]+]] = arith.constant true
// CHECK: return %[[POSITION]], %[[TRUE]], %[[N]]
func.func @dense(%A: tensor<?x?xf64, #CSR>, %p: index, %i: index) -> (index, i1, index) {
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %q, %f = level.locate %s level 0 under %p coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
  %n = level.size %s level 1 : !level.storage<tensor<?x?xf64, #CSR>>
  return %q, %f, %n : index, i1, index
}

// -----

// Sizes that the type knows are constants; levels in another order than modes.
#CSC = #level.format<(i, j) -> (j : dense, i : dense)>

// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index
// CHECK: %[[C5:[a-z0-9_]+]] = arith.constant 5 : index
// CHECK: arith.muli %[[P]], %[[C5]]
// CHECK: arith.muli %[[P]], %[[M]]
func.func @order(%A: tensor<?x5xf64, #CSC>, %p: index) -> (index, index) {
  %s = level.open %A : tensor<?x5xf64, #CSC>
  %q, %f = level.locate %s level 0 under %p coords(%p) : !level.storage<tensor<?x5xf64, #CSC>>
  %r, %g = level.locate %s level 1 under %p coords(%p, %p) : !level.storage<tensor<?x5xf64, #CSC>>
  return %q, %r : index, index
}

// -----

// Positions and coordinates have the widths that the format says.
#Wide = #level.format<(i, j) -> (i : dense, j : compressed), pos = 64, crd = 16>

// CHECK-LABEL: func.func @compressed(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi64>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi16>{{[^,]*}}, %[[VALUES:[a-z0-9_]+]]: memref<?xf32>{{[^,]*}}, %[[P0:[a-z0-9_]+]]: index, %[[P1:[a-z0-9_]+]]: index)
// CHECK: %[[B:[a-z0-9_]+]] = memref.load %[[POS]][%[[P0]]]
// CHECK: %[[BEGIN:[a-z0-9_]+]] = arith.index_cast %[[B]] : i64 to index
// CHECK: %[[E:[a-z0-9_]+]] = memref.load %[[POS]][%[[P1]]]
// CHECK: arith.index_cast %[[E]] : i64 to index
// CHECK: %[[J:[a-z0-9_]+]] = memref.load %[[CRD]][%[[BEGIN]]]
// CHECK: arith.index_cast %[[J]] : i16 to index
// CHECK: memref.load %[[VALUES]][%[[BEGIN]]]
func.func @compressed(%A: tensor<?x?xf32, #Wide>, %p: index, %q: index) -> (index, index, i1, f32) {
  %s = level.open %A : tensor<?x?xf32, #Wide>
  %b, %e = level.pos_bounds %s level 1 under %p to %q : !level.storage<tensor<?x?xf32, #Wide>>
  %j, %f = level.pos_access %s level 1 at %b coords(%p) : !level.storage<tensor<?x?xf32, #Wide>>
  %v = level.load %s[%b] : !level.storage<tensor<?x?xf32, #Wide>>
  return %e, %j, %f, %v : index, index, i1, f32
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func.func @singleton(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[Q:[a-z0-9_]+]]: index)
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK: return %[[P]], %[[Q]]
func.func @singleton(%A: tensor<?x?xf64, #COO>, %p: index, %q: index) -> (index, index, index) {
  %s = level.open %A : tensor<?x?xf64, #COO>
  %b, %e = level.pos_bounds %s level 1 under %p to %q : !level.storage<tensor<?x?xf64, #COO>>
  %j, %f = level.pos_access %s level 1 at %b coords(%p) : !level.storage<tensor<?x?xf64, #COO>>
  return %b, %e, %j : index, index, index
}

// -----

#Vec = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @search(
// CHECK-SAME: %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[B:[a-z0-9_]+]]: index, %[[E:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index)
// CHECK: %[[FOUND:[a-z0-9_]+]]:2 = scf.while (%[[LOW:[a-z0-9_]+]] = %[[B]], %[[HIGH:[a-z0-9_]+]] = %[[E]])
// CHECK: %[[GO:[a-z0-9_]+]] = arith.cmpi slt, %[[LOW]], %[[HIGH]]
// CHECK: scf.condition(%[[GO]]) %[[LOW]], %[[HIGH]]
// CHECK: ^bb0(%[[L:[a-z0-9_]+]]: index, %[[H:[a-z0-9_]+]]: index):
// CHECK: %[[WIDTH:[a-z0-9_]+]] = arith.subi %[[H]], %[[L]]
// CHECK: %[[HALF:[a-z0-9_]+]] = arith.shrui %[[WIDTH]]
// CHECK: %[[MIDDLE:[a-z0-9_]+]] = arith.addi %[[L]], %[[HALF]]
// CHECK: memref.load %[[CRD]][%[[MIDDLE]]]
// CHECK: %[[SMALLER:[a-z0-9_]+]] = arith.cmpi slt, %{{.*}}, %[[I]]
// CHECK: %[[ABOVE:[a-z0-9_]+]] = arith.addi %[[MIDDLE]]
// CHECK: %[[L1:[a-z0-9_]+]] = arith.select %[[SMALLER]], %[[ABOVE]], %[[L]]
// CHECK: %[[H1:[a-z0-9_]+]] = arith.select %[[SMALLER]], %[[H]], %[[MIDDLE]]
// CHECK: scf.yield %[[L1]], %[[H1]]
// CHECK: return %[[FOUND]]#0
func.func @search(%x: tensor<?xf64, #Vec>, %b: index, %e: index, %i: index) -> index {
  %s = level.open %x : tensor<?xf64, #Vec>
  %p = level.search %s level 0 in %b to %e for %i coords() : !level.storage<tensor<?xf64, #Vec>>
  return %p : index
}

// -----

// One that is expected near where it begins is a function, which takes steps of
// double length and searches the last of them.

#Vec = #level.format<(i) -> (i : compressed)>

// CHECK: func.func private @weft_gallop_i32(%[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[B:[a-z0-9_]+]]: index, %[[E:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index) -> index
// CHECK-SAME: passthrough = ["cold", "noinline"]
// CHECK: %[[STEPS:[a-z0-9_]+]]:3 = scf.while (%[[LOW:[a-z0-9_]+]] = %[[B]], %[[PROBE:[a-z0-9_]+]] = %[[B]], %[[STEP:[a-z0-9_]+]] = %c1
// CHECK: %[[INSIDE:[a-z0-9_]+]] = arith.cmpi ult, %[[PROBE]], %[[E]]
// CHECK: scf.if %[[INSIDE]] -> (i1) {
// CHECK: memref.load %[[CRD]][%[[PROBE]]]
// CHECK: arith.cmpi slt, %{{.*}}, %[[I]]
// CHECK: %[[LAST:[a-z0-9_]+]] = arith.minui %[[STEPS]]#1, %[[E]]
// CHECK: scf.while (%{{.*}} = %[[STEPS]]#0, %{{.*}} = %[[LAST]])
// CHECK-LABEL: func.func @gallop(
// CHECK: call @weft_gallop_i32(
func.func @gallop(%x: tensor<?xf64, #Vec>, %b: index, %e: index, %i: index) -> index {
  %s = level.open %x : tensor<?xf64, #Vec>
  %p = level.search %s level 0 in %b to %e for %i coords() gallops : !level.storage<tensor<?xf64, #Vec>>
  return %p : index
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// The last parent whose children begin at or before the position. Positions of
// children have a parent in the range, so that the result is not moved there.
// CHECK-LABEL: func.func @parent_of_compressed(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[B:[a-z0-9_]+]]: index, %[[E:[a-z0-9_]+]]: index)
// CHECK: %[[NEXT:[a-z0-9_]+]] = arith.addi %[[P]]
// CHECK: %[[BEHIND:[a-z0-9_]+]]:2 = scf.while (%{{[a-z0-9_]+}} = %[[B]], %{{[a-z0-9_]+}} = %[[E]])
// CHECK: memref.load %[[POS]]
// CHECK: arith.cmpi slt, %{{.*}}, %[[NEXT]]
// CHECK: %[[PARENT:[a-z0-9_]+]] = arith.subi %[[BEHIND]]#0
// CHECK-NEXT: return %[[PARENT]]
func.func @parent_of_compressed(%A: tensor<?x?xf64, #CSR>, %p: index, %b: index, %e: index) -> index {
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %q = level.parent_of %s level 1 at %p under %b to %e : !level.storage<tensor<?x?xf64, #CSR>>
  return %q : index
}

// CHECK-LABEL: func.func @parent_of_singleton(
// CHECK-SAME: %[[P:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index)
// CHECK: return %[[P]] : index
func.func @parent_of_singleton(%A: tensor<?x?xf64, #COO>, %p: index, %b: index, %e: index) -> index {
  %s = level.open %A : tensor<?x?xf64, #COO>
  %q = level.parent_of %s level 1 at %p under %b to %e : !level.storage<tensor<?x?xf64, #COO>>
  return %q : index
}

// Nothing is divided by a size of zero.
// CHECK-LABEL: func.func @positions_of_dense(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[B:[a-z0-9_]+]]: index, %[[E:[a-z0-9_]+]]: index)
// CHECK: %[[BEGIN:[a-z0-9_]+]] = arith.muli %[[B]], %[[M]]
// CHECK: %[[END:[a-z0-9_]+]] = arith.muli %[[E]], %[[M]]
// CHECK: %[[ONE:[a-z0-9_]+]] = arith.constant 1 : index
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.maxui %[[M]], %[[ONE]]
// CHECK: %[[PARENT:[a-z0-9_]+]] = arith.divui %[[P]], %[[SIZE]]
// CHECK-NEXT: return %[[BEGIN]], %[[END]], %[[PARENT]]
func.func @positions_of_dense(%A: tensor<?x?xf64, #CSR>, %p: index, %b: index, %e: index) -> (index, index, index) {
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %begin, %end = level.pos_bounds %s level 0 under %b to %e : !level.storage<tensor<?x?xf64, #CSR>>
  %q = level.parent_of %s level 0 at %p under %b to %e : !level.storage<tensor<?x?xf64, #CSR>>
  return %begin, %end, %q : index, index, index
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func.func @combine(
// CHECK-SAME: %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %[[B:[a-z0-9_]+]]: index, %[[E:[a-z0-9_]+]]: index)
// CHECK: %[[FIRST:[a-z0-9_]+]] = memref.load %[[VALUES]][%[[B]]]
// CHECK: %[[SECOND:[a-z0-9_]+]] = arith.addi %[[B]]
// CHECK: %[[SUM:[a-z0-9_]+]] = scf.for %[[P:[a-z0-9_]+]] = %[[SECOND]] to %[[E]] step %{{.*}} iter_args(%[[ACC:[a-z0-9_]+]] = %[[FIRST]])
// CHECK: %[[NEXT:[a-z0-9_]+]] = memref.load %[[VALUES]][%[[P]]]
// CHECK: %[[MAX:[a-z0-9_]+]] = arith.maximumf %[[ACC]], %[[NEXT]]
// CHECK: scf.yield %[[MAX]]
// Few entries have the same coordinates, too few for vectors.
// CHECK: } {loop_annotation =
// CHECK: return %[[SUM]]
func.func @combine(%x: tensor<?xf64, #List>, %b: index, %e: index) -> f64 {
  %s = level.open %x : tensor<?xf64, #List>
  %v = level.combine arith.maximumf %s[%b to %e] : !level.storage<tensor<?xf64, #List>>
  return %v : f64
}
