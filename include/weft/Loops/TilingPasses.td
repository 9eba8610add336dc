//===- TilingPasses.td - Tiling, versioning, unrolling -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes over loops over tiles, loop versioning, and unrolling.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_TILINGPASSES_TD
#define WEFT_LOOPS_TILINGPASSES_TD

include "mlir/Pass/PassBase.td"

def FoldCounters : Pass<"weft-fold-counters", "::mlir::func::FuncOp"> {
  let summary = "Compute counters of loops in closed form";
  let description = [{
    Replaces loop-carried values of an `scf.for` by their final value, which is
    computed before the loop:

    - a counter of type `index` that each iteration increments by the same
      amount: the initial value plus the number of iterations times the
      increment;
    - an invariant value that each iteration yields: the initial value if the
      loop has no iteration, and otherwise the yielded value.

    The transformation applies where

    - the loop counts signed values of type `index` by 1;
    - the loop uses a counter only for its increment, and an invariant value not
      at all;
    - the increment does not depend on the iteration or on memory.

    It removes a dependence between iterations, so that the loop can be
    vectorized.

    ```mlir
    %count = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (index) {
      ...
      %next = arith.addi %carried, %c1 : index
      scf.yield %next : index
    }
    ```
    becomes
    ```mlir
    %steps = arith.maxsi %n, %c0 : index
    %count = arith.addi %init, %steps : index
    scf.for %i = %c0 to %n step %c1 {...}
    ```

    Loops that carry neither an incremented nor an invariant value are not
    candidates and have no remark, nor have values that are neither stored to an
    array nor index one. No lowering option controls the pass. Its remarks have
    the name `fold_counters`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ShiftLoops : Pass<"weft-shift-loops", "::mlir::func::FuncOp"> {
  let summary = "Fold offsets of induction variables into loop bounds";
  let description = [{
    Rewrites a loop from 0 that adds an offset to its induction variable into a
    loop from the offset. Later passes recognize consecutive rows by loops whose
    induction variable is the row. The transformation applies to an `scf.for`
    that

    - contains other `scf.for` loops;
    - counts signed values of type `index` from 0 by 1;
    - uses its induction variable only in sums with the same value from outside;
    - has no execution tags in `weft.loop`.

    The sums are coordinates, so that they do not wrap around.

    ```mlir
    scf.for %i1 = %c0 to %n step %c1 {
      %i = arith.addi %begin, %i1 : index
      ...
    }
    ```
    becomes
    ```mlir
    %end = arith.addi %begin, %n : index
    scf.for %i = %begin to %end step %c1 {...}
    ```

    Loops without inner loops, and loops that add no offset to their induction
    variable or only constants in some of its uses, are not candidates and have
    no remark. No lowering option controls the pass. Its remarks have the name
    `shift_loops`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerTileTails : Pass<"weft-lower-tile-tails", "::mlir::func::FuncOp"> {
  let summary = "Lower the tail strategies of loops over tiles";
  let description = [{
    Lowers the tail strategy that a schedule sets for a loop over a tile in
    `weft.loop`:

    - `guard(n)`: the loop is versioned. The version for full tiles has `n`
      iterations, the other one has the iterations of a partial tile. The guard
      is hoisted out of all enclosing loops in which it is invariant, except
      parallel and vector loops. Loops in the same tile share the guard.
    - `predicate(n)`: the loop has `n` iterations, each of which tests whether
      it is inside the tile.

    The pass applies to every `scf.for` with one of these entries. The loop must
    count signed values of type `index` by 1; the pass fails otherwise. Loops
    with a constant number of iterations only lose the entry. Vector loops keep
    it for `weft-vectorize-loops`. Each loop out of which a guard is hoisted is
    cloned.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.loop = #weft.loop<guard(8)>}
    ```
    becomes
    ```mlir
    %is_full = arith.cmpi eq, %left, %c8 : index
    scf.if %is_full {
      scf.for %j1 = %c0 to %c8 step %c1 {...}
    } else {
      scf.for %j1 = %c0 to %left step %c1 {...}
    }
    ```

    Loops without one of these entries are not candidates and have no remark. No
    lowering option controls the pass, but the tail of `split` in a schedule.
    Its remarks have the name `lower_tile_tails`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def UnrollHistograms : Pass<"weft-unroll-histograms", "::mlir::func::FuncOp"> {
  let summary = "Tag loops that increment counters for unrolling";
  let description = [{
    Tags loops that increment a counter at a loaded coordinate with an unroll
    factor, which `weft-unroll-loops` applies. An iteration takes few
    instructions, so that loop control dominates its time. The transformation
    applies to an `scf.for` that

    - counts signed values of type `index` by 1;
    - carries no values and has no execution tags in `weft.loop`;
    - loads a coordinate, adds a constant to the element of an array at it,
      stores the sum to the same element, and contains no other operations but
      sums and casts.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coordinates[%p] : memref<?xindex>
      %count = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %count, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<unroll(4)>}
    ```

    The option `unroll_histograms` of `weft.lowering_config` enables the pass
    for a loop; its value is the factor (4). Without a configuration it runs.
  }];
  let dependentDialects = ["::weft::WeftDialect"];
}

def UnrollLoops : Pass<"weft-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops by the factor of their schedule";
  let description = [{
    Replaces every `scf.for` with `unroll(n)` in `weft.loop` by a loop with `n`
    copies of the body, followed by a remainder loop. Loop-carried values are
    passed from copy to copy. A remainder of at most one iteration needs no
    loop.

    A `gpu(thread)` loop without loop-carried values is unrolled and jammed:
    each thread executes `n` adjacent iterations, and inner loops with the same
    bounds execute those of all of them. Both loops keep their unit, whose
    number of iterations is divided by `n`.

    - The loop must count signed values of type `index` by 1.
    - The product of the factors of a loop and its enclosing loops is at most
      1024.

    The pass fails otherwise. Inner loops are unrolled first.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.loop = #weft.loop<unroll(4)>}
    ```
    becomes
    ```mlir
    scf.for %j1 = %c0 to %last step %c4 {
      ...  // %j1
      ...  // %j1 + 1
      ...  // %j1 + 2
      ...  // %j1 + 3
    }
    scf.for %j1 = %last to %left step %c1 {...}
    ```

    Loops without `unroll(n)` are not candidates and have no remark. No lowering
    option controls the pass, but `unroll` of a schedule and the passes that tag
    loops. Its remarks have the name `unroll_loops`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def VersionExtents : Pass<"weft-version-extents", "::mlir::func::FuncOp"> {
  let summary = "Version loop nests for small dense extents";
  let description = [{
    Clones a loop nest for small extents of a dense mode and selects the version
    before the nest. A dense operand with one column is then as fast as a
    vector, although the extent is unknown when the kernel is compiled. The
    transformation applies to the outermost loops that

    - call no function;
    - contain loops with `vector` in `weft.loop`, whose bounds are computed from
      one extent of type `index` that is defined outside the nest.

    The version for an extent of 1 has neither vector loops nor loops over the
    extent. It is rarely run, so that LLVM neither interleaves nor unrolls its
    other loops. If vector loops accumulate into elements in memory that no loop
    of the nest initializes, there are versions for 2 to 4 as well, inside
    another loop only for 2. An accumulator that an enclosing loop can carry in
    registers does not count. Loops over the elements of a tile that have no
    vectors, as complex numbers, count as vector loops; the versions for 1 to 4
    unroll them.

    With `masked`, the rest of the nest is versioned for extents of at most one
    register. That version has one masked vector instead of the loops over
    tiles. It exists where each vector loop can be masked and is in a loop over
    tiles that `weft-widen-tiles` accepts. Each version adds to the code size
    and compile time.

    ```mlir
    scf.for %i = ... {
      scf.for %k = %c0 to %n step %c1 {...} {weft.loop = #weft.loop<vector(16)>}
    }
    ```
    becomes
    ```mlir
    scf.index_switch %n
    case 1 {
      scf.for %i = ...   // with %n = 1
    }
    default {
      scf.if %is_narrow {
        scf.for %i = ...   // one tile, vector and partial
      } else {
        scf.for %i = ...
      }
    }
    ```

    The option `version_extents` of `weft.lowering_config` enables the pass for
    a loop; `masked` adds the version for at most one vector. Without a
    configuration it runs.
  }];
  let options = [
    Option<"hasMasks", "masks", "bool", /*default=*/"false",
           "Vectors can be masked">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">
  ];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def WidenTiles : Pass<"weft-widen-tiles", "::mlir::func::FuncOp"> {
  let summary = "Compute pairs of full tiles as vectors of twice the length";
  let description = [{
    Splits a loop over tiles of a dense mode into a loop over pairs of full
    tiles, with tiles of twice the elements, and a loop over the remaining
    tiles. A tile whose length is a power of two becomes one vector, which fills
    several registers.
    The loops inside a tile, such as a loop over a sparse row, run half as
    often. The transformation applies to an `scf.for` with `tiles(n)` in
    `weft.loop` where

    - the loop counts from 0 by 1, carries no values and has no execution tags;
    - it uses the number of a tile only for the first coordinate and the width
      of the tile;
    - only loops with `vector(n)` over the elements of a tile store, to elements
      whose index depends on the tile;
    - at least one of these loops is nested in another loop inside the tile;
    - no other loads read the arrays to which they store, and nothing else has
      side effects.

    The body is cloned once. The pass runs after `weft-version-extents`, which
    matches the original loops over tiles.

    ```mlir
    scf.for %t = %c0 to %num_tiles step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %left, %c16 : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %width step %c1 {...} {weft.loop = #weft.loop<vector(16)>}
      }
    }
    ```
    becomes
    ```mlir
    %num_pairs = arith.divui %n, %c32 : index
    scf.for %t = %c0 to %num_pairs step %c1 {
      %begin = arith.muli %t, %c32 : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %c32 step %c1 {...} {weft.loop = #weft.loop<vector(32)>}
      }
    }
    %first = arith.muli %num_pairs, %c2 : index
    scf.for %t = %first to %num_tiles step %c1 {...}
    ```

    The option `widen_tiles` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_TILINGPASSES_TD
