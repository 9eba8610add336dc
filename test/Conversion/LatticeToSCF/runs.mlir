// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize | FileCheck %s

// Levels that are not unique: a region gets the run of positions with the
// resolved coordinate.

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#List = #level.format<(i) -> (i : compressed(nonunique))>
#Vector = #level.format<(i) -> (i : compressed)>

// The rows of a coordinate list and, nested in them, the columns.
// CHECK-LABEL: func @coordinate_list
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %{{.*}}: index)
func.func @coordinate_list(%A: !level.storage<tensor<?x?xf64, #COO>>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG:  %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG:  %[[FALSE:.*]] = arith.constant false
  // CHECK:      %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[A]] level 0
  // CHECK-NEXT: scf.while (%[[P:.*]] = %[[B]]) : (index) -> index {
  // CHECK-NEXT:   %[[HAS:.*]] = arith.cmpi ult, %[[P]], %[[E]]
  // CHECK-NEXT:   scf.condition(%[[HAS]]) {weft.loop = #weft.loop<segments(<level 0 ordered adjacent>)>} %[[P]]
  // CHECK:      ^bb0(%[[P:.*]]: index):
  // CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[P]] coords()
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[P]], %[[C1]]
  // CHECK-NEXT:   %[[Q:.*]] = scf.while (%[[S:.*]] = %[[NEXT]]) : (index) -> index {
  // CHECK-NEXT:     %[[INSIDE:.*]] = arith.cmpi ult, %[[S]], %[[E]]
  // CHECK-NEXT:     %[[GO:.*]] = scf.if %[[INSIDE]] -> (i1) {
  // CHECK-NEXT:       %[[IS:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[S]] coords()
  // CHECK-NEXT:       %[[EQ:.*]] = arith.cmpi eq, %[[IS]], %[[I]]
  // CHECK-NEXT:       scf.yield %[[EQ]]
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       scf.yield %[[FALSE]]
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.condition(%[[GO]]) %[[S]]
  // CHECK:        ^bb0(%[[S:.*]]: index):
  // CHECK-NEXT:     %[[S1:.*]] = arith.addi %[[S]], %[[C1]]
  // CHECK-NEXT:     scf.yield %[[S1]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[B2:.*]], %[[E2:.*]] = level.pos_bounds %[[A]] level 1 under %[[P]] to %[[Q]]
  // CHECK-NEXT:   scf.for %[[P2:.*]] = %[[B2]] to %[[E2]] step %[[C1]] {
  // CHECK-NEXT:     %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 1 at %[[P2]] coords(%[[I]])
  // CHECK-NEXT:     func.call @visit(%[[I]], %[[J]], %[[P2]])
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %[[Q]]
  lattice.coiterate "i" in %c0 to %m
      over (A1 = %A level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    point [A1] {
    ^bb0(%i: index, %p: index, %q: index):
      lattice.coiterate "j" in %c0 to %n
          over (A2 = %A level 1 under %p to %q coords(%i) : !level.storage<tensor<?x?xf64, #COO>>) {
        point [A2] {
        ^bb0(%j: index, %pA2: index):
          func.call @visit(%i, %j, %pA2) : (index, index, index) -> ()
        }
      }
    }
  }
  return
}

// In a union, a run is empty where its iterator is not at the coordinate, so
// that its end is where the iterator advances to in any case.
// CHECK-LABEL: func @union
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<{{.*}}>, %{{.*}}: index)
func.func @union(%b: !level.storage<tensor<?xf64, #List>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      scf.while
  // CHECK:      ^bb0(%[[PB:.*]]: index, %[[PC:.*]]: index):
  // CHECK:        %[[I:.*]] = arith.minui
  // CHECK-NEXT:   %[[ATB:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
  // CHECK-NEXT:   %[[QB:.*]] = scf.while (%[[S:.*]] = %[[PB]])
  // CHECK:          arith.cmpi eq, %{{.*}}, %[[I]]
  // CHECK:        %[[ATC:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
  // CHECK-NEXT:   %[[BOTH:.*]] = arith.andi %[[ATB]], %[[ATC]]
  // CHECK-NEXT:   scf.if %[[BOTH]] {
  // CHECK-NEXT:     func.call @both(%[[I]], %[[PB]], %[[QB]], %[[PC]])
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.if %[[ATB]] {
  // CHECK-NEXT:       func.call @visit(%[[I]], %[[PB]], %[[QB]])
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       func.call @visit(%[[I]], %[[PC]], %[[PC]])
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[DC:.*]] = arith.index_castui %[[ATC]]
  // CHECK-NEXT:   %[[NC:.*]] = arith.addi %[[PC]], %[[DC]]
  // CHECK-NEXT:   scf.yield %[[QB]], %[[NC]]
  // What is left of the list comes in runs, what is left of the vector does not.
  // CHECK:      scf.while
  // CHECK:        scf.while
  // CHECK:        func.call @visit
  // CHECK:      scf.for
  // CHECK:        func.call @visit
  // CHECK:      return
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %p: index, %q: index, %pc: index):
      func.call @both(%i, %p, %q, %pc) : (index, index, index, index) -> ()
    }
    point [b1] {
    ^bb0(%i: index, %p: index, %q: index):
      func.call @visit(%i, %p, %q) : (index, index, index) -> ()
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
      func.call @visit(%i, %pc, %pc) : (index, index, index) -> ()
    }
  }
  return
}

func.func private @visit(index, index, index)
func.func private @both(index, index, index, index)

// A list whose equal entries have been combined has each coordinate once, so that
// there is one loop, over positions.
// CHECK-LABEL: func @combined_list
// CHECK:      %[[W:.*]] = level.open
// CHECK:      %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[W]] level 0
// CHECK-NEXT: scf.for %[[P:.*]] = %[[B]] to %[[E]]
// CHECK-NEXT:   %[[I:.*]], %{{.*}} = level.pos_access %[[W]] level 0 at %[[P]] coords()
// CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[P]],
// CHECK-NEXT:   func.call @visit(%[[I]], %[[P]], %[[NEXT]])
// CHECK-NEXT: }
func.func @combined_list(%b: !level.builder<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = level.combine_entries arith.addf %b : !level.builder<tensor<?xf64, #List>>
  %end = level.next %0 level 0 : <tensor<?xf64, #List>>
  %1 = level.append_edges %0 level 0 under %c0 from %c0 to %end : <tensor<?xf64, #List>>
  %2 = level.finalize %1 : <tensor<?xf64, #List>>
  %w = level.open %2 : tensor<?xf64, #List>
  lattice.coiterate "i" in %c0 to %n
      over (w1 = %w level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>) {
    point [w1] {
    ^bb0(%i: index, %p: index, %q: index):
      func.call @visit(%i, %p, %q) : (index, index, index) -> ()
    }
  }
  return
}
