// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Positions without order have no bounds of a window: coordinates are tested.

#List = #level.format<(i) -> (i : compressed(nonordered))>
#Table = #level.format<(i) -> (i : hashed)>

// CHECK-LABEL: func @list
// CHECK-SAME:  %{{.*}}: !level.storage<{{.*}}>, %[[N:.*]]: index
// CHECK-NOT:   level.search
// CHECK:       %[[B:.*]], %[[E:.*]] = level.pos_bounds
// CHECK:       scf.for %[[P:.*]] = %[[B]] to %[[E]]
// CHECK:       %[[I:.*]], %{{.*}} = level.pos_access %{{.*}} at %[[P]]
// CHECK-DAG:   %[[LENGTH:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK-DAG:   %[[OFFSET:.*]] = arith.subi %[[I]], %{{.*}}
// CHECK:       %[[INSIDE:.*]] = arith.cmpi ult, %[[OFFSET]], %[[LENGTH]]
// CHECK:       scf.if %[[INSIDE]]
func.func @list(%b: !level.storage<tensor<?xf64, #List>>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = lattice.coiterate "i" in %c0 to %n windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>)
      carry (%c0 : index) {
    point [b1] {
    ^bb0(%i: index, %p: index, %s: index):
      %next = arith.addi %s, %i : index
      lattice.yield %next : index
    }
  }
  return %sum : index
}

// What may have no coordinate is tested for both.
// CHECK-LABEL: func @table
// CHECK:       scf.for
// CHECK:       arith.cmpi ult
// CHECK:       %[[BOTH:.*]] = arith.andi
// CHECK:       scf.if %[[BOTH]]
func.func @table(%b: !level.storage<tensor<?xf64, #Table>>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = lattice.coiterate "i" in %c0 to %n windowed
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Table>>)
      carry (%c0 : index) {
    point [b1] {
    ^bb0(%i: index, %p: index, %s: index):
      %next = arith.addi %s, %i : index
      lattice.yield %next : index
    }
  }
  return %sum : index
}
