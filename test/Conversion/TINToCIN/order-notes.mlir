// RUN: weft-opt %s --convert-tin-to-cin | FileCheck %s

// What orders adjacent loops that no level orders.

#Sparse = #level.format<(i) -> (i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>

algebra.operator @first(%x: f64, %y: f64) -> f64 attributes {associative, identity = 0.0 : f64} {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf une, %x, %zero : f64
  %r = arith.select %c, %x, %y : f64
  algebra.yield %r : f64
}

// CHECK-LABEL: func @text
// CHECK: } {cin.text_order = ["i", "j", "k"]} :
func.func @text(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}

// The levels of A order i and j.
// CHECK-LABEL: func @levels
// CHECK: cin.iterated_levels = array<i64: 1>
// CHECK: {{^ *}}} : (tensor
func.func @levels(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// CHECK-LABEL: func @combiner
// CHECK: } {cin.combiner_order = ["i", "j"]} :
func.func @combiner(%A: tensor<?x?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce {
    ^bb0(%x: f64, %y: f64):
      %r = algebra.apply @first(%x, %y) : (f64, f64) -> f64
      tin.yield %r : f64
    } (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// CHECK-LABEL: func @result
// CHECK: } {cin.reduced_inside = ["i", "j"]} :
func.func @result(%A: tensor<?x?xf64>) -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// The text does not name slots.
// CHECK-LABEL: func @slots
// CHECK-NOT: cin.text_order
func.func @slots(%A: tensor<?x?xf64, #ELL>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// A reduction inside of an expression is ordered separately.
// CHECK-LABEL: func @nested
// CHECK: } {cin.text_order = ["j", "k"]} :
func.func @nested(%A: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %b = tin.access %x[%i] : tensor<?xf64>
    %s = tin.reduce arith.addf (%j "j", %k "k") {
      %a = tin.access %A[%j, %k] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %p = arith.addf %b, %s : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}
