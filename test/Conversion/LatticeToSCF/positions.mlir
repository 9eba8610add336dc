// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize -cse | FileCheck %s

// Variables that count positions: coordinates come from the positions, and all
// other segments are looked up at them or start at the first of them.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSF = #level.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>
#Rows = #level.format<(i, j) -> (i : dense, j : compressed(nonunique))>
#Blocks = #level.format<(i, j) -> (i : compressed, j : dense)>

// A tile of the entries of a matrix. The row of the first one is searched for, and
// the next ones are tracked past empty rows, each before a loop over its entries.
// CHECK-LABEL: func @tile
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[X:.*]]: !level.storage<tensor<?xf64>>, %[[BASE:.*]]: index, %[[LO:.*]]: index, %[[HI:.*]]: index)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[FIRST:.*]] = arith.addi %[[BASE]], %[[LO]]
// CHECK-NEXT:    %[[LAST:.*]] = arith.addi %[[BASE]], %[[HI]]
// CHECK-NEXT:    %[[B1:.*]], %[[E1:.*]] = level.pos_bounds %[[A]] level 0 under %[[C0]] to %[[C1]]
// CHECK-NEXT:    %[[B2:.*]], %[[E2:.*]] = level.pos_bounds %[[A]] level 1 under %[[B1]] to %[[E1]]
// CHECK-NEXT:    %[[BEGIN:.*]] = arith.maxui %[[B2]], %[[FIRST]]
// CHECK-NEXT:    %[[END:.*]] = arith.minui %[[E2]], %[[LAST]]
// CHECK-NEXT:    %[[ROW:.*]] = level.parent_of %[[A]] level 1 at %[[BEGIN]] under %[[B1]] to %[[E1]]
// CHECK-NEXT:    scf.while (%[[P0:.*]] = %[[BEGIN]], %[[Q:.*]] = %[[ROW]])
// CHECK-NEXT:      %[[MORE:.*]] = arith.cmpi ult, %[[P0]], %[[END]]
// CHECK-NEXT:      scf.condition(%[[MORE]]) %[[P0]], %[[Q]]
// CHECK:         ^bb0(%[[P0:.*]]: index, %[[Q:.*]]: index):
// CHECK-NEXT:      %[[NEXT:.*]] = scf.while (%[[R:.*]] = %[[Q]])
// CHECK-NEXT:        %[[R1:.*]] = arith.addi %[[R]], %[[C1]]
// CHECK-NEXT:        %{{.*}}, %[[OVER:.*]] = level.pos_bounds %[[A]] level 1 under %[[R]] to %[[R1]]
// CHECK-NEXT:        %[[IS:.*]] = arith.cmpi ule, %[[OVER]], %[[P0]]
// CHECK-NEXT:        scf.condition(%[[IS]]) %[[R]]
// CHECK:           %[[FIRST:begin[_0-9]*]], %{{.*}} = level.pos_bounds %[[A]] level 0 under %[[C0]] to %[[C1]]
// CHECK-NEXT:      %[[I:.*]] = arith.subi %[[NEXT]], %[[FIRST]]
// CHECK-NEXT:      %[[AFTER:.*]] = arith.addi %[[NEXT]], %[[C1]]
// CHECK-NEXT:      %{{.*}}, %[[ALL:.*]] = level.pos_bounds %[[A]] level 1 under %[[NEXT]] to %[[AFTER]]
// CHECK-NEXT:      %[[LAST:.*]] = arith.minui %[[ALL]], %[[END]]
// CHECK-NEXT:      scf.for %[[P:.*]] = %[[P0]] to %[[LAST]] step %[[C1]] {
// CHECK-NEXT:        %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 1 at %[[P]] coords(%[[I]])
// CHECK-NEXT:        %[[P1:.*]] = arith.subi %[[P]], %[[BASE]]
// CHECK-NEXT:        %[[PX:.*]], %{{.*}} = level.locate %[[X]] level 0 under %[[C0]] coords(%[[J]])
// CHECK-NEXT:        func.call @visit(%[[I]], %[[J]], %[[P1]], %[[P]], %[[PX]])
// CHECK:           scf.yield %[[LAST]], %[[NEXT]]
func.func @tile(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64>>, %base: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p1" positions of A12 original ("i", "j") from %base in %lo to %hi
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            x1 = %x level 0 along ("j") under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [A12 | x1] {
    ^bb0(%i: index, %j: index, %p1: index, %pA: index, %px: index):
      func.call @visit(%i, %j, %p1, %pA, %px) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// A level without locate is searched at each coordinate.
// CHECK-LABEL: func @searched
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[X:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %{{.*}}: index)
// CHECK:         scf.for
// CHECK:           %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 1
// CHECK-NEXT:      %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[X]] level 0
// CHECK-NEXT:      %[[S:.*]] = level.search %[[X]] level 0 in %[[B]] to %[[E]] for %[[J]]
// CHECK-NEXT:      %[[INSIDE:.*]] = arith.cmpi ult, %[[S]], %[[E]]
// CHECK-NEXT:      %[[FOUND:.*]] = scf.if %[[INSIDE]] -> (i1) {
// CHECK-NEXT:        %[[THERE:.*]], %{{.*}} = level.pos_access %[[X]] level 0 at %[[S]]
// CHECK-NEXT:        %[[EQ:.*]] = arith.cmpi eq, %[[THERE]], %[[J]]
// CHECK-NEXT:        scf.yield %[[EQ]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %false
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.if %[[FOUND]] {
// CHECK-NEXT:        func.call @visit(%{{.*}}, %[[J]], %{{.*}}, %{{.*}}, %[[S]])
func.func @searched(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #Vector>>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p" positions of A12 original ("i", "j") in %lo to %hi
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            x1 = %x level 0 along ("j") searched under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [A12 | x1] {
    ^bb0(%i: index, %j: index, %p: index, %pA: index, %px: index):
      func.call @visit(%i, %j, %p, %pA, %px) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// What is coiterated starts at the first coordinate, if there is one.
// CHECK-LABEL: func @coiterated
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[B:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %{{.*}}: index)
// CHECK:         %[[BEGIN:.*]] = arith.maxui
// CHECK-NEXT:    %[[END:.*]] = arith.minui
// CHECK-NEXT:    %[[SOME:.*]] = arith.cmpi ult, %[[BEGIN]], %[[END]]
// CHECK-NEXT:    %[[FIRST:.*]] = scf.if %[[SOME]] -> (index) {
// CHECK-NEXT:      %[[I:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[BEGIN]]
// CHECK-NEXT:      scf.yield %[[I]]
// CHECK:         %[[BB:.*]], %[[BE:.*]] = level.pos_bounds %[[B]] level 0
// CHECK-NEXT:    %[[START:.*]] = level.search %[[B]] level 0 in %[[BB]] to %[[BE]] for %[[FIRST]]
// CHECK-NEXT:    scf.while (%[[PA:.*]] = %[[BEGIN]], %[[PB:.*]] = %[[START]])
func.func @coiterated(%A: !level.storage<tensor<?xf64, #Vector>>, %B: !level.storage<tensor<?xf64, #Vector>>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p" positions of A1 original ("i") in %lo to %hi
      over (A1 = %A level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            B1 = %B level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [A1, B1] {
    ^bb0(%i: index, %p: index, %pA: index, %pB: index):
      func.call @visit(%i, %i, %p, %pA, %pB) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// Each upper level is tracked; the position in a dense one as well.
// CHECK-LABEL: func @three_levels
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %{{.*}}: index)
// CHECK:         %[[Q2:.*]] = level.parent_of %[[A]] level 2
// CHECK-NEXT:    %[[Q1:.*]] = level.parent_of %[[A]] level 1 at %[[Q2]]
// CHECK-NEXT:    scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[Q1]], %{{.*}} = %[[Q2]])
// CHECK:         ^bb0(%{{.*}}: index, %[[T1:.*]]: index, %[[T2:.*]]: index):
// CHECK-NEXT:      %[[N2:.*]] = scf.while (%{{.*}} = %[[T2]])
// CHECK:           %[[N1:.*]] = scf.while (%{{.*}} = %[[T1]])
// CHECK:           %[[I:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[N1]] coords()
// CHECK:           %[[B:.*]], %{{.*}} = level.pos_bounds %[[A]] level 1 under %[[N1]]
// CHECK-NEXT:      %[[J:.*]] = arith.subi %[[N2]], %[[B]]
// CHECK:           scf.for %[[P:.*]] =
// CHECK-NEXT:        %[[K:.*]], %{{.*}} = level.pos_access %[[A]] level 2 at %[[P]] coords(%[[I]], %[[J]])
// CHECK-NEXT:        func.call @visit(%[[I]], %[[J]], %[[K]], %[[P]], %[[P]])
// CHECK:           scf.yield %{{.*}}, %[[N1]], %[[N2]]
func.func @three_levels(%A: !level.storage<tensor<?x?x?xf64, #CSF>>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p" positions of A123 original ("i", "j", "k") in %lo to %hi
      over (A123 = %A level 0 to 2 under %c0 to %c1 coords() : !level.storage<tensor<?x?x?xf64, #CSF>>) {
    point [A123] {
    ^bb0(%i: index, %j: index, %k: index, %p: index, %pA: index):
      func.call @visit(%i, %j, %k, %p, %pA) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// A run of equal coordinates ends at the bound.
// CHECK-LABEL: func @runs
// CHECK:         %[[END:.*]] = arith.minui
// CHECK:         %[[LIMIT:.*]] = arith.minui %{{.*}}, %[[END]]
// CHECK:         scf.while (%[[S:.*]] = %{{.*}}) : (index) -> index {
// CHECK-NEXT:      arith.cmpi ult, %[[S]], %[[LIMIT]]
func.func @runs(%A: !level.storage<tensor<?x?xf64, #Rows>>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p" positions of A12 original ("i", "j") in %lo to %hi
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #Rows>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %p: index, %pA: index, %pA_end: index):
      func.call @visit(%i, %j, %p, %pA, %pA_end) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// The positions of a dense level count its coordinates below each parent. A tile
// may begin and end inside of a row.
// CHECK-LABEL: func @dense_last
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[BASE:.*]]: index, %{{.*}}: index, %{{.*}}: index)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[B1:.*]], %[[E1:.*]] = level.pos_bounds %[[A]] level 0 under %[[C0]] to %[[C1]]
// CHECK-NEXT:    %[[B2:.*]], %[[E2:.*]] = level.pos_bounds %[[A]] level 1 under %[[B1]] to %[[E1]]
// CHECK-NEXT:    %[[BEGIN:.*]] = arith.maxui %[[B2]]
// CHECK-NEXT:    %[[END:.*]] = arith.minui %[[E2]]
// CHECK-NEXT:    %[[ROW:.*]] = level.parent_of %[[A]] level 1 at %[[BEGIN]] under %[[B1]] to %[[E1]]
// CHECK-NEXT:    scf.while (%{{.*}} = %[[BEGIN]], %{{.*}} = %[[ROW]])
// CHECK:           %[[NEXT:.*]] = scf.while
// CHECK:           %[[I:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[NEXT]] coords()
// CHECK:           scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %[[C1]] {
// CHECK-NEXT:        %[[FIRST:.*]], %{{.*}} = level.pos_bounds %[[A]] level 1 under %[[NEXT]]
// CHECK-NEXT:        %[[J:.*]] = arith.subi %[[P]], %[[FIRST]]
// CHECK-NEXT:        %[[P1:.*]] = arith.subi %[[P]], %[[BASE]]
// CHECK-NEXT:        func.call @visit(%[[I]], %[[J]], %[[P1]], %[[P]], %[[P]])
func.func @dense_last(%A: !level.storage<tensor<?x?xf64, #Blocks>>, %base: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p1" positions of A12 original ("i", "j") from %base in %lo to %hi
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #Blocks>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %p1: index, %pA: index):
      func.call @visit(%i, %j, %p1, %pA, %pA) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func @dense_single
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[BASE:.*]]: index, %{{.*}}: index, %{{.*}}: index)
// CHECK:         scf.for %[[P:.*]] = %{{.*}} to
// CHECK-NEXT:      %[[FIRST:.*]], %{{.*}} = level.pos_bounds %[[A]] level 0
// CHECK-NEXT:      %[[I:.*]] = arith.subi %[[P]], %[[FIRST]]
// CHECK-NEXT:      %[[P1:.*]] = arith.subi %[[P]], %[[BASE]]
// CHECK-NEXT:      func.call @visit(%[[I]], %[[P1]], %[[P1]], %[[P]], %[[P]])
func.func @dense_single(%A: !level.storage<tensor<?xf64>>, %base: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "p1" positions of A1 original ("i") from %base in %lo to %hi
      over (A1 = %A level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [A1] {
    ^bb0(%i: index, %p1: index, %pA: index):
      func.call @visit(%i, %p1, %p1, %pA, %pA) : (index, index, index, index, index) -> ()
    }
  }
  return
}

func.func private @visit(index, index, index, index, index)
