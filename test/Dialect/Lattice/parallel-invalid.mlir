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

// -----

func.func @parts(%y: !level.builder<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'partitions' to number iteration arguments, got 1}}
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(1) over ()
      carry (%y : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  return
}

// -----

func.func @twice(%y: !level.builder<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected the numbers of partitions to ascend}}
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0, 0) over ()
      carry (%y : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  return
}

// -----

func.func @kept(%y: !level.builder<tensor<?xf64>, compute>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected partitions of what is assembled anew, got '!level.builder<tensor<?xf64>, compute>'}}
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0) over ()
      carry (%y : !level.builder<tensor<?xf64>, compute>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>, compute>):
      lattice.yield %state : !level.builder<tensor<?xf64>, compute>
    }
  }
  return
}

// -----

func.func @serial(%y: !level.builder<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'partitions' only on a parallel coiteration}}
  %r = "lattice.coiterate"(%c0, %n, %y) <{name = "i", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 1>, partitions = array<i64: 0>, points = [#lattice.point<[0]>], segments = []}> ({
  ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
    "lattice.yield"(%state) : (!level.builder<tensor<?xf64>>) -> ()
  }) : (index, index, !level.builder<tensor<?xf64>>) -> !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @optional(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'optional' beside 'parallel' or 'vector'}}
  lattice.coiterate "i" in %c0 to %n unroll(2) optional over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @config(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{unknown option 'jam' of a lowering configuration}}
  lattice.coiterate "i" in %c0 to %n config(#weft.lowering_config<jam>) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}
