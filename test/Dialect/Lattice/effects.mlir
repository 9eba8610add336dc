// RUN: weft-opt %s -control-flow-sink | FileCheck %s
// RUN: weft-opt %s -canonicalize | FileCheck %s --check-prefix=DEAD

// Coiteration reads its storages, whatever its regions do: it stays before what
// writes or releases them, and goes if nobody asks for its results.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @released(
// CHECK: lattice.coiterate
// CHECK: level.release
// CHECK: scf.if
func.func @released(%b: tensor<?xf64, #Vector>, %n: index, %c: i1, %d: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = level.open %b : tensor<?xf64, #Vector>
  %r = lattice.coiterate "i" in %c0 to %n
      over (b1 = %s level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%c0 : index) {
    point [b1] {
    ^bb0(%i: index, %pb1: index, %acc: index):
      %x = arith.addi %acc, %i : index
      lattice.yield %x : index
    }
  }
  level.release %b : tensor<?xf64, #Vector>
  %z = scf.if %c -> index {
    %q = arith.addi %r, %d : index
    scf.yield %q : index
  } else {
    scf.yield %c0 : index
  }
  return %z : index
}

// DEAD-LABEL: func @dead(
// DEAD-NEXT: return
func.func @dead(%s: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = lattice.coiterate "i" in %c0 to %n
      over (b1 = %s level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%c0 : index) {
    point [b1] {
    ^bb0(%i: index, %pb1: index, %acc: index):
      %x = arith.addi %acc, %i : index
      lattice.yield %x : index
    }
  }
  return
}
