// RUN: weft-opt %s -convert-lattice-to-scf=lookups=components | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf=lookups=positions | FileCheck %s --check-prefix=POSITIONS

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
!csr = !level.storage<tensor<?x?xf64, #CSR>>

// The array has the bits of components, and another number that is none for those
// that say that there is none. What was stored last is cleared, with the
// coordinates that its ancestors had. An intersection with an empty segment does
// nothing.

// CHECK-LABEL: func @row
// CHECK: arith.addi %[[I:.*]], %c1
// CHECK: level.size %[[C:.*]] level 0
// CHECK: %[[MAP:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: %[[CURRENT:.*]] = memref.alloc() : memref<3xindex>
// CHECK-COUNT-2: memref.store %c-1{{.*}}, %[[CURRENT]][
// CHECK: scf.for
// CHECK: %[[NONE0:.*]] = arith.cmpi slt
// CHECK: %[[NONE1:.*]] = arith.cmpi slt
// CHECK: %[[ENTRIES:.*]] = arith.andi %[[NONE0]], %[[NONE1]]
// CHECK: scf.if %[[ENTRIES]]
// CHECK: memref.load %[[CURRENT]]
// CHECK: scf.if
// CHECK: %[[STORED:.*]] = memref.load %[[CURRENT]]
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[STORED]], %c-1
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.store %c-1_i64{{.*}}, %[[MAP]][
// CHECK: %[[LAST:.*]] = memref.load %[[CURRENT]][%c0{{.*}}]
// CHECK: %[[END:.*]] = memref.load %[[CURRENT]][%c1{{.*}}]
// CHECK: %[[ANCESTOR:.*]] = memref.load %[[CURRENT]][%c2{{.*}}]
// CHECK: scf.for %[[OLD:.*]] = %[[LAST]] to %[[END]]
// CHECK: %[[K:.*]], %{{.*}} = level.pos_access %[[C]] level 1 at %[[OLD]] coords(%[[ANCESTOR]])
// CHECK: memref.store %c-1_i64{{.*}}, %[[MAP]][%[[K]]]
// CHECK: memref.store %[[BEGIN:.*]], %[[CURRENT]][%c0{{.*}}]
// CHECK: memref.store %[[TO:.*]], %[[CURRENT]][%c1{{.*}}]
// CHECK: memref.store %[[I]], %[[CURRENT]][%c2{{.*}}]
// CHECK: scf.for %[[P:.*]] = %[[BEGIN]] to %[[TO]]
// CHECK: %[[K1:.*]], %{{.*}} = level.pos_access %[[C]] level 1 at %[[P]] coords(%[[I]])
// CHECK: %[[VALUE:.*]] = level.load %[[C]][%[[P]]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[VALUE]] : f64 to i64
// CHECK: %[[NAN:.*]] = arith.bitcast %cst{{.*}} : f64 to i64
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[BITS]], %c-1_i64
// CHECK: %[[BITS1:.*]] = arith.select %[[NONE]], %[[NAN]], %[[BITS]]
// CHECK: memref.store %[[BITS1]], %[[MAP]][%[[K1]]]
// CHECK: scf.for
// CHECK: %[[AT:.*]] = memref.load %[[MAP]]
// CHECK: %[[FOUND:.*]] = arith.cmpi ne, %[[AT]], %c-1_i64
// CHECK: %[[COMPONENT:.*]] = arith.bitcast %[[AT]] : i64 to f64
// CHECK: scf.if %[[FOUND]]
// CHECK-NOT: level.load %[[C]]
// CHECK: arith.mulf %{{.*}}, %[[COMPONENT]]
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

// Something else is done with the position than to load the component.

// CHECK-LABEL: func @positions
// CHECK: memref.alloc(%{{.*}}) : memref<?xindex>
func.func @positions(%b: !csr, %c: !csr, %i: index, %m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %sum = lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%c0 : index) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index, %s: index):
      %pj1 = arith.addi %pj, %c1 : index
      %t = lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %i to %i1 coords(%i) : !csr) carry (%s : index) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index, %r: index):
          %q = arith.addi %r, %pc : index
          lattice.yield %q : index
        }
      }
      lattice.yield %t : index
    }
  }
  return %sum : index
}

// What is stored for a coordinate is more than what is carried, and a whole
// number has no bits to spare.

#CSRI = #level.format<(i, j) -> (i : dense, j : compressed)>
!csri = !level.storage<tensor<?x?xi64, #CSRI>>

// CHECK-LABEL: func @stores
// CHECK: memref.alloc(%{{.*}}) : memref<?xindex>
func.func @stores(%b: !csr, %c: !csr, %y: memref<?xf64>, %i: index, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index):
      %pj1 = arith.addi %pj, %c1 : index
      lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %i to %i1 coords(%i) : !csr) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index):
          %v = level.load %c[%pc] : !csr
          memref.store %v, %y[%k] : memref<?xf64>
          lattice.yield
        }
      }
      lattice.yield
    }
  }
  return
}

// CHECK-LABEL: func @whole
// CHECK: memref.alloc(%{{.*}}) : memref<?xindex>
func.func @whole(%b: !csr, %c: !csri, %i: index, %m: index, %n: index) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %sum = lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%zero : i64) {
    point [U | B1] {
    ^bb0(%j: index, %pj: index, %s: i64):
      %pj1 = arith.addi %pj, %c1 : index
      %t = lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %i to %i1 coords(%i) : !csri) carry (%s : i64) {
        point [B2, C2] {
        ^bb0(%k: index, %pb: index, %pc: index, %r: i64):
          %v = level.load %c[%pc] : !csri
          %q = arith.addi %r, %v : i64
          lattice.yield %q : i64
        }
      }
      lattice.yield %t : i64
    }
  }
  return %sum : i64
}

// Each part of the iterations that a thread runs takes an array that the one before
// has left as it was, and each iteration leaves it so. Positions are cleared there as
// well.

// CHECK-LABEL: func @parts
// CHECK: %[[SIZE:.*]] = arith.select
// CHECK: scf.for
// CHECK:   %[[TABLE:.*]] = memref.alloc(%[[SIZE]]) {weft.per_partition, weft.table = -1 : i64} : memref<?xi64>
// CHECK:   scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK:     memref.store %c-1_i64{{.*}}, %[[TABLE]][
// CHECK:   } {weft.per_partition, weft.table}
// CHECK:   %[[CURRENT:.*]] = memref.alloc() {weft.per_partition} : memref<3xindex>
// CHECK-COUNT-2: memref.store %c-1{{.*}}, %[[CURRENT]]
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:       scf.while
// CHECK:   %[[BEGIN:.*]] = memref.load %[[CURRENT]]
// CHECK:   %[[END:.*]] = memref.load %[[CURRENT]]
// CHECK:   scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK:     level.pos_access
// CHECK:     memref.store %c-1_i64{{.*}}, %[[TABLE]][
// CHECK:   memref.dealloc %[[CURRENT]] {weft.per_partition}
// CHECK:   memref.dealloc %[[TABLE]] {weft.per_partition, weft.table}

// POSITIONS-LABEL: func @parts
// POSITIONS: %[[TABLE:.*]] = memref.alloc(%{{.*}}) {weft.per_partition, weft.table = -1 : i64} : memref<?xindex>
// POSITIONS: %[[AT:.*]] = memref.load %[[TABLE]][
// POSITIONS: %[[OFFSET:.*]] = arith.subi %[[AT]],
// POSITIONS: arith.cmpi ult, %[[OFFSET]]
// POSITIONS: scf.while
// POSITIONS: level.pos_access
// POSITIONS: memref.store %c-1{{.*}}, %[[TABLE]][
// POSITIONS: memref.dealloc %[[TABLE]] {weft.per_partition, weft.table}
func.func @parts(%b: !csr, %c: !csr, %y: memref<?xf64>, %p: index, %m: index, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i0" in %c0 to %p parallel(static) over () {
    point [U] {
    ^bb0(%i0: index):
      %sum = lattice.coiterate "i" in %c0 to %m over (C1 = %c level 0 under %c0 to %c1 coords() : !csr) carry (%zero : f64) {
        point [U | C1] {
        ^bb0(%i: index, %pi: index, %a: f64):
          %pi1 = arith.addi %pi, %c1 : index
          %row = lattice.coiterate "j" in %c0 to %m over (B1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%a : f64) {
            point [U | B1] {
            ^bb0(%j: index, %pj: index, %s: f64):
              %pj1 = arith.addi %pj, %c1 : index
              %t = lattice.coiterate "k" in %c0 to %n gallop(16) over (B2 = %b level 1 under %pj to %pj1 coords(%j) : !csr, C2 = %c level 1 under %pi to %pi1 coords(%i) : !csr) carry (%s : f64) {
                point [B2, C2] {
                ^bb0(%k: index, %pb: index, %pc: index, %r: f64):
                  %v = level.load %c[%pc] : !csr
                  %q = arith.addf %r, %v : f64
                  lattice.yield %q : f64
                }
              }
              lattice.yield %t : f64
            }
          }
          lattice.yield %row : f64
        }
      }
      memref.store %sum, %y[%i0] : memref<?xf64>
      lattice.yield
    }
  }
  return
}
