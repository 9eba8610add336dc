// RUN: weft-opt %s -convert-level-to-memref -split-input-file | FileCheck %s

// A coordinate list that is full combines equal entries before it grows: in a
// table that has a place for each point of the box that they lie in if that is
// worth it, and otherwise values into those of their groups, in their order.
// Arrays grow if a quarter is not free then.

// CHECK: func.func private @weft_tabulate_[[TABLE:[0-9a-f]+]](%[[C0:.*]]: memref<?xi32>, %[[C1:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[K:.*]]: index, %[[KEYS:.*]]: memref<8xi64>, %[[SIZE:.*]]: index) -> index attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK: %[[LEAST0:.*]] = arith.index_cast
// CHECK: %[[STRIDE0:.*]] = arith.index_cast
// CHECK: %[[LEAST1:.*]] = arith.index_cast
// CHECK: %[[MARKS:.*]] = memref.alloc(%[[SIZE]]) {weft.table = 0 : i64} : memref<?xi8>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[MARKS]]
// CHECK: } {weft.table}
// CHECK: %[[IDENTITY:.*]] = arith.constant -0.0
// CHECK: %[[BOX:.*]] = memref.alloc(%[[SIZE]]) {weft.table = -9223372036854775808 : i64} : memref<?xf64>
// CHECK: scf.for
// CHECK: memref.store %[[IDENTITY]], %[[BOX]]
// CHECK: } {weft.table}
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[K]]
// CHECK: %[[D0:.*]] = arith.subi %{{.*}}, %[[LEAST0]]
// CHECK: %[[ROW:.*]] = arith.muli %[[D0]], %[[STRIDE0]]
// CHECK: %[[D1:.*]] = arith.subi %{{.*}}, %[[LEAST1]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[ROW]], %[[D1]]
// CHECK: %[[NEW:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: %[[OLD:.*]] = memref.load %[[BOX]][%[[PLACE]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK: memref.store %[[SUM]], %[[BOX]][%[[PLACE]]]
// CHECK: memref.store %{{.*}}, %[[MARKS]][%[[PLACE]]]
// CHECK: memref.extract_aligned_pointer_as_index %[[MARKS]]
// CHECK: memref.extract_aligned_pointer_as_index %[[BOX]]
// CHECK: memref.extract_aligned_pointer_as_index %[[V]]
// CHECK: call @weft_rt_collect(
// CHECK: memref.dealloc %[[BOX]] {weft.table}
// CHECK: memref.dealloc %[[MARKS]] {weft.table}
// CHECK-NOT: scf.for

// CHECK: func.func private @weft_make_room_[[SUM:[0-9a-f]+]](%[[C0:.*]]: memref<?xi32>, %[[C1:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[K:.*]]: index, %[[MORE:.*]]: index) -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["cold", "noinline"]}
// CHECK: %[[SIZE64:.*]] = call @weft_rt_box(
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[SIZE64]]
// CHECK: %[[WORTH:.*]] = arith.cmpi sgt, %[[SIZE]],
// CHECK: %[[LEFT:.*]]:2 = scf.if %[[WORTH]]
// CHECK: func.call @weft_tabulate_[[TABLE]](%[[C0]], %[[C1]], %[[V]], %[[K]], %{{.*}}, %[[SIZE]])
// CHECK: } else {
// CHECK: %[[GROUPS:.*]] = memref.alloc(%[[K]]) : memref<?xi64>
// CHECK: %[[LEFT64:.*]] = func.call @weft_rt_group(
// CHECK: %[[NUM:.*]] = arith.index_cast %[[LEFT64]]
// CHECK: %[[GROUPED:.*]] = arith.cmpi slt, %[[NUM]], %[[K]]
// CHECK: %[[END:.*]] = arith.select %[[GROUPED]], %[[K]], %{{.*}}
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[END]] step %{{.*}} iter_args(%[[USED:.*]] = %{{.*}})
// CHECK: memref.load %[[GROUPS]][%[[P]]]
// CHECK: %[[NEW:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: arith.cmpi eq, %[[GROUP:.*]], %[[USED]]
// CHECK: } else {
// CHECK: %[[OLD:.*]] = memref.load %[[V]][%[[GROUP]]]
// CHECK: arith.addf %[[OLD]], %[[NEW]]
// CHECK: memref.store %{{.*}}, %[[V]][%[[GROUP]]]
// CHECK: %[[NEEDED:.*]] = arith.addi %[[LEFT]]#0, %[[MORE]]
// CHECK: arith.shrui
// CHECK: arith.cmpi sgt, %[[NEEDED]],
// CHECK: %[[SHORT:.*]] = arith.cmpi slt
// CHECK: arith.select %[[SHORT]], %c4{{.*}}, %c2
// CHECK: call @weft_grow_i32
// CHECK: call @weft_grow_i32
// CHECK: call @weft_grow_f64

// One check for all arrays; what is rare is out of line. Both levels count the
// entries that are left, and all arrays have one length.

// CHECK-LABEL: func.func @reserve(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %[[COUNT:[a-z0-9_]+]]: index, %[[CRD2:[a-z0-9_]+]]: memref<?xi32>, %[[COUNT2:[a-z0-9_]+]]: index, %[[VALUES:[a-z0-9_]+]]: memref<?xf64>, %[[N:[a-z0-9_]+]]: index)
// CHECK: %[[END:.*]] = arith.addi %[[COUNT]], %[[N]]
// CHECK: arith.cmpi slt, %{{.*}}, %[[END]]
// CHECK: arith.ori
// CHECK: arith.ori
// CHECK: %[[ROOM:.*]]:5 = scf.if
// CHECK: %[[MADE:.*]]:5 = func.call @weft_make_room_[[SUM]](%[[CRD]], %[[CRD2]], %[[VALUES]], %[[COUNT]], %[[N]])
// CHECK: memref.reinterpret_cast %[[MADE]]#0 to offset: [0], sizes: [%[[MADE]]#3]
// CHECK: memref.reinterpret_cast %[[MADE]]#1 to offset: [0], sizes: [%[[MADE]]#3]
// CHECK: memref.reinterpret_cast %[[MADE]]#2 to offset: [0], sizes: [%[[MADE]]#3]
// CHECK: scf.yield {{.*}}, %[[MADE]]#4, %[[MADE]]#4 :
// CHECK: scf.yield %[[CRD]], %[[CRD2]], %[[VALUES]], %[[COUNT]], %[[COUNT2]]
// CHECK: return %{{.*}}, %[[POS]], %[[ROOM]]#0, %[[ROOM]]#3, %[[ROOM]]#1, %[[ROOM]]#4, %[[ROOM]]#2
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
func.func @reserve(%b: !level.builder<tensor<?x?xf64, #List>>, %n: index) -> !level.builder<tensor<?x?xf64, #List>> {
  %b1 = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?x?xf64, #List>>
  return %b1 : !level.builder<tensor<?x?xf64, #List>>
}

// -----

// Lists that are combined by the same share the function; others do not.

// CHECK-LABEL: func.func @others(
// CHECK: func.call @weft_make_room_[[SUM:[0-9a-f]+]](
// CHECK: func.call @weft_make_room_[[SUM]](
// CHECK-NOT: func.call @weft_make_room_[[SUM]](
// CHECK: func.call @weft_make_room_
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
func.func @others(%b: !level.builder<tensor<?x?xf64, #List>>, %n: index) -> !level.builder<tensor<?x?xf64, #List>> {
  %b1 = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?x?xf64, #List>>
  %b2 = level.reserve_entries arith.addf %b1 for %n : !level.builder<tensor<?x?xf64, #List>>
  %b3 = level.reserve_entries arith.mulf %b2 for %n : !level.builder<tensor<?x?xf64, #List>>
  return %b3 : !level.builder<tensor<?x?xf64, #List>>
}

// -----

// Coordinates without values are grouped alone.

// CHECK: func.func private @weft_make_room_{{.*}}(%{{.*}}: memref<?xi16>, %{{.*}}: index, %{{.*}}: index) -> (memref<?xi16>, index, index)
// CHECK: call @weft_rt_box
// CHECK: call @weft_rt_group
// CHECK-NOT: scf.for
// CHECK: return
#Narrow = #level.format<(i) -> (i : compressed(nonunique)), crd = 16>
func.func @coordinates(%b: !level.builder<tensor<?xf64, #Narrow>, assemble>, %n: index) -> !level.builder<tensor<?xf64, #Narrow>, assemble> {
  %b1 = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?xf64, #Narrow>, assemble>
  return %b1 : !level.builder<tensor<?xf64, #Narrow>, assemble>
}

// -----

// A function that was made before is known again (see invalid.mlir).

// CHECK: func.func private @weft_make_room_0(
func.func private @weft_make_room_0(%a: memref<?xi32>, %n: index, %m: index) -> (memref<?xi32>, index, index) {
  return %a, %n, %m : memref<?xi32>, index, index
}
// CHECK: func.func private @weft_tabulate_0(
func.func private @weft_tabulate_0(%a: memref<?xi32>, %v: memref<?xf64>, %n: index, %box: memref<4xi64>, %size: index) -> index {
  return %n : index
}
// CHECK: func.func private @weft_combine_0(
func.func private @weft_combine_0(%a: memref<?xi32>, %v: memref<?xf64>, %n: index) -> (memref<?xf64>, index) {
  return %v, %n : memref<?xf64>, index
}

// -----

// When all entries are there, they are put in order, in a table as above, or so
// that values come to their places, in new memory or where the runtime has put
// them in order, unless all entries differ then. A list of less than two entries
// calls nothing.

// CHECK: func.func private @weft_combine_[[HASH:[0-9a-f]+]](%[[C:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[K:.*]]: index) -> (memref<?xf64>, index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK: %[[SEVERAL:.*]] = arith.cmpi sgt, %[[K]], %c1
// CHECK: %[[ALL:.*]]:2 = scf.if %[[SEVERAL]]
// CHECK: %[[SIZE:.*]] = func.call @weft_rt_box(
// CHECK: %[[DONE:.*]]:2 = scf.if
// CHECK: func.call @weft_tabulate_{{.*}}(%[[C]], %[[V]], %[[K]],
// CHECK: scf.yield %{{.*}}, %[[V]]
// CHECK: } else {
// CHECK: %[[PLACES:.*]] = memref.alloc(%[[K]]) : memref<?xi64>
// CHECK: %[[RANKED:.*]] = func.call @weft_rt_place(
// CHECK: %[[NUM:.*]] = arith.index_cast %[[RANKED]]
// CHECK: %[[ORDERED:.*]] = arith.cmpi slt, %[[NUM]], %[[NONE:[^ ]*]] : index
// CHECK: %[[IN:.*]] = arith.subi %{{.*}}, %[[NUM]]
// CHECK: %[[KEPT:.*]] = arith.select %[[ORDERED]], %[[IN]], %[[NUM]]
// CHECK: %[[EQUAL:.*]] = arith.cmpi ne, %[[NUM]], %[[NONE]]
// CHECK: %[[LEFT:.*]] = arith.select %[[EQUAL]], %[[KEPT]], %[[K]]
// CHECK: %[[VALUES:.*]] = scf.if %[[EQUAL]]
// CHECK: scf.if %[[ORDERED]]
// CHECK: %[[ANY:.*]] = memref.load %[[V]]
// CHECK: scf.for %[[P:.*]] = %{{.*}} iter_args(%[[TOTAL:.*]] = %[[ANY]]) -> (f64)
// CHECK: memref.load %[[PLACES]][%[[P]]]
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[GIVEN:.*]], %{{.*}}
// CHECK: %[[NEGATED:.*]] = arith.xori %[[GIVEN]],
// CHECK: %[[PLACE:.*]] = arith.select %[[FIRST]], %[[NEGATED]], %[[GIVEN]]
// CHECK: %[[VALUE:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: %[[MAX:.*]] = scf.if %[[FIRST]]
// CHECK: scf.yield %[[VALUE]]
// CHECK: arith.maximumf %[[TOTAL]], %[[VALUE]]
// CHECK: memref.store %[[MAX]], %[[V]][%[[PLACE]]]
// CHECK: scf.yield %[[MAX]] : f64
// CHECK: scf.yield %[[V]]
// CHECK: } else {
// CHECK: %[[CAPACITY:.*]] = arith.maxsi %[[KEPT]], %c64
// CHECK: %[[NEW:.*]] = memref.alloc(%[[CAPACITY]]) : memref<?xf64>
// CHECK: scf.for %[[P:.*]] =
// CHECK: memref.load %[[PLACES]][%[[P]]]
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[GIVEN:.*]], %{{.*}}
// CHECK: %[[NEGATED:.*]] = arith.xori %[[GIVEN]],
// CHECK: %[[PLACE:.*]] = arith.select %[[FIRST]], %[[NEGATED]], %[[GIVEN]]
// CHECK: %[[VALUE:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: %[[BEFORE:.*]] = memref.load %[[NEW]][%[[PLACE]]]
// CHECK: %[[MAX:.*]] = scf.if %[[FIRST]]
// CHECK: scf.yield %[[VALUE]]
// CHECK: arith.maximumf %[[BEFORE]], %[[VALUE]]
// CHECK: memref.store %[[MAX]], %[[NEW]][%[[PLACE]]]
// CHECK: memref.dealloc %[[V]]
// CHECK: scf.yield %[[NEW]]
// CHECK: scf.yield %[[V]]
// CHECK: scf.yield %[[LEFT]], %[[VALUES]]
// CHECK: scf.yield %[[DONE]]#1, %[[DONE]]#0
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[V]], %[[K]]
// CHECK: return %[[ALL]]#0, %[[ALL]]#1

// CHECK-LABEL: func.func @combine(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %[[COUNT:[a-z0-9_]+]]: index, %[[W:[a-z0-9_]+]]: memref<?xf64>)
// CHECK: %[[DONE:.*]]:2 = call @weft_combine_[[HASH]](%[[CRD]], %[[W]], %[[COUNT]])
// CHECK: return %{{.*}}, %[[POS]], %[[CRD]], %[[DONE]]#1, %[[DONE]]#0
#List = #level.format<(i) -> (i : compressed(nonunique))>
func.func @combine(%b: !level.builder<tensor<?xf64, #List>>) -> !level.builder<tensor<?xf64, #List>> {
  %b1 = level.combine_entries arith.maximumf %b : !level.builder<tensor<?xf64, #List>>
  return %b1 : !level.builder<tensor<?xf64, #List>>
}

// -----

// Of coordinates alone, there is nothing to move.

// CHECK: func.func private @weft_combine_{{.*}}(%{{.*}}: memref<?xi8>, %[[K:.*]]: index) -> index
// CHECK: func.call @weft_rt_box(
// CHECK: func.call @weft_rt_place(
// CHECK-NOT: scf.for
// CHECK: return %{{.*}} : index
#Narrow = #level.format<(i) -> (i : compressed(nonunique)), crd = 8>
func.func @combine_coordinates(%b: !level.builder<tensor<?xf64, #Narrow>, assemble>) -> !level.builder<tensor<?xf64, #Narrow>, assemble> {
  %b1 = level.combine_entries arith.addf %b : !level.builder<tensor<?xf64, #Narrow>, assemble>
  return %b1 : !level.builder<tensor<?xf64, #Narrow>, assemble>
}

// -----

// Where nothing is known that changes no number, the first one is stored.

// CHECK: func.func private @weft_tabulate_
// CHECK: %[[BOX:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK: %[[NEW:.*]] = memref.load %{{.*}} : memref<?xf64>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: %[[OLD:.*]] = memref.load %[[BOX]]
// CHECK: scf.if %[[FIRST]]
// CHECK: scf.yield %[[NEW]]
// CHECK: arith.maximumf %[[OLD]], %[[NEW]]
#Number = #level.format<(i) -> (i : compressed(nonunique))>
func.func @number(%b: !level.builder<tensor<?xf64, #Number>>, %n: index) -> !level.builder<tensor<?xf64, #Number>> {
  %b1 = level.reserve_entries arith.maximumf %b for %n : !level.builder<tensor<?xf64, #Number>>
  return %b1 : !level.builder<tensor<?xf64, #Number>>
}

// -----

// A truth value is not read before one is written: C has no others.

// CHECK: func.func private @weft_tabulate_
// CHECK: %[[BOX:.*]] = memref.alloc(%{{.*}}) : memref<?xi1>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK-NOT: memref.load %[[BOX]]
// CHECK: scf.if %[[FIRST]]
// CHECK: } else {
// CHECK: %[[OLD:.*]] = memref.load %[[BOX]]
// CHECK: arith.maxui %[[OLD]],
#Truth = #level.format<(i) -> (i : compressed(nonunique))>
func.func @truth(%b: !level.builder<tensor<?xi1, #Truth>>, %n: index) -> !level.builder<tensor<?xi1, #Truth>> {
  %b1 = level.reserve_entries arith.maxui %b for %n : !level.builder<tensor<?xi1, #Truth>>
  return %b1 : !level.builder<tensor<?xi1, #Truth>>
}
