// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize | FileCheck %s

// Variables that count from the begin of a tile: coordinates are compared in
// the space of the variable that they derive from.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @tile
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[W:.*]]: !level.storage<{{.*}}>, %[[BASE:.*]]: index, %[[SIZE:.*]]: index)
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[END:.*]] = arith.addi %[[BASE]], %[[SIZE]]
// CHECK:         %[[PB:.*]] = level.search %[[B]] level 0 in %{{.*}} to %{{.*}} for %[[BASE]]
// CHECK-NEXT:    %[[EB:.*]] = level.search %[[B]] level 0 in %[[PB]] to %{{.*}} for %[[END]]
// A segment along the variable itself counts from the begin of the tile.
// CHECK:         %[[PW:.*]] = level.search %[[W]] level 0 in %{{.*}} to %{{.*}} for %[[C0]]
// CHECK-NEXT:    %[[EW:.*]] = level.search %[[W]] level 0 in %[[PW]] to %{{.*}} for %[[SIZE]]
// CHECK:         scf.while
// CHECK:           %[[JB:.*]], %{{.*}} = level.pos_access %[[B]] level 0
// CHECK-NEXT:      %[[J1W:.*]], %{{.*}} = level.pos_access %[[W]] level 0
// CHECK-NEXT:      %[[JW:.*]] = arith.addi %[[BASE]], %[[J1W]]
// CHECK-NEXT:      %[[J:.*]] = arith.minui %[[JB]], %[[JW]]
// CHECK:           %[[J1:.*]] = arith.subi %[[J]], %[[BASE]]
// CHECK:           func.call @visit(%[[J]], %[[J1]])
func.func @tile(%b: !level.storage<tensor<?xf64, #Vector>>, %w: !level.storage<tensor<?xf64, #Vector>>, %base: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "j1" original ("j") from %base in %c0 to %size windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            w1 = %w level 0 along ("j1") under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, w1] {
    ^bb0(%j: index, %j1: index, %pb: index, %pw: index):
      func.call @visit(%j, %j1) : (index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func @workspace
// CHECK:         scf.for
// CHECK:           %[[J1:.*]] = arith.subi
// CHECK-NEXT:      level.locate %{{.*}} level 0 under %{{.*}} coords(%[[J1]])
func.func @workspace(%b: !level.storage<tensor<?xf64, #Vector>>, %w: !level.storage<tensor<?xf64>>, %base: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "j1" original ("j") from %base in %c0 to %size windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            w1 = %w level 0 along ("j1") under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [b1 | w1] {
    ^bb0(%j: index, %j1: index, %pb: index, %pw: index):
      func.call @visit(%j, %pw) : (index, index) -> ()
    }
  }
  return
}

func.func private @visit(index, index)
