// RUN: weft-opt %s -tin-plan -split-input-file | FileCheck %s
// RUN: weft-opt %s -tin-plan=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The factor with ten entries comes first, into an intermediate that is stored
// in the order in which it is read.
// CHECK-LABEL: func @chain
// CHECK: %[[T:.*]] = tin.compute (%{{.*}} "l" to %{{.*}}, %{{.*}} "k" to %{{.*}}) : tensor<?x?xf64, #{{.*}}> attributes {loop_order = array<i64: 0, 1, 2>, tin.entries = {{.*}}, tin.intermediate = "T1"}
// CHECK-NEXT: tin.reduce arith.addf (%{{.*}} "j" to %{{.*}}) {
// CHECK-COUNT-2: tin.access
// CHECK: tin.compute (%[[I:.*]] "i" to %{{.*}}, %[[L:.*]] "l" to %{{.*}}) : tensor<?x?xf64> attributes {loop_order = array<i64: 1, 0, 2>}
// CHECK-NEXT: tin.reduce arith.addf (%[[K:.*]] "k" to
// CHECK-NEXT: tin.access %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: tin.access %[[T]][%[[L]], %[[K]]]
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: tin.yield
// STRICT-LABEL: func @chain
// STRICT-COUNT-1: tin.compute
// STRICT-NOT: tin.compute
func.func @chain(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>,
                 %C: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=2000x2000;entries=10"},
                 %m: index, %n: index) -> tensor<?x?xf64> {
  %D = tin.compute (%i "i" to %m, %l "l" to %m) : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k" to %n, %j "j" to %m) {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      %c = tin.access %C[%j, %l] : tensor<?x?xf64, #CSR>
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %D : tensor<?x?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Integers are planned in any mode, also inside of a larger expression.
// CHECK-LABEL: func @integers
// CHECK-COUNT-2: tin.compute
// CHECK: arith.subi
// STRICT-LABEL: func @integers
// STRICT-COUNT-2: tin.compute
func.func @integers(%A: tensor<?x?xi64>, %B: tensor<?x?xi64>,
                    %C: tensor<?x?xi64, #CSR> {tin.statistics = "sizes=2000x2000;entries=10"},
                    %m: index) -> tensor<?x?xi64> {
  %D = tin.compute (%i "i" to %m, %l "l" to %m) : tensor<?x?xi64> {
    %s = tin.reduce arith.addi (%k "k" to %m, %j "j" to %m) {
      %a = tin.access %A[%i, %k] : tensor<?x?xi64>
      %b = tin.access %B[%j, %k] : tensor<?x?xi64>
      %p = arith.muli %a, %b : i64
      %c = tin.access %C[%j, %l] : tensor<?x?xi64, #CSR>
      %q = arith.muli %p, %c : i64
      tin.yield %q : i64
    } : i64
    %e = tin.access %A[%i, %l] : tensor<?x?xi64>
    %r = arith.subi %e, %s : i64
    tin.yield %r : i64
  }
  return %D : tensor<?x?xi64>
}

// -----

// A sum does not distribute over a sum, and nothing is known of operands
// without statistics.
// CHECK-LABEL: func @left
// CHECK-COUNT-2: tin.compute
// CHECK-NOT: tin.compute
func.func @left(%A: tensor<?x?xf64>,
                %B: tensor<?x?xf64> {tin.statistics = "sizes=4000x4000;entries=16000000"},
                %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = tin.compute (%i to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j to %m, %k to %m) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64>
      %c = tin.access %B[%k, %i] : tensor<?x?xf64>
      %p = arith.addf %a, %b : f64
      %q = arith.addf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
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
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

// Work beyond the range of double cannot be compared: there is no plan.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @overflow
// CHECK-COUNT-1: tin.compute
// CHECK-NOT: tin.compute
func.func @overflow(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=1e300x1e300;entries=5"}, %m: index) -> tensor<?xf64> {
  %z = tin.compute (%i to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j to %m, %k to %m) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %A[%j, %k] : tensor<?x?xf64, #CSR>
      %c = tin.access %A[%k, %i] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %z : tensor<?xf64>
}

// -----

// Steps of different types are not shared.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @types
// CHECK: tin.compute {{.*}} : tensor<?x?xi16, #{{.*}}> {{.*}}tin.intermediate = "T1"
// CHECK: tin.compute {{.*}} : tensor<?x?xi16> attributes
// CHECK: tin.compute {{.*}} : tensor<?x?xi32, #{{.*}}> {{.*}}tin.intermediate = "T2"
// CHECK: tin.compute {{.*}} : tensor<?x?xi32> attributes
func.func @types(%A: tensor<?x?xi8, #CSR> {tin.statistics = "sizes=20000x20000;entries=10"},
                 %B: tensor<?x?xi8, #CSR> {tin.statistics = "sizes=20000x20000;entries=4000000"},
                 %m: index) -> (tensor<?x?xi16>, tensor<?x?xi32>) {
  %y = tin.compute (%i to %m, %l to %m) : tensor<?x?xi16> {
    %s = tin.reduce arith.addi (%j to %m, %k to %m) {
      %b = tin.access %B[%i, %j] : tensor<?x?xi8, #CSR>
      %c = tin.access %B[%j, %k] : tensor<?x?xi8, #CSR>
      %a = tin.access %A[%k, %l] : tensor<?x?xi8, #CSR>
      %u = arith.extsi %b : i8 to i16
      %v = arith.extsi %c : i8 to i16
      %w = arith.extsi %a : i8 to i16
      %p = arith.muli %u, %v : i16
      %q = arith.muli %p, %w : i16
      tin.yield %q : i16
    } : i16
    tin.yield %s : i16
  }
  %z = tin.compute (%i to %m, %l to %m) : tensor<?x?xi32> {
    %s = tin.reduce arith.addi (%j to %m, %k to %m) {
      %b = tin.access %B[%i, %j] : tensor<?x?xi8, #CSR>
      %c = tin.access %B[%j, %k] : tensor<?x?xi8, #CSR>
      %a = tin.access %A[%k, %l] : tensor<?x?xi8, #CSR>
      %u = arith.extsi %b : i8 to i32
      %v = arith.extsi %c : i8 to i32
      %w = arith.extsi %a : i8 to i32
      %p = arith.muli %u, %v : i32
      %q = arith.muli %p, %w : i32
      tin.yield %q : i32
    } : i32
    tin.yield %s : i32
  }
  return %y, %z : tensor<?x?xi16>, tensor<?x?xi32>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Extents that accesses and earlier computes imply are stated, since a step may
// not have these accesses.
// CHECK-LABEL: func @implied_extents
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?xf64>, %[[B:[^:]*]]: tensor<?x?xf64>, %[[C:[^:]*]]: tensor<?x?xf64
// CHECK-DAG: %[[L:.*]] = tensor.dim %[[C]], %c1
// CHECK-DAG: %[[K:.*]] = tensor.dim %[[A]], %c1
// CHECK: %[[T:.*]] = tin.compute (%{{.*}} "l" to %[[L]], %{{.*}} "k" to %[[K]]) {{.*}} tin.intermediate = "T1"
// CHECK: tin.compute (%{{.*}} "i" to %{{.*}}, %{{.*}} "l" to %[[L]])
// CHECK-NEXT: tin.reduce arith.addf (%{{.*}} "k" to %[[K]])
// CHECK: tin.access %[[T]]
// CHECK: tin.compute (%{{.*}} "i" to %{{.*}}) : tensor<?xf64>
// CHECK-NEXT: tin.reduce arith.addf (%{{.*}} "l" to %[[L]])
func.func @implied_extents(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>,
                           %C: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=2000x2000;entries=10"}) -> tensor<?xf64> {
  %D = tin.compute (%i "i", %l "l") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k", %j "j") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      %c = tin.access %C[%j, %l] : tensor<?x?xf64, #CSR>
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%l "l") {
      %d = tin.access %D[%i, %l] : tensor<?x?xf64>
      tin.yield %d : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
