// The level functions that write (thesis, section 5.4 and table 2-14). That they
// work together is tested by ../KernelABI/execute.mlir.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref --canonicalize --cse | FileCheck %s

// Levels that are inserted into need no room beyond that from the beginning.

// CHECK-LABEL: func.func @dense(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK: %[[MOST:[a-z0-9_]+]] = arith.divui
// CHECK: %[[LARGE:[a-z0-9_]+]] = arith.cmpi ugt, %[[M]], %[[MOST]]
// CHECK: scf.if %[[LARGE]] {
// CHECK-NEXT: func.call @weft_rt_fail(%c3_i64,
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.muli %[[M]], %[[N]]
// CHECK: arith.cmpi ugt, %[[SIZE]], %c576460752303423488
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc(%[[SIZE]]) : memref<?xf64>
// CHECK: scf.for %[[P:[a-z0-9_]+]] = %c0 to %[[SIZE]]
// CHECK-NEXT: memref.store %cst, %[[VALUES]][%[[P]]]
// CHECK: %[[ROW:[a-z0-9_]+]] = arith.muli %[[I]], %[[N]]
// CHECK: %[[Q:[a-z0-9_]+]] = arith.addi %[[ROW]], %[[I]]
// CHECK-NEXT: memref.store %[[V]], %[[VALUES]][%[[Q]]]
// CHECK: return %[[M]], %[[N]], %[[VALUES]]
func.func @dense(%m: index, %n: index, %i: index, %v: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64>>
  %p, %f = level.locate %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
  %b1, %q = level.insert_coord %b0 level 1 under %p coords(%i, %i) : !level.builder<tensor<?x?xf64>>
  %b2 = level.store %v, %b1[%q] : f64, !level.builder<tensor<?x?xf64>>
  %A = level.finalize %b2 : !level.builder<tensor<?x?xf64>>
  return %A : tensor<?x?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Coordinates and components grow where the capacity is reached, positions of
// known parents never.

// CHECK: func.func private @weft_grow_i32(%[[OLD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[NEEDED:[a-z0-9_]+]]: index, %[[LIMIT:[a-z0-9_]+]]: index) -> memref<?xi32>
// CHECK-DAG: %[[LENGTH:[a-z0-9_]+]] = memref.dim %[[OLD]]
// CHECK-DAG: %[[LENGTH64:[a-z0-9_]+]] = arith.index_cast %[[LENGTH]]
// CHECK-DAG: %[[NEEDED64:[a-z0-9_]+]] = arith.index_cast %[[NEEDED]]
// CHECK-DAG: %[[LIMIT64:[a-z0-9_]+]] = arith.index_cast %[[LIMIT]]
// CHECK: %[[CAPACITY64:[a-z0-9_]+]] = {{.*}}call @weft_rt_capacity(%[[LENGTH64]], %[[NEEDED64]], %[[LIMIT64]], %c4_i64)
// CHECK: %[[CAPACITY:[a-z0-9_]+]] = arith.index_cast %[[CAPACITY64]]
// CHECK: %[[NEW:[a-z0-9_]+]] = memref.realloc %[[OLD]](%[[CAPACITY]]) : memref<?xi32> to memref<?xi32>
// CHECK-NEXT: return %[[NEW]]

// CHECK-LABEL: func.func @append(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %[[I:[a-z0-9_]+]]: index, %[[J:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK: %[[NEEDED:[a-z0-9_]+]] = arith.addi %[[COUNT]], %c1
// CHECK: %[[CAPACITY:[a-z0-9_]+]] = memref.dim %[[VALUES]]
// CHECK: %[[FULL:[a-z0-9_]+]] = arith.cmpi slt, %[[CAPACITY]], %[[NEEDED]]
// CHECK: %[[ROOM:[a-z0-9_]+]] = scf.if %[[FULL]]
// CHECK-NEXT: func.call @weft_grow_f64(%[[VALUES]], %[[NEEDED]], %c-1)
// CHECK: memref.store %[[V]], %[[ROOM]][%[[COUNT]]]
// CHECK: %[[CRDROOM:[a-z0-9_]+]] = scf.if
// CHECK-NEXT: func.call @weft_grow_i32(%[[CRD]], %[[NEEDED]], %c2147483647)
// CHECK: %[[COORDINATE:[a-z0-9_]+]] = arith.index_cast %[[J]] : index to i32
// CHECK: memref.store %[[COORDINATE]], %[[CRDROOM]][%[[COUNT]]]
// CHECK: %[[SEGMENT:[a-z0-9_]+]] = arith.addi %[[I]], %c1
// CHECK: memref.store %{{.*}}, %[[POS]][%[[SEGMENT]]]
// CHECK: return %{{.*}}, %[[POS]], %[[CRDROOM]], %[[NEEDED]], %[[ROOM]]
func.func @append(%b: !level.builder<tensor<?x?xf64, #CSR>>, %i: index, %j: index, %v: f64) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %p = level.next %b level 1 : !level.builder<tensor<?x?xf64, #CSR>>
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<?x?xf64, #CSR>>
  %b2 = level.append_coord %b1 level 1 coord %j : !level.builder<tensor<?x?xf64, #CSR>>
  %q = level.next %b2 level 1 : !level.builder<tensor<?x?xf64, #CSR>>
  %b3 = level.append_edges %b2 level 1 under %i from %p to %q : !level.builder<tensor<?x?xf64, #CSR>>
  return %b3 : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

#Vec = #level.format<(i) -> (i : compressed)>

// Room that is made for a whole segment is checked once for all arrays, which
// have one length from then on. What is then appended needs no branch, even with
// a condition.

// An assembly that begins with room has arrays of that length.

// CHECK-LABEL: func.func @begins_with_room(
// CHECK-SAME: %{{.*}}: index, %[[N:[a-z0-9_]+]]: index)
// CHECK: %[[LENGTH:[a-z0-9_]+]] = arith.maxsi %[[N]], %c64
// CHECK: memref.alloc(%[[LENGTH]]) : memref<?xi32>
// CHECK: memref.alloc(%[[LENGTH]]) : memref<?xf64>
// CHECK-NOT: weft_grow
// CHECK: return
func.func @begins_with_room(%size: index, %n: index) -> !level.builder<tensor<?xf64, #Vec>> {
  %b = level.init(%size) : !level.builder<tensor<?xf64, #Vec>>
  %b1 = level.reserve_coords %b level 0 for %n : !level.builder<tensor<?xf64, #Vec>>
  return %b1 : !level.builder<tensor<?xf64, #Vec>>
}

// CHECK-LABEL: func.func @reserved(
// CHECK-SAME: %[[SIZE:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %[[N:[a-z0-9_]+]]: index, %[[J:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64, %[[IF:[a-z0-9_]+]]: i1)
// CHECK: %[[NEEDED:[a-z0-9_]+]] = arith.addi %[[COUNT]], %[[N]]
// CHECK: %[[FULL:[a-z0-9_]+]] = arith.ori
// CHECK: %[[ROOM:[a-z0-9_]+]]:2 = scf.if %[[FULL]]
// CHECK: %[[LONGEST:[a-z0-9_]+]] = arith.maxsi
// CHECK: %[[DOUBLE:[a-z0-9_]+]] = arith.addi %[[LONGEST]], %[[LONGEST]]
// CHECK: %[[LENGTH:[a-z0-9_]+]] = arith.maxsi %[[NEEDED]], %[[DOUBLE]]
// CHECK: %[[CRDS:[a-z0-9_]+]] = func.call @weft_grow_i32(%[[CRD]], %[[LENGTH]], %c-1)
// CHECK: memref.reinterpret_cast %[[CRDS]] to offset: [0], sizes: [%[[LENGTH]]]
// CHECK: %[[VALS:[a-z0-9_]+]] = func.call @weft_grow_f64(%[[VALUES]], %[[LENGTH]], %c-1)
// CHECK: memref.reinterpret_cast %[[VALS]] to offset: [0], sizes: [%[[LENGTH]]]
// CHECK: scf.yield %[[CRD]], %[[VALUES]]
// CHECK-NOT: scf.if
// CHECK: memref.store %[[V]], %[[ROOM]]#1[%[[COUNT]]]
// CHECK: %[[NEXT:[a-z0-9_]+]] = arith.addi %[[COUNT]], %c1
// CHECK: memref.store %{{.*}}, %[[ROOM]]#0[%[[COUNT]]]
// CHECK: %[[KEPT:[a-z0-9_]+]] = arith.select %[[IF]], %[[NEXT]], %[[COUNT]]
// CHECK: return %[[SIZE]], %[[POS]], %[[ROOM]]#0, %[[KEPT]], %[[ROOM]]#1
func.func @reserved(%b: !level.builder<tensor<?xf64, #Vec>>, %n: index, %j: index, %v: f64, %if: i1) -> !level.builder<tensor<?xf64, #Vec>> {
  %b1 = level.reserve_coords %b level 0 for %n : !level.builder<tensor<?xf64, #Vec>>
  %p = level.next %b1 level 0 : !level.builder<tensor<?xf64, #Vec>>
  %b2 = level.store %v, %b1[%p] reserved : f64, !level.builder<tensor<?xf64, #Vec>>
  %b3 = level.append_coord %b2 level 0 coord %j if %if reserved : !level.builder<tensor<?xf64, #Vec>>
  return %b3 : !level.builder<tensor<?xf64, #Vec>>
}

// -----

// A structure that is kept has the room that it has.

// CHECK-LABEL: func.func @reserved_in_structure(
// CHECK-NOT: weft_grow
// CHECK: weft_rt_fail
// CHECK: return
#Vec = #level.format<(i) -> (i : compressed)>
func.func @reserved_in_structure(%b: !level.builder<tensor<?xf64, #Vec>, compute>, %n: index) -> !level.builder<tensor<?xf64, #Vec>, compute> {
  %b1 = level.reserve_coords %b level 0 for %n : !level.builder<tensor<?xf64, #Vec>, compute>
  %b2 = level.append_coord %b1 level 0 coord %n reserved : !level.builder<tensor<?xf64, #Vec>, compute>
  return %b2 : !level.builder<tensor<?xf64, #Vec>, compute>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index)
// CHECK: %[[LAST:[a-z0-9_]+]] = arith.subi %[[N]], %c1
// CHECK: arith.cmpi sgt, %[[LAST]], %c2147483647
// CHECK: func.call @weft_rt_fail(%c2_i64, %{{.*}}, %c2147483647_i64, %c1_i64)
// CHECK: %[[BOUNDS:[a-z0-9_]+]] = arith.addi %[[M]], %c1
// CHECK: %[[POS:[a-z0-9_]+]] = memref.alloc(%[[BOUNDS]]) : memref<?xi32>
// CHECK: scf.for %[[P:[a-z0-9_]+]] = %c0 to %[[BOUNDS]]
// CHECK-NEXT: memref.store %c0_i32, %[[POS]][%[[P]]]
// CHECK: %[[CRD:[a-z0-9_]+]] = memref.alloc() : memref<64xi32>
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc() : memref<64xf64>
func.func @init(%m: index, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %b = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #CSR>>
  return %b : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The numbers of children are summed, and only what is used is given out.

// CHECK-LABEL: func.func @finalize(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}})
// CHECK: %[[END:[a-z0-9_]+]] = arith.addi %[[M]], %c1
// CHECK: scf.for %[[P:[a-z0-9_]+]] = %c1 to %[[END]] step %c1 iter_args(%[[SUM:[a-z0-9_]+]] = %c0)
// CHECK: %[[LOADED:[a-z0-9_]+]] = memref.load %[[POS]][%[[P]]]
// CHECK: %[[CHILDREN:[a-z0-9_]+]] = arith.index_cast %[[LOADED]]
// CHECK: %[[NEXT:[a-z0-9_]+]] = arith.addi %[[SUM]], %[[CHILDREN]]
// CHECK: %[[BOUND:[a-z0-9_]+]] = arith.index_cast %[[NEXT]]
// CHECK: memref.store %[[BOUND]], %[[POS]][%[[P]]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: %[[USEDCRD:[a-z0-9_]+]] = memref.reinterpret_cast %[[CRD]] to offset: [0], sizes: [%[[COUNT]]]
// CHECK: %[[USEDVALUES:[a-z0-9_]+]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[COUNT]]]
// CHECK: return %[[M]], %[[N]], %[[POS]], %[[USEDCRD]], %[[USEDVALUES]]
func.func @finalize(%b: !level.builder<tensor<?x?xf64, #CSR>>) -> tensor<?x?xf64, #CSR> {
  %A = level.finalize %b : !level.builder<tensor<?x?xf64, #CSR>>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// Positions of parents that are appended grow with them; a coordinate may be
// appended on a condition.

// CHECK-LABEL: func.func @parents(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %[[IF:[a-z0-9_]+]]: i1)
// CHECK: %[[NEEDED:[a-z0-9_]+]] = arith.addi %[[P]], %c2
// CHECK: %[[GROWN:[a-z0-9_]+]] = scf.if
// CHECK-NEXT: func.call @weft_grow_filled_i32(%[[POS]], %[[NEEDED]], %c-1, %c0_i32)
// CHECK: memref.store %{{.*}}, %[[GROWN]]
// CHECK: %[[STATE:[a-z0-9_]+]]:2 = scf.if %[[IF]] -> (memref<?xi32>, index) {
// CHECK: func.call @weft_grow_i32(
// CHECK: scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, index
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, index
func.func @parents(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %p: index, %if: i1) -> !level.builder<tensor<?x?xf64, #DCSR>> {
  %c0 = arith.constant 0 : index
  %q = level.next %b level 1 : !level.builder<tensor<?x?xf64, #DCSR>>
  %b1 = level.append_edges %b level 1 under %p from %c0 to %q : !level.builder<tensor<?x?xf64, #DCSR>>
  %b2 = level.append_coord %b1 level 0 coord %p if %if : !level.builder<tensor<?x?xf64, #DCSR>>
  return %b2 : !level.builder<tensor<?x?xf64, #DCSR>>
}

// -----

#Rows = #level.format<(i, j, k) -> (i : compressed, j : dense, k : dense), fill = 7 : i32>

// Room that is made is not filled; the segment is.
// CHECK-LABEL: func.func @reserve(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[O:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: index, %[[VALUES:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index)
// CHECK: %[[PARENTS:[a-z0-9_]+]] = arith.addi %[[P]], %c1
// CHECK: %[[ROWS:[a-z0-9_]+]] = arith.muli %[[PARENTS]], %[[N]]
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.muli %[[ROWS]], %[[O]]
// CHECK: %[[ROOM:[a-z0-9_]+]] = scf.if
// CHECK-NEXT: func.call @weft_grow_i32(%[[VALUES]], %[[SIZE]], %c-1)
// CHECK: %[[BELOW:[a-z0-9_]+]] = arith.muli %[[O]], %[[N]]
// CHECK: %[[BEGIN:[a-z0-9_]+]] = arith.muli %[[P]], %[[BELOW]]
// CHECK: %[[END:[a-z0-9_]+]] = arith.addi %[[BEGIN]], %[[BELOW]]
// CHECK: scf.for %[[Q:[a-z0-9_]+]] = %[[BEGIN]] to %[[END]]
// CHECK-NEXT: memref.store %c7_i32, %[[ROOM]][%[[Q]]]
func.func @reserve(%b: !level.builder<tensor<?x?x?xi32, #Rows>>, %p: index) -> !level.builder<tensor<?x?x?xi32, #Rows>> {
  %b1 = level.reserve %b level 1 under %p : !level.builder<tensor<?x?x?xi32, #Rows>>
  %b2 = level.fill_segment %b1 level 0 at %p : !level.builder<tensor<?x?x?xi32, #Rows>>
  return %b2 : !level.builder<tensor<?x?x?xi32, #Rows>>
}

// -----

// A list keeps coordinates apart and is sorted by the runtime; 16 bytes are those
// of a complex value.
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique)), crd = [32, 64]>

// CHECK-LABEL: func.func @sort(
// CHECK: %[[KEYS:[a-z0-9_]+]] = memref.alloc() : memref<4xi64>
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: memref.store %{{.*}}, %[[KEYS]][%c0]
// CHECK: memref.store %c4_i64, %[[KEYS]][%c1]
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: memref.store %{{.*}}, %[[KEYS]][%c2]
// CHECK: memref.store %c8_i64, %[[KEYS]][%c3]
// CHECK: call @weft_rt_sort(%{{.*}}, %c2_i64, %{{.*}}, %{{.*}}, %c16_i64)
// CHECK: memref.dealloc %[[KEYS]]
func.func @sort(%b: !level.builder<tensor<?x?xcomplex<f64>, #List>>) -> tensor<?x?xcomplex<f64>, #List> {
  %A = level.finalize %b sorting : !level.builder<tensor<?x?xcomplex<f64>, #List>>
  return %A : tensor<?x?xcomplex<f64>, #List>
}

// -----

#Vec = #level.format<(i) -> (i : compressed)>

// Coordinates only: nothing is stored, every component is read as the fill, and
// the values are made in the end.

// CHECK-LABEL: func.func @assemble(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %[[COUNT:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %{{[a-z0-9_]+}}: f64)
// CHECK: %[[ZERO:[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NOT: memref.store %{{.*}}, %[[VALUES]]
// CHECK: memref.dealloc %[[VALUES]]
// CHECK: %[[NEW:[a-z0-9_]+]] = memref.alloc(%[[COUNT]])
// CHECK: memref.store %[[ZERO]], %[[NEW]]
// CHECK: return %[[ZERO]]
func.func @assemble(%b: !level.builder<tensor<?xf64, #Vec>, assemble>, %v: f64) -> (f64, tensor<?xf64, #Vec>) {
  %p = level.next %b level 0 : !level.builder<tensor<?xf64, #Vec>, assemble>
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<?xf64, #Vec>, assemble>
  %w = level.load %b1[%p] : !level.builder<tensor<?xf64, #Vec>, assemble>
  %x = level.finalize %b1 : !level.builder<tensor<?xf64, #Vec>, assemble>
  return %w, %x : f64, tensor<?xf64, #Vec>
}

// -----

#Vec = #level.format<(i) -> (i : compressed)>

// Values only: the structure is copied and compared along, and a component that
// it has no room for, or another coordinate or segment than it has, ends the
// kernel.

// CHECK-LABEL: func.func @compute(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[V:[a-z0-9_]+]]: f64)
// CHECK: %[[NEWPOS:[a-z0-9_]+]] = memref.alloc
// CHECK: memref.copy %[[POS]], %[[NEWPOS]]
// CHECK: %[[NEWCRD:[a-z0-9_]+]] = memref.alloc
// CHECK: memref.copy %[[CRD]], %[[NEWCRD]]
// CHECK: memref.load %[[NEWPOS]][%c1]
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc
// CHECK: arith.cmpi ule, %{{.*}}, %c0
// CHECK: func.call @weft_rt_fail(%c5_i64,
// CHECK: memref.store %[[V]], %[[VALUES]][%c0]
// CHECK-NOT: memref.store
// CHECK: memref.load %[[NEWCRD]][%c0]
// CHECK: func.call @weft_rt_fail(%c5_i64,
// CHECK: memref.load %[[NEWPOS]][%c1]
// CHECK: func.call @weft_rt_fail(%c5_i64,
// CHECK-NOT: memref.store
// CHECK: return %{{.*}}, %[[NEWPOS]], %[[NEWCRD]], %[[VALUES]]
func.func @compute(%x: tensor<?xf64, #Vec>, %v: f64) -> tensor<?xf64, #Vec> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64, #Vec>
  %b = level.init(%n) keeping %x : tensor<?xf64, #Vec> -> !level.builder<tensor<?xf64, #Vec>, compute>
  %p = level.next %b level 0 : !level.builder<tensor<?xf64, #Vec>, compute>
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<?xf64, #Vec>, compute>
  %b2 = level.append_coord %b1 level 0 coord %c0 : !level.builder<tensor<?xf64, #Vec>, compute>
  %q = level.next %b2 level 0 : !level.builder<tensor<?xf64, #Vec>, compute>
  %b3 = level.append_edges %b2 level 0 under %c0 from %p to %q : !level.builder<tensor<?xf64, #Vec>, compute>
  %y = level.finalize %b3 : !level.builder<tensor<?xf64, #Vec>, compute>
  return %y : tensor<?xf64, #Vec>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// The first level is copied, and each of its positions has a row.
// CHECK-LABEL: func.func @reuse(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK: memref.copy %[[POS]], %[[NEWPOS:.*]] :
// CHECK: memref.copy %[[CRD]], %[[NEWCRD:.*]] :
// CHECK: %[[LAST:.*]] = memref.load %[[POS]][%c1]
// CHECK: %[[ROWS:.*]] = arith.index_cast{{.*}} %[[LAST]] : i32 to index
// CHECK: arith.muli %[[ROWS]], %[[N]]
// CHECK: memref.alloc
// CHECK-NOT: scf.for
// CHECK: memref.store %[[V]]
func.func @reuse(%a: tensor<?x?xf64, #DCSR>, %n: index, %v: f64) -> tensor<?x?xf64, #Rows> {
  %c0 = arith.constant 0 : index
  %b = level.init(%n, %n) unfilled keeping %a levels 1 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  %b1 = level.store %v, %b[%c0] : f64, !level.builder<tensor<?x?xf64, #Rows>, reuse>
  %r = level.finalize %b1 : !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#Inf = #level.format<(i) -> (i : dense), fill = [1.0, 2.0]>

// CHECK-LABEL: func.func @fill(
// CHECK: complex.constant [1.000000e+00, 2.000000e+00] : complex<f64>
func.func @fill(%n: index) -> tensor<?xcomplex<f64>, #Inf> {
  %b = level.init(%n) : !level.builder<tensor<?xcomplex<f64>, #Inf>>
  %x = level.finalize %b : !level.builder<tensor<?xcomplex<f64>, #Inf>>
  return %x : tensor<?xcomplex<f64>, #Inf>
}

// -----

// Nobody uses the component between the load and the store of an update; where
// no components are made, there is nothing to update.

// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[P:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc(%[[N]]) : memref<?xf64>
// CHECK: memref.generic_atomic_rmw %[[VALUES]][%[[P]]] : memref<?xf64> {
// CHECK-NEXT: ^bb0(%[[OLD:[a-z0-9_]+]]: f64):
// CHECK-NEXT: %[[SUM:[a-z0-9_]+]] = arith.addf %[[OLD]], %[[V]] : f64
// CHECK-NEXT: memref.atomic_yield %[[SUM]] : f64
func.func @update(%n: index, %p: index, %v: f64) -> tensor<?xf64> {
  %b0 = level.init(%n) : !level.builder<tensor<?xf64>>
  %b1 = level.atomic_update arith.addf %v, %b0[%p] : f64, !level.builder<tensor<?xf64>>
  %t = level.finalize %b1 : !level.builder<tensor<?xf64>>
  return %t : tensor<?xf64>
}

// Threads take turns to update a complex number.
// CHECK-LABEL: func.func @update_complex(
// CHECK-DAG: %[[OPEN:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[TAKEN:.*]] = arith.constant 1 : i32
// CHECK: %[[LOCKS:.*]] = memref.get_global @weft_locks : memref<1024xi32>
// CHECK: scf.while
// CHECK: %[[OLD:.*]] = memref.atomic_rmw assign %[[TAKEN]], %[[LOCKS]][%[[LOCK:.*]]] :
// CHECK: %[[WAITS:.*]] = arith.cmpi ne, %[[OLD]], %[[OPEN]]
// CHECK: scf.condition(%[[WAITS]])
// CHECK: %[[COMPONENT:.*]] = memref.load %[[VALUES:.*]][%[[P:.*]]] : memref<?xcomplex<f64>>
// CHECK: %[[SUM:.*]] = complex.add %[[COMPONENT]]
// CHECK: memref.store %[[SUM]], %[[VALUES]][%[[P]]]
// CHECK: memref.atomic_rmw assign %[[OPEN]], %[[LOCKS]][%[[LOCK]]] :
func.func @update_complex(%n: index, %p: index, %v: complex<f64>) -> tensor<?xcomplex<f64>> {
  %b0 = level.init(%n) : !level.builder<tensor<?xcomplex<f64>>>
  %b1 = level.atomic_update complex.add %v, %b0[%p] : complex<f64>, !level.builder<tensor<?xcomplex<f64>>>
  %t = level.finalize %b1 : !level.builder<tensor<?xcomplex<f64>>>
  return %t : tensor<?xcomplex<f64>>
}

// CHECK-LABEL: func.func @update_nothing(
// CHECK-NOT: atomic_rmw
// CHECK: return
func.func @update_nothing(%n: index, %p: index, %v: f64) -> tensor<?xf64> {
  %b0 = level.init(%n) : !level.builder<tensor<?xf64>, assemble>
  %b1 = level.atomic_update arith.addf %v, %b0[%p] : f64, !level.builder<tensor<?xf64>, assemble>
  %t = level.finalize %b1 : !level.builder<tensor<?xf64>, assemble>
  return %t : tensor<?xf64>
}
