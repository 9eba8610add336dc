// The level functions of hashed levels: the segment of a parent is a hash table
// between two bounds.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref --canonicalize | FileCheck %s

#Hashed = #level.format<(i, j) -> (i : dense, j : hashed)>

// A range of parents may be empty.

// CHECK-LABEL: func.func @access(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[Q:[a-z0-9_]+]]: index
// CHECK: %[[SOME:[a-z0-9_]+]] = arith.cmpi ult, %[[P]], %[[Q]]
// CHECK: %[[BOUNDS:[a-z0-9_]+]]:2 = scf.if %[[SOME]] -> (index, index) {
// CHECK: %[[FIRST:[a-z0-9_]+]] = arith.addi %[[P]], %[[P]]
// CHECK: %[[SECOND:[a-z0-9_]+]] = arith.addi %[[FIRST]], %c1
// CHECK: memref.load %[[POS]][%[[FIRST]]]
// CHECK: memref.load %[[POS]][%[[SECOND]]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %c0, %c0
// CHECK: %[[STORED:[a-z0-9_]+]] = memref.load %[[CRD]][%[[BOUNDS]]#0]
// CHECK: %[[J:[a-z0-9_]+]] = arith.index_cast %[[STORED]]
// CHECK: %[[FOUND:[a-z0-9_]+]] = arith.cmpi ne, %[[J]], %c-1
// CHECK: return %[[BOUNDS]]#0, %[[BOUNDS]]#1, %[[J]], %[[FOUND]]
func.func @access(%A: tensor<?x?xf64, #Hashed>, %p: index, %q: index, %i: index) -> (index, index, index, i1) {
  %s = level.open %A : tensor<?x?xf64, #Hashed>
  %b, %e = level.pos_bounds %s level 1 under %p to %q : !level.storage<tensor<?x?xf64, #Hashed>>
  %j, %f = level.pos_access %s level 1 at %b coords(%i) : !level.storage<tensor<?x?xf64, #Hashed>>
  return %b, %e, %j, %f : index, index, index, i1
}

// -----

#Hashed = #level.format<(i, j) -> (i : dense, j : hashed)>

// One parent needs no test.

// CHECK-LABEL: func.func @one_parent(
// CHECK-NOT: scf.if
func.func @one_parent(%A: tensor<?x?xf64, #Hashed>, %p: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %q = arith.addi %p, %c1 : index
  %s = level.open %A : tensor<?x?xf64, #Hashed>
  %b, %e = level.pos_bounds %s level 1 under %p to %q : !level.storage<tensor<?x?xf64, #Hashed>>
  return %b, %e : index, index
}

// -----

#Hashed = #level.format<(i, j) -> (i : dense, j : hashed)>

// The search begins at the slot of the hash, among as many as the bounds say,
// and ends at the coordinate or a free slot.

// CHECK-LABEL: func.func @locate(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index, %[[J:[a-z0-9_]+]]: index)
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.subi %{{.*}}, %[[BEGIN:[a-z0-9_]+]] : index
// CHECK: %[[SOME:[a-z0-9_]+]] = arith.cmpi ne, %[[SIZE]], %c0
// CHECK: %[[RESULT:[a-z0-9_]+]]:2 = scf.if %[[SOME]] -> (index, i1) {
// CHECK: %[[MASK:[a-z0-9_]+]] = arith.subi %[[SIZE]], %c1
// CHECK: %[[PRODUCT:[a-z0-9_]+]] = arith.muli %[[J]], %c-7046029254386353131
// CHECK: %[[UPPER:[a-z0-9_]+]] = arith.shrui %[[PRODUCT]], %c32
// CHECK: %[[HASH:[a-z0-9_]+]] = arith.xori %[[PRODUCT]], %[[UPPER]]
// CHECK: %[[START:[a-z0-9_]+]] = arith.andi %[[HASH]], %[[MASK]]
// CHECK: %[[WHILE:[a-z0-9_]+]]:3 = scf.while (%[[SLOT:[a-z0-9_]+]] = %[[START]])
// CHECK: %[[AT:[a-z0-9_]+]] = arith.addi %[[BEGIN]], %[[SLOT]]
// CHECK: %[[LOADED:[a-z0-9_]+]] = memref.load %[[CRD]][%[[AT]]]
// CHECK: %[[STORED:[a-z0-9_]+]] = arith.index_cast %[[LOADED]]
// CHECK: arith.cmpi ne, %[[STORED]], %[[J]]
// CHECK: arith.cmpi ne, %[[STORED]], %c-1
// CHECK: scf.condition
// CHECK: arith.andi %{{.*}}, %[[MASK]]
// CHECK: %[[FOUND:[a-z0-9_]+]] = arith.cmpi eq, %[[WHILE]]#2, %[[J]]
// CHECK: scf.yield %[[WHILE]]#1, %[[FOUND]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %c0, %false
// CHECK: return %[[RESULT]]#0, %[[RESULT]]#1
func.func @locate(%A: tensor<?x?xf64, #Hashed>, %p: index, %i: index, %j: index) -> (index, i1) {
  %s = level.open %A : tensor<?x?xf64, #Hashed>
  %q, %f = level.locate %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Hashed>>
  return %q, %f : index, i1
}

// -----

#Hashed = #level.format<(i, j) -> (i : hashed, j : dense)>

// A segment that is half full moves to twice as many slots, and what is below
// its coordinates moves with them.

// CHECK-LABEL: func.func @insert(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[N:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index)
// CHECK: %[[POS:[a-z0-9_]+]] = memref.alloc() : memref<2xi32>
// CHECK: memref.alloc() : memref<16xi32>
// CHECK: memref.store %c-1_i32
// CHECK: %[[COUNTS:[a-z0-9_]+]] = memref.alloc() : memref<1xi32>
// CHECK: %[[TWICE:[a-z0-9_]+]] = arith.addi %[[COUNT:[a-z0-9_]+]], %[[COUNT]]
// CHECK: %[[FULL:[a-z0-9_]+]] = arith.cmpi uge, %[[TWICE]],
// CHECK: %[[STATE:[a-z0-9_]+]]:3 = scf.if %[[FULL]] -> (memref<?xi32>, index, memref<?xf64>) {
// CHECK:   %[[DOUBLE:[a-z0-9_]+]] = arith.addi
// CHECK:   %[[SIZE:[a-z0-9_]+]] = arith.maxui %[[DOUBLE]], %c4
// CHECK:   %[[CRD:[a-z0-9_]+]] = scf.if
// CHECK:   func.call @weft_grow_filled_i32(%{{.*}}, %[[SIZE]], %c2147483647,
// CHECK:   %[[ROOM:[a-z0-9_]+]] = arith.muli %[[SIZE]], %[[N]]
// CHECK:   %[[VALUES:[a-z0-9_]+]] = scf.if
// CHECK:   func.call @weft_grow_filled_f64(%{{.*}}, %[[ROOM]],
// CHECK:   scf.for %[[OLD:[a-z0-9_]+]] =
// CHECK:     scf.if
// CHECK:       %[[NEW:[a-z0-9_]+]] = scf.while
// CHECK:       memref.store %{{.*}}, %[[CRD]][%[[NEW]]]
// CHECK:       memref.store %c-1_i32, %[[CRD]][%[[OLD]]]
// CHECK:       scf.for %[[J:[a-z0-9_]+]] = %c0 to %[[N]]
// CHECK:         %[[FROM:[a-z0-9_]+]] = arith.addi %{{.*}}, %[[J]]
// CHECK:         %[[TO:[a-z0-9_]+]] = arith.addi %{{.*}}, %[[J]]
// CHECK:         %[[VALUE:[a-z0-9_]+]] = memref.load %[[VALUES]][%[[FROM]]]
// CHECK:         memref.store %[[VALUE]], %[[VALUES]][%[[TO]]]
// CHECK:         memref.store %cst, %[[VALUES]][%[[FROM]]]
// CHECK:   scf.yield %[[CRD]], %[[SIZE]], %[[VALUES]]
// CHECK: %[[PLACE:[a-z0-9_]+]]:3 = scf.while
// CHECK: memref.store %{{.*}}, %[[STATE]]#0[%[[PLACE]]#1]
// CHECK: %[[NEW:[a-z0-9_]+]] = arith.cmpi ne, %[[PLACE]]#2, %[[I]]
// CHECK: %[[MORE:[a-z0-9_]+]] = arith.index_castui %[[NEW]]
// CHECK: arith.addi %{{.*}}, %[[MORE]]
// CHECK: memref.reinterpret_cast %[[STATE]]#0 to offset: [0], sizes: [%[[STATE]]#1]
// CHECK: memref.dealloc %[[COUNTS]]
func.func @insert(%m: index, %n: index, %i: index) -> tensor<?x?xf64, #Hashed> {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #Hashed>>
  %b1, %p = level.insert_coord %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #Hashed>>
  %A = level.finalize %b1 : !level.builder<tensor<?x?xf64, #Hashed>>
  return %A : tensor<?x?xf64, #Hashed>
}

// -----

#DOK = #level.format<(i, j) -> (i : hashed, j : hashed)>

// Below a coordinate that moves, the bounds of its table move, not the table.

// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: scf.while
// CHECK: memref.store %c-1_i32
// CHECK-NOT: scf.for
// CHECK: memref.store %c0_i32
// CHECK-NOT: scf.for
// CHECK: return
func.func @nested(%m: index, %n: index, %i: index, %b0: !level.builder<tensor<?x?xf64, #DOK>, assemble>) -> !level.builder<tensor<?x?xf64, #DOK>, assemble> {
  %c0 = arith.constant 0 : index
  %b1, %p = level.insert_coord %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #DOK>, assemble>
  return %b1 : !level.builder<tensor<?x?xf64, #DOK>, assemble>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>

// A structure that is kept has the coordinate, or the kernel fails.

// CHECK-LABEL: func.func @keep(
// CHECK: %[[PLACE:[a-z0-9_]+]]:2 = scf.if
// CHECK: %[[ABSENT:[a-z0-9_]+]] = arith.xori %[[PLACE]]#1, %true
// CHECK-NEXT: scf.if %[[ABSENT]] {
// CHECK-NEXT: func.call @weft_rt_fail(%c5_i64,
func.func @keep(%A: tensor<?xf64, #Hashed>, %n: index, %i: index) -> (tensor<?xf64, #Hashed>, index) {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%n) keeping %A : tensor<?xf64, #Hashed> -> !level.builder<tensor<?xf64, #Hashed>, compute>
  %b1, %p = level.insert_coord %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64, #Hashed>, compute>
  %B = level.finalize %b1 : !level.builder<tensor<?xf64, #Hashed>, compute>
  return %B, %p : tensor<?xf64, #Hashed>, index
}
