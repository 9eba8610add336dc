// Bitmap and hashed levels, and insertion into them.

// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// CHECK-DAG: #[[BITMAP:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : bitmap)>
// CHECK-DAG: #[[DOK:.*]] = #level.format<(d0, d1) -> (d0 : hashed, d1 : hashed), pos = 64>
#Bitmap = #level.format<(i, j) -> (i : dense, j : bitmap)>
#DOK = #level.format<(i, j) -> (i : #level.hashed, j : hashed), pos = 64>

// CHECK-LABEL: func private @level_types
// CHECK-SAME:    attributes {a = #level.bitmap, b = #level.hashed, c = #level.sparse_set, d = #level.workspace<sparse_set>}
func.func private @level_types() attributes {a = #level.bitmap, b = #level.hashed, c = #level.sparse_set, d = #level.workspace<sparse_set>}

// CHECK-LABEL: func @bitmap
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #[[BITMAP]]>, %[[P:.*]]: index, %[[I:.*]]: index, %[[B:.*]]: !level.builder<tensor<?x?xf64, #[[BITMAP]]>>)
func.func @bitmap(%A: tensor<?x?xf64, #Bitmap>, %p: index, %i: index, %b: !level.builder<tensor<?x?xf64, #Bitmap>>) {
  // CHECK: %[[S:.*]] = level.open %[[A]]
  %s = level.open %A : tensor<?x?xf64, #Bitmap>
  // CHECK: level.coord_bounds %[[S]] level 1 under %[[P]] coords(%[[I]])
  %lo, %hi = level.coord_bounds %s level 1 under %p coords(%i) : !level.storage<tensor<?x?xf64, #Bitmap>>
  // CHECK: level.coord_access %[[S]] level 1 under %[[P]] coords(%[[I]], %[[I]])
  %q, %f = level.coord_access %s level 1 under %p coords(%i, %i) : !level.storage<tensor<?x?xf64, #Bitmap>>
  // CHECK: %{{.*}}, %{{.*}} = level.insert_coord %[[B]] level 1 under %[[P]] coords(%[[I]], %[[I]])
  %c, %r = level.insert_coord %b level 1 under %p coords(%i, %i) : !level.builder<tensor<?x?xf64, #Bitmap>>
  return
}

// CHECK-LABEL: func @hashed
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #[[DOK]]>, %[[P:.*]]: index, %[[I:.*]]: index, %[[B:.*]]: !level.builder<tensor<?x?xf64, #[[DOK]]>>)
func.func @hashed(%A: tensor<?x?xf64, #DOK>, %p: index, %i: index, %b: !level.builder<tensor<?x?xf64, #DOK>>) {
  // CHECK: %[[S:.*]] = level.open %[[A]]
  %s = level.open %A : tensor<?x?xf64, #DOK>
  // CHECK: level.pos_bounds %[[S]] level 1 under %[[P]] to %[[I]]
  %lo, %hi = level.pos_bounds %s level 1 under %p to %i : !level.storage<tensor<?x?xf64, #DOK>>
  // CHECK: level.locate %[[S]] level 0 under %[[P]] coords(%[[I]])
  %q, %f = level.locate %s level 0 under %p coords(%i) : !level.storage<tensor<?x?xf64, #DOK>>
  // CHECK: %{{.*}}, %{{.*}} = level.insert_coord %[[B]] level 0 under %[[P]] coords(%[[I]])
  %c, %r = level.insert_coord %b level 0 under %p coords(%i) : !level.builder<tensor<?x?xf64, #DOK>>
  return
}

#Set = #level.format<(i) -> (i : sparse_set)>

// CHECK-LABEL: func @sparse_set
func.func @sparse_set(%a: tensor<?xf64, #Set>, %p: index, %i: index, %b: !level.builder<tensor<?xf64, #Set>>) {
  %s = level.open %a : tensor<?xf64, #Set>
  // CHECK: level.pos_bounds
  %lo, %hi = level.pos_bounds %s level 0 under %p to %i : !level.storage<tensor<?xf64, #Set>>
  // CHECK: level.insert_coord
  %c, %r = level.insert_coord %b level 0 under %p coords(%i) : !level.builder<tensor<?xf64, #Set>>
  return
}
