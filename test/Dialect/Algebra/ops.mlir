// RUN: weft-opt %s | weft-opt | FileCheck %s

// CHECK: algebra.operator @clipped_product(%[[X:.*]]: f64 {algebra.annihilator = 0.000000e+00 : f64}, %[[Y:.*]]: f64 {algebra.annihilator = 0.000000e+00 : f64}) -> f64 attributes {commutative} {
// CHECK:   %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f64
// CHECK:   algebra.yield %{{.*}} : f64
algebra.operator @clipped_product(
    %x: f64 {algebra.annihilator = 0.0 : f64},
    %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
    attributes {commutative} {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.minimumf %p, %one : f64
  algebra.yield %r : f64
}

// CHECK: algebra.operator @gather(%{{.*}}: i32, %{{.*}}: i32) -> i32 attributes {associative, commutative, idempotent, identity = 0 : i32}
algebra.operator @gather(%x: i32, %y: i32) -> i32
    attributes {associative, commutative, idempotent, identity = 0 : i32} {
  %r = arith.ori %x, %y : i32
  algebra.yield %r : i32
}

// CHECK-LABEL: func.func @use
// CHECK: tin.reduce {
// CHECK:   algebra.apply @gather(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// CHECK: } (%{{.*}})
func.func @use(%A: tensor<?x?xi32>) -> tensor<?xi32> {
  %y = tin.compute (%i) : tensor<?xi32> {
    %s = tin.reduce {
    ^bb0(%acc: i32, %v: i32):
      %r = algebra.apply @gather(%acc, %v) : (i32, i32) -> i32
      tin.yield %r : i32
    } (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xi32>
      tin.yield %a : i32
    } : i32
    tin.yield %s : i32
  }
  return %y : tensor<?xi32>
}
