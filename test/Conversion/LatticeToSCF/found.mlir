// Levels that do not find a coordinate wherever they are asked for one.

// RUN: weft-opt %s --allow-unregistered-dialect --convert-lattice-to-scf -split-input-file | FileCheck %s

#Bitmap = #level.format<(i) -> (i : bitmap)>
#Sparse = #level.format<(i) -> (i : compressed)>
#Hashed = #level.format<(i) -> (i : hashed)>

// A coordinate iterator visits its bounds and asks which coordinates exist.

// CHECK-LABEL: func @single
// CHECK: %[[BEGIN:.*]], %[[END:.*]] = level.coord_bounds %[[B:.*]] level 0 under %{{.*}} coords()
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] {{.*}} iter_args(%[[SUM:.*]] = %{{.*}})
// CHECK-NEXT: %[[P:.*]], %[[FOUND:.*]] = level.coord_access %[[B]] level 0 under %{{.*}} coords(%[[I]])
// CHECK-NEXT: scf.if %[[FOUND]] -> (f64) {
// CHECK-NEXT: level.load %[[B]][%[[P]]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[SUM]]
func.func @single(%b: !level.storage<tensor<?xf64, #Bitmap>>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = lattice.coiterate "i" in %c0 to %n over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Bitmap>>) carry (%zero : f64) {
    point [b1] {
    ^bb0(%i: index, %p: index, %sum: f64):
      %v = level.load %b[%p] : !level.storage<tensor<?xf64, #Bitmap>>
      %s = arith.addf %sum, %v : f64
      lattice.yield %s : f64
    }
  }
  return %r : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>
#Hashed = #level.format<(i) -> (i : hashed)>

// Nobody locates below a parent that may not exist.

// CHECK-LABEL: func @absent_parent
// CHECK-SAME: %[[Q0:[a-z0-9]+]]: index, %[[Q1:[a-z0-9]+]]: index)
// CHECK: %[[I:.*]], %{{.*}} = level.pos_access
// CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[Q0]], %[[Q1]]
// CHECK: %[[PLACE:.*]]:2 = scf.if %[[SOME]] -> (index, i1) {
// CHECK-NEXT: level.locate %{{.*}} level 0 under %[[Q0]] coords(%[[I]])
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[Q0]], %[[SOME]]
// CHECK: scf.if %[[PLACE]]#1 {
// CHECK-NEXT: "test.use"(%[[I]], %[[PLACE]]#0)
func.func @absent_parent(%a: !level.storage<tensor<?xf64, #Sparse>>, %b: !level.storage<tensor<?xf64, #Hashed>>, %n: index, %q0: index, %q1: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>, b1 = %b level 0 under %q0 to %q1 coords() : !level.storage<tensor<?xf64, #Hashed>>) {
    point [a1 | b1] {
    ^bb0(%i: index, %pa: index, %pb: index):
      "test.use"(%i, %pb) : (index, index) -> ()
    }
  }
  return
}

// -----

#Bitmap = #level.format<(i) -> (i : bitmap)>
#Sparse = #level.format<(i) -> (i : compressed)>
#Hashed = #level.format<(i) -> (i : hashed)>

// A guarded loop knows for each segment whether it has the coordinate: a
// position iterator that has it, a coordinate iterator that has found it, and
// a level without order where it was located.

// CHECK-LABEL: func @guarded
// CHECK: scf.while
// CHECK: %[[A:.*]]:2 = scf.if
// CHECK: level.pos_access
// CHECK: %[[B:.*]]:3 = scf.if
// CHECK: level.coord_access
// CHECK: %[[I:.*]] = arith.minui %[[A]]#0, %[[B]]#0
// CHECK: %[[AT_A:.*]] = arith.cmpi eq, %[[A]]#0, %[[I]]
// CHECK: %[[AT_B:.*]] = arith.cmpi eq, %[[B]]#0, %[[I]]
// CHECK: %[[P:.*]], %[[HAS_H:.*]] = level.locate %{{.*}} coords(%[[I]])
// CHECK: scf.if
// CHECK: %[[HAS_B:.*]] = arith.andi %[[AT_B]], %[[B]]#2
// CHECK-NEXT: "test.use"(%[[I]], %[[AT_A]], %[[B]]#1, %[[HAS_B]], %[[P]], %[[HAS_H]])
func.func @guarded(%a: !level.storage<tensor<?xf64, #Sparse>>, %b: !level.storage<tensor<?xf64, #Bitmap>>, %h: !level.storage<tensor<?xf64, #Hashed>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n guarded over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>, b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Bitmap>>, h1 = %h level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Hashed>>) {
    points [a1], [b1 | h1] {
    ^bb0(%i: index, %pa: index, %ha: i1, %pb: index, %hb: i1, %ph: index, %hh: i1):
      "test.use"(%i, %ha, %pb, %hb, %ph, %hh) : (index, i1, index, i1, index, i1) -> ()
    }
  }
  return
}

// -----

#Bitmap = #level.format<(i) -> (i : bitmap)>
#Hashed = #level.format<(i) -> (i : hashed)>

// A slot without a coordinate has none to look up elsewhere.

// CHECK-LABEL: func @free_slot
// CHECK: %[[I:.*]], %[[TAKEN:.*]] = level.pos_access
// CHECK: %[[PLACE:.*]]:2 = scf.if %[[TAKEN]] -> (index, i1) {
// CHECK-NEXT: level.locate %{{.*}} coords(%[[I]])
// CHECK: } else {
// CHECK-NEXT: scf.yield %{{.*}}, %[[TAKEN]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[TAKEN]], %[[PLACE]]#1
// CHECK: scf.if %[[BOTH]] {
// CHECK-NEXT: "test.use"(%[[I]], %[[PLACE]]#0)
func.func @free_slot(%a: !level.storage<tensor<?xf64, #Hashed>>, %b: !level.storage<tensor<?xf64, #Bitmap>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Hashed>>, b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Bitmap>>) {
    point [a1 | b1] {
    ^bb0(%i: index, %pa: index, %pb: index):
      "test.use"(%i, %pb) : (index, index) -> ()
    }
  }
  return
}
