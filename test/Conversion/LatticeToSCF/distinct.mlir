// RUN: weft-opt %s -convert-lattice-to-scf=lookups=positions -split-input-file | FileCheck %s

// Which loops are noted to intersect segments without repeated coordinates: the
// one of intersection.mlir, and none of these.

#Vector = #level.format<(i) -> (i : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @repeated
// CHECK-NOT: weft.loop = {{.*}}intersection
func.func @repeated(%b: !level.storage<tensor<?xf64, #List>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %qb: index, %pc: index):
      func.call @visit(%i, %pb, %pc) : (index, index, index) -> ()
      lattice.yield
    }
  }
  return
}
func.func private @visit(index, index, index)

// -----

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @union
// CHECK-NOT: weft.loop = {{.*}}intersection
func.func @union(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      func.call @visit(%i) : (index) -> ()
      lattice.yield
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
      func.call @visit(%i) : (index) -> ()
      lattice.yield
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
      func.call @visit(%i) : (index) -> ()
      lattice.yield
    }
  }
  return
}
func.func private @visit(index)

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
!csr = !level.storage<tensor<?x?xf64, #CSR>>

// What is looked up otherwise.
// CHECK-LABEL: func @looked_up
// CHECK: memref.alloc
// CHECK: scf.while
// CHECK-NOT: weft.loop = {{.*}}intersection
func.func @looked_up(%b: !csr, %c: !csr, %m: index, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = lattice.coiterate "j" in %c0 to %m
      over (b1 = %b level 0 under %c0 to %c1 coords() : !csr) carry (%init : f64) {
    point [U | b1] {
    ^bb0(%j: index, %pj: index, %acc: f64):
      %pj1 = arith.addi %pj, %c1 : index
      %row = lattice.coiterate "k" in %c0 to %n gallop(16)
          over (b2 = %b level 1 under %pj to %pj1 coords(%j) : !csr,
                c2 = %c level 1 under %c0 to %c1 coords(%c0) : !csr)
          carry (%acc : f64) {
        point [b2, c2] {
        ^bb0(%k: index, %pb: index, %pc: index, %inner: f64):
          %x = level.load %b[%pb] : !csr
          %next = arith.addf %inner, %x : f64
          lattice.yield %next : f64
        }
      }
      lattice.yield %row : f64
    }
  }
  return %sum : f64
}
