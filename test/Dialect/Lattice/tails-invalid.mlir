// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @none(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected a positive number}}
  lattice.coiterate "i" in %c0 to %n guard(0) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @less(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'predicate' to have a positive number, got -1}}
  lattice.coiterate "i" in %c0 to %n predicate(-1) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @both(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'guard' or 'predicate', got both}}
  lattice.coiterate "i" in %c0 to %n guard(8) predicate(8) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @threads(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'predicate' without 'parallel'}}
  lattice.coiterate "i" in %c0 to %n parallel(static) predicate(8) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}
