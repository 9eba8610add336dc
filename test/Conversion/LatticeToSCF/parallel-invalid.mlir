// RUN: weft-opt %s -convert-lattice-to-scf -split-input-file -verify-diagnostics

#Sparse = #level.format<(i) -> (i : compressed)>
func.func @merge(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run in parallel: its loop coiterates segments, so that the number of its steps is not known when it begins; split it, and run the tiles in parallel}}
  lattice.coiterate "i" in %c0 to %n parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}

// -----

// Equal coordinates need not follow each other.
#List = #level.format<(i) -> (i : compressed(nonunique, nonordered))>
func.func @runs(%b: !level.storage<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run in parallel}}
  lattice.coiterate "i" in %c0 to %n parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %pe: index):
    }
  }
  return
}

// -----

// A guarded lattice coiterates all of its segments.
#Vector = #level.format<(i) -> (i : compressed)>
func.func @guarded(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run in parallel}}
  lattice.coiterate "i" in %c0 to %n guarded parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    points [b1] {
    ^bb0(%i: index, %pb: index, %hasB: i1):
    }
  }
  return
}
