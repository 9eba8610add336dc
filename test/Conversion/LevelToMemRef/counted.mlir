// RUN: weft-opt %s -split-input-file --convert-level-to-memref --canonicalize | FileCheck %s

// Counts stand where the bounds of the segments will; nothing is stored besides.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index
// CHECK: %[[BOUNDS:[a-z0-9_]+]] = arith.addi %[[M]], %c1
// CHECK: memref.alloc(%[[BOUNDS]]) : memref<?xi32>
// CHECK: scf.for
// CHECK: memref.alloc() : memref<0xi32>
// CHECK: memref.alloc() : memref<0xf64>
func.func @init(%m: index, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>, count> {
  %b = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #CSR>, count>
  return %b : !level.builder<tensor<?x?xf64, #CSR>, count>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @count(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>, %[[P:[a-z0-9_]+]]: index, %[[K:[a-z0-9_]+]]: index)
// CHECK: arith.cmpi sgt, %[[K]], %c2147483647
// CHECK: func.call @weft_rt_fail(%c2_i64,
// CHECK: %[[SEGMENT:[a-z0-9_]+]] = arith.addi %[[P]], %c1
// CHECK-NOT: grow
// CHECK: %[[CHILDREN:[a-z0-9_]+]] = arith.index_cast %[[K]] : index to i32
// CHECK: memref.store %[[CHILDREN]], %[[POS]][%[[SEGMENT]]]
// CHECK: %[[SUM:[a-z0-9_]+]] = arith.addi %[[COUNT]], %[[K]]
// CHECK: return %{{.*}}, %{{.*}}, %[[POS]], %[[CRD]], %[[SUM]], %[[VALUES]]
func.func @count(%b: !level.builder<tensor<?x?xf64, #CSR>, count>, %p: index, %k: index) -> !level.builder<tensor<?x?xf64, #CSR>, count> {
  %c = level.count %b level 1 under %p of %k : !level.builder<tensor<?x?xf64, #CSR>, count>
  return %c : !level.builder<tensor<?x?xf64, #CSR>, count>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed), pos = 64>

// Counts of parents that are counted themselves grow with them; 64 bits number
// whatever there is.

// CHECK-LABEL: func.func @grow(
// CHECK-NOT: weft_rt_fail
// CHECK: func.call @weft_grow_filled_i64
// CHECK: return
func.func @grow(%b: !level.builder<tensor<?x?xf64, #DCSR>, count>, %p: index, %k: index) -> !level.builder<tensor<?x?xf64, #DCSR>, count> {
  %c = level.count %b level 1 under %p of %k : !level.builder<tensor<?x?xf64, #DCSR>, count>
  return %c : !level.builder<tensor<?x?xf64, #DCSR>, count>
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// The counts are summed, and all arrays get the lengths that they have in the
// end.

// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD0:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: index, %[[CRD1:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>)
// CHECK: %[[SUM:[a-z0-9_]+]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: arith.cmpi sgt, %[[SUM]], %c2147483647
// CHECK: func.call @weft_rt_fail(%c2_i64,
// CHECK: memref.dealloc %[[CRD0]]
// CHECK: %[[NEW0:[a-z0-9_]+]] = memref.alloc(%[[SUM]]) : memref<?xi32>
// CHECK: memref.dealloc %[[CRD1]]
// CHECK: %[[NEW1:[a-z0-9_]+]] = memref.alloc(%[[SUM]]) : memref<?xi32>
// CHECK: memref.dealloc %[[VALUES]]
// CHECK: %[[NEW:[a-z0-9_]+]] = memref.alloc(%[[SUM]]) : memref<?xf64>
// CHECK: return %[[M]], %[[N]], %[[POS]], %[[NEW0]], %[[SUM]], %[[NEW1]], %[[SUM]], %[[NEW]]
func.func @scan(%b: !level.builder<tensor<?x?xf64, #COO>, count>) -> !level.builder<tensor<?x?xf64, #COO>, place> {
  %c = level.scan %b : !level.builder<tensor<?x?xf64, #COO>, count>
  return %c : !level.builder<tensor<?x?xf64, #COO>, place>
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed, j : dense), fill = 7 : i32>

// Components of inserted levels are the fill until they are stored.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[N:[a-z0-9_]+]]: index
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.muli %{{.*}}, %[[N]]
// CHECK: %[[NEW:[a-z0-9_]+]] = memref.alloc(%[[SIZE]]) : memref<?xi32>
// CHECK: memref.store %c7_i32, %[[NEW]]
func.func @rows(%b: !level.builder<tensor<?x?xi32, #Rows>, count>) -> !level.builder<tensor<?x?xi32, #Rows>, place> {
  %c = level.scan %b : !level.builder<tensor<?x?xi32, #Rows>, count>
  return %c : !level.builder<tensor<?x?xi32, #Rows>, place>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// What is placed needs no look at how much room there is, and the tensor is what
// the arrays are.

// CHECK-LABEL: func.func @place(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>, %[[P:[a-z0-9_]+]]: index, %[[J:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK-NEXT: %[[LOADED:[a-z0-9_]+]] = memref.load %[[POS]][%[[P]]]
// CHECK-NEXT: %[[Q:[a-z0-9_]+]] = arith.index_cast %[[LOADED]]
// CHECK-NEXT: memref.store %[[V]], %[[VALUES]][%[[Q]]]
// CHECK-NEXT: %[[COORD:[a-z0-9_]+]] = arith.index_cast %[[J]]
// CHECK-NEXT: memref.store %[[COORD]], %[[CRD]][%[[Q]]]
// CHECK-NEXT: return %[[M]], %[[N]], %[[POS]], %[[CRD]], %[[VALUES]]
func.func @place(%c: !level.builder<tensor<?x?xf64, #CSR>, place>, %p: index, %j: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  %q = level.begin %c level 1 under %p : !level.builder<tensor<?x?xf64, #CSR>, place>
  %c1 = level.store %v, %c[%q] : f64, !level.builder<tensor<?x?xf64, #CSR>, place>
  %c2 = level.place %c1 level 1 at %q coord %j : !level.builder<tensor<?x?xf64, #CSR>, place>
  %A = level.finalize %c2 : !level.builder<tensor<?x?xf64, #CSR>, place>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// A parent that may turn out to have no children may come after the last; only
// those that have some are placed.

// CHECK-LABEL: func.func @parents(
// CHECK-SAME: %{{[a-z0-9_]+}}: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: memref<?xi32>, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xf64>, %[[P:[a-z0-9_]+]]: index, %[[IF:[a-z0-9_]+]]: i1)
// CHECK: %[[LENGTH:[a-z0-9_]+]] = memref.dim %[[POS]]
// CHECK: %[[LAST:[a-z0-9_]+]] = arith.subi %[[LENGTH]], %c1
// CHECK: %[[PARENT:[a-z0-9_]+]] = arith.minsi %[[P]], %[[LAST]]
// CHECK: memref.load %[[POS]][%[[PARENT]]]
// CHECK: scf.if %[[IF]] {
// CHECK: memref.store %{{.*}}, %[[CRD]][%[[P]]]
func.func @parents(%c: !level.builder<tensor<?x?xf64, #DCSR>, place>, %p: index, %if: i1) -> (index, !level.builder<tensor<?x?xf64, #DCSR>, place>) {
  %q = level.begin %c level 1 under %p : !level.builder<tensor<?x?xf64, #DCSR>, place>
  %c1 = level.place %c level 0 at %p coord %p if %if : !level.builder<tensor<?x?xf64, #DCSR>, place>
  return %q, %c1 : index, !level.builder<tensor<?x?xf64, #DCSR>, place>
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// Children are counted one by one, where the bounds will stand. Whether counts fit
// there is asked of all of them, when they are scanned.

// CHECK-LABEL: func.func @add_child(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: memref<?xi32>, %[[COUNT:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: memref<?xf64>, %[[P:[a-z0-9_]+]]: index)
// CHECK: %[[SEGMENT:[a-z0-9_]+]] = arith.addi %[[P]], %c1
// CHECK: memref.load %[[POS]][%[[SEGMENT]]]
// CHECK: arith.addi %{{.*}}, %c1
// CHECK-NOT: arith.cmpi
// CHECK: memref.store %{{.*}}, %[[POS]][%[[SEGMENT]]]
// CHECK: arith.addi %[[COUNT]], %c1
func.func @add_child(%b: !level.builder<tensor<?x?xf64, #CSC>, count>, %p: index) -> !level.builder<tensor<?x?xf64, #CSC>, count> {
  %c = level.add_child %b level 1 under %p : !level.builder<tensor<?x?xf64, #CSC>, count>
  return %c : !level.builder<tensor<?x?xf64, #CSC>, count>
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// Threads that share a segment add to its children at once.

// CHECK-LABEL: func.func @append_children(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: memref<?xi32>, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xf64>, %[[P:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index)
// CHECK: %[[SEGMENT:.*]] = arith.addi %[[P]], %c1
// CHECK: %[[OLD:.*]] = arith.index_cast
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %[[N]]
// CHECK: memref.store %{{.*}}, %[[POS]][%[[SEGMENT]]]
// CHECK: %[[SEGMENT2:.*]] = arith.addi %[[P]], %c1
// CHECK: %[[MORE:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK: memref.generic_atomic_rmw %[[POS]][%[[SEGMENT2]]]
// CHECK: ^bb0(%[[ALL:.*]]: i32):
// CHECK: %[[SUM:.*]] = arith.addi %[[ALL]], %[[MORE]] : i32
// CHECK: memref.atomic_yield %[[SUM]]
func.func @append_children(%b: !level.builder<tensor<?x?xf64, #CSC>>, %p: index, %n: index) -> !level.builder<tensor<?x?xf64, #CSC>> {
  %c = level.append_children %b level 1 under %p count %n : !level.builder<tensor<?x?xf64, #CSC>>
  %d = level.append_children %c level 1 under %p count %n shared : !level.builder<tensor<?x?xf64, #CSC>>
  return %d : !level.builder<tensor<?x?xf64, #CSC>>
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// The begin of each segment stands where the bounds have its end, so that taking
// its children makes that of it.

// CHECK-LABEL: func.func @begins(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: memref<?xi32>, %[[CHILDREN:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: memref<?xf64>)
// CHECK: arith.cmpi sgt, %[[CHILDREN]], %c2147483647
// CHECK: %[[SUM:.*]] = scf.for %[[S:.*]] = %c1 to %{{.*}} step %c1 iter_args(%[[BEFORE:.*]] = %c0)
// CHECK: %[[COUNT:.*]] = memref.load %[[POS]][%[[S]]]
// CHECK: %[[AFTER:.*]] = arith.addi %[[BEFORE]],
// CHECK: %[[STORED:.*]] = arith.index_cast %[[BEFORE]]
// CHECK: memref.store %[[STORED]], %[[POS]][%[[S]]]
// CHECK: scf.yield %[[AFTER]]
// CHECK: arith.cmpi sgt, %[[SUM]], %c2147483647
func.func @begins(%b: !level.builder<tensor<?x?xf64, #CSC>, count>) -> !level.builder<tensor<?x?xf64, #CSC>, place> {
  %c = level.scan %b scattered : !level.builder<tensor<?x?xf64, #CSC>, count>
  return %c : !level.builder<tensor<?x?xf64, #CSC>, place>
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// That moves on, and is the end when the last child is taken: nothing is left to
// do.

// CHECK-LABEL: func.func @take_child(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %{{[a-z0-9_]+}}: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>, %[[P:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index)
// CHECK: %[[SEGMENT:.*]] = arith.addi %[[P]], %c1
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %[[POS]][%[[SEGMENT]]]
// CHECK-NEXT: %[[Q:.*]] = arith.index_cast %[[LOADED]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[Q]], %c1
// CHECK-NEXT: %[[STORED:.*]] = arith.index_cast %[[NEXT]]
// CHECK-NEXT: memref.store %[[STORED]], %[[POS]][%[[SEGMENT]]]
// CHECK-NEXT: return %{{.*}}, %{{.*}}, %[[POS]], %[[CRD]], %[[VALUES]], %[[Q]]
func.func @take_child(%c: !level.builder<tensor<?x?xf64, #CSC>, place>, %p: index, %i: index) -> (tensor<?x?xf64, #CSC>, index) {
  %c1, %q = level.take_child %c level 1 under %p coord %i : !level.builder<tensor<?x?xf64, #CSC>, place>
  %A = level.finalize %c1 : !level.builder<tensor<?x?xf64, #CSC>, place>
  return %A, %q : tensor<?x?xf64, #CSC>, index
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func.func @find_child(
// CHECK: scf.while
// CHECK: call @weft_rt_fail(%c5_i64
func.func @find_child(%c: !level.builder<tensor<?x?xf64, #CSC>, compute>, %p: index, %i: index) -> (!level.builder<tensor<?x?xf64, #CSC>, compute>, index) {
  %c1, %q = level.take_child %c level 1 under %p coord %i : !level.builder<tensor<?x?xf64, #CSC>, compute>
  return %c1, %q : !level.builder<tensor<?x?xf64, #CSC>, compute>, index
}
