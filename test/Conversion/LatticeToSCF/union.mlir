// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Unions: a loop until one iterator is exhausted, then loops over what is left.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK: #[[$VECTORIZE:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK: #[[$SCALAR:.*]] = #llvm.loop_annotation<vectorize = #[[$VECTORIZE]]>
// CHECK-LABEL: func @two
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %[[INIT:.*]]: f64)
func.func @two(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[BB:.*]], %[[EB:.*]] = level.pos_bounds %[[B]] level 0
  // CHECK-NEXT: %[[BC:.*]], %[[EC:.*]] = level.pos_bounds %[[C]] level 0
  // CHECK-NEXT: %[[BOTH:.*]]:3 = scf.while
  // CHECK:      ^bb0(%[[PB:.*]]: index, %[[PC:.*]]: index, %[[ACC:.*]]: f64):
  // CHECK:        %[[I:.*]] = arith.minui
  // CHECK:        %[[ATB:.*]] = arith.cmpi eq
  // CHECK:        %[[ATC:.*]] = arith.cmpi eq
  // CHECK:        %[[ATBOTH:.*]] = arith.andi %[[ATB]], %[[ATC]]
  // CHECK-NEXT:   scf.if %[[ATBOTH]] -> (f64) {
  // CHECK-NEXT:     func.call @both(%[[I]], %[[PB]], %[[PC]], %[[ACC]])
  // CHECK:        } else {
  // CHECK-NEXT:     scf.if %[[ATB]] -> (f64) {
  // CHECK-NEXT:       func.call @left(%[[I]], %[[PB]], %[[ACC]])
  // One of them is at the minimum, so that nothing is left to test.
  // CHECK:          } else {
  // CHECK-NEXT:       func.call @right(%[[I]], %[[PC]], %[[ACC]])
  // CHECK:      %[[LEFT:.*]] = scf.for %[[PB:.*]] = %[[BOTH]]#0 to %[[EB]] {{.*}} iter_args(%[[ACC:.*]] = %[[BOTH]]#2)
  // CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB]]
  // CHECK-NEXT:   func.call @left(%[[I]], %[[PB]], %[[ACC]])
  // What is left is short as a rule, and not worth vectors.
  // CHECK:      } {loop_annotation = #[[$SCALAR]], weft.loop
  // CHECK:      %[[RIGHT:.*]] = scf.for %[[PC:.*]] = %[[BOTH]]#1 to %[[EC]] {{.*}} iter_args(%[[ACC:.*]] = %[[LEFT]])
  // CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access %[[C]] level 0 at %[[PC]]
  // CHECK-NEXT:   func.call @right(%[[I]], %[[PC]], %[[ACC]])
  // CHECK:      } {loop_annotation = #[[$SCALAR]], weft.loop
  // CHECK:      return %[[RIGHT]]
  %sum = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%init : f64) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: f64):
      %v = func.call @both(%i, %pb, %pc, %acc) : (index, index, index, f64) -> f64
      lattice.yield %v : f64
    }
    point [b1] {
    ^bb0(%i: index, %pb: index, %acc: f64):
      %v = func.call @left(%i, %pb, %acc) : (index, index, f64) -> f64
      lattice.yield %v : f64
    }
    point [c1] {
    ^bb0(%i: index, %pc: index, %acc: f64):
      %v = func.call @right(%i, %pc, %acc) : (index, index, f64) -> f64
      lattice.yield %v : f64
    }
  }
  return %sum : f64
}

// A union with a dense operand visits every coordinate. The universe outlasts
// the sparse operand, so that only that is a ranger, and has every coordinate,
// so that it alone is the resolved one.
// CHECK-LABEL: func @compressed_and_dense
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<tensor<?xf64>>, %[[N:.*]]: index, %[[INIT:.*]]: f64)
func.func @compressed_and_dense(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[C0:.*]] = arith.constant 0 : index
  // CHECK:      %[[BB:.*]], %[[EB:.*]] = level.pos_bounds %[[B]] level 0
  // CHECK-NEXT: %[[BOTH:.*]]:3 = scf.while (%[[PB:.*]] = %[[BB]], %[[U:.*]] = %[[C0]], %[[ACC:.*]] = %[[INIT]])
  // CHECK-NEXT:   %[[HAS:.*]] = arith.cmpi ult, %[[PB]], %[[EB]]
  // CHECK-NEXT:   scf.condition(%[[HAS]])
  // CHECK:      ^bb0(%[[PB:.*]]: index, %[[I:.*]]: index, %[[ACC:.*]]: f64):
  // CHECK-NEXT:   %[[IB:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB]]
  // CHECK-NEXT:   %[[ATB:.*]] = arith.cmpi eq, %[[IB]], %[[I]]
  // CHECK-NEXT:   %[[PC:.*]], %{{.*}} = level.locate %[[C]] level 0 under %[[C0]] coords(%[[I]])
  // CHECK-NEXT:   %[[SUM:.*]] = scf.if %[[ATB]] -> (f64) {
  // CHECK-NEXT:     func.call @both(%[[I]], %[[PB]], %[[PC]], %[[ACC]])
  // CHECK:        } else {
  // CHECK-NEXT:     func.call @right(%[[I]], %[[PC]], %[[ACC]])
  // CHECK-NEXT:     scf.yield
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[DB:.*]] = arith.index_castui %[[ATB]] : i1 to index
  // CHECK-NEXT:   %[[NB:.*]] = arith.addi %[[PB]], %[[DB]]
  // CHECK-NEXT:   %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-NEXT:   %[[NU:.*]] = arith.addi %[[I]], %[[ONE]]
  // CHECK-NEXT:   scf.yield %[[NB]], %[[NU]], %[[SUM]]
  // CHECK:      %[[REST:.*]] = scf.for %[[I:.*]] = %[[BOTH]]#1 to %[[N]] {{.*}} iter_args(%[[ACC:.*]] = %[[BOTH]]#2)
  // CHECK-NEXT:   %[[PC:.*]], %{{.*}} = level.locate %[[C]]
  // CHECK-NEXT:   func.call @right(%[[I]], %[[PC]], %[[ACC]])
  // The rest of the universe may be long.
  // CHECK-NOT:  loop_annotation
  // CHECK:      return %[[REST]]
  %sum = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>)
      carry (%init : f64) {
    point [b1, U | c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: f64):
      %v = func.call @both(%i, %pb, %pc, %acc) : (index, index, index, f64) -> f64
      lattice.yield %v : f64
    }
    point [U | c1] {
    ^bb0(%i: index, %pc: index, %acc: f64):
      %v = func.call @right(%i, %pc, %acc) : (index, index, f64) -> f64
      lattice.yield %v : f64
    }
  }
  return %sum : f64
}

// (b + c) * d, thesis figure 3-25: below the top, two points without a join.
// No region applies where d is missing, or alone.
// CHECK-LABEL: func @distributed
// CHECK:         scf.while
// CHECK:         } do {
// CHECK:           %[[BC:.*]] = arith.andi %[[ATB:.*]], %[[ATC:.*]] : i1
// CHECK-NEXT:      %[[BCD:.*]] = arith.andi %[[BC]], %[[ATD:.*]] : i1
// CHECK-NEXT:      scf.if %[[BCD]] {
// CHECK:             @visit3
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[BD:.*]] = arith.andi %[[ATB]], %[[ATD]] : i1
// CHECK-NEXT:        scf.if %[[BD]] {
// CHECK:               @left
// CHECK:             } else {
// CHECK-NEXT:          %[[CD:.*]] = arith.andi %[[ATC]], %[[ATD]] : i1
// CHECK-NEXT:          scf.if %[[CD]] {
// CHECK:                 @right
// CHECK-NOT:           else
// CHECK:         scf.while
// CHECK:           scf.if
// CHECK:             @left
// CHECK-NOT:         @right
// CHECK:         scf.while
// CHECK:           scf.if
// CHECK:             @right
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @distributed(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            d1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1, d1] {
    ^bb0(%i: index, %pb: index, %pc: index, %pd: index):
      func.call @visit3(%i, %pb, %pc, %pd) : (index, index, index, index) -> ()
    }
    point [b1, d1] {
    ^bb0(%i: index, %pb: index, %pd: index):
      %v = func.call @left(%i, %pb, %x) : (index, index, f64) -> f64
    }
    point [c1, d1] {
    ^bb0(%i: index, %pc: index, %pd: index):
      %v = func.call @right(%i, %pc, %x) : (index, index, f64) -> f64
    }
  }
  return
}

func.func private @both(index, index, index, f64) -> f64
func.func private @left(index, index, f64) -> f64
func.func private @right(index, index, f64) -> f64
func.func private @visit3(index, index, index, index)
