// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Loops that stop, and loops that skip.

#Vector = #level.format<(i) -> (i : compressed)>

// One iterator takes a while loop, too, if it may stop.
// CHECK-LABEL: func @stops
// CHECK:      scf.while (%[[P:.*]] = %{{.*}}, %[[ACC:.*]] = %{{.*}}) : (index, i1)
// CHECK-NEXT:   %[[HAS:.*]] = arith.cmpi ult, %[[P]], %{{.*}} : index
// CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:   %[[OPEN:.*]] = arith.cmpi ne, %[[ACC]], %[[TRUE]] : i1
// CHECK-NEXT:   %[[GOES:.*]] = arith.andi %[[HAS]], %[[OPEN]] : i1
// CHECK-NEXT:   scf.condition(%[[GOES]])
func.func @stops(%b: !level.storage<tensor<?xi1, #Vector>>, %n: index, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Vector>>)
      carry (%init : i1) until [true] {
    point [b1] {
    ^bb0(%i: index, %pb: index, %acc: i1):
      %v = level.load %b[%pb] : !level.storage<tensor<?xi1, #Vector>>
      %next = arith.ori %acc, %v : i1
      lattice.yield %next : i1
    }
  }
  return %any : i1
}

// What may have any value is not compared.
// CHECK-LABEL: func @counts
// CHECK:      scf.while (%{{.*}} = %{{.*}}, %[[ACC:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (index, i1, index)
// CHECK-NEXT:   %[[HAS:.*]] = arith.cmpi ult
// CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:   %[[OPEN:.*]] = arith.cmpi ne, %[[ACC]], %[[TRUE]] : i1
// CHECK-NEXT:   %[[GOES:.*]] = arith.andi %[[HAS]], %[[OPEN]] : i1
// CHECK-NEXT:   scf.condition(%[[GOES]])
func.func @counts(%b: !level.storage<tensor<?xi1, #Vector>>, %n: index, %init: i1) -> (i1, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any:2 = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Vector>>)
      carry (%init : i1, %c0 : index) until [true, unit] {
    point [b1] {
    ^bb0(%i: index, %pb: index, %acc: i1, %number: index):
      %v = level.load %b[%pb] : !level.storage<tensor<?xi1, #Vector>>
      %next = arith.ori %acc, %v : i1
      %more = arith.addi %number, %c1 : index
      lattice.yield %next, %more : i1, index
    }
  }
  return %any#0, %any#1 : i1, index
}

// All loops of a union stop, and the loop of a guarded one.
// CHECK-LABEL: func @union
// CHECK-COUNT-3: arith.cmpi ne, %{{.*}}, %{{.*}} : i1
// CHECK-LABEL: func @guarded
// CHECK:         arith.cmpi ne, %{{.*}}, %{{.*}} : i1
func.func @union(%b: !level.storage<tensor<?xi1, #Vector>>, %c: !level.storage<tensor<?xi1, #Vector>>, %n: index, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Vector>>)
      carry (%init : i1) until [true] {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: i1):
      lattice.yield %acc : i1
    }
    point [b1] {
    ^bb0(%i: index, %pb: index, %acc: i1):
      lattice.yield %acc : i1
    }
    point [c1] {
    ^bb0(%i: index, %pc: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}
func.func @guarded(%b: !level.storage<tensor<?xi1, #Vector>>, %n: index, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = lattice.coiterate "i" in %c0 to %n guarded
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Vector>>)
      carry (%init : i1) until [true] {
    points [b1] {
    ^bb0(%i: index, %pb: index, %has: i1, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}

// The condition for search selects one of two loop versions. With search, a
// segment whose coordinate is the smaller one is searched from the next position
// on; without, it advances by one.
// CHECK-LABEL: func @gallops
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[C:.*]]: !level.storage<{{.*}}>, %{{.*}}: index)
// CHECK:      %[[BB:.*]], %[[EB:.*]] = level.pos_bounds %[[B]] level 0
// CHECK-NEXT: %[[BC:.*]], %[[EC:.*]] = level.pos_bounds %[[C]] level 0
// CHECK:      %[[LB:.*]] = arith.subi %[[EB]], %[[BB]]
// CHECK:      %[[LC:.*]] = arith.subi %[[EC]], %[[BC]]
// CHECK:      %[[SHORT:.*]] = arith.minui %[[LB]], %[[LC]]
// CHECK:      %[[LONG:.*]] = arith.maxui %[[LB]], %[[LC]]
// CHECK:      %[[PART:.*]] = arith.divui %[[LONG]], %{{.*}}
// CHECK:      %[[SKEWED:.*]] = arith.cmpi uge, %[[PART]], %[[SHORT]]
// CHECK-NEXT: scf.if %[[SKEWED]] {
// CHECK:      scf.while
// CHECK:        %[[IB:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB:.*]] coords
// CHECK:        %[[IC:.*]], %{{.*}} = level.pos_access %[[C]] level 0
// CHECK:        %[[TARGET:.*]] = arith.maxui %[[IB]], %[[IC]]
// CHECK-NEXT:   %[[BEHIND:.*]] = arith.cmpi ult, %[[IB]], %[[TARGET]]
// CHECK-NEXT:   scf.if %[[BEHIND]] -> (index) {
// CHECK:          %[[NEXT:.*]] = arith.addi %[[PB]], %{{.*}}
// CHECK-NEXT:     level.search %[[B]] level 0 in %[[NEXT]] to %[[EB]] for %[[TARGET]] coords() gallops
// CHECK:      } else {
// CHECK:      scf.while
// CHECK-NOT:    level.search
// CHECK:        call @use
// CHECK-NOT:    level.search
// CHECK:      return
func.func @gallops(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n gallop(16)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
    }
  }
  return
}

// In a nest, only the inner loop has two versions: the outer one tests the
// condition in each step.
// CHECK-LABEL: func @nested
// CHECK:      %[[OUTER:.*]] = arith.cmpi uge
// CHECK-NEXT: scf.while
// CHECK:        %[[INNER:.*]] = arith.cmpi uge
// CHECK-NEXT:   scf.if %[[INNER]] {
// CHECK-NEXT:     scf.while
// CHECK:            level.search
// CHECK:          scf.while
// CHECK-NOT:        level.search
// CHECK:        arith.andi %[[OUTER]], %{{.*}}
// CHECK-NOT:  scf.while
// CHECK:      return
func.func @nested(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n gallop(16)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      lattice.coiterate "j" in %c0 to %n gallop(16)
          over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
                c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
        point [b1, c1] {
        ^bb0(%j: index, %qb: index, %qc: index):
          func.call @use(%i, %qb, %qc) : (index, index, index) -> ()
        }
      }
    }
  }
  return
}

// Without a ratio, it is not asked.
// CHECK-LABEL: func @always
// CHECK-NOT:     arith.divui
// CHECK:         level.search
// CHECK-LABEL: func @union_steps
// CHECK-NOT:     level.search
// CHECK:         return
func.func @always(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n gallop(0)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
    }
  }
  return
}
// A coordinate of a union counts if one has it.
func.func @union_steps(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n gallop(0)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}
func.func private @use(index, index, index)

// In b and one of a and c, nothing counts before the first place at which b
// meets either, whoever is behind it.
// CHECK-LABEL: func @union_inside
// CHECK:      %[[LB:.*]] = arith.subi
// CHECK:      %[[LA:.*]] = arith.subi
// CHECK:      %[[LC:.*]] = arith.subi
// CHECK:      %[[BA:.*]] = arith.minui %[[LB]], %[[LA]]
// CHECK:      %[[BC:.*]] = arith.minui %[[LB]], %[[LC]]
// CHECK:      %[[SHORT:.*]] = arith.maxui %[[BA]], %[[BC]]
// CHECK:      scf.while
// CHECK:        %[[IB:.*]], %{{.*}} = level.pos_access %arg0 level 0
// CHECK:        %[[IA:.*]], %{{.*}} = level.pos_access %arg1 level 0
// CHECK:        %[[IC:.*]], %{{.*}} = level.pos_access %arg2 level 0
// CHECK:        %[[MA:.*]] = arith.maxui %[[IB]], %[[IA]]
// CHECK:        %[[MC:.*]] = arith.maxui %[[IB]], %[[IC]]
// CHECK:        %[[TARGET:.*]] = arith.minui %[[MA]], %[[MC]]
// CHECK:        arith.cmpi ult, %[[IB]], %[[TARGET]]
// CHECK:        level.search %arg0 level 0 in %{{.*}} for %[[TARGET]] coords() gallops
// CHECK:        level.search %arg1 level 0 in %{{.*}} for %[[TARGET]] coords() gallops
// CHECK:        level.search %arg2 level 0 in %{{.*}} for %[[TARGET]] coords() gallops
func.func @union_inside(%b: !level.storage<tensor<?xf64, #Vector>>, %a: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n gallop(16)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, a1, c1] {
    ^bb0(%i: index, %pb: index, %pa: index, %pc: index):
    }
    point [b1, a1] {
    ^bb0(%i: index, %pb: index, %pa: index):
    }
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}
