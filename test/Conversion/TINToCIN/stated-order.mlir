// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Loops take the order that a compute states, and what does not follow it is
// copied.
// CHECK-LABEL: func @columns_first
// CHECK: cin.kernel
// CHECK: cin.forall
// CHECK: cin.kernel
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
func.func @columns_first(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> attributes {loop_order = array<i64: 1, 0>} {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// CHECK-LABEL: func @dense
// CHECK: cin.forall "j"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: cin.forall "i"
func.func @dense(%A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64> attributes {loop_order = array<i64: 1, 0>} {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64>
}
