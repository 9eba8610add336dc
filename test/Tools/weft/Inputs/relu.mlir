algebra.operator @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.maximumf %x, %zero : f64
  algebra.yield %r : f64
}
