//===- SegmentPasses.td - Vectorization of segments --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of loops over segments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_SEGMENTPASSES_TD
#define WEFT_LOOPS_SEGMENTPASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeSegments : Pass<"weft-vectorize-segments", "::mlir::func::FuncOp"> {
  let summary = "Vectorize loops over segments";
  let description = [{
    Vectorizes innermost loops over segments, whose length is known when they begin.

    **`vectorize_segments = masked`.**
    Makes vectors of each `scf.for` over a segment, whose bounds are loaded, if it
    only combines numbers in any order, and gathers some of them. The last vector
    has a mask, so that nothing depends on how long the segment is but the number of
    full vectors before it. The arrays tell how many entries segments have on
    average: where it is half a vector or less, those of so many are a single
    vector of half of the lanes, and where it is two or less, those that fill no
    vector remain loops.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      %j = ...  // loaded at %p
      %x = memref.load %b[%j] : memref<?xf64>
      %next = arith.addf %carried, %x fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    ```

    This is for processors whose gathers with masks are as fast as a few loads.

    The option `vectorize_segments = masked` of `weft.lowering_config` enables the
    pass for a loop. Without a configuration it runs.

    **`vectorize_segments = overrun`.**
    Makes vectors of each `scf.for` over a segment that only combines numbers in any
    order and gathers some of them, as `weft-mask-segments` does, for processors
    whose gathers take longer than single loads. Elements are loaded one by one. The
    last vector is as long as the others: behind a segment is the next one, of which
    positions and coordinates are as good, and what it makes of them is left out.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      %j = ...  // loaded at %p
      %x = memref.load %b[%j] : memref<?xf64>
      %next = arith.addf %carried, %x fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    ```

    Both bounds are loaded from an operand, one beside the other, at what an outermost
    loop counts, so that each segment ends where the next one begins, and all positions
    between the first and the last bound are entries of some segment. A segment whose
    last vector might end behind all of them is single steps. So are all segments if
    they have less than three entries in two of them on average, or gather from more
    than a megabyte, but where the middle half of the coordinates of two of them are
    less than 16384 apart: a loop over segments of 60 operations at most has a copy for
    these without vectors.

    The option `vectorize_segments = overrun` of `weft.lowering_config` enables the
    pass for a loop. Without a configuration it runs.

    **`vectorize_conditionals`.**
    Makes vectors of each `scf.for` over a segment, whose bounds are loaded, if it
    does nothing but combine terms, in any order, in a branch on what it gathers. The
    term of an entry that does not take the branch is one that changes nothing, and
    the last vector has a mask.

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

    What the branch loads is one element for all entries, or lies in a row. Elements
    are loaded one by one for vectors of four, but on processors with `fast-gathers`.

    The option `vectorize_conditionals` of `weft.lowering_config` enables the pass
    for a loop; its value is `gather` or `load`. Without a configuration it runs.

    **`vectorize_appends`.**
    Makes vectors of each `scf.for` that does nothing but store, at indices that it
    counts, what it computes of elements that lie in a row, if the arrays that it
    stores into were allocated in the function and are none of those that it reads.
    The last vector has a mask, so that nothing depends on how many steps there are
    but the number of full vectors before it. Where it reads something else than
    arguments, there are vectors for 64 steps and more, and all but the first of them begin
    at a line of the array with the widest elements.

    ```mlir
    %end = scf.for %p = %lower to %upper step %c1 iter_args(%q = %begin) -> (index) {
      %j = memref.load %crd[%p] : memref<?xi32>
      memref.store %j, %list[%q] : memref<?xi32>
      %next = arith.addi %q, %c1 : index
      scf.yield %next : index
    }
    ```

    This is for processors whose vectors have masks.

    The option `vectorize_appends` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all of "
               "its own; `option=value` is used where the IR has no "
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
  let summary = "Change arrays in vectors where places follow each other";
  let description = [{
    An `scf.for` with `runs` in `weft.loop` changes arrays at places that ascend, none of which is there twice. The
    place is the same for all arrays, a coordinate that is loaded at the variable of the loop, and
    what is stored is computed from what is
    read there, and from arrays that do not change. Four entries whose first place is three
    less than the last one are done as a vector. The arrays have to be allocated in the
    function.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      %before = memref.load %table[%j] : memref<?xf64>
      %sum = arith.addf %before, %a : f64
      memref.store %sum, %table[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<runs>}
    ```
    becomes, in front of the same loop for what is left,
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
    All loops lose the attribute.

    The option `vectorize_runs` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeIntersections : Pass<"weft-vectorize-intersections", "::mlir::func::FuncOp"> {
  let summary = "Intersect segments in blocks of coordinates";
  let description = [{
    Lets each `scf.while` that intersects two segments step by step, whose
    condition has `intersection` in `weft.loop`, compare a vector of coordinates of one segment with as many of
    the other one at once, or, where fewer are left of that, with one after the
    other. What is done where coordinates are equal is done for the same ones, in
    the same order. Where the loop moves on by search under a condition that it does
    not change, it stays for that.

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

    Coordinates have 32 or 64 bits, and those of both segments the same type. What is done
    for a match has 100 operations at most and no loops, and stores into arrays, and
    gives arrays to functions, only that are allocated here and have no element of the
    coordinates. This is for processors that compare vectors to bits.

    The option `vectorize_intersections` of `weft.lowering_config` enables the pass
    for a loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def FlattenRows : Pass<"weft-flatten-rows", "::mlir::func::FuncOp"> {
  let summary = "Go over the entries of short rows in one loop";
  let description = [{
    In a loop over the entries of a row that stores to a place which is loaded from an
    array at the coordinate of the entry, as `weft-prefetch-scatters` has it, rows of
    fewer than three entries on average are written down for 512 entries at a time,
    and one loop goes over these entries. Which it is, is asked in front of the loop
    over rows. That is in no other loop, carries nothing, and does nothing in a row but
    to go over its entries, which use nothing of the row but what is computed of its
    number.

    ```mlir
    scf.for %chunk = %begin to %end step %c512 iter_args(%first = %c0) -> (index) {
      ...
      scf.for %p = %chunk to %chunkEnd step %c1 {
        %number = arith.subi %p, %chunk : index
        %i = memref.load %numbers[%number] : memref<520xindex>
    ```

    The option `flatten_rows` of `weft.lowering_config` enables the pass for a loop.
    Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // WEFT_LOOPS_SEGMENTPASSES_TD
