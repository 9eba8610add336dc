// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Bounds of segments that were asked for in order to make room are taken.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @known
// CHECK: %[[BEGIN:.*]], %[[END:.*]] = level.pos_bounds
// CHECK: level.reserve_coords
// CHECK-NOT: level.pos_bounds
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: return
func.func @known(%b: !level.storage<tensor<?xf64, #Vector>>, %a: !level.builder<tensor<?xf64, #Vector>>, %n: index) -> !level.builder<tensor<?xf64, #Vector>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %begin, %end = level.pos_bounds %b level 0 under %c0 to %c1 : !level.storage<tensor<?xf64, #Vector>>
  %length = arith.subi %end, %begin : index
  %room = level.reserve_coords %a level 0 for %length : !level.builder<tensor<?xf64, #Vector>>
  %r = lattice.coiterate "i" in %c0 to %n over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) carry (%room : !level.builder<tensor<?xf64, #Vector>>) {
    point [b1] {
    ^bb0(%i: index, %p: index, %state: !level.builder<tensor<?xf64, #Vector>>):
      %next = level.append_coord %state level 0 coord %i reserved : !level.builder<tensor<?xf64, #Vector>>
      lattice.yield %next : !level.builder<tensor<?xf64, #Vector>>
    }
  }
  return %r : !level.builder<tensor<?xf64, #Vector>>
}

// Not if anything may have been freed since.
// CHECK-LABEL: func @released
// CHECK: level.pos_bounds
// CHECK: level.release
// CHECK: level.pos_bounds
// CHECK: return
func.func @released(%b: !level.storage<tensor<?xf64, #Vector>>, %w: tensor<?xf64, #Vector>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %begin, %end = level.pos_bounds %b level 0 under %c0 to %c1 : !level.storage<tensor<?xf64, #Vector>>
  level.release %w : tensor<?xf64, #Vector>
  %r = lattice.coiterate "i" in %c0 to %n over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) carry (%end : index) {
    point [b1] {
    ^bb0(%i: index, %p: index, %last: index):
      lattice.yield %i : index
    }
  }
  return %r : index
}
