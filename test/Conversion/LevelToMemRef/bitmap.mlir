// The level functions of bitmap levels: a position is computed as in a dense
// level, and a byte says whether its coordinate is stored.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref | FileCheck %s

#Bitmap = #level.format<(i, j) -> (i : dense, j : bitmap)>

// CHECK-LABEL: func.func @access(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[N:[a-z0-9_]+]]: index, %[[PRESENT:[a-z0-9_]+]]: memref<?xi8>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[P:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index, %[[J:[a-z0-9_]+]]: index)
// CHECK: %[[ROW:[a-z0-9_]+]] = arith.muli %[[P]], %[[N]]
// CHECK-NEXT: %[[Q:[a-z0-9_]+]] = arith.addi %[[ROW]], %[[J]]
// CHECK-NEXT: %[[BYTE:[a-z0-9_]+]] = memref.load %[[PRESENT]][%[[Q]]]
// CHECK: %[[FOUND:[a-z0-9_]+]] = arith.cmpi ne, %[[BYTE]], %c0_i8
// CHECK: %[[R:[a-z0-9_]+]] = arith.addi
// CHECK: %[[LOCATED:[a-z0-9_]+]] = arith.cmpi ne
// CHECK: return %c0, %[[N]], %[[Q]], %[[FOUND]], %[[R]], %[[LOCATED]]
func.func @access(%A: tensor<?x?xf64, #Bitmap>, %p: index, %i: index, %j: index) -> (index, index, index, i1, index, i1) {
  %s = level.open %A : tensor<?x?xf64, #Bitmap>
  %b, %e = level.coord_bounds %s level 1 under %p coords(%i) : !level.storage<tensor<?x?xf64, #Bitmap>>
  %q, %f = level.coord_access %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Bitmap>>
  %r, %g = level.locate %s level 1 under %p coords(%i, %j) : !level.storage<tensor<?x?xf64, #Bitmap>>
  return %b, %e, %q, %f, %r, %g : index, index, index, i1, index, i1
}

// -----

#Bitmap = #level.format<(i) -> (i : bitmap)>

// Nothing is present at first.

// CHECK-LABEL: func.func @insert(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64)
// CHECK: %[[PRESENT:[a-z0-9_]+]] = memref.alloc(%[[N]]) : memref<?xi8>
// CHECK: memref.store %c0_i8, %[[PRESENT]]
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc(%[[N]]) : memref<?xf64>
// CHECK: memref.store %cst, %[[VALUES]]
// CHECK: %[[P:[a-z0-9_]+]] = arith.addi %{{.*}}, %[[I]]
// CHECK: memref.store %c1_i8, %[[PRESENT]][%[[P]]]
// CHECK: memref.store %[[V]], %[[VALUES]][%[[P]]]
// CHECK: return %[[N]], %[[PRESENT]], %[[VALUES]]
func.func @insert(%n: index, %i: index, %v: f64) -> tensor<?xf64, #Bitmap> {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%n) : !level.builder<tensor<?xf64, #Bitmap>>
  %b1, %p = level.insert_coord %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64, #Bitmap>>
  %b2 = level.store %v, %b1[%p] : f64, !level.builder<tensor<?xf64, #Bitmap>>
  %A = level.finalize %b2 : !level.builder<tensor<?xf64, #Bitmap>>
  return %A : tensor<?xf64, #Bitmap>
}

// -----

#Bitmap = #level.format<(i) -> (i : bitmap)>

// A structure that is kept has the coordinate, or the kernel fails.

// CHECK-LABEL: func.func @keep(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[OLD:[a-z0-9_]+]]: memref<?xi8>
// CHECK: memref.copy %[[OLD]], %[[PRESENT:[a-z0-9_]+]]
// CHECK: %[[BYTE:[a-z0-9_]+]] = memref.load %[[PRESENT]]
// CHECK: %[[IS:[a-z0-9_]+]] = arith.cmpi ne, %[[BYTE]], %c0_i8
// CHECK: %[[ABSENT:[a-z0-9_]+]] = arith.xori %[[IS]]
// CHECK-NEXT: scf.if %[[ABSENT]] {
// CHECK: func.call @weft_rt_fail(%c5_i64,
// CHECK: return %{{.*}}, %[[PRESENT]],
func.func @keep(%A: tensor<?xf64, #Bitmap>, %n: index, %i: index) -> tensor<?xf64, #Bitmap> {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%n) keeping %A : tensor<?xf64, #Bitmap> -> !level.builder<tensor<?xf64, #Bitmap>, compute>
  %b1, %p = level.insert_coord %b0 level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64, #Bitmap>, compute>
  %B = level.finalize %b1 : !level.builder<tensor<?xf64, #Bitmap>, compute>
  return %B : tensor<?xf64, #Bitmap>
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed, j : bitmap)>

// Below an appended level, room is made for one parent after another, and in
// the end for those whose segments nobody wrote.

// CHECK-LABEL: func.func @below_appended(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[N:[a-z0-9_]+]]: index
// CHECK: %[[FIRST:[a-z0-9_]+]] = memref.alloc(%c16{{.*}}) : memref<?xi8>
// CHECK: %[[NEEDED:[a-z0-9_]+]] = arith.muli %{{.*}}, %[[N]]
// CHECK: %[[FULL:[a-z0-9_]+]] = arith.cmpi slt, %{{.*}}, %[[NEEDED]]
// CHECK: %[[PRESENT:[a-z0-9_]+]] = scf.if %[[FULL]] -> (memref<?xi8>) {
// CHECK: func.call @weft_grow_filled_i8(%[[FIRST]], %[[NEEDED]],
// CHECK: memref.store %c1_i8, %[[PRESENT]]
// CHECK: %[[LAST:[a-z0-9_]+]] = scf.if %{{.*}} -> (memref<?xi8>) {
// CHECK: func.call @weft_grow_filled_i8(%[[PRESENT]],
// CHECK: %[[USED:[a-z0-9_]+]] = memref.reinterpret_cast %[[LAST]]
// CHECK: return %{{.*}}, %[[USED]], %{{[a-z0-9_]+}} : index, index, memref<?xi32>, memref<?xi32>, memref<?xi8>, memref<?xf64>
func.func @below_appended(%m: index, %n: index, %i: index) -> tensor<?x?xf64, #Rows> {
  %c0 = arith.constant 0 : index
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #Rows>>
  %b1 = level.reserve %b0 level 1 under %c0 : !level.builder<tensor<?x?xf64, #Rows>>
  %b2, %p = level.insert_coord %b1 level 1 under %c0 coords(%i, %i) : !level.builder<tensor<?x?xf64, #Rows>>
  %A = level.finalize %b2 : !level.builder<tensor<?x?xf64, #Rows>>
  return %A : tensor<?x?xf64, #Rows>
}
