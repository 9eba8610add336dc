// The level functions of relatives of compressed levels.

// RUN: weft-opt %s --convert-level-to-memref --canonicalize --cse -split-input-file | FileCheck %s

#Loose = #level.format<(i, j) -> (i : dense, j : loose_compressed)>
// A segment has its own bounds, which are not read without a parent.
// CHECK-LABEL: func.func @loose
// CHECK-SAME: %[[POS:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9]+]]: index, %[[E:[a-z0-9]+]]: index
// CHECK: %[[FIRST:.*]] = arith.addi %[[P]], %[[P]]
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]], %c1
// CHECK: memref.load %[[POS]][%[[FIRST]]]
// CHECK: memref.load %[[POS]][%[[SECOND]]]
// CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[P]], %[[E]]
// CHECK: scf.if %[[SOME]] -> (index, index) {
// CHECK: memref.load %[[POS]][%[[FIRST]]]
// CHECK: } else {
// CHECK: scf.yield %c0, %c0
func.func @loose(%a: tensor<?x?xf64, #Loose>, %p: index, %e: index, %i: index) -> (index, index, index, index) {
  %s = level.open %a : tensor<?x?xf64, #Loose>
  %c1 = arith.constant 1 : index
  %next = arith.addi %p, %c1 : index
  %q0, %q1 = level.pos_bounds %s level 1 under %p to %next : !level.storage<tensor<?x?xf64, #Loose>>
  %r0, %r1 = level.pos_bounds %s level 1 under %p to %e : !level.storage<tensor<?x?xf64, #Loose>>
  return %q0, %q1, %r0, %r1 : index, index, index, index
}

// -----

#LIL = #level.format<(i, j) -> (i : dense, j : listed)>
// The bounds of all segments are summed up once, and are those of a compressed
// level from there on.
// CHECK-LABEL: func.func @listed
// CHECK-SAME: %[[LEN:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9]+]]: index
// CHECK: %[[N:.*]] = memref.dim %[[LEN]]
// CHECK: %[[POS:.*]] = memref.alloc
// CHECK: memref.store %{{.*}}, %[[POS]][%c0]
// CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %c0 to %[[N]] step %c1 iter_args(%[[BEGIN:.*]] = %c0)
// CHECK: memref.load %[[LEN]][%[[I]]]
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]]
// CHECK: memref.store %{{.*}}, %[[POS]][
// CHECK: scf.yield %[[END]]
// CHECK: %[[OVER:.*]] = arith.cmpi sgt, %[[SUM]], %c2147483647
// CHECK: scf.if %[[OVER]]
// CHECK: memref.load %[[POS]][%[[P]]]
func.func @listed(%a: tensor<?x?xf64, #LIL>, %p: index) -> (index, index) {
  %s = level.open %a : tensor<?x?xf64, #LIL>
  %c1 = arith.constant 1 : index
  %next = arith.addi %p, %c1 : index
  %q0, %q1 = level.pos_bounds %s level 1 under %p to %next : !level.storage<tensor<?x?xf64, #LIL>>
  return %q0, %q1 : index, index
}

// -----

#Batches = #level.format<(i, j, k) -> (i : dense, j : dense, k : batched)>
// Positions of a batch begin behind those of the batches before.
// CHECK-LABEL: func.func @batched
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %[[POS:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9]+]]: memref<?xi32>
// CHECK: %[[LENGTH:.*]] = memref.dim %[[POS]]
// CHECK: %[[WIDTH:.*]] = arith.divsi %[[LENGTH]]
// CHECK: %[[ROOM:.*]] = arith.divsi %{{.*}}, %{{.*}}
// CHECK: %[[SEGMENTS:.*]] = memref.alloc
// CHECK: scf.for %[[B:.*]] = %c0 to %[[N]] step %c1
// CHECK: arith.muli %[[B]], %[[WIDTH]]
// CHECK: %[[BASE:.*]] = arith.muli %[[B]], %[[ROOM]]
// CHECK: scf.for %[[ROW:.*]] = %c0 to %{{.*}} step %c1
// CHECK: memref.load %[[POS]]
// CHECK: arith.addi %[[BASE]]
// CHECK: memref.store %{{.*}}, %[[SEGMENTS]]
// CHECK: memref.store %{{.*}}, %[[SEGMENTS]]
// CHECK: memref.load %[[SEGMENTS]]
// CHECK: memref.load %[[SEGMENTS]]
func.func @batched(%a: tensor<?x?x?xf64, #Batches>, %p: index) -> (index, index) {
  %s = level.open %a : tensor<?x?x?xf64, #Batches>
  %c1 = arith.constant 1 : index
  %next = arith.addi %p, %c1 : index
  %q0, %q1 = level.pos_bounds %s level 2 under %p to %next : !level.storage<tensor<?x?x?xf64, #Batches>>
  return %q0, %q1 : index, index
}

// A batch that is full has twice as much room, and what is in those before moves,
// the last first.
// CHECK-LABEL: func.func @insert_batched
// CHECK: %[[FULL:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FULL]]
// CHECK: func.call @weft_rt_fail
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.store
// CHECK: memref.load
// CHECK: memref.store
// CHECK: memref.store
func.func @insert_batched(%b: !level.builder<tensor<?x?x?xf64, #Batches>>, %p: index, %i: index, %j: index, %k: index)
    -> (!level.builder<tensor<?x?x?xf64, #Batches>>, index) {
  %n, %q = level.insert_coord %b level 2 under %p coords(%i, %j, %k) : !level.builder<tensor<?x?x?xf64, #Batches>>
  return %n, %q : !level.builder<tensor<?x?x?xf64, #Batches>>, index
}

// -----

#Sorted = #level.format<(i, j) -> (i : permuted(32), slot : sliced(4), j : padded)>
// A row is looked up.
// CHECK-LABEL: func.func @permuted
// CHECK-SAME: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: memref<?xi32>{{[^,]*}}, %[[WHERE:[a-z0-9]+]]: memref<?xi32>
// CHECK: %[[PLACE:.*]] = memref.load %[[WHERE]][%{{.*}}]
// CHECK: %[[POSITION:.*]] = arith.index_cast %[[PLACE]]
// CHECK: return %[[POSITION]]
func.func @permuted(%s: !level.storage<tensor<?x?xf64, #Sorted>>, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %q, %found = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #Sorted>>
  return %q : index
}

// The rows of a slice lie side by side.
// CHECK-LABEL: func.func @sliced
// CHECK-SAME: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xi32>{{[^,]*}}, %[[POS:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, {{.*}}, %[[P:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index)
// CHECK: %[[SLICE:.*]] = arith.divui %[[P]], %c4
// CHECK: memref.load %[[POS]][%[[SLICE]]]
// CHECK: %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[K]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[COLUMN]], %c4
// CHECK: %[[ROW:.*]] = arith.remui %[[P]], %c4
// CHECK: %[[POSITION:.*]] = arith.addi %[[FIRST]], %[[ROW]]
// CHECK: return %[[POSITION]]
func.func @sliced(%s: !level.storage<tensor<?x?xf64, #Sorted>>, %p: index, %i: index, %k: index) -> (index, i1) {
  %q, %found = level.locate %s level 1 under %p coords(%i, %k) : !level.storage<tensor<?x?xf64, #Sorted>>
  return %q, %found : index, i1
}

// -----

#Banded = #level.format<(i, j) -> (i : dense, j : interval)>
// Positions and coordinates of an interval are at a fixed distance.
// CHECK-LABEL: func.func @interval
// CHECK-SAME: %[[POS:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %[[J:[a-z0-9]+]]: index)
// CHECK: memref.load %[[POS]][%[[P]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: memref.load %[[POS]]
// CHECK: %[[END:.*]] = arith.index_cast
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK: %[[FIRST:.*]] = arith.index_cast
// CHECK: %[[WIDTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST]], %[[WIDTH]]
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[J]], %[[FIRST]]
// CHECK: %[[Q:.*]] = arith.addi %[[BEGIN]], %[[DISTANCE]]
// CHECK: %[[FOUND:.*]] = arith.cmpi ult, %[[DISTANCE]], %[[WIDTH]]
// CHECK: return %[[FIRST]], %[[LAST]], %[[Q]], %true, %[[Q]], %[[FOUND]]
func.func @interval(%a: tensor<?x?xf64, #Banded>, %p: index, %i: index, %j: index) -> (index, index, index, i1, index, i1) {
  %s = level.open %a : tensor<?x?xf64, #Banded>
  %b, %e = level.coord_bounds %s level 1 under %p coords(%i) : !level.storage<tensor<?x?xf64, #Banded>>
  %q, %f = level.coord_access %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Banded>>
  %r, %g = level.locate %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Banded>>
  return %b, %e, %q, %f, %r, %g : index, index, index, i1, index, i1
}

// -----

#Runs = #level.format<(i, j) -> (i : dense, j : run_length)>
// The run of a coordinate is the first that does not end before it, if it begins
// at it or before.
// CHECK-LABEL: func.func @run_length
// CHECK-SAME: %[[POS:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %[[FIRST:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %[[LAST:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %[[J:[a-z0-9]+]]: index)
// CHECK: %[[BOUNDS:.*]]:2 = scf.if
// CHECK: memref.load %[[LAST]]
// CHECK: memref.load %[[FIRST]]
// CHECK: %[[Q:.*]]:2 = scf.while
// CHECK: memref.load %[[LAST]]
// CHECK: %[[THERE:.*]] = arith.cmpi ult, %[[Q]]#0
// CHECK: %[[FOUND:.*]] = scf.if %[[THERE]] -> (i1) {
// CHECK: memref.load %[[FIRST]][%[[Q]]#0]
// CHECK: arith.cmpi sle, %{{.*}}, %[[J]]
// CHECK: return %[[BOUNDS]]#0, %[[BOUNDS]]#1, %[[Q]]#0, %[[FOUND]]
func.func @run_length(%a: tensor<?x?xf64, #Runs>, %p: index, %i: index, %j: index) -> (index, index, index, i1) {
  %s = level.open %a : tensor<?x?xf64, #Runs>
  %b, %e = level.coord_bounds %s level 1 under %p coords(%i) : !level.storage<tensor<?x?xf64, #Runs>>
  %r, %g = level.locate %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Runs>>
  return %b, %e, %r, %g : index, index, index, i1
}

// -----

#TwoOfFour = #level.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2))>
// There are as many positions below a parent as are used of its room.
// CHECK-LABEL: func.func @structured
// CHECK-SAME: %[[CRD:[a-z0-9]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %[[J:[a-z0-9]+]]: index)
// CHECK: %[[BEGIN:.*]] = arith.muli %[[P]], %c2
// CHECK: %[[END:.*]] = scf.for {{.*}} to %c2 {{.*}} iter_args(%{{.*}} = %[[BEGIN]])
// CHECK: memref.load %[[CRD]]
// CHECK: arith.cmpi sge, %{{.*}}, %c0
// CHECK: %[[LOCATED:.*]]:2 = scf.for {{.*}} to %c2
// CHECK: arith.cmpi eq, %{{.*}}, %[[J]]
// CHECK: return %[[BEGIN]], %[[END]], %[[LOCATED]]#0, %[[LOCATED]]#1
func.func @structured(%a: tensor<?x?xf64, #TwoOfFour>, %p: index, %i: index, %j: index) -> (index, index, index, i1) {
  %s = level.open %a : tensor<?x?xf64, #TwoOfFour>
  %c1 = arith.constant 1 : index
  %next = arith.addi %p, %c1 : index
  %q0, %q1 = level.pos_bounds %s level 2 under %p to %next : !level.storage<tensor<?x?xf64, #TwoOfFour>>
  %r, %g = level.locate %s level 2 under %p coords(%i, %i, %j) : !level.storage<tensor<?x?xf64, #TwoOfFour>>
  return %q0, %q1, %r, %g : index, index, index, i1
}
