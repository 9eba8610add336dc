// RUN: weft-opt %s -convert-pattern-to-scf=sums=loop -canonicalize -cse | FileCheck %s --check-prefix=LOOP
// RUN: weft-opt %s -convert-pattern-to-scf=sums=closed -canonicalize -cse | FileCheck %s --check-prefix=CLOSED
// RUN: weft-opt %s -convert-pattern-to-scf -canonicalize -cse | FileCheck %s --check-prefix=TABLE

!row = !pattern.array<"i + 1" x f32>
!lower = !pattern.array<"i < n" -> array<"i + 1" x f32>>

// Triangular numbers.
// LOOP-LABEL: func.func @lower(
// LOOP: scf.for %[[I:.*]] = %{{.*}} to %{{.*}}
// LOOP:   scf.for %{{.*}} iter_args(%{{.*}}) -> (f32)
// LOOP:     scf.for %{{.*}} = %{{.*}} to %[[I]] {{.*}} -> (index)
// CLOSED-LABEL: func.func @lower(
// CLOSED: scf.for %[[I:.*]] = %{{.*}} to %{{.*}}
// CLOSED:   scf.for %{{.*}} iter_args(%{{.*}}) -> (f32)
// CLOSED:     %[[SQUARE:.*]] = arith.muli %[[I]], %[[I]]
// CLOSED:     %[[DIFFERENCE:.*]] = arith.subi %[[SQUARE]], %[[I]]
// CLOSED:     arith.divui %[[DIFFERENCE]], %{{.*}}
// CLOSED-NOT: scf.for
// CLOSED: return
pattern.program @lower ["n"] (%values = "values" : !lower) -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map "i" (%x = %values : !lower) {
    %sum = pattern.reduce arith.addf %x from %zero : !row
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"n" x f32>
}

!segment = !pattern.array<"toNat(lengths@i)" x f32>
!lil = !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>

// CLOSED-LABEL: func.func private @lil(
// CLOSED-COUNT-3: scf.for
// TABLE-LABEL: func.func private @lil_kernel(
// TABLE-SAME: %[[TABLE:[a-z0-9]*]]: memref<?xindex>) {
// TABLE: scf.for %[[I:.*]] = %{{.*}} to
// TABLE:   memref.load %[[TABLE]][%[[I]]]
// TABLE-LABEL: func.func private @lil_table0(
// TABLE-LABEL: func.func private @lil(
// TABLE: %[[ALLOC:.*]] = memref.alloc
// TABLE: call @lil_table0({{.*}}%[[ALLOC]])
// TABLE: call @lil_kernel({{.*}}%[[ALLOC]])
// TABLE: memref.dealloc %[[ALLOC]]
pattern.program @lil ["n"] (
    %lengths = "lengths" : !pattern.array<"n" x i32>,
    %values = "values" : !lil) -> !pattern.array<"n" x f32>
    attributes {sym_visibility = "private"} {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map "i" (%x = %values : !lil) {
    %sum = pattern.reduce arith.addf %x from %zero : !segment
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"n" x f32>
}
