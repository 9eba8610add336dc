// RUN: weft-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: pattern.program @pairs
// CHECK-NEXT: %[[SUM:.*]] = arith.subf %a, %b
// CHECK-NEXT: pattern.yield %[[SUM]]
pattern.program @pairs [] (%a = "a" : f32, %b = "b" : f32) -> f32 {
  %p = pattern.pair %a, %b : f32, f32
  %x = pattern.first %p : !pattern.pair<f32, f32>
  %y = pattern.second %p : !pattern.pair<f32, f32>
  %sum = arith.subf %x, %y : f32
  pattern.yield %sum : f32
}

// Chunks whose last one is shorter are joined to the same array.
// CHECK-LABEL: pattern.program @split
// CHECK-NEXT: pattern.yield %a
pattern.program @split ["n"] (%a = "a" : !pattern.array<"n" x f32>)
    -> !pattern.array<"n" x f32> {
  %s = pattern.split "4" %a : !pattern.array<"n" x f32>
  %j = pattern.join %s : !pattern.array<"i < (n + 3) / 4" ->
      array<"min(4 * i + 4, n) - min(4 * i, n)" x f32>>
  pattern.yield %j : !pattern.array<"n" x f32>
}

// CHECK-LABEL: pattern.program @transpose
// CHECK-NEXT: pattern.yield %a
pattern.program @transpose ["n", "m"] (%a = "a" : !pattern.array<"n" x array<"m" x f32>>)
    -> !pattern.array<"n" x array<"m" x f32>> {
  %t = pattern.transpose %a : !pattern.array<"n" x array<"m" x f32>>
  %u = pattern.transpose %t : !pattern.array<"m" x array<"n" x f32>>
  pattern.yield %u : !pattern.array<"n" x array<"m" x f32>>
}

// An array that is split otherwise is another one.
// CHECK-LABEL: pattern.program @lanes
// CHECK: pattern.lanes
// CHECK: pattern.join
pattern.program @lanes ["n"] (%a = "a" : !pattern.array<"4 * n" x f32>)
    -> !pattern.array<"4 * n" x f32> {
  %s = pattern.lanes "4" %a : !pattern.array<"4 * n" x f32>
  %j = pattern.join %s : !pattern.array<"4" x array<"n" x f32>>
  pattern.yield %j : !pattern.array<"4 * n" x f32>
}
