// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// A combiner that is not commutative combines in the order of the variables.

algebra.operator @first(%x: f64, %y: f64) -> f64 attributes {associative, identity = 0.0 : f64} {
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf une, %x, %zero : f64
  %r = arith.select %c, %x, %y : f64
  algebra.yield %r : f64
}

#CSC = #level.format<(i, j) -> (j : compressed, i : compressed)>

// The operand is stored the other way around.
// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)>
// CHECK-LABEL: func @variables
// CHECK: tensor.empty({{.*}}) : tensor<?x?xf64, #[[LIST]]>
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.access %{{.*}}[%i, %j] {cin.iterated_levels = array<i64: 1>} : <tensor<?x?xf64, #[[LIST]]>>
func.func @variables(%A: tensor<?x?xf64, #CSC>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce {
    ^bb0(%x: f64, %y: f64):
      %r = algebra.apply @first(%x, %y) : (f64, f64) -> f64
      tin.yield %r : f64
    } (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}
