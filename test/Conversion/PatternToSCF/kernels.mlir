// RUN: weft-opt %s -convert-pattern-to-scf=kernels | FileCheck %s
// RUN: weft-opt %s -convert-pattern-to-scf="kernels strict-fp" | FileCheck %s --check-prefix=STRICT

!matrix = !pattern.array<"n" x array<"m" x f32>>

// Sizes and arrays come in and go out; the number n is a size of an operand.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[N:.*]]: index {weft.name = "a"}, %[[M:.*]]: index, %[[A:.*]]: memref<?xf32>)
// CHECK-SAME: -> (index {weft.name = "sums"}, memref<?xf32>)
// CHECK-SAME: weft.abi = {arguments = [{arrays = [f32], rank = 2 : i64}], results = [{arrays = [f32], rank = 1 : i64}]}, weft.kernel
// CHECK: %[[ALLOC:.*]] = memref.alloc(%[[N]])
// CHECK: scf.for
// CHECK:   arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
// CHECK: weft.loop = #weft.loop<parallel(static), optional>
// CHECK: return %[[N]], %[[ALLOC]]
// STRICT-LABEL: func.func @sums(
// STRICT: arith.addf %{{.*}}, %{{.*}} : f32
pattern.program @sums ["n", "m"] (%a = "a" : !matrix) -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %b = pattern.map (%row = %a : !matrix) {
    %s = pattern.reduce arith.addf %row from %zero : !pattern.array<"m" x f32>
    pattern.yield %s : f32
  }
  pattern.yield %b : !pattern.array<"n" x f32>
}

// CHECK-LABEL: func.func @blocks(
// CHECK: } {weft.loop = #weft.loop<gpu(thread)>}
// CHECK: } {weft.loop = #weft.loop<gpu(block)>}
pattern.program @blocks ["n", "m"] (%a = "a" : !matrix) -> !matrix {
  %b = pattern.map workgroup (%row = %a : !matrix) {
    %more = pattern.map local (%x = %row : !pattern.array<"m" x f32>) {
      %y = arith.negf %x : f32
      pattern.yield %y : f32
    }
    pattern.yield %more : !pattern.array<"m" x f32>
  }
  pattern.yield %b : !matrix
}

// A scatter combines in order, even if its input is a map for threads. The size of
// the result is an argument.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME: %{{.*}}: index {weft.extent = array<i64: 0, 0>})
// CHECK-NOT: weft.loop = #weft.loop<parallel(static)>
// CHECK: call @weft_rt_fail
// CHECK-NOT: weft.loop = #weft.loop<parallel(static)>
// CHECK: return
pattern.program @scattered ["n", "m"] (%p = "p" : !pattern.array<"n" x i32>)
    -> !pattern.array<"m" x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = pattern.map par (%i = %p : !pattern.array<"n" x i32>) {
    %pair = pattern.pair %i, %one : i32, f32
    pattern.yield %pair : !pattern.pair<i32, f32>
  }
  %y = pattern.scatter arith.addf %e into "m" from %zero
      : !pattern.array<"n" x pair<i32, f32>>
  pattern.yield %y : !pattern.array<"m" x f32>
}

// Lists of rows: their table is filled before the loops, and freed behind them.
// CHECK-LABEL: func.func @lists(
// CHECK: %[[TABLE:.*]] = memref.alloc(%{{.*}}) : memref<?xindex>
// CHECK: call @weft_rt_fail
// CHECK: memref.load %[[TABLE]]
// CHECK: memref.dealloc %[[TABLE]]
// CHECK-NEXT: return
pattern.program @lists ["n"] (
    %lengths = "lengths" : !pattern.array<"n" x i32>,
    %values = "values" : !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>)
    -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %b = pattern.map "i" (%row = %values : !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>) {
    %s = pattern.reduce arith.addf %row from %zero : !pattern.array<"toNat(lengths@i)" x f32>
    pattern.yield %s : f32
  }
  pattern.yield %b : !pattern.array<"n" x f32>
}
