//===- TilingPasses.td - Tiles, versions and unrolling -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over tiles, versions of loop nests, and unrolling.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_TILINGPASSES_TD
#define WEFT_LOOPS_TILINGPASSES_TD

include "mlir/Pass/PassBase.td"

def FoldCounters : Pass<"weft-fold-counters", "::mlir::func::FuncOp"> {
  let summary = "Compute what loops count to instead of counting";
  let description = [{
    Replaces each index that an `scf.for` with steps of one carries, if every iteration
    adds the same to it and uses it for nothing else, by what it comes to, which is
    computed in front of the loop.

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

    What each iteration yields alike, and none uses, is a choice between that and
    what the loop began with, by whether there is an iteration.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ShiftLoops : Pass<"weft-shift-loops", "::mlir::func::FuncOp"> {
  let summary = "Let loops over parts of rows count rows";
  let description = [{
    Has each `scf.for` with other loops inside count from an offset on if it counts from
    zero, by one, and adds that to all that it counts.

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

    The numbers are coordinates, whose sums do not wrap around. This is how passes find
    rows that follow each other.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerTileTails : Pass<"weft-lower-tile-tails", "::mlir::func::FuncOp"> {
  let summary = "Give loops over tiles the ends that a schedule chooses";
  let description = [{
    Makes of every `scf.for` that has `guard(n)` in `weft.loop` two: one with `n`
    steps, and itself for when there are fewer. Which of them runs is decided in
    front of the loops around that do not change it, which are there twice as
    well. One that has `predicate(n)` has `n` steps from then on, and
    asks in each whether it is before the end.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.loop = #weft.loop<guard(8)>}
    ```

    Loops whose iterations are lanes keep their marks.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def UnrollHistograms : Pass<"weft-unroll-histograms", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops that count in arrays";
  let description = [{
    Marks every `scf.for` whose steps do nothing but add a constant to a number of an
    array, at a place that is loaded, to be unrolled four times, unless it has marks
    already.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coordinates[%p] : memref<?xindex>
      %count = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %count, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<unroll(4)>}
    ```

    The option `unroll_histograms` of `weft.lowering_config` enables the pass for a
    loop; its value is the factor (4). Without a configuration it runs.
  }];
  let dependentDialects = ["::weft::WeftDialect"];
}

def UnrollLoops : Pass<"weft-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll the loops that a schedule unrolls";
  let description = [{
    Makes of every `scf.for` that has `unroll(n)` in `weft.loop` one that does `n`
    steps in one, and behind it one for the steps that are left. What a loop
    carries goes from copy to copy.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.loop = #weft.loop<unroll(4)>}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def VersionExtents : Pass<"weft-version-extents", "::mlir::func::FuncOp"> {
  let summary = "Copy loops around lanes for small dense modes";
  let description = [{
    Makes of each outermost loop that calls no function, around some that are marked
    `vector`, if all of these have the same extent and it is known before the
    loop, a choice: where the extent is one, a copy runs that has no lanes and no loop
    over it, and else the loop. A dense operand with one column is then as fast as a
    vector, though nobody knew that when the kernel was compiled. If lanes combine into
    elements that no loop of the nest just stores, there are copies for two to four as
    well, or for two alone inside of another loop, but for elements that a loop around
    carries and combines in any order.

    The copy for one is of a case that is rare: LLVM makes no more of its loops than
    one vector in a step.

    Where vectors have masks, and each step of such a loop has others over the tiles of
    the extent, the nest itself is for extents that one register holds, and a copy of it
    for others. It has no loops over tiles then, and a vector with a mask instead of what
    lanes share.

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

    The option `version_extents` of `weft.lowering_config` enables the pass for a
    loop; `masked` adds the version for at most one vector. Without a configuration
    it runs.
  }];
  let options = [
    Option<"hasMasks", "masks", "bool", /*default=*/"false",
           "Lanes of vectors may be left out">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Do not combine floating-point numbers in another order">
  ];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def WidenTiles : Pass<"weft-widen-tiles", "::mlir::func::FuncOp"> {
  let summary = "Let pairs of full tiles of lanes go by as one";
  let description = [{
    Splits each `scf.for` over tiles of an extent, in which other loops have lanes
    share a tile, into one over pairs of full tiles, with a vector as long as both, and one
    over those that are left. What the loops inside read is read half as often.

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

    It comes behind `weft-specialize-extents`, which finds tiles as they were. Only lanes
    may store for a tile, into its elements, which nothing beside them
    loads, and tiles carry nothing.

    The option `widen_tiles` of `weft.lowering_config` enables the pass for a loop.
    Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_TILINGPASSES_TD
