// RUN: weft-opt %s -weft-vectorize-loops=strict-fp=true -verify-diagnostics

func.func @sum(%a: memref<?xf64>, %n: index, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    // expected-error @+1 {{cannot be vectorized: vectorization would reassociate a floating-point reduction, which strict-fp forbids}}
    %next = arith.addf %acc, %v : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<vector>}
  return %sum : f64
}
