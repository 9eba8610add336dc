// Formats one level of which is the slot of an entry.

// RUN: weft-opt %s | weft-opt | FileCheck %s

// CHECK-DAG: #level.format<(d0, d1) -> (slot : dense, d0 : range, d1 : offset)>
// CHECK-DAG: #level.format<(d0, d1) -> (slot : dense, d0 : dense, d1 : padded), crd = 16>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, slot : dense, d1 floordiv 4 : padded, d1 mod 4 : dense)>
// CHECK-DAG: #level.format<(d0, d1) -> (slot : dense, d0 : compressed, d1 : offset)>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 floordiv 4 : dense, slot : interval, d0 mod 4 : dense, d1 : padded)>
// CHECK-DAG: #level.format<(d0) -> (d0 : dense)>
#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded), crd = 16>
#Blocked = #level.format<(i, j) -> (i : dense, slot : dense, j floordiv 4 : padded, j mod 4 : dense)>
#SparseDIA = #level.format<(i, j) -> (slot : dense, i : compressed, j : offset)>
#SlicedELL = #level.format<(i, j) -> (i floordiv 4 : dense, slot : interval, i mod 4 : dense, j : padded)>
// A dimension may have that name.
#Named = #level.format<(slot) -> (slot : dense)>

// CHECK-LABEL: func.func @types
func.func @types(%a: tensor<?x?xf64, #DIA>, %b: tensor<?x?xf64, #ELL>, %c: tensor<?x?xf64, #Blocked>,
                 %d: tensor<?x?xf64, #SparseDIA>, %f: tensor<?x?xf64, #SlicedELL>, %e: tensor<?xf64, #Named>) {
  return
}

// CHECK-LABEL: func.func @level_types
// CHECK-SAME: a = #level.range, b = #level.offset, c = #level.padded
func.func @level_types() attributes {a = #level.range, b = #level.offset, c = #level.padded} {
  return
}

// CHECK-LABEL: func.func @functions
func.func @functions(%a: tensor<?x?xf64, #DIA>, %b: tensor<?x?xf64, #ELL>, %s: index, %i: index) -> (index, index) {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  // CHECK: level.size %{{.*}} level 0
  %n = level.size %0 level 0 : !level.storage<tensor<?x?xf64, #DIA>>
  // CHECK: level.coord_bounds %{{.*}} level 1 under %{{.*}} coords(
  %begin, %end = level.coord_bounds %0 level 1 under %s coords(%s) : !level.storage<tensor<?x?xf64, #DIA>>
  // CHECK: level.coord_access %{{.*}} level 1 under
  %p, %f = level.coord_access %0 level 1 under %s coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  // CHECK: level.pos_access %{{.*}} level 2 at
  %j, %g = level.pos_access %0 level 2 at %p coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  %1 = level.open %b : tensor<?x?xf64, #ELL>
  // CHECK: level.pos_access %{{.*}} level 2 at
  %k, %h = level.pos_access %1 level 2 at %p coords(%s, %i) : !level.storage<tensor<?x?xf64, #ELL>>
  return %j, %k : index, index
}

// CHECK-LABEL: func.func @counted
func.func @counted(%n: index, %i: index, %j: index) -> tensor<?x?xf64, #SparseDIA> {
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  %b1 = level.note_entry %b coords(%i, %j) : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  // CHECK: level.number_slots %{{.*}} : <{{.*}}, count>
  %b2 = level.number_slots %b1 : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  // CHECK: level.take_slot %{{.*}} coords(%{{.*}}, %{{.*}}) : <{{.*}}, count>
  %b3, %s = level.take_slot %b2 coords(%i, %j) : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  %b4 = level.add_child %b3 level 1 under %s : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  %c = level.scan %b4 : !level.builder<tensor<?x?xf64, #SparseDIA>, count>
  %A = level.finalize %c : !level.builder<tensor<?x?xf64, #SparseDIA>, place>
  return %A : tensor<?x?xf64, #SparseDIA>
}

// CHECK-LABEL: func.func @assembly
func.func @assembly(%n: index, %i: index, %j: index, %v: f64) -> tensor<?x?xf64, #ELL> {
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #ELL>, count>
  // CHECK: level.note_entry %{{.*}} coords(%{{.*}}, %{{.*}}) : <{{.*}}, count>
  %b1 = level.note_entry %b coords(%i, %j) : !level.builder<tensor<?x?xf64, #ELL>, count>
  %c = level.scan %b1 : !level.builder<tensor<?x?xf64, #ELL>, count>
  // CHECK: level.take_slot %{{.*}} coords(%{{.*}}, %{{.*}}) : <{{.*}}, place>
  %c1, %s = level.take_slot %c coords(%i, %j) : !level.builder<tensor<?x?xf64, #ELL>, place>
  %c2, %p = level.insert_coord %c1 level 0 under %n coords(%s) : !level.builder<tensor<?x?xf64, #ELL>, place>
  %A = level.finalize %c2 : !level.builder<tensor<?x?xf64, #ELL>, place>
  return %A : tensor<?x?xf64, #ELL>
}
