// Functions of the tests of -functions.

// Zero annihilates in both operands.
algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64},
                       %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
    attributes {commutative} {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.minimumf %p, %one : f64
  algebra.yield %r : f64
}

// Zero is zero: found by folding.
algebra.operator @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.maximumf %x, %zero : f64
  algebra.yield %r : f64
}

// Nothing is known of it, so that it is evaluated everywhere.
algebra.operator @branch(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %one : f64
  %r = scf.if %c -> f64 {
    scf.yield %one : f64
  } else {
    scf.yield %x : f64
  }
  algebra.yield %r : f64
}

algebra.operator @probably_or(%x: f64, %y: f64) -> f64
    attributes {associative, commutative, identity = 0.0 : f64} {
  %s = arith.addf %x, %y : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.subf %s, %p : f64
  algebra.yield %r : f64
}

algebra.operator @difference(%x: f64, %y: f64) -> f64 {
  %r = arith.subf %x, %y : f64
  algebra.yield %r : f64
}

// Associative, but the first one of two is not the second one.
algebra.operator @first(%x: f64, %y: f64) -> f64
    attributes {associative, idempotent} {
  algebra.yield %x : f64
}

algebra.operator @nearest(%x: f32) -> i32 {
  %r = arith.fptosi %x : f32 to i32
  algebra.yield %r : i32
}
