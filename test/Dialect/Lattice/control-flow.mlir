// RUN: weft-opt %s -sccp | FileCheck %s

// Coiteration tells analyses where its control goes: from the operation to any
// of its regions or past them, and from each of them the same.

#Vector = #level.format<(i) -> (i : compressed)>

// What every region yields as it is remains the constant that it was before;
// what one of them changes does not.
// CHECK-LABEL: func @constants
// CHECK:      %[[TRUE:.*]] = arith.constant true
// CHECK:      %[[R:.*]]:2 = lattice.coiterate
// CHECK:      ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: i1, %[[COUNT:.*]]: i1):
// CHECK-NEXT: lattice.yield %{{.*}}, %{{.*}} : i1, i1
// CHECK:      return %[[TRUE]], %[[R]]#1
func.func @constants(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %r:2 = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%true : i1, %false : i1) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %kept: i1, %changed: i1):
      lattice.yield %kept, %true : i1, i1
    }
  }
  return %r#0, %r#1 : i1, i1
}
