// RUN: weft-opt %s -convert-lattice-to-scf -split-input-file -verify-diagnostics

#Sparse = #level.format<(i) -> (i : compressed)>
func.func @merge(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot be unrolled: its loop coiterates segments or may end early, so that the number of its steps is not known when it begins}}
  lattice.coiterate "i" in %c0 to %n unroll(4)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @guarded(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot be unrolled}}
  lattice.coiterate "i" in %c0 to %n guarded unroll(4)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    points [b1] {
    ^bb0(%i: index, %pb: index, %hasB: i1):
    }
  }
  return
}

// -----

// What may end before its last coordinate.
func.func @until(%n: index, %false: i1) -> i1 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be unrolled}}
  %any = lattice.coiterate "i" in %c0 to %n unroll(4) over () carry (%false : i1) until [true] {
    point [U] {
    ^bb0(%i: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}

// -----

func.func @lanes(%n: index, %false: i1) -> i1 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be vectorized: its loop coiterates segments or may end early, so that the number of its steps is not known when it begins}}
  %any = lattice.coiterate "i" in %c0 to %n vector over () carry (%false : i1) until [true] {
    point [U] {
    ^bb0(%i: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}

// -----

func.func @full_tiles(%n: index, %false: i1) -> i1 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be guarded: its loop coiterates segments or may end early, so that the number of its steps is not known when it begins}}
  %any = lattice.coiterate "i" in %c0 to %n guard(8) over () carry (%false : i1) until [true] {
    point [U] {
    ^bb0(%i: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}

// -----

func.func @steps(%n: index, %false: i1) -> i1 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be predicated: its loop coiterates segments or may end early, so that the number of its steps is not known when it begins}}
  %any = lattice.coiterate "i" in %c0 to %n predicate(8) over () carry (%false : i1) until [true] {
    point [U] {
    ^bb0(%i: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}
