// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// Sizes, extents and values of an expression.

// The extents are the sizes of modes that the variables index.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?xf64>, %[[Z:[a-z0-9]*]]: tensor<?xf64>
// CHECK: %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[N:.*]] = tensor.dim %[[Z]], %c0
// CHECK: %[[Y:.*]] = tensor.empty(%[[M]], %[[N]])
// CHECK: cin.kernel ins(%[[X]], %[[Z]]) outs(%[[Y]]) extents(%[[M]], %[[N]]) {
// CHECK-NEXT: ^bb0(%[[XR:[^:]*]]: {{.*}}, %[[ZR:[^:]*]]: {{.*}}, %[[YR:[^:]*]]: {{.*}}, %[[MA:[^:]*]]: index, %[[NA:[^:]*]]: index):
// CHECK-NEXT: cin.forall "i" to %[[MA]]
// CHECK: cin.forall "j" to %[[NA]]
// CHECK: cin.access %[[XR]][%i]
// CHECK: cin.access %[[ZR]][%j]
// CHECK: cin.assign %[[YR]][%i, %j] =
func.func @broadcast(%x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = tin.access %z[%j] : tensor<?xf64>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %y : tensor<?x?xf64>
}

// -----

// Explicit extents, the static size of a result's mode, and coordinates as
// numbers.
// CHECK-LABEL: func @extents(
// CHECK-SAME: %[[N:.*]]: index)
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[Y:.*]] = tensor.empty(%[[N]]) : tensor<?x4xindex>
// CHECK: cin.kernel outs(%[[Y]]) extents(%[[N]], %[[C4]]) {
// CHECK: %[[I:.*]] = cin.value %i
// CHECK: %[[J:.*]] = cin.value %j
// CHECK: arith.addi %[[I]], %[[J]]
func.func @extents(%n: index) -> tensor<?x4xindex> {
  %y = tin.compute (%i "i" to %n, %j "j") : tensor<?x4xindex> {
    %a = tin.value %i
    %b = tin.value %j
    %s = arith.addi %a, %b : index
    tin.yield %s : index
  }
  return %y : tensor<?x4xindex>
}

// -----

// A tensor that is accessed twice is one input. A value that is used twice is
// computed once.
// CHECK-LABEL: func @shared(
// CHECK-SAME: %[[X:.*]]: tensor<?xf64>)
// CHECK: cin.kernel ins(%[[X]]) outs
// CHECK: %[[A:.*]] = cin.access
// CHECK-NEXT: %[[S:.*]] = math.sqrt %[[A]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[S]]
// CHECK-NEXT: cin.assign %{{.*}}[%i] = %[[P]]
func.func @shared(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %r = math.sqrt %a : f64
    %p = arith.mulf %r, %r : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A constant from outside moves into the kernel.
// CHECK-LABEL: func @constant
// CHECK: cin.forall "i"
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
func.func @constant(%x: tensor<?xf64>) -> tensor<?xf64> {
  %two = arith.constant 2.0 : f64
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %p = arith.mulf %a, %two : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Variables without names get one, and names that occur twice are told apart.
// CHECK-LABEL: func @names
// CHECK: cin.forall "i"
// CHECK: cin.where "t"
// CHECK: cin.forall "i1"
// CHECK: cin.where "t1"
// CHECK: cin.forall "i2"
func.func @names(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %t = tin.reduce arith.addf (%j "i") {
      %a = tin.access %A[%j, %i] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %p = arith.mulf %s, %t : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Integer division has no side effects, although it must not be speculated.
// CHECK-LABEL: func @division
// CHECK: arith.divsi
func.func @division(%x: tensor<?xi32>, %z: tensor<?xi32>) -> tensor<?xi32> {
  %y = tin.compute (%i "i") : tensor<?xi32> {
    %a = tin.access %x[%i] : tensor<?xi32>
    %b = tin.access %z[%i] : tensor<?xi32>
    %q = arith.divsi %a, %b : i32
    tin.yield %q : i32
  }
  return %y : tensor<?xi32>
}

// -----

// A later compute reads what an earlier one defines.
// CHECK-LABEL: func @chain
// CHECK: %[[Y:.*]] = cin.kernel
// CHECK: cin.kernel ins(%[[Y]])
func.func @chain(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  %z = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %y[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %z : tensor<?xf64>
}
