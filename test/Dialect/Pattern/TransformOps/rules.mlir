// RUN: weft-opt %s -transform-interpreter -split-input-file | FileCheck %s

// Rows are divided among blocks and their threads, and the entries of a row among
// lanes, as in listing 7.

!row = !pattern.array<"toNat(offset@(i + 1) - offset@i)" x f32>
!csr = !pattern.array<"i < n" ->
    array<"toNat(offset@(i + 1) - offset@i)" x f32>>

// CHECK-LABEL: pattern.program @row_sums
// CHECK: %[[CHUNKS:.*]] = pattern.split "32" %{{.*}}
// CHECK: %[[ROWS:.*]] = pattern.map workgroup "i1" (%[[CHUNK:.*]] = %[[CHUNKS]] :
// CHECK:   pattern.map local "i1_" (%[[ROW:.*]] = %[[CHUNK]] :
// CHECK:     %[[LANES:.*]] = pattern.lanes "8" %[[ROW]]
// CHECK-SAME: <"toNat(offset@(32 * i1 + i1_ + 1)) - toNat(offset@(32 * i1 + i1_))" x f32>
// CHECK:     %[[SUMS:.*]] = pattern.map "i" (%[[LANE:.*]] = %[[LANES]] :
// CHECK:       pattern.reduce arith.addf %[[LANE]]
// CHECK:     pattern.reduce arith.addf %[[SUMS]]
// CHECK: pattern.join %[[ROWS]]
pattern.program @row_sums ["n"] (
    %offset = "offset" : !pattern.array<"n + 1" x i32>,
    %values = "values" : !csr) -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map "i" (%row = %values : !csr) attributes {rows} {
    %sum = pattern.reduce arith.addf %row from %zero : !row
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"n" x f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.structured.match attributes{rows} in %root
        : (!transform.any_op) -> !transform.any_op
    %blocks = transform.pattern.split_map %rows "32"
        : (!transform.any_op) -> !transform.any_op
    %workgroups = transform.pattern.set_mapping %blocks workgroup
        : (!transform.any_op) -> !transform.any_op
    %inner = transform.structured.match ops{["pattern.map"]} in %workgroups
        : (!transform.any_op) -> !transform.any_op
    %threads, %outer = transform.split_handle %inner
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %local = transform.pattern.set_mapping %threads local
        : (!transform.any_op) -> !transform.any_op
    %reduce = transform.structured.match ops{["pattern.reduce"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %lanes = transform.pattern.stride_reduce %reduce "8"
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: pattern.program @fused
// CHECK: %[[CHUNKS:.*]] = pattern.split "4" %{{.*}} : <"n" x f32>
// CHECK: pattern.map "i" (%[[CHUNK:.*]] = %[[CHUNKS]]
// CHECK:   pattern.reduce arith.addf %[[CHUNK]]
// CHECK: pattern.reduce_seq (%[[ACC:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}} : !pattern.array<"n" x f32>) {
// CHECK:   %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:   %[[PAIR:.*]] = pattern.pair %[[SQUARE]], %[[X]]
// CHECK:   %[[A:.*]] = pattern.first %[[PAIR]]
// CHECK:   %[[B:.*]] = pattern.second %[[PAIR]]
// CHECK:   %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK:   %[[NEXT:.*]] = arith.addf %[[ACC]], %[[SUM]]
// CHECK:   pattern.yield %[[NEXT]]
pattern.program @fused ["n"] (%x = "x" : !pattern.array<"n" x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %first = pattern.reduce arith.addf %x from %zero {split} : !pattern.array<"n" x f32>
  %pairs = pattern.map (%y = %x : !pattern.array<"n" x f32>) {
    %square = arith.mulf %y, %y : f32
    %pair = pattern.pair %square, %y : f32, f32
    pattern.yield %pair : !pattern.pair<f32, f32>
  }
  %sums = pattern.map (%p = %pairs : !pattern.array<"n" x pair<f32, f32>>) attributes {fuse} {
    %a = pattern.first %p : !pattern.pair<f32, f32>
    %b = pattern.second %p : !pattern.pair<f32, f32>
    %sum = arith.addf %a, %b : f32
    pattern.yield %sum : f32
  }
  %second = pattern.reduce arith.addf %sums from %zero {fold} : !pattern.array<"n" x f32>
  %result = arith.addf %first, %second : f32
  pattern.yield %result : f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %split = transform.structured.match attributes{split} in %root
        : (!transform.any_op) -> !transform.any_op
    %map = transform.pattern.split_reduce %split "4"
        : (!transform.any_op) -> !transform.any_op
    %fuse = transform.structured.match attributes{fuse} in %root
        : (!transform.any_op) -> !transform.any_op
    %fused = transform.pattern.fuse_maps %fuse
        : (!transform.any_op) -> !transform.any_op
    %fold = transform.structured.match attributes{fold} in %root
        : (!transform.any_op) -> !transform.any_op
    %folded = transform.pattern.fuse_reduce %fold
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Names of positions stay different.
// CHECK-LABEL: pattern.program @names
// CHECK: pattern.map "i1" (%{{.*}} = %{{.*}} : !pattern.array<"n" x array<"m" x f32>>) {
// CHECK:   pattern.map "i" (
// CHECK:     pattern.value "i + i1" : i32
// CHECK:   pattern.reduce
// CHECK:   pattern.value "i1" : i32
pattern.program @names ["n", "m"] (%a = "a" : !pattern.array<"n" x array<"m" x f32>>)
    -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map "j" (%row = %a : !pattern.array<"n" x array<"m" x f32>>) {
    %more = pattern.map "i" (%x = %row : !pattern.array<"m" x f32>) {
      %number = pattern.value "i + j" : i32
      %float = arith.sitofp %number : i32 to f32
      %y = arith.addf %x, %float : f32
      pattern.yield %y : f32
    }
    %sum = pattern.reduce arith.addf %more from %zero : !pattern.array<"m" x f32>
    pattern.yield %sum : f32
  }
  %result = pattern.map "i" (%x = %sums : !pattern.array<"n" x f32>) attributes {fuse} {
    %number = pattern.value "i" : i32
    %float = arith.sitofp %number : i32 to f32
    %y = arith.mulf %x, %float : f32
    pattern.yield %y : f32
  }
  pattern.yield %result : !pattern.array<"n" x f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fuse = transform.structured.match attributes{fuse} in %root
        : (!transform.any_op) -> !transform.any_op
    %fused = transform.pattern.fuse_maps %fuse
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
