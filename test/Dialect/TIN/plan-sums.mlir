// RUN: weft-opt %s -tin-plan -split-input-file | FileCheck %s
// RUN: weft-opt %s -tin-plan=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The rows of B are added up once.
// CHECK-LABEL: func @own_sum
// CHECK: %[[T:.*]] = tin.compute (%[[J:.*]] "j" to %{{.*}}) : tensor<?xf64> attributes {{{.*}}tin.intermediate = "T1"}
// CHECK-NEXT: tin.reduce arith.addf (%[[K:.*]] "k" to %{{.*}}) {
// CHECK-NEXT: %[[B:.*]] = tin.access %{{.*}}[%[[J]], %[[K]]]
// CHECK-NEXT: tin.yield %[[B]]
// CHECK: tin.compute (%{{.*}} "i" to
// CHECK-NEXT: tin.reduce arith.addf (%[[J2:.*]] "j" to
// CHECK: tin.access %[[T]][%[[J2]]]
// STRICT-LABEL: func @own_sum
// STRICT-COUNT-1: tin.compute
// STRICT-NOT: tin.compute
func.func @own_sum(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                   %B: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=2000000"},
                   %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j" to %n, %k "k" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A sparse matrix plus a product of vectors has an entry everywhere, so that
// the product with a vector is distributed.
// CHECK-LABEL: func @distributed
// CHECK: tin.compute {{.*}}: tensor<f64>
// CHECK: tin.compute (%{{.*}} "i" to
// CHECK-NEXT: tin.reduce arith.addf
// CHECK: arith.mulf
// CHECK: tin.access
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: tin.yield
// STRICT-LABEL: func @distributed
// STRICT-COUNT-1: tin.reduce
// STRICT-NOT: tin.reduce
func.func @distributed(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000x20000;entries=200000"},
                       %u: tensor<?xf64> {tin.statistics = "sizes=20000"},
                       %v: tensor<?xf64> {tin.statistics = "sizes=20000"},
                       %x: tensor<?xf64> {tin.statistics = "sizes=20000"},
                       %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %u[%i] : tensor<?xf64>
      %c = tin.access %v[%j] : tensor<?xf64>
      %p = arith.mulf %b, %c : f64
      %q = arith.addf %a, %p : f64
      %d = tin.access %x[%j] : tensor<?xf64>
      %r = arith.mulf %q, %d : f64
      tin.yield %r : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The sum of the factors that differ is computed first. The second reduction
// names its variable otherwise.
// CHECK-LABEL: func @factored
// CHECK: %[[T:.*]] = tin.compute (%{{.*}} "l" to %{{.*}}, %{{.*}} "k" to %{{.*}}) : tensor<?x?xi64
// CHECK-COUNT-3: tin.access
// CHECK: tin.compute (%{{.*}} "i" to
// CHECK-NEXT: tin.reduce arith.addi (%{{.*}} "k" to %{{.*}}) {
// CHECK-COUNT-1: tin.access %arg0
// CHECK: tin.access %[[T]]
// CHECK: arith.muli
// CHECK-NOT: arith.addi
// CHECK: return
// STRICT-LABEL: func @factored
// STRICT-COUNT-2: tin.compute
func.func @factored(%A: tensor<?x?xi64, #CSR> {tin.statistics = "sizes=2000x2000;entries=200000"},
                    %B: tensor<?x?xi64>, %C: tensor<?x?xi64>, %D: tensor<?x?xi64>,
                    %n: index) -> tensor<?x?xi64> {
  %y = tin.compute (%i "i" to %n, %l "l" to %n) : tensor<?x?xi64> {
    %s = tin.reduce arith.addi (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xi64, #CSR>
      %b = tin.access %B[%k, %l] : tensor<?x?xi64>
      %p = arith.muli %a, %b : i64
      tin.yield %p : i64
    } : i64
    %t = tin.reduce arith.addi (%m "m" to %n) {
      %c = tin.access %C[%m, %l] : tensor<?x?xi64>
      %a = tin.access %A[%i, %m] : tensor<?x?xi64, #CSR>
      %p = arith.muli %c, %a : i64
      tin.yield %p : i64
    } : i64
    %u = tin.reduce arith.addi (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xi64, #CSR>
      %d = tin.access %D[%k, %l] : tensor<?x?xi64>
      %p = arith.muli %a, %d : i64
      tin.yield %p : i64
    } : i64
    %v = arith.addi %s, %t : i64
    %w = arith.addi %v, %u : i64
    tin.yield %w : i64
  }
  return %y : tensor<?x?xi64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Sums whose operation is not the combiner's are left: a maximum of sums.
// CHECK-LABEL: func @other
// CHECK-COUNT-1: tin.compute
// CHECK-COUNT-2: tin.reduce arith.addi
// CHECK: arith.maxui
func.func @other(%A: tensor<?x?xi64, #CSR> {tin.statistics = "sizes=2000x2000;entries=200000"},
                 %B: tensor<?x?xi64>, %C: tensor<?x?xi64>,
                 %n: index) -> tensor<?x?xi64> {
  %y = tin.compute (%i "i" to %n, %l "l" to %n) : tensor<?x?xi64> {
    %s = tin.reduce arith.addi (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xi64, #CSR>
      %b = tin.access %B[%k, %l] : tensor<?x?xi64>
      %p = arith.muli %a, %b : i64
      tin.yield %p : i64
    } : i64
    %t = tin.reduce arith.addi (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xi64, #CSR>
      %c = tin.access %C[%k, %l] : tensor<?x?xi64>
      %p = arith.muli %a, %c : i64
      tin.yield %p : i64
    } : i64
    %v = arith.maxui %s, %t : i64
    tin.yield %v : i64
  }
  return %y : tensor<?x?xi64>
}
