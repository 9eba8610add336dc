// RUN: weft-opt %s -convert-pattern-to-scf | FileCheck %s

!entries = !pattern.array<"n" x pair<i32, f32>>

// A result is computed in its memory.
// CHECK-LABEL: func.func @result(
// CHECK-SAME: %[[RESULT:[a-z0-9]*]]: memref<?xf32>) {
// CHECK-NOT: memref.alloc
// CHECK: memref.store %{{.*}}, %[[RESULT]]
// CHECK: memref.load %[[RESULT]]
// CHECK: memref.store %{{.*}}, %[[RESULT]]
// CHECK: return
pattern.program @result ["n", "m"] (%entries = "entries" : !entries)
    -> !pattern.array<"m" x f32> {
  %zero = arith.constant 0.0 : f32
  %y = pattern.scatter arith.addf %entries into "m" from %zero : !entries
  pattern.yield %y : !pattern.array<"m" x f32>
}

// Another one is stored, and freed where its loop or the function ends.
// CHECK-LABEL: func.func @between(
// CHECK: %[[ALLOC:.*]] = memref.alloc
// CHECK: memref.dealloc %[[ALLOC]]
// CHECK-NEXT: return
pattern.program @between ["n", "m"] (%entries = "entries" : !entries) -> f32 {
  %zero = arith.constant 0.0 : f32
  %y = pattern.scatter arith.addf %entries into "m" from %zero : !entries
  %sum = pattern.reduce arith.addf %y from %zero : !pattern.array<"m" x f32>
  pattern.yield %sum : f32
}

// CHECK-LABEL: func.func @inside(
// CHECK: scf.for
// CHECK:   %[[ALLOC:.*]] = memref.alloc
// CHECK:   memref.store %{{.*}}, %arg{{[0-9]+}}
// CHECK:   memref.dealloc %[[ALLOC]]
// CHECK-NEXT: }
pattern.program @inside ["n", "m"] (%rows = "rows" : !pattern.array<"m" x array<"n" x pair<i32, f32>>>)
    -> !pattern.array<"m" x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map (%row = %rows : !pattern.array<"m" x array<"n" x pair<i32, f32>>>) {
    %y = pattern.scatter arith.addf %row into "m" from %zero : !entries
    %sum = pattern.reduce arith.maximumf %y from %zero : !pattern.array<"m" x f32>
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"m" x f32>
}
