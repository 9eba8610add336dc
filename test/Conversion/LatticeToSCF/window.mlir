// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Windowed iteration: both ends are found by search, so that no coordinate
// needs a test.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @window
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[LOWER:.*]]: index, %[[UPPER:.*]]: index)
func.func @window(%b: !level.storage<tensor<?xf64, #Vector>>, %lower: index, %upper: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[BEGIN:.*]], %[[END:.*]] = level.pos_bounds %[[B]] level 0
  // CHECK-NEXT: %[[FIRST:.*]] = level.search %[[B]] level 0 in %[[BEGIN]] to %[[END]] for %[[LOWER]]
  // CHECK-NEXT: %[[LAST:.*]] = level.search %[[B]] level 0 in %[[FIRST]] to %[[END]] for %[[UPPER]]
  // CHECK:      scf.for %[[P:.*]] = %[[FIRST]] to %[[LAST]] step
  // CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access
  // CHECK-NEXT:   func.call @visit(%[[I]], %[[P]])
  lattice.coiterate "i" in %lower to %upper windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1] {
    ^bb0(%i: index, %p: index):
      func.call @visit(%i, %p) : (index, index) -> ()
    }
  }
  return
}

// The universe is the window itself.
// CHECK-LABEL: func @window_of_union
// CHECK-SAME:    (%{{.*}}, %[[LOWER:.*]]: index, %[[UPPER:.*]]: index)
// CHECK:         %[[FIRST:.*]] = level.search
// CHECK-NEXT:    %[[LAST:.*]] = level.search
// CHECK-NEXT:    %[[LOOP:.*]]:2 = scf.while (%[[P:.*]] = %[[FIRST]], %[[U:.*]] = %[[LOWER]])
// CHECK-NEXT:      arith.cmpi ult, %[[P]], %[[LAST]]
// CHECK:         scf.for %{{.*}} = %[[LOOP]]#1 to %[[UPPER]]
func.func @window_of_union(%b: !level.storage<tensor<?xf64, #Vector>>, %lower: index, %upper: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %lower to %upper windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, U] {
    ^bb0(%i: index, %p: index):
      func.call @visit(%i, %p) : (index, index) -> ()
    }
    point [U] {
    ^bb0(%i: index):
      func.call @visit(%i, %i) : (index, index) -> ()
    }
  }
  return
}

func.func private @visit(index, index)
