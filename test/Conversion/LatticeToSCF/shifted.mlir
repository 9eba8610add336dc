// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize | FileCheck %s

// Segments whose coordinates are multiples of a stride, from an offset on.

#Sparse = #level.format<(i) -> (i : compressed)>

// The window of the segment is searched for; nothing is before coordinate 0.
// CHECK-LABEL: func @offset
// CHECK-SAME:    (%[[B:.*]]: !level.storage<{{.*}}>, %[[O:.*]]: index, %[[N:.*]]: index)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[FIRST:.*]] = arith.maxsi %[[O]], %[[C0]]
// CHECK:         %[[PB:.*]] = level.search %[[B]] level 0 in %{{.*}} to %{{.*}} for %[[FIRST]]
// CHECK:         %[[LAST:.*]] = arith.addi %[[N]], %[[O]]
// CHECK:         %[[END:.*]] = arith.maxsi %[[LAST]], %[[C0]]
// CHECK:         %[[PE:.*]] = level.search %[[B]] level 0 in %[[PB]] to %{{.*}} for %[[END]]
// CHECK:         scf.for %[[P:.*]] = %[[PB]] to %[[PE]]
// CHECK:           %[[C:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[P]]
// CHECK:           %[[I:.*]] = arith.subi %[[C]], %[[O]]
// CHECK:           func.call @visit(%[[I]])
func.func @offset(%b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 strided 1 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

// What is between the multiples is visited by nobody.
// CHECK-LABEL: func @stride
// CHECK:         scf.for
// CHECK:           %[[C:.*]], %{{.*}} = level.pos_access
// CHECK:           %[[D:.*]] = arith.subi %[[C]],
// CHECK:           %[[R:.*]] = arith.remui %[[D]], %[[C2:.*]]
// CHECK:           %[[HIT:.*]] = arith.cmpi eq, %[[R]],
// CHECK:           %[[D2:.*]] = arith.subi %[[C]],
// CHECK:           %[[I:.*]] = arith.divui %[[D2]], %[[C2]]
// CHECK:           scf.if %[[HIT]]
// CHECK:             func.call @visit(%[[I]])
func.func @stride(%b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 strided 2 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

// Beside others, an iterator never stands there: it would be behind.
// CHECK-LABEL: func @merged
// CHECK:         scf.while
// CHECK:           arith.remui
// CHECK:         scf.while
// CHECK:           arith.minui
// CHECK:           func.call @visit
// CHECK:           scf.while
// CHECK:             arith.remui
func.func @merged(%a: !level.storage<tensor<?xf64, #Sparse>>, %b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            b1 = %b level 0 strided 2 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [a1, b1] {
    ^bb0(%i: index, %pa: index, %pb: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

func.func private @visit(index)
