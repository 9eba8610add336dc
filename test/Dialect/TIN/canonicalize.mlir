// RUN: weft-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @flatten
// CHECK-SAME: %[[N:[a-z0-9]*]]: index
func.func @flatten(%B: tensor<?x?x?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    // CHECK: tin.reduce arith.addf (%j "j", %k "k", %l "l" to %[[N]]) {
    // CHECK-NEXT: %[[B:.*]] = tin.access %{{.*}}[%{{.*}}, %j, %k]
    // CHECK-NEXT: tin.yield %[[B]] : f64
    // CHECK-NEXT: } : f64
    %s = tin.reduce arith.addf (%j "j") {
      %t = tin.reduce arith.addf (%k "k") {
        %u = tin.reduce arith.addf (%l "l" to %n) {
          %b = tin.access %B[%i, %j, %k] : tensor<?x?x?xf64>
          tin.yield %b : f64
        } : f64
        tin.yield %u : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Values of the outer body stand before the inner reduction and stay there.
// CHECK-LABEL: func @flatten_around_values
func.func @flatten_around_values(%A: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // CHECK: tin.reduce arith.addf (%[[I:[^,]*]], %[[J:.*]]) {
    // CHECK-NEXT: %[[X:.*]] = tin.access %{{.*}}[%[[I]]]
    // CHECK-NEXT: %[[A:.*]] = tin.access %{{.*}}[%[[I]], %[[J]]]
    // CHECK-NEXT: arith.mulf %[[A]], %[[X]]
    %s = tin.reduce arith.addf (%i) {
      %b = tin.access %x[%i] : tensor<?xf64>
      %t = tin.reduce arith.addf (%j) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        %p = arith.mulf %a, %b : f64
        tin.yield %p : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// CHECK-LABEL: func @keep_different_combiners
func.func @keep_different_combiners(%A: tensor<?x?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // CHECK: tin.reduce arith.addf
    // CHECK: tin.reduce arith.maximumf
    %s = tin.reduce arith.addf (%i) {
      %t = tin.reduce arith.maximumf (%j) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// Names must stay different in one reduction.
// CHECK-LABEL: func @keep_equal_names
func.func @keep_equal_names(%A: tensor<?x?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // CHECK: tin.reduce arith.addf (%k "k") {
    // CHECK: tin.reduce arith.addf (%k_0 "k") {
    %s = tin.reduce arith.addf (%i "k") {
      %t = tin.reduce arith.addf (%j "k") {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// The inner reduction is used twice.
// CHECK-LABEL: func @keep_shared_reduction
func.func @keep_shared_reduction(%x: tensor<?xf64>, %n: index) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // CHECK-COUNT-2: tin.reduce arith.addf
    %s = tin.reduce arith.addf (%i to %n) {
      %t = tin.reduce arith.addf (%j) {
        %a = tin.access %x[%j] : tensor<?xf64>
        tin.yield %a : f64
      } : f64
      %u = arith.mulf %t, %t : f64
      tin.yield %u : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// CHECK-LABEL: func @reduce_identity
func.func @reduce_identity(%n: index) -> (tensor<i32>, tensor<f64>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
  // CHECK: tin.compute () : tensor<i32> {
  // CHECK-NEXT: tin.yield %[[ZERO]] : i32
  %0 = tin.compute () : tensor<i32> {
    %s = tin.reduce arith.addi (%i to %n) {
      %c = arith.constant 0 : i32
      tin.yield %c : i32
    } : i32
    tin.yield %s : i32
  }
  // CHECK: tin.compute () : tensor<f64> {
  // CHECK-NEXT: tin.yield %[[ONE]] : f64
  %1 = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.mulf (%i to %n) {
      %c = arith.constant 1.0 : f64
      tin.yield %c : f64
    } : f64
    tin.yield %s : f64
  }
  return %0, %1 : tensor<i32>, tensor<f64>
}

// -----

// One is no identity of the sum: its value depends on the extent.
// CHECK-LABEL: func @keep_reduction_of_other_constant
func.func @keep_reduction_of_other_constant(%n: index) -> tensor<i32> {
  // CHECK: tin.reduce arith.addi
  %0 = tin.compute () : tensor<i32> {
    %s = tin.reduce arith.addi (%i to %n) {
      %c = arith.constant 1 : i32
      tin.yield %c : i32
    } : i32
    tin.yield %s : i32
  }
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func @erase_unused
func.func @erase_unused(%x: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK: tin.compute
  // CHECK-NEXT: tin.access
  // CHECK-NEXT: tin.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %y = tin.compute (%i) : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %s = tin.reduce arith.addf (%j) {
      %b = tin.access %x[%j] : tensor<?xf64>
      tin.yield %b : f64
    } : f64
    tin.yield %a : f64
  }
  %z = tin.compute () : tensor<f64> {
    %c = tin.access %x[0] : tensor<?xf64>
    tin.yield %c : f64
  }
  return %y : tensor<?xf64>
}

// -----

// The constants of a combiner stay inside it.
// CHECK-LABEL: func @constants_of_combiner
func.func @constants_of_combiner(%x: tensor<?xi32>) -> tensor<i32> {
  %y = tin.compute () : tensor<i32> {
    // CHECK: tin.reduce {
    // CHECK-NEXT: ^bb0(
    // CHECK-NEXT: arith.constant 3 : i32
    %s = tin.reduce {
    ^bb0(%acc: i32, %v: i32):
      %c = arith.constant 1 : i32
      %d = arith.constant 2 : i32
      %e = arith.addi %c, %d : i32
      %f = arith.maxsi %v, %e : i32
      %g = arith.addi %acc, %f : i32
      tin.yield %g : i32
    } (%i) identity(0 : i32) {
      %a = tin.access %x[%i] : tensor<?xi32>
      tin.yield %a : i32
    } : i32
    tin.yield %s : i32
  }
  return %y : tensor<i32>
}

// -----

// Flattening would change the signs of the inner values.
// CHECK-LABEL: func @keep_difference
func.func @keep_difference(%A: tensor<?x?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // CHECK-COUNT-2: tin.reduce arith.subf
    %s = tin.reduce arith.subf (%i) identity(0.0 : f64) {
      %t = tin.reduce arith.subf (%j) identity(0.0 : f64) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// The identity is not combined with nothing where a reduction begins with a
// tensor.
// CHECK-LABEL: func @initial
// CHECK: tin.compute ({{.*}}) from(
// CHECK: tin.reduce
func.func @initial(%y: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %r = tin.compute (%i to %n) from(%y : tensor<?xi32>) : tensor<?xi32> {
    %s = tin.reduce arith.addi (%j to %n) {
      %zero = arith.constant 0 : i32
      tin.yield %zero : i32
    } : i32
    tin.yield %s : i32
  }
  return %r : tensor<?xi32>
}
