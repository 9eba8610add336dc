// RUN: weft-opt %s -weft-check-operators -split-input-file -verify-diagnostics

// Declarations that hold.
algebra.operator @probably_or(%x: f64, %y: f64) -> f64
    attributes {associative, commutative, identity = 0.0 : f64} {
  %s = arith.addf %x, %y : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.subf %s, %p : f64
  algebra.yield %r : f64
}
algebra.operator @first_or_half(%x: f32 {algebra.annihilator = 0.0 : f32}, %y: i32) -> f32 {
  %z = arith.sitofp %y : i32 to f32
  %r = arith.mulf %x, %z : f32
  algebra.yield %r : f32
}
algebra.operator @both(%x: i1 {algebra.annihilator = false}, %y: i1 {algebra.annihilator = false}) -> i1
    attributes {associative, commutative, idempotent, identity = true} {
  %r = arith.andi %x, %y : i1
  algebra.yield %r : i1
}
algebra.operator @product(%x: complex<f64> {algebra.annihilator = [0.0, 0.0]}, %y: complex<f64>) -> complex<f64>
    attributes {associative, commutative, identity = [1.0, 0.0]} {
  %r = complex.mul %x, %y : complex<f64>
  algebra.yield %r : complex<f64>
}

// -----

// What cannot be folded is unknown: the author is taken at his word.
algebra.operator @unknown(%x: f64, %y: f64) -> f64 attributes {commutative} {
  %0 = arith.addf %x, %y : f64
  %r = math.cbrt %0 : f64
  algebra.yield %r : f64
}

// -----

// A branch is evaluated that the condition chooses.
algebra.operator @less(%x: f64, %y: f64) -> f64 attributes {associative} {
  %c = arith.cmpf olt, %x, %y : f64
  %r = scf.if %c -> f64 {
    scf.yield %x : f64
  } else {
    scf.yield %y : f64
  }
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'distance' is declared associative, but distance(}}
algebra.operator @distance(%x: f64, %y: f64) -> f64 attributes {associative} {
  %c = arith.cmpf olt, %x, %y : f64
  %r = scf.if %c -> f64 {
    %0 = arith.subf %y, %x : f64
    scf.yield %0 : f64
  } else {
    %0 = arith.subf %x, %y : f64
    scf.yield %0 : f64
  }
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'minus' is declared associative, but minus(0, 0) is 0 and minus(0, 1) is -1, but minus(0, 1) is -1 and minus(0, -1) is 1}}
algebra.operator @minus(%x: f64, %y: f64) -> f64 attributes {associative} {
  %r = arith.subf %x, %y : f64
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'minus' is declared commutative, but minus(0, 1) is -1, and minus(1, 0) is 1}}
algebra.operator @minus(%x: f64, %y: f64) -> f64 attributes {commutative} {
  %r = arith.subf %x, %y : f64
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'plus' is declared idempotent, but plus(1, 1) is 2}}
algebra.operator @plus(%x: i32, %y: i32) -> i32 attributes {idempotent} {
  %r = arith.addi %x, %y : i32
  algebra.yield %r : i32
}

// -----

// The identity of numbers that are not negative only.
// expected-error @+1 {{'norm' is declared to have the identity 0, but norm(0, -1) is 1}}
algebra.operator @norm(%x: f64, %y: f64) -> f64 attributes {identity = 0.0 : f64} {
  %xx = arith.mulf %x, %x : f64
  %yy = arith.mulf %y, %y : f64
  %s = arith.addf %xx, %yy : f64
  %r = math.sqrt %s : f64
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'plus' is declared to be annihilated by 0 of parameter 1, but plus(1, 0) is 1, and plus(0, 0) is 0}}
algebra.operator @plus(%x: f64, %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64 {
  %r = arith.addf %x, %y : f64
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{'compare' declares an annihilator of parameter 0, but its operations do not tell what the result is, and it has another type}}
algebra.operator @compare(%x: f64 {algebra.annihilator = 0.0 : f64}, %y: f64) -> i1 {
  %s = math.cbrt %x : f64
  %r = arith.cmpf olt, %s, %y : f64
  algebra.yield %r : i1
}
