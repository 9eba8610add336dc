// RUN: weft-opt %s -convert-lattice-to-scf=lookups=positions | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=MERGE
// RUN: weft-opt %s -print-explanation=lookups=positions -o /dev/null | FileCheck %s --check-prefix=EXPLAIN
// RUN: weft-opt %s -print-explanation -o /dev/null | FileCheck %s --check-prefix=UNSAID

// MERGE-NOT: memref.alloc

// EXPLAIN-COUNT-1: k: where neither segment is much longer, C2 is looked up in an array{{$}}
// EXPLAIN-NOT: looked up
// UNSAID-NOT: looked up

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
!csr = !level.storage<tensor<?x?xf64, #CSR>>

// A row of %c is intersected with a row of %b for each j, if both have entries
// and neither ends before the other one begins. It is looked up if it has places
// for all coordinates, and is neither much shorter nor, unless it is there
// already, much longer. The array is filled for the first lookup. The branch
// for overlapping rows has weights.

// CHECK-LABEL: func @row
// CHECK: %[[ROWS:.*]] = level.size %[[C:.*]] level 0
// CHECK: %[[COUNT:.*]] = arith.muli %{{.*}}, %[[ROWS]]
// CHECK: %{{.*}}, %[[ALL:.*]] = level.pos_bounds %[[C]] level 1 under %{{.*}} to %[[COUNT]]
// CHECK: %[[HAS:.*]] = arith.cmpi ule, %[[N:.*]], %[[ALL]]
// CHECK: %[[SIZE:.*]] = arith.select %[[HAS]], %[[N]], %{{.*}}
// CHECK: %[[MAP:.*]] = memref.alloc(%[[SIZE]]) : memref<?xindex>
// CHECK: %[[CURRENT:.*]] = memref.alloc() : memref<1xindex>
// CHECK-NOT: memref.store %{{.*}}, %[[MAP]][
// CHECK: scf.for %[[J:.*]] =
// CHECK: scf.if
// CHECK: %[[B_FIRST:.*]], %{{.*}} = level.pos_access %[[B:.*]] level 1 at %{{.*}}
// CHECK: %[[C_LAST:.*]], %{{.*}} = level.pos_access %[[C]] level 1 at %{{.*}}
// CHECK: %[[B_STARTS:.*]] = arith.cmpi ule, %[[B_FIRST]], %[[C_LAST]]
// CHECK: %[[C_FIRST:.*]], %{{.*}} = level.pos_access %[[C]] level 1 at %{{.*}}
// CHECK: %[[B_LAST:.*]], %{{.*}} = level.pos_access %[[B]] level 1 at %{{.*}}
// CHECK: %[[C_STARTS:.*]] = arith.cmpi ule, %[[C_FIRST]], %[[B_LAST]]
// CHECK: %[[OVERLAP:.*]] = arith.andi %[[B_STARTS]], %[[C_STARTS]]
// CHECK: scf.if %[[OVERLAP]]
// CHECK: %[[USED:.*]] = arith.andi %[[HAS]],
// CHECK: scf.if %[[USED]]
// CHECK: %[[LAST:.*]] = memref.load %[[CURRENT]]
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[LAST]], %c-1
// CHECK: scf.if %[[FIRST]]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[MAP]][
// CHECK: memref.store %{{.*}}, %[[CURRENT]]
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[K:.*]], %{{.*}} = level.pos_access %[[C]] level 1 at %[[P]]
// CHECK: memref.store %[[P]], %[[MAP]][%[[K]]]
// CHECK: scf.for
// CHECK: %[[AT:.*]] = memref.load %[[MAP]]
// CHECK: %[[OFFSET:.*]] = arith.subi %[[AT]],
// CHECK: arith.cmpi ult, %[[OFFSET]],
// CHECK: } else {
// CHECK: scf.while
// CHECK: } {weft.branch_weights = array<i32: 1, 2000>}
// CHECK: memref.dealloc %[[CURRENT]]
// CHECK: memref.dealloc %[[MAP]]
func.func @row(%b: !csr, %c: !csr, %i: index, %m: index, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %sum = lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%zero : f64) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index, %s: f64):
      %pj1 = arith.addi %pj, %c1 : index
      %t = lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %i to %i1 coords(%i) : !csr) carry (%s : f64) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index, %r: f64):
          %x = level.load %b[%pb] : !csr
          %y = level.load %c[%pc] : !csr
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %r, %p : f64
          lattice.yield %q : f64
        }
      }
      lattice.yield %t : f64
    }
  }
  return %sum : f64
}

// Both rows change with j.

// CHECK-LABEL: func @both
// CHECK-NOT: memref.alloc
// CHECK: scf.while
func.func @both(%b: !csr, %c: !csr, %m: index, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%zero : f64) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index, %s: f64):
      %pj1 = arith.addi %pj, %c1 : index
      %t = lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %pj to %pj1 coords(%j) : !csr) carry (%s : f64) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index, %r: f64):
          %x = level.load %b[%pb] : !csr
          %q = arith.addf %r, %x : f64
          lattice.yield %q : f64
        }
      }
      lattice.yield %t : f64
    }
  }
  return %sum : f64
}

// Each iteration of a loop that threads share would store the same row.

// CHECK-LABEL: func @threads
// CHECK-NOT: memref.alloc
func.func @threads(%b: !csr, %c: !csr, %i: index, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  lattice.coiterate "j" in %c0 to %m parallel(static) over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index):
      %pj1 = arith.addi %pj, %c1 : index
      lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %i to %i1 coords(%i) : !csr) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index):
          lattice.yield
        }
      }
      lattice.yield
    }
  }
  return
}
