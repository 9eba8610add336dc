// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize -cse | FileCheck %s

// Collapsed variables: segments span several levels, and tuples of coordinates
// are compared.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// The row of a matrix is tracked, that of a coordinate list is stored.
// CHECK-LABEL: func @union
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %[[B:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %[[N:.*]]: index, %{{.*}}: index)
// CHECK:         scf.while (%[[PA:.*]] = %{{.*}}, %[[QA:.*]] = %{{.*}}, %[[PB:.*]] = %{{.*}})
// CHECK:         ^bb0(%[[PA:.*]]: index, %[[QA:.*]]: index, %[[PB:.*]]: index):
// CHECK-NEXT:      %[[ROW:.*]] = scf.while (%{{.*}} = %[[QA]])
// CHECK:           %[[IA:.*]] = arith.subi %[[ROW]]
// CHECK-NEXT:      %[[JA:.*]], %{{.*}} = level.pos_access %[[A]] level 1 at %[[PA]] coords(%[[IA]])
// CHECK-NEXT:      %[[PB1:.*]] = level.parent_of %[[B]] level 1 at %[[PB]]
// CHECK-NEXT:      %[[IB:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB1]] coords()
// CHECK-NEXT:      %[[JB:.*]], %{{.*}} = level.pos_access %[[B]] level 1 at %[[PB]] coords(%[[IB]])
// CHECK-NEXT:      %[[JLESS:.*]] = arith.cmpi ult, %[[JA]], %[[JB]]
// CHECK-NEXT:      %[[ILESS:.*]] = arith.cmpi ult, %[[IA]], %[[IB]]
// CHECK-NEXT:      %[[IEQ:.*]] = arith.cmpi eq, %[[IA]], %[[IB]]
// CHECK-NEXT:      %[[BOTH:.*]] = arith.andi %[[IEQ]], %[[JLESS]]
// CHECK-NEXT:      %[[LESS:.*]] = arith.ori %[[ILESS]], %[[BOTH]]
// CHECK-NEXT:      %[[I:.*]] = arith.select %[[LESS]], %[[IA]], %[[IB]]
// CHECK-NEXT:      %[[J:.*]] = arith.select %[[LESS]], %[[JA]], %[[JB]]
// CHECK-NEXT:      %[[IISA:.*]] = arith.cmpi eq, %[[IA]], %[[I]]
// CHECK-NEXT:      %[[JISA:.*]] = arith.cmpi eq, %[[JA]], %[[J]]
// CHECK-NEXT:      %[[ISA:.*]] = arith.andi %[[IISA]], %[[JISA]]
// CHECK:           %[[ROWS:.*]] = arith.muli %[[I]], %[[N]]
// CHECK-NEXT:      %[[F:.*]] = arith.addi %[[ROWS]], %[[J]]
// CHECK:           func.call @visit(%[[I]], %[[J]], %[[F]], %[[PA]], %[[PB]])
// CHECK:           %[[DISTANCE:.*]] = arith.index_castui %[[ISA]]
// CHECK-NEXT:      %[[NEXTA:.*]] = arith.addi %[[PA]], %[[DISTANCE]]
// CHECK:           scf.yield %[[NEXTA]], %[[ROW]], %{{.*}}
// CHECK:         scf.for
// CHECK:           level.parent_of %[[B]] level 1
// CHECK:           func.call @visit
func.func @union(%A: !level.storage<tensor<?x?xf64, #CSR>>, %B: !level.storage<tensor<?x?xf64, #COO>>, %m: index, %n: index, %mn: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "f" original ("i", "j") of (%m, %n) in %c0 to %mn
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            B12 = %B level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    point [A12, B12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %pB: index):
      func.call @visit(%i, %j, %f, %pA, %pB) : (index, index, index, index, index) -> ()
    }
    point [B12] {
    ^bb0(%i: index, %j: index, %f: index, %pB: index):
      func.call @visit(%i, %j, %f, %pB, %pB) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// A window of the combinations is searched for level by level.
// CHECK-LABEL: func @window
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %[[N:.*]]: index, %[[LO:.*]]: index, %[[HI:.*]]: index)
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[B1:begin.*]], %[[E1:end.*]] = level.pos_bounds %[[A]] level 0
// CHECK:         %[[SIZE:.*]] = arith.maxui %[[N]], %[[C1]]
// CHECK-NEXT:    %[[J:.*]] = arith.remui %[[LO]], %[[SIZE]]
// CHECK-NEXT:    %[[I:.*]] = arith.divui %[[LO]], %[[SIZE]]
// CHECK-NEXT:    %[[ROWS:.*]] = arith.subi %[[E1]], %[[B1]]
// CHECK-NEXT:    %[[OFFSET:.*]] = arith.minui %[[I]], %[[ROWS]]
// CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[B1]], %[[OFFSET]]
// CHECK-NEXT:    %[[I1:.*]] = arith.addi %[[I]], %[[C1]]
// CHECK-NEXT:    %[[OFFSET1:.*]] = arith.minui %[[I1]], %[[ROWS]]
// CHECK-NEXT:    %[[ROW1:.*]] = arith.addi %[[B1]], %[[OFFSET1]]
// CHECK-NEXT:    %[[B2:.*]], %[[E2:.*]] = level.pos_bounds %[[A]] level 1 under %[[ROW]] to %[[ROW1]]
// CHECK-NEXT:    %[[BEGIN:.*]] = level.search %[[A]] level 1 in %[[B2]] to %[[E2]] for %[[J]]
// CHECK:         %[[END:.*]] = level.search %[[A]] level 1
// CHECK:         scf.while (%{{.*}} = %[[BEGIN]], %{{.*}} = %{{.*}})
// CHECK-NEXT:      arith.cmpi ult, %{{.*}}, %[[END]]
// CHECK:           scf.for
func.func @window(%A: !level.storage<tensor<?x?xf64, #CSR>>, %m: index, %n: index, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "f" original ("i", "j") of (%m, %n) in %lo to %hi windowed
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
      func.call @visit(%i, %j, %f, %pA, %pA) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// The coordinates of a universe are counted without division.
// CHECK-LABEL: func @universe
// CHECK-SAME:    (%{{.*}}: index, %[[N:.*]]: index, %[[MN:.*]]: index)
// CHECK:         scf.for %{{.*}} = %[[C0:.*]] to %[[MN]] step %{{.*}} iter_args(%[[I:.*]] = %{{.*}}, %[[J:.*]] = %{{.*}}) -> (index, index) {
// CHECK-NEXT:      %[[ROWS:.*]] = arith.muli %[[I]], %[[N]]
// CHECK-NEXT:      %[[F:.*]] = arith.addi %[[ROWS]], %[[J]]
// CHECK-NEXT:      func.call @visit(%[[I]], %[[J]], %[[F]], %[[F]], %[[F]])
// CHECK-NEXT:      %[[J1:.*]] = arith.addi %[[J]]
// CHECK-NEXT:      %[[WRAPS:.*]] = arith.cmpi eq, %[[J1]], %[[N]]
// CHECK-NEXT:      %[[NEXTJ:.*]] = arith.select %[[WRAPS]], %[[C0]], %[[J1]]
// CHECK-NEXT:      %[[CARRY:.*]] = arith.index_castui %[[WRAPS]]
// CHECK-NEXT:      %[[NEXTI:.*]] = arith.addi %[[I]], %[[CARRY]]
// CHECK-NEXT:      scf.yield %[[NEXTI]], %[[NEXTJ]]
func.func @universe(%m: index, %n: index, %mn: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "f" original ("i", "j") of (%m, %n) in %c0 to %mn over () {
    point [U] {
    ^bb0(%i: index, %j: index, %f: index):
      func.call @visit(%i, %j, %f, %f, %f) : (index, index, index, index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func @guarded
// CHECK-SAME:    (%[[A:.*]]: !level.storage<{{.*}}>, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index)
// CHECK:         ^bb0(%[[PA:.*]]: index, %[[QA:.*]]: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT:      %[[ALIVE:.*]] = arith.cmpi ult, %[[PA]]
// CHECK-NEXT:      %[[PLACE:.*]]:3 = scf.if %[[ALIVE]] -> (index, index, index) {
// CHECK-NEXT:        scf.while (%{{.*}} = %[[QA]])
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[MAX:.*]], %[[MAX]], %[[QA]] :
// CHECK:           scf.yield %{{.*}}, %[[PLACE]]#2, %{{.*}}, %{{.*}}, %{{.*}}
func.func @guarded(%A: !level.storage<tensor<?x?xf64, #CSR>>, %m: index, %n: index, %mn: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "f" original ("i", "j") of (%m, %n) in %c0 to %mn guarded
      over (A12 = %A level 0 to 1 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    points [A12], [U] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %hasA: i1):
      func.call @visit(%i, %j, %f, %pA, %pA) : (index, index, index, index, index) -> ()
    }
  }
  return
}

func.func private @visit(index, index, index, index, index)
