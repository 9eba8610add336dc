// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Intersections: one loop, whose region is executed where all iterators are at
// the resolved coordinate.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @two
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %[[INIT:.*]]: f64)
func.func @two(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[BB:.*]], %[[EB:.*]] = level.pos_bounds %[[B]] level 0
  // CHECK-NEXT: %[[BC:.*]], %[[EC:.*]] = level.pos_bounds %[[C]] level 0
  // CHECK-NEXT: %[[LOOP:.*]]:3 = scf.while (%[[PB:.*]] = %[[BB]], %[[PC:.*]] = %[[BC]], %[[ACC:.*]] = %[[INIT]])
  // CHECK-NEXT:   %[[HASB:.*]] = arith.cmpi ult, %[[PB]], %[[EB]]
  // CHECK-NEXT:   %[[HASC:.*]] = arith.cmpi ult, %[[PC]], %[[EC]]
  // CHECK-NEXT:   %[[HAS:.*]] = arith.andi %[[HASB]], %[[HASC]]
  // CHECK-NEXT:   scf.condition(%[[HAS]]) {weft.loop = #weft.loop<segments(<level 0 ordered unique adjacent>, <level 0 ordered unique adjacent>), intersection>} %[[PB]], %[[PC]], %[[ACC]]
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[PB:.*]]: index, %[[PC:.*]]: index, %[[ACC:.*]]: f64):
  // CHECK-NEXT:   %[[IB:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB]]
  // CHECK-NEXT:   %[[IC:.*]], %{{.*}} = level.pos_access %[[C]] level 0 at %[[PC]]
  // CHECK-NEXT:   %[[I:.*]] = arith.minui %[[IB]], %[[IC]]
  // CHECK-NEXT:   %[[ATB:.*]] = arith.cmpi eq, %[[IB]], %[[I]]
  // CHECK-NEXT:   %[[ATC:.*]] = arith.cmpi eq, %[[IC]], %[[I]]
  // CHECK-NEXT:   %[[BOTH:.*]] = arith.andi %[[ATB]], %[[ATC]]
  // CHECK-NEXT:   %[[SUM:.*]] = scf.if %[[BOTH]] -> (f64) {
  // CHECK-NEXT:     %[[V:.*]] = func.call @use(%[[I]], %[[PB]], %[[PC]], %[[ACC]])
  // CHECK-NEXT:     scf.yield %[[V]]
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %[[ACC]]
  // CHECK-NEXT:   }
  // Advancing takes no branch.
  // CHECK-NEXT:   %[[DB:.*]] = arith.index_castui %[[ATB]] : i1 to index
  // CHECK-NEXT:   %[[NB:.*]] = arith.addi %[[PB]], %[[DB]]
  // CHECK-NEXT:   %[[DC:.*]] = arith.index_castui %[[ATC]] : i1 to index
  // CHECK-NEXT:   %[[NC:.*]] = arith.addi %[[PC]], %[[DC]]
  // CHECK-NEXT:   scf.yield %[[NB]], %[[NC]], %[[SUM]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[LOOP]]#2
  %sum = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%init : f64) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: f64):
      %v = func.call @use(%i, %pb, %pc, %acc) : (index, index, index, f64) -> f64
      lattice.yield %v : f64
    }
  }
  return %sum : f64
}

// Without carried values there is nothing to do elsewhere.
// CHECK-LABEL: func @three_without_values
// CHECK:         scf.while ({{.*}}) : (index, index, index) -> (index, index, index)
// CHECK:         arith.minui
// CHECK:         arith.minui
// CHECK-NOT:     arith.minui
// CHECK:         %[[TWO:.*]] = arith.andi
// CHECK-NEXT:    %[[THREE:.*]] = arith.andi %[[TWO]]
// CHECK-NEXT:    scf.if %[[THREE]] {
// CHECK-NEXT:      func.call @visit
// CHECK-NEXT:    }
func.func @three_without_values(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            d1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1, d1] {
    ^bb0(%i: index, %pb: index, %pc: index, %pd: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

func.func private @use(index, index, index, f64) -> f64
func.func private @visit(index)
