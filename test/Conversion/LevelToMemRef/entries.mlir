// RUN: weft-opt %s -convert-level-to-memref -split-input-file | FileCheck %s

// A coordinate list that is full combines equal entries before it grows: values
// into those of their groups, in their order. Arrays grow if a quarter is not
// free then.

// CHECK: func.func private @weft_make_room_[[SUM:[0-9a-f]+]](%[[C0:.*]]: memref<?xi32>, %[[C1:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[K:.*]]: index, %[[MORE:.*]]: index) -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["cold", "noinline"]}
// CHECK: %[[GROUPS:.*]] = memref.alloc(%[[K]]) : memref<?xi64>
// CHECK: %[[LEFT64:.*]] = call @weft_rt_group(
// CHECK: %[[LEFT:.*]] = arith.index_cast %[[LEFT64]]
// CHECK: %[[GROUPED:.*]] = arith.cmpi slt, %[[LEFT]], %[[K]]
// CHECK: %[[END:.*]] = arith.select %[[GROUPED]], %[[K]], %{{.*}}
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[END]] step %{{.*}} iter_args(%[[USED:.*]] = %{{.*}})
// CHECK: memref.load %[[GROUPS]][%[[P]]]
// CHECK: %[[NEW:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: arith.cmpi eq, %[[GROUP:.*]], %[[USED]]
// CHECK: } else {
// CHECK: %[[OLD:.*]] = memref.load %[[V]][%[[GROUP]]]
// CHECK: arith.addf %[[OLD]], %[[NEW]]
// CHECK: memref.store %{{.*}}, %[[V]][%[[GROUP]]]
// CHECK: %[[NEEDED:.*]] = arith.addi %[[LEFT]], %[[MORE]]
// CHECK: arith.shrui
// CHECK: arith.cmpi sgt, %[[NEEDED]],
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
// CHECK: func.func private @weft_combine_0(
func.func private @weft_combine_0(%a: memref<?xi32>, %v: memref<?xf64>, %n: index) -> (memref<?xf64>, index) {
  return %v, %n : memref<?xf64>, index
}

// -----

// When all entries are there, they are put in order: values come to their places
// in new memory, unless the entries ascend.

// CHECK: func.func private @weft_combine_[[MAX:[0-9a-f]+]](%[[C:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[K:.*]]: index) -> (memref<?xf64>, index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK: %[[PLACES:.*]] = memref.alloc(%[[K]]) : memref<?xi64>
// CHECK: %[[RANKED:.*]] = call @weft_rt_rank(
// CHECK: %[[NUM:.*]] = arith.index_cast %[[RANKED]]
// CHECK: %[[MOVED:.*]] = arith.cmpi sge, %[[NUM]],
// CHECK: %[[LEFT:.*]] = arith.select %[[MOVED]], %[[NUM]], %[[K]]
// CHECK: %[[VALUES:.*]] = scf.if %[[MOVED]]
// CHECK: %[[NEW:.*]] = memref.alloc(%[[NUM]]) : memref<?xf64>
// CHECK: scf.for %[[P:.*]] =
// CHECK: memref.load %[[PLACES]][%[[P]]]
// CHECK: %[[VALUE:.*]] = memref.load %[[V]][%[[P]]]
// CHECK: arith.cmpi slt, %[[PLACE:.*]], %{{.*}}
// CHECK: %[[NEGATED:.*]] = arith.xori %[[PLACE]],
// CHECK: scf.yield %[[NEGATED]], %[[VALUE]]
// CHECK: %[[BEFORE:.*]] = memref.load %[[NEW]][%[[PLACE]]]
// CHECK: arith.maximumf %[[BEFORE]], %[[VALUE]]
// CHECK: memref.store %{{.*}}, %[[NEW]][
// CHECK: memref.dealloc %[[V]]
// CHECK: scf.yield %[[V]]
// CHECK: return %[[VALUES]], %[[LEFT]]

// CHECK-LABEL: func.func @combine(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[CRD:[a-z0-9_]+]]: memref<?xi32>, %[[COUNT:[a-z0-9_]+]]: index, %[[W:[a-z0-9_]+]]: memref<?xf64>)
// CHECK: %[[DONE:.*]]:2 = call @weft_combine_[[MAX]](%[[CRD]], %[[W]], %[[COUNT]])
// CHECK: return %{{.*}}, %[[POS]], %[[CRD]], %[[DONE]]#1, %[[DONE]]#0
#List = #level.format<(i) -> (i : compressed(nonunique))>
func.func @combine(%b: !level.builder<tensor<?xf64, #List>>) -> !level.builder<tensor<?xf64, #List>> {
  %b1 = level.combine_entries arith.maximumf %b : !level.builder<tensor<?xf64, #List>>
  return %b1 : !level.builder<tensor<?xf64, #List>>
}

// -----

// Of coordinates alone, there is nothing to move.

// CHECK: func.func private @weft_combine_{{.*}}(%{{.*}}: memref<?xi8>, %[[K:.*]]: index) -> index
// CHECK: call @weft_rt_rank(
// CHECK-NOT: scf.for
// CHECK: return %{{.*}} : index
#Narrow = #level.format<(i) -> (i : compressed(nonunique)), crd = 8>
func.func @combine_coordinates(%b: !level.builder<tensor<?xf64, #Narrow>, assemble>) -> !level.builder<tensor<?xf64, #Narrow>, assemble> {
  %b1 = level.combine_entries arith.addf %b : !level.builder<tensor<?xf64, #Narrow>, assemble>
  return %b1 : !level.builder<tensor<?xf64, #Narrow>, assemble>
}
