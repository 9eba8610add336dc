// RUN: weft-opt %s -convert-pattern-to-tin | FileCheck %s

// CHECK-LABEL: func.func @products(
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf32> {weft.name = "A"}, %[[B:.*]]: tensor<?x?xf32> {weft.name = "B"}) -> (tensor<?xf32> {weft.name = "products"})
// CHECK: tin.compute (%[[I:.*]] "r" to %{{.*}}) : tensor<?xf32>
// CHECK:   tin.reduce arith.maximumf (%[[J:.*]] "i" to
// CHECK:     tin.access %[[A]][%[[I]], %[[J]]]
// CHECK:     tin.access %[[B]][%[[I]], %[[J]]]
!mat = !pattern.array<"n" x array<"m" x f32>>
!row = !pattern.array<"m" x f32>
pattern.program @products ["n", "m"] (%A = "A" : !mat, %B = "B" : !mat)
    -> !pattern.array<"n" x f32> {
  %low = arith.constant 0xFF800000 : f32
  %z = pattern.zip %A, %B : !mat, !mat
  %y = pattern.map "r" (%rows = %z : !pattern.array<"n" x pair<array<"m" x f32>, array<"m" x f32>>>) {
    %a = pattern.first %rows : !pattern.pair<array<"m" x f32>, array<"m" x f32>>
    %b = pattern.second %rows : !pattern.pair<array<"m" x f32>, array<"m" x f32>>
    %p = pattern.zip %a, %b : !row, !row
    %q = pattern.map (%e = %p : !pattern.array<"m" x pair<f32, f32>>) {
      %l = pattern.first %e : !pattern.pair<f32, f32>
      %r = pattern.second %e : !pattern.pair<f32, f32>
      %v = arith.mulf %l, %r : f32
      pattern.yield %v : f32
    }
    %s = pattern.reduce arith.maximumf %q from %low : !row
    pattern.yield %s : f32
  }
  pattern.yield %y : !pattern.array<"n" x f32>
}

// Columns, and a position as a number and as an index.
// CHECK-LABEL: func.func @columns(
// CHECK: tin.compute (%[[J:.*]] "i" to %{{.*}}) : tensor<?xi32>
// CHECK:   tin.reduce arith.addi (%[[I:.*]] "j" to
// CHECK:     tin.access %{{.*}}[%[[I]], %[[J]]]
pattern.program @columns ["n", "m"] (%A = "A" : !pattern.array<"n" x array<"m" x i32>>)
    -> !pattern.array<"m" x i32> {
  %zero = arith.constant 0 : i32
  %t = pattern.transpose %A : !pattern.array<"n" x array<"m" x i32>>
  %y = pattern.map (%c = %t : !pattern.array<"m" x array<"n" x i32>>) {
    %s = pattern.reduce arith.addi %c from %zero : !pattern.array<"n" x i32>
    pattern.yield %s : i32
  }
  pattern.yield %y : !pattern.array<"m" x i32>
}
