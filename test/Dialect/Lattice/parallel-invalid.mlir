// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @carries(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected iterations that run at the same time to carry builders only, got 'f64'}}
  %sum = lattice.coiterate "i" in %c0 to %n parallel(static) over () carry (%v : f64) {
    point [U] {
    ^bb0(%i: index, %acc: f64):
      lattice.yield %acc : f64
    }
  }
  return %sum : f64
}

// -----

func.func @chunk(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected a positive number of iterations at a time, got 0}}
  lattice.coiterate "i" in %c0 to %n parallel(dynamic 0) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @until(%y: !level.builder<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected an integer of type}}
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) over ()
      carry (%y : !level.builder<tensor<?xf64>>) until [1] {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  return
}
