// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @none(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected a positive number}}
  lattice.coiterate "i" in %c0 to %n unroll(0) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @many(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'unroll' of a number from 1 to 1024, got 1025}}
  lattice.coiterate "i" in %c0 to %n unroll(1025) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}
