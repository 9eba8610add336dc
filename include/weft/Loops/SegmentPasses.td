//===- SegmentPasses.td - Vectorization of segments --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that vectorize or flatten loops over segments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_SEGMENTPASSES_TD
#define WEFT_LOOPS_SEGMENTPASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeSegments
    : Pass<"weft-vectorize-segments", "::mlir::func::FuncOp"> {
  let summary = "Vectorize loops over sparse segments and loops that append";
  let description = [{
    Vectorizes loops that append, and innermost loops over segments: ranges of
    positions whose bounds are loaded from an array, as the entries of a row in
    CSR, so that their length is known when the loop begins. Each lowering
    option is a transformation for loops of one shape. A remark reports each
    candidate loop that is vectorized, or the precondition that it violates.

    **`vectorize_segments = masked`.**
    Vectorizes each reduction over a segment, with a masked tail.

    It applies to an innermost `scf.for` with a segment in `weft.loop` that
    carries values, if

    - the bounds are loaded, and the induction variable is an index that
      increases by one;
    - each carried value is a sum, product or bitwise reduction by one operation
      that may be reordered: no maximum, and no floating-point sum with
      `-strict-fp`. It is no complex number;
    - the loop loads some element indirectly, and stores none. LLVM vectorizes
      reductions of contiguous elements;
    - all operations and array accesses can be masked: vectors mask elements of
      32 and 64 bits only;
    - the loop loads some array at its induction variable: with the size of the
      array of positions, its size gives the average length of segments;
    - a vector of 64 bytes has at least four lanes.

    No branch depends on the length of a segment except for the loop over full
    vectors. If segments average at most half a vector, a segment of at most
    that length is one vector of half as many lanes. If they average at most two
    entries, segments that fill no vector stay scalar. The transformation is
    profitable on processors on which a masked gather is as fast as a few scalar
    loads.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      %j = ...  // loaded at %p
      %x = memref.load %b[%j] : memref<?xf64>
      %next = arith.addf %carried, %x fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    ```
    becomes, for each full vector and, with a mask, for the tail,
    ```mlir
    %x = vector.gather %b[%c0] [%j], %mask, %zeros : memref<?xf64>, ...
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    ```

    The option `vectorize_segments = masked` of `weft.lowering_config` enables
    vectorization with a masked tail for a loop. Without a configuration, it is
    enabled.

    **`vectorize_segments = overrun`.** Vectorizes each reduction over a
    segment, with a tail that reads into the next segment.

    It applies to loops over adjacent segments: the bounds are positions `i` and
    `i + 1` of a level in a loop over `i`. As for `vectorize_segments = masked`,
    the bounds are loaded, the step is one, all carried values are reductions
    that may be reordered, the loop has an indirect load and no store, and all
    operations can be masked. Besides,

    - the loop over `i` is outermost, or inside of an outermost parallel loop
      only;
    - the loop over the segment is in no `scf.if` or `scf.while` inside of the
      loop over `i`, which may not execute it for the next segment;
    - contiguous loads at the position are of arrays of the tensor;
    - the indices of gathers are computed from coordinates of the segment and
      from values that all segments share, so that they are valid at positions
      of the next segment.

    All vectors have four lanes and gather by scalar loads. The tail loads a
    full vector, and only its result is masked. A segment is scalar if its tail
    might end behind the last segment. A profitability guard before the loop
    over `i` requires that

    - segments average at least one and a half entries: otherwise their exit
      branch is predicted well;
    - the gathered arrays fit into one megabyte, or the middle half of the
      coordinates of two sampled segments spans fewer than 16384 elements each.

    A loop over segments of at most 60 operations is versioned by the guard. The
    transformation is profitable on processors on which gathers are slower than
    scalar loads.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      %j = ...  // loaded at %p
      %x = memref.load %b[%j] : memref<?xf64>
      %next = arith.addf %carried, %x fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    ```

    The option `vectorize_segments = overrun` of `weft.lowering_config` enables
    vectorization with a tail that reads into the next segment for a loop.
    Without a configuration, the tail is masked.

    **`vectorize_conditionals`.** Vectorizes each reduction over a segment that
    a branch performs, with a masked tail.

    It applies to an `scf.for` with a segment in `weft.loop` that yields results
    of a branch. As for `vectorize_segments = masked`, the bounds are loaded,
    the step is one, all carried values are reductions that may be reordered,
    the loop has an indirect load and no store, and all operations can be
    masked. Besides,

    - its only `scf.if` combines a value into each carried value, which stays
      the same if the condition is false;
    - the branch only loads and computes, and has no regions;
    - its loads are contiguous, or of one element at an invariant index, which
      the pass hoists out of the loop;
    - the loop has no attributes of another transformation.

    The value of an entry that does not take the branch is the identity of the
    reduction. With the value `gather`, vectors have 64 bytes and gather with a
    mask. With the value `load`, they have four lanes and gather by scalar
    loads; processors with `fast-gathers` use the former.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      %j = ...  // loaded at %p
      %x = memref.load %table[%j] : memref<?xi64>
      %found = arith.cmpi ne, %x, %none : i64
      %next = scf.if %found -> (f64) {
        %term = ...
        %more = arith.addf %carried, %term fastmath<reassoc> : f64
        scf.yield %more : f64
      } else {
        scf.yield %carried : f64
      }
      scf.yield %next : f64
    }
    ```

    The option `vectorize_conditionals` of `weft.lowering_config` enables
    vectorization of conditional reductions for a loop; its value is `gather` or
    `load`. Without a configuration, it is `load`.

    **`vectorize_appends`.** Vectorizes each loop that appends an element per
    iteration to arrays, with a masked tail.

    It applies to an innermost `scf.for` that stores at indices that it carries,
    if

    - each carried value is a counter with step one, and each store is at a
      counter;
    - the arrays that it stores to are allocated in the function, and it loads
      from none of them;
    - stores at different counters are to different arrays;
    - its loads are contiguous or invariant, and all operations and accesses can
      be masked;
    - a vector of 64 bytes has at least eight lanes.

    No branch depends on the number of iterations except for the loop over full
    vectors. If the loop reads an array of the function, only loops of at least
    64 iterations are vectorized, since vector loads wait for pending scalar
    stores. All of their vectors but the first are aligned to cache lines of the
    array with the widest elements. The transformation is profitable on
    processors with masked vector stores.

    ```mlir
    %end = scf.for %p = %lower to %upper step %c1 iter_args(%q = %begin) -> (index) {
      %j = memref.load %crd[%p] : memref<?xi32>
      memref.store %j, %list[%q] : memref<?xi32>
      %next = arith.addi %q, %c1 : index
      scf.yield %next : index
    }
    ```

    The option `vectorize_appends` of `weft.lowering_config` enables
    vectorization of appends for a loop. Without a configuration, it is enabled.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all "
               "that it implements; `option=value` is used where the IR has no "
               "configuration">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
}

def VectorizeRuns : Pass<"weft-vectorize-runs", "::mlir::func::FuncOp"> {
  let summary = "Vectorize scatters at consecutive coordinates";
  let description = [{
    Updates four elements by one vector where four coordinates are consecutive.

    It applies to each `scf.for` with `runs` in `weft.loop`: its coordinates
    increase, and most are consecutive. Its preconditions are:

    - the loop carries nothing, and its induction variable is an index that
      increases by one;
    - all stores are at one index, the coordinate at the position plus an
      invariant;
    - the arrays that it stores to are allocated in the function, and alias none
      of the other arrays;
    - loads are invariant, contiguous at the position, or of a stored array at
      the index of the stores;
    - all other operations are elementwise.

    Each iteration compares the first with the fourth coordinate. If these are
    not consecutive, it costs one comparison more than the scalar loop.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      %before = memref.load %table[%j] : memref<?xf64>
      %sum = arith.addf %before, %a : f64
      memref.store %sum, %table[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<runs>}
    ```
    becomes the following loop, before the same loop for the remaining entries:
    ```mlir
    %left = scf.while (%p = %begin) : (index) -> index {
      %isLeft = arith.cmpi sle, %p, %lastFour : index
      scf.condition(%isLeft) %p : index
    } do {
    ^bb0(%p: index):
      %third = arith.addi %p, %c3 : index
      %j = memref.load %crd[%p] : memref<?xindex>
      %j3 = memref.load %crd[%third] : memref<?xindex>
      %wanted = arith.addi %j, %c3 : index
      %isRun = arith.cmpi eq, %j3, %wanted : index
      %next = scf.if %isRun -> (index) {
        %before = vector.load %table[%j] : memref<?xf64>, vector<4xf64>
        %a = vector.load %values[%p] : memref<?xf64>, vector<4xf64>
        %sum = arith.addf %before, %a : vector<4xf64>
        vector.store %sum, %table[%j] : memref<?xf64>, vector<4xf64>
        %four = arith.addi %p, %c4 : index
        scf.yield %four : index
      } else {
        ...
        %one = arith.addi %p, %c1 : index
        scf.yield %one : index
      }
      scf.yield %next : index
    }
    ```
    The pass removes `runs` from all loops.

    The option `vectorize_runs` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeIntersections
    : Pass<"weft-vectorize-intersections", "::mlir::func::FuncOp"> {
  let summary = "Intersect two segments by comparing vectors of coordinates";
  let description = [{
    Compares a vector of coordinates of one segment with a block of the other
    per iteration.

    It applies to each `scf.while` whose condition has `intersection` in
    `weft.loop`, and that intersects two segments by one comparison per
    iteration. Its preconditions are:

    - the coordinates of both segments are contiguous, of the same type, and of
      32 or 64 bits;
    - the loop exits at the end of a segment only, and the final positions are
      not used;
    - each segment advances by one position for the smaller coordinate, or by
      search under a condition that the loop does not change;
    - carried values change only in the branch for equal coordinates (the
      match), and nothing else has side effects;
    - the match has at most 100 operations and no loops;
    - the match stores to arrays, and passes arrays to functions, only if the
      function allocates them and they hold no coordinates of the segments.

    The match executes for the same coordinates in the same order. If fewer
    coordinates than lanes remain in the second segment, the vector is compared
    with one after the other. A loop that advances by search remains as the
    version for which the condition holds. The transformation is profitable on
    processors that compare vectors to mask registers.

    ```mlir
    scf.while (%p = %pb, %q = %qb, %carried = %init) {
      ...  // %p < %pe and %q < %qe
      scf.condition(%inside) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %carried : index, index, f64
    } do {
      %i = ...  // loaded at %p
      %j = ...  // loaded at %q
      %k = arith.minui %i, %j : index
      %is_i = arith.cmpi eq, %i, %k : index
      %is_j = arith.cmpi eq, %j, %k : index
      %both = arith.andi %is_i, %is_j : i1
      %next = scf.if %both -> (f64) {...} else {scf.yield %carried : f64}
      ...  // %p and %q move on by one where they were at %k
    }
    ```
    becomes a loop over blocks of both segments, in each step of which
    ```mlir
    %is = vector.load %crd0[%p] : memref<?xi64>, vector<8xi64>
    ...  // a mask of the lanes of %is that equal a coordinate from %q on
    ```
    and the match runs for each lane of the mask.

    The option `vectorize_intersections` of `weft.lowering_config` enables the
    pass for a loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def FlattenRows : Pass<"weft-flatten-rows", "::mlir::func::FuncOp"> {
  let summary = "Flatten loops over short rows into one loop over entries";
  let description = [{
    Replaces a loop over rows and the loop over the entries of each row by one
    loop over entries, in a version for rows that average fewer than three
    entries.

    It applies to an `scf.for` over adjacent segments (the entries of rows) that
    stores to arrays at an index that it loads at the coordinate of the entry,
    as in `prefetch_scatters`. Its preconditions are:

    - the loop over rows is not nested, and neither loop carries values;
    - a row executes nothing after its entries, and only reads before them;
    - the entries use no value of the row except those that are computed from
      its number;
    - the loop over entries contains no branches or loops, and has no attributes
      of another transformation.

    For each chunk of 512 entries, a first loop stores the number of the row of
    each entry to an array on the stack, by vectors of eight lanes without a
    branch on the length of the row. A second loop iterates the entries of the
    chunk. This costs one store and one load per entry, and saves the
    misprediction at the end of each row.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      scf.for %p = %low to %high step %c1 {
        %j = memref.load %coordinates[%p] : memref<?xindex>
        %place = memref.load %places[%j] : memref<?xindex>
        memref.store %i, %rows[%place] : memref<?xindex>
      }
    }
    ```
    becomes
    ```mlir
    scf.for %chunk = %begin to %end step %c512 iter_args(%first = %c0) -> (index) {
      ...
      scf.for %p = %chunk to %chunkEnd step %c1 {
        %number = arith.subi %p, %chunk : index
        %i = memref.load %numbers[%number] : memref<520xindex>
    ```

    The option `flatten_rows` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // WEFT_LOOPS_SEGMENTPASSES_TD
