// RUN: weft-opt %s -algebra-inline-operators | FileCheck %s

// CHECK-NOT: algebra
// CHECK-LABEL: func.func @use
// CHECK-SAME:    (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NEXT:  %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f64
// CHECK-NEXT:  %[[Q:.*]] = arith.mulf %[[P]], %[[P]] : f64
// CHECK-NEXT:  return %[[Q]] : f64
// CHECK-NOT: algebra

algebra.operator @product(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  algebra.yield %p : f64
}
algebra.operator @same(%x: f64) -> f64 {
  algebra.yield %x : f64
}
func.func @use(%x: f64, %y: f64) -> f64 {
  %p = algebra.apply @product(%x, %y) : (f64, f64) -> f64
  %s = algebra.apply @same(%p) : (f64) -> f64
  %q = algebra.apply @product(%s, %p) : (f64, f64) -> f64
  return %q : f64
}
