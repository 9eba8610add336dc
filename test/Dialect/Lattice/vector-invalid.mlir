// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @negative(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'vector' to have a number that is not negative, got -1}}
  lattice.coiterate "i" in %c0 to %n vector(-1) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @both(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'vector' without 'parallel' and 'unroll'}}
  lattice.coiterate "i" in %c0 to %n unroll(2) vector over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}
