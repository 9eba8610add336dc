// RUN: weft-opt %s -tin-plan -split-input-file | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The sums of three factors are the same vector, which is computed and counted
// once.
// CHECK-LABEL: func @star
// CHECK: %[[T:.*]] = tin.compute {{.*}} tin.intermediate = "T1"
// CHECK-NOT: tin.intermediate
// CHECK: tin.compute
// CHECK-COUNT-3: tin.access %[[T]][
// CHECK-NOT: tin.access
func.func @star(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=4000x4000;entries=400000"},
                %n: index) -> tensor<f64> {
  %s = tin.compute () : tensor<f64> {
    %r = tin.reduce arith.addf (%i "i" to %n, %j "j" to %n, %k "k" to %n, %l "l" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %c = tin.access %A[%i, %l] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %r : f64
  }
  return %s : tensor<f64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A statement that has a step of an earlier one uses its tensor.
// CHECK-LABEL: func @statements
// CHECK: %[[T:.*]] = tin.compute {{.*}} tin.intermediate = "T1"
// CHECK-NOT: tin.intermediate
// CHECK: tin.access %[[T]][
// CHECK: tin.access %[[T]][
func.func @statements(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                      %B: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                      %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %r = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %r : f64
  }
  %z = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %r = tin.reduce arith.addf (%l "l" to %n, %m "m" to %n) {
      %a = tin.access %B[%i, %l] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%l, %m] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %r : f64
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The product of three factors is computed once, by the tree that the first
// statement has for it. The second statement needs no other tree of it.
// CHECK-LABEL: func @trees
// CHECK: tin.compute {{.*}} tin.intermediate = "T1"
// CHECK: %[[T:.*]] = tin.compute {{.*}} tin.intermediate = "T2"
// CHECK-NOT: tin.intermediate
// CHECK: tin.access %[[T]][
// CHECK-NOT: tin.intermediate
// CHECK: tin.access %[[T]][
// CHECK-NOT: tin.intermediate
func.func @trees(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=10x20000;entries=100"},
                 %B: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                 %C: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                 %D: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                 %E: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                 %n: index, %o: index) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %y = tin.compute (%i "i" to %o, %m "m" to %n) : tensor<?x?xf64> {
    %r = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n, %l "l" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
      %c = tin.access %C[%k, %l] : tensor<?x?xf64, #CSR>
      %d = tin.access %D[%l, %m] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      %s = arith.mulf %q, %d : f64
      tin.yield %s : f64
    } : f64
    tin.yield %r : f64
  }
  %z = tin.compute (%i "i" to %o, %m "m" to %n) : tensor<?x?xf64> {
    %r = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n, %l "l" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
      %c = tin.access %C[%k, %l] : tensor<?x?xf64, #CSR>
      %d = tin.access %E[%l, %m] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      %s = arith.mulf %q, %d : f64
      tin.yield %s : f64
    } : f64
    tin.yield %r : f64
  }
  return %y, %z : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The sums of absolute values are one vector; the sums of the tensor itself are
// another one, which takes as much work inside of the last step.
// CHECK-LABEL: func @functions
// CHECK: %[[T:.*]] = tin.compute {{.*}} tin.intermediate = "T1"
// CHECK: math.absf
// CHECK-NOT: tin.intermediate
// CHECK: tin.access %arg0[
// CHECK-COUNT-2: tin.access %[[T]][
func.func @functions(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=4000x4000;entries=400000"},
                     %n: index) -> tensor<f64> {
  %s = tin.compute () : tensor<f64> {
    %r = tin.reduce arith.addf (%i "i" to %n, %j "j" to %n, %k "k" to %n, %l "l" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %c = tin.access %A[%i, %l] : tensor<?x?xf64, #CSR>
      %d = math.absf %b : f64
      %e = math.absf %c : f64
      %p = arith.mulf %a, %d : f64
      %q = arith.mulf %p, %e : f64
      tin.yield %q : f64
    } : f64
    tin.yield %r : f64
  }
  return %s : tensor<f64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A step in one region is computed again in another one, and what is computed
// before both is computed once.
// CHECK-LABEL: func @regions
// CHECK: scf.if
// CHECK: %[[T:.*]] = tin.compute {{.*}} tin.intermediate = "T1"
// CHECK: tin.access %[[T]][
// CHECK: else
// CHECK: %[[U:.*]] = tin.compute {{.*}} tin.intermediate = "T2"
// CHECK: tin.access %[[U]][
func.func @regions(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                   %B: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                   %n: index, %which: i1) -> tensor<?xf64> {
  %y = scf.if %which -> tensor<?xf64> {
    %z = tin.compute (%i "i" to %n) : tensor<?xf64> {
      %r = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
        %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
        %p = arith.mulf %a, %b : f64
        tin.yield %p : f64
      } : f64
      tin.yield %r : f64
    }
    scf.yield %z : tensor<?xf64>
  } else {
    %z = tin.compute (%i "i" to %n) : tensor<?xf64> {
      %r = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n) {
        %a = tin.access %A[%j, %i] : tensor<?x?xf64, #CSR>
        %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
        %p = arith.mulf %a, %b : f64
        tin.yield %p : f64
      } : f64
      tin.yield %r : f64
    }
    scf.yield %z : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
