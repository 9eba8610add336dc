// RUN: weft-opt %s -tin-plan -split-input-file -verify-diagnostics

// expected-error @+1 {{'func.func' op argument 0 has wrong 'tin.statistics': expected 1 number for 'entries', got 'many'}}
func.func @number(%A: tensor<?x?xf64> {tin.statistics = "entries=many"}, %m: index) -> tensor<?xf64> {
  %z = tin.compute (%i to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j to %m, %k to %m) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %b = tin.access %A[%j, %k] : tensor<?x?xf64>
      %c = tin.access %A[%k, %i] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %z : tensor<?xf64>
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has wrong 'tin.statistics': expected a string}}
func.func @kind(%A: tensor<?x?xf64> {tin.statistics = 3 : i64}, %m: index) -> tensor<?xf64> {
  %z = tin.compute (%i to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j to %m, %k to %m) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %b = tin.access %A[%j, %k] : tensor<?x?xf64>
      %c = tin.access %A[%k, %i] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %z : tensor<?xf64>
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has wrong 'tin.statistics': expected 'entries' once}}
func.func @twice(%A: tensor<?x?xf64> {tin.statistics = "entries=3;sizes=2x2;entries=3"}, %m: index) -> tensor<?xf64> {
  %z = tin.compute (%i to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j to %m, %k to %m) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %b = tin.access %A[%j, %k] : tensor<?x?xf64>
      %c = tin.access %A[%k, %i] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %z : tensor<?xf64>
}
