//===- Passes.td - Passes on loops over arrays ------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes loops over arrays fast. They know memref and scf, and neither
// tensors nor levels: what is sparse is a segment of an array here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_PASSES_TD
#define WEFT_LOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def EndTiles : Pass<"weft-end-tiles", "::mlir::func::FuncOp"> {
  let summary = "Give loops over tiles the ends that a schedule chooses";
  let description = [{
    Makes of every `scf.for` that is marked `weft.guard = n` two: one with `n`
    steps, and itself for when there are fewer. Which of them runs is decided in
    front of the loops around that do not change it, which are there twice as
    well. One that is marked `weft.predicate = n` has `n` steps from then on, and
    asks in each whether it is before the end.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.guard = 8}
    ```

    Loops whose iterations are lanes keep their marks.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def UnrollCounts : Pass<"weft-unroll-counts", "::mlir::func::FuncOp"> {
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
    } {weft.unroll = 4}
    ```
  }];
}

def UnrollLoops : Pass<"weft-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll the loops that a schedule unrolls";
  let description = [{
    Makes of every `scf.for` that is marked `weft.unroll = n` one that does `n`
    steps in one, and behind it one for the steps that are left. What a loop
    carries goes from copy to copy.

    ```mlir
    scf.for %j1 = %c0 to %left step %c1 {
      ...
    } {weft.unroll = 4}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ReuseWorkspaces : Pass<"weft-reuse-workspaces", "::mlir::func::FuncOp"> {
  let summary = "Make workspaces once for all iterations of loops";
  let description = [{
    Moves every `memref.alloc` of one dimension whose size is checked right before
    it out of the loops in whose iterations the size is the same, with the
    `memref.dealloc` that its block ends with and the check of its size, if the
    array is just loaded from and stored to. It has no elements where the outermost
    of these loops does not run. Loops whose iterations are lanes are not left. What
    leaves a parallel loop stands at the begin and end of its body, marked
    `weft.per_part`, and `weft-convert-parallel-loops` moves it out of the loop of a
    part.

    If the array is filled first, an iteration clears what it has stored, so that it
    is filled once. The loops that stored run again, cut down to what tells them
    the places: operations that are pure and loads from arrays of arguments, which
    are not written. All of these loops must go over segments, whose bounds are
    loaded; they run if they have less than a quarter as many steps as the array
    has elements, and otherwise it is filled. An array that is filled for a
    loop over a dimension, or at places that cannot be found again, is filled in each
    iteration.

    ```mlir
    %w = memref.alloc(%n) : memref<?xf64>
    // fill %w
    scf.for %i = ... {
      scf.for %p = %begin to %end step %c1 {
        // store something to %w[%k]
      }
      // use %w
      scf.for %p = %begin to %end step %c1 {
        // store zero to %w[%k]
      }
    }
    memref.dealloc %w
    ```
  }];
  let statistics = [
    Statistic<"numReused", "num-reused", "Number of arrays moved out of loops">,
    Statistic<"numCleared", "num-cleared",
              "Number of arrays cleared by what was stored">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CarryArrays : Pass<"weft-carry-arrays", "::mlir::func::FuncOp"> {
  let summary = "Let iterations hand on arrays that they free";
  let description = [{
    Takes an array of a constant size before an `scf.for` that each iteration takes
    and frees. If each takes some that grow, which are cast to a size that is not
    known and not filled, and frees as many of the same types, the loop carries
    them: an iteration begins with what the last one would have freed, all of the
    size of the smallest, unless that is smaller than what it would have taken.
    Parallel loops and those that lanes share are left.

    ```mlir
    scf.for %i = ... {
      %a = memref.alloc() : memref<64xf64>
      %c = memref.cast %a : memref<64xf64> to memref<?xf64>
      %d = func.call @append(%c) : ...
      memref.dealloc %d : memref<?xf64>
    }
    ```
    becomes
    ```mlir
    %last = scf.for %i = ... iter_args(%c = %first) -> (memref<?xf64>) {
      %d = func.call @append(%c) : ...
      ...
      scf.yield %d : memref<?xf64>
    }
    memref.dealloc %last : memref<?xf64>
    ```
  }];
  let statistics = [
    Statistic<"numCarried", "num-carried", "Number of arrays handed on">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
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
        scf.for %k = %c0 to %width step %c1 {...} {weft.vector = 16 : i64}
      }
    }
    ```
    becomes
    ```mlir
    %num_pairs = arith.divui %n, %c32 : index
    scf.for %t = %c0 to %num_pairs step %c1 {
      %begin = arith.muli %t, %c32 : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %c32 step %c1 {...} {weft.vector = 32 : i64}
      }
    }
    %first = arith.muli %num_pairs, %c2 : index
    scf.for %t = %first to %num_tiles step %c1 {...}
    ```

    It comes behind `weft-specialize-extents`, which finds tiles as they were. Only lanes
    may store for a tile, into its elements, which nothing beside them
    loads, and tiles carry nothing. It is for tiles that nobody asked for: a schedule
    has those that it names.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def SpecializeExtents : Pass<"weft-specialize-extents",
                             "::mlir::func::FuncOp"> {
  let summary = "Copy loops around lanes for small dense modes";
  let description = [{
    Makes of each outermost loop that calls no function, around some that are marked
    `weft.vector`, if all of these have the same extent and it is known before the
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
        scf.for %i = ...   // one tile, marked weft.partial_vector
      } else {
        scf.for %i = ...
      }
    }
    ```
  }];
  let options = [
    Option<"hasMasks", "masks", "bool", /*default=*/"false",
           "Lanes of vectors may be left out">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Do not combine floating-point numbers in another order">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def VectorizeRuns : Pass<"weft-vectorize-runs", "::mlir::func::FuncOp"> {
  let summary = "Change arrays in vectors where places follow each other";
  let description = [{
    An `scf.for` with `weft.runs` changes arrays at places that ascend, none of which is there twice. The
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
    } {weft.runs}
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
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeRows : Pass<"weft-vectorize-rows", "::mlir::func::FuncOp"> {
  let summary = "Let lanes run loops inside of them";
  let description = [{
    Lets the lanes of a vector take steps after each other of an `scf.for` that has
    loops in each step, of as many steps for all of them. What these carry is a vector
    then, whose lanes are combined with nothing but their own, in the order of the
    loop. A branch on a lane's own condition is taken by all, with a mask for what it
    loads. If the loop may have more steps than there are lanes, or threads share it, it
    becomes one over blocks of as many. Less than a block is done step by step.

    Steps have to be independent: each stores one element, next to that of the step
    before, into arrays of the function's own, of which it reads no other. And vectors
    have to gain: the loops inside load elements in a row for lanes, which lie apart for their
    own steps, and nothing is gathered but at places that were loaded.

    ```mlir
    scf.for %i = %c0 to %m step %c1 {
      %sum = scf.for %k = %c0 to %slots step %c1 iter_args(%carried = %zero) -> (f64) {
        %above = arith.muli %k, %m : index
        %p = arith.addi %above, %i : index
        %j = ...  // loaded at %p
        %is_there = arith.cmpi sge, %j, %c0 : index
        %next = scf.if %is_there -> (f64) {
          %a = memref.load %values[%p] : memref<?xf64>
          %b = memref.load %x[%j] : memref<?xf64>
          ...
        } else {
          scf.yield %carried : f64
        }
        scf.yield %next : f64
      }
      memref.store %sum, %y[%i] : memref<?xf64>
    }
    ```
    becomes
    ```mlir
    scf.for %block = %c0 to %blocks step %c1 {
      %i = arith.muli %block, %c8 : index
      ...
      scf.if %is_full {
        %sums = scf.for %k = ... iter_args(%carried = %zeros) -> (vector<8xf64>) {
          ...
          %is_there = arith.cmpi sge, %j, %none : vector<8xindex>
          %a = vector.maskedload %values[%p], %is_there, %zeros : ...
          %b = vector.gather %x[%c0] [%j], %is_there, %zeros : ...
          ...
          %next = arith.select %is_there, %sum, %carried : vector<8xi1>, vector<8xf64>
          scf.yield %next : vector<8xf64>
        }
        vector.store %sums, %y[%i] : memref<?xf64>, vector<8xf64>
      } else {
        scf.for %row = %i to %m step %c1 {...}
      }
    }
    ```

    What lies 16 vectors ahead is prefetched where the steps of a loop inside are no
    constant number of elements apart, and 1024 elements ahead where they are. Arrays
    are gathered from, or loaded from lane by lane: if they have no more than 131072
    elements, or if the places that the first and the last lane load from in the first
    step are less than 4096 elements apart. Each vector is there for both. Loops that
    gather, and prefetch 16 vectors ahead, are marked to be unrolled.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeLoops : Pass<"weft-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Let the lanes of vectors run the iterations of loops";
  let description = [{
    Makes of every `scf.for` that is marked `weft.vector = n` one over vectors of
    iterations, and behind it one for those that fill no vector. Where iterations may
    be done once more, and there are enough for a vector, one that overlaps the last
    takes these; and one with a mask does if the loop only combines what it reads in a
    row. Scalars that are the same in all iterations stay scalars; arrays are loaded and
    stored at consecutive places or gathered and scattered; what the loop combines is
    combined in each lane, and the lanes behind the loop. Who marks a loop says that
    what it combines is combined in any order; of a single operation it is checked.

    A loop with at most `n` iterations, if that is a power of two up to 128 and of
    no more than 1024 bytes, is one vector of `n`. Where fewer are left, it is a vector
    with a mask, of half of the lanes where that is enough, down to 32 bytes; or the
    loop, where there are no masks. A loop that is marked `weft.predicate = n` as well
    is a vector of `n` with a mask, whatever is left. A constant number of iterations
    that is less than a register holds is a vector of so many, if the loop carries
    nothing or that is a power of two. Other vectors have as many lanes as 64 bytes
    hold of the widest number that lanes load, store or combine. Loops around a vector
    that they load, change and store at one place carry it in a register.

    ```mlir
    scf.for %j = %c0 to %n step %c1 {
      ...
    } {weft.vector = 0}
    ```
  }];
  let options = [
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Do not combine floating-point numbers in another order">,
    Option<"scalar", "scalar", "bool", /*default=*/"false",
           "Check that lanes can run the loops, and leave these as they are">,
    Option<"optional", "optional", "bool", /*default=*/"false",
           "Leave loops that lanes cannot run; nobody asked for vectors">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

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

def ForwardTiles : Pass<"weft-forward-tiles", "::mlir::func::FuncOp"> {
  let summary = "Let loops carry what was stored before";
  let description = [{
    Replaces every load of a vector in a row by what was stored to the same place,
    with the same mask, if nothing else may be stored to the array in between; the
    lanes that a mask leaves out are then those of the store. The store moves to the
    other case of a branch whose first one stores there again before anything reads
    the array. Branches that store to arrays of the function, and branches behind
    them that ask the same, become one before.

    What is loaded with a mask, and was not stored here, is combined with behind the
    loops that combine into it, if they may do that in any order.

    A single element of an array of the function is what a store in front of the load,
    in the same block, has stored to it, if nothing in between may use the array
    otherwise. Nor is it stored then if the next use of the array stores it again. Zero
    and a sum that a loop has begun with zero are that sum.

    ```mlir
    vector.store %fill, %c[%p] : memref<?xf64>, vector<8xf64>
    scf.if %isEntered {
      %tile = vector.load %c[%p] : memref<?xf64>, vector<8xf64>
      %sum = scf.for ... iter_args(%carried = %tile) -> (vector<8xf64>) {...}
      vector.store %sum, %c[%p] : memref<?xf64>, vector<8xf64>
    }
    ```
    becomes
    ```mlir
    scf.if %isEntered {
      %sum = scf.for ... iter_args(%carried = %fill) -> (vector<8xf64>) {...}
      vector.store %sum, %c[%p] : memref<?xf64>, vector<8xf64>
    } else {
      vector.store %fill, %c[%p] : memref<?xf64>, vector<8xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def ExpandRows : Pass<"weft-expand-rows", "::mlir::func::FuncOp"> {
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
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PrefetchFoundElements
    : Pass<"weft-prefetch-found-elements", "::mlir::func::FuncOp"> {
  let summary = "Fetch what coordinates lead to in dense operands ahead";
  let description = [{
    A loop over positions that loads from an operand where a coordinate leads, has a
    copy that fetches what the coordinate some positions further on leads to, or the
    last one, into the second cache, which waits for more lines at a time than the first
    one. It runs where one of these operands is far and there are 1024 coordinates:

    | | positions ahead | far from |
    |---|---|---|
    | an element | 128 | 1 MB |
    | an element of a result | 128 | 32 MB |
    | a vector, or a row in vectors by a loop inside | 64 | 6 MB |
    | a vector of 256 bytes or more in a fiber of a tensor, into the first cache | 16 | 1 MB |

    However large it is, it is not far if coordinates lead to things that were there
    just before, which two of them are asked for in front of the loops: those 256 entries
    behind them are no more than 4096 away from them, and there are so many coordinates that
    each part of the operand is loaded eight times on average.

    A fiber is a loop inside of two that begin anywhere, as segments do; nothing else is
    fetched there. Neither coordinates nor operands may be written in the function; results
    are arrays that it allocates and returns. Elements are not fetched for runs of equal
    coordinates, nor for what is left of a loop of vectors. The bounds of segments are left
    to `weft-prefetch-found-segments`, and loops around others as they are. Vectors that are
    loaded behind a loop in the same branch as in its steps are fetched as well; then all of
    the branch has a copy.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) ... {
      %j = memref.load %crd[%p] : memref<?xindex>
      %row = arith.muli %j, %width : index
      %v = vector.load %dense[%row] : memref<?xf64>, vector<16xf64>
      ...
    }
    ```
    becomes in the copy
    ```mlir
      %further = arith.addi %p, %c32 : index
      %ahead = arith.minsi %further, %lastOfCrd : index
      %j32 = memref.load %crd[%ahead] : memref<?xindex>
      %j = memref.load %crd[%p] : memref<?xindex>
      %row = arith.muli %j, %width : index
      %row32 = arith.muli %j32, %width : index
      memref.prefetch %dense[%row32], read, locality<2>, data : memref<?xf64>
      %line1 = arith.addi %row32, %c8 : index
      memref.prefetch %dense[%line1], read, locality<2>, data : memref<?xf64>
      %v = vector.load %dense[%row] : memref<?xf64>, vector<16xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrefetchScatters : Pass<"weft-prefetch-scatters", "::mlir::func::FuncOp"> {
  let summary = "Fetch places that entries are stored to ahead";
  let description = [{
    In a loop over the entries of a row that stores to a place which is loaded from an
    array at the coordinate of the entry, looks up the place of the entry 16 further
    on, or of the last one of all rows, as it is now, and fetches it to be written; with
    `to-second-cache`, that of the entry 64 further on, to be read, since no processor
    fetches what is written to there. Only where rows have three entries on average, and
    all of them `min-entries`, which is asked in front of the loop over rows. Coordinates
    and the bounds of rows have to be operands, in which nothing changes, and rows have to
    follow each other in them.

    ```mlir
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %bounds[%i] : memref<?xindex>
      %end = memref.load %bounds[%next] : memref<?xindex>
      scf.for %p = %begin to %end step %c1 {
        %j = memref.load %coordinates[%p] : memref<?xindex>
        %place = memref.load %places[%j] : memref<?xindex>
        memref.store %i, %rows[%place] : memref<?xindex>
      }
    }
    ```
    gets a copy for rows that are long, in the inner loop of which there is
    ```mlir
        %further = arith.addi %p, %c16 : index
        %ahead = arith.minsi %further, %last : index
        %j = memref.load %coordinates[%ahead] : memref<?xindex>
        %place = memref.load %places[%j] : memref<?xindex>
        memref.prefetch %rows[%place], write, locality<3>, data : memref<?xindex>
    ```
  }];
  let options = [
    Option<"minEntries", "min-entries", "int64_t", /*default=*/"0",
           "How many entries there are that are worth it">,
    Option<"toSecondCache", "to-second-cache", "bool", /*default=*/"false",
           "Fetch places of entries further on into the second cache">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def InterleaveReductions : Pass<"weft-interleave-reductions",
                                "::mlir::func::FuncOp"> {
  let summary = "Combine vectors that loops carry in several registers";
  let description = [{
    Lets the steps of each `scf.for` take turns, if all that it carries are
    vectors which every step combines into in any order, of two registers at most,
    and it just reads besides: four vectors of one register are combined into at
    once, or two of two, if no masks leave out lanes of them. What is left is done
    by the loop as before. A step need not wait for the combination of the last one.

    A loop whose bounds are both loaded, as those of segments are, is short as a rule. If
    it carries one register, it is one over pairs of steps, and the last pair stands
    behind it. The second step of that is the first one again if there is no other, with
    a mask that leaves out what it combines.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      ...
      %next = arith.addf %carried, %term fastmath<reassoc> : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    ```
    becomes
    ```mlir
    %turns:4 = scf.for %p = %begin to %middle step %c4 iter_args(%carried0 = %init,
                                                                 %carried1 = %neutral, ...)
    ...
    %sum = scf.for %p = %middle to %end step %c1 iter_args(%carried = %combined)
    ```
    or, over a segment with entries,
    ```mlir
    %pairs:2 = scf.for %p = %begin to %middle step %c2 iter_args(%carried0 = %init,
                                                                 %carried1 = %neutral)
    %first = ...   // the step at %middle, from %pairs#0
    %second = ...  // the step at %last, from %pairs#1
    %kept = arith.select %is_other, %second, %pairs#1 : vector<8xi1>, vector<8xf64>
    %sum = arith.addf %first, %kept fastmath<reassoc> : vector<8xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def MaskSegments : Pass<"weft-mask-segments", "::mlir::func::FuncOp"> {
  let summary = "Combine what segments have in vectors, the last with a mask";
  let description = [{
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
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
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

def MaskTerms : Pass<"weft-mask-terms", "::mlir::func::FuncOp"> {
  let summary = "Combine in vectors what only some entries of segments have";
  let description = [{
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
  }];
  let options = [Option<"fastGathers", "fast-gathers", "bool",
                        /*default=*/"false",
                        "The processor gathers with masks as fast as it loads">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def OverrunSegments : Pass<"weft-overrun-segments", "::mlir::func::FuncOp"> {
  let summary = "Combine short segments in vectors that read behind them";
  let description = [{
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
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PrefetchFoundSegments
    : Pass<"weft-prefetch-found-segments", "::mlir::func::FuncOp"> {
  let summary = "Fetch segments ahead that coordinates lead to";
  let description = [{
    In a loop over the entries of rows, the coordinate of an entry may say where a
    segment begins that is gone through for it. What is read there, of operands, is
    fetched for the segment that the entry 8 further on leads to, and the bound of the
    segment for the one 16 further on; instead of entries behind the last one of all
    rows, the last one is asked. All entries of the rows need valid coordinates, also those that a
    branch around the loop leaves out. Coordinates and bounds have to be operands, in which nothing changes, and
    rows have to follow each other in them.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %rows[%i] : memref<?xindex>
      %end = memref.load %rows[%next] : memref<?xindex>
      scf.for %p = %begin to %end step %c1 {
        %j = memref.load %columns[%p] : memref<?xindex>
        %after = arith.addi %j, %c1 : index
        %first = memref.load %pos[%j] : memref<?xindex>
        %last = memref.load %pos[%after] : memref<?xindex>
        scf.for %q = %first to %last step %c1 {
          %k = memref.load %crd[%q] : memref<?xindex>
        }
      }
    }
    ```
    gets in the loop over `%p`
    ```mlir
        %far = arith.addi %p, %c16 : index
        %further = arith.minsi %far, %lastEntry : index
        %j16 = memref.load %columns[%further] : memref<?xindex>
        memref.prefetch %pos[%j16], read, locality<3>, data : memref<?xindex>
        %near = arith.addi %p, %c8 : index
        %ahead = arith.minsi %near, %lastEntry : index
        %j8 = memref.load %columns[%ahead] : memref<?xindex>
        %first8 = memref.load %pos[%j8] : memref<?xindex>
        memref.prefetch %crd[%first8], read, locality<3>, data : memref<?xindex>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def HoldRows : Pass<"weft-hold-rows", "::mlir::func::FuncOp"> {
  let summary = "Keep rows of a few vectors in registers";
  let description = [{
    Where a loop goes over entries, and a loop in it over rows in vectors, some of
    which are the same for all entries, it has a version for rows of four vectors. That
    loads these in front of the loop over entries, if there is one, and has the four
    steps instead of the loop over vectors. Arrays that it loads from in front may not
    be written in the function, and how long rows are has to depend on one number.
    Loops of single entries, whose step is one, stay as they are.

    ```mlir
    scf.for %p = %begin to %end step %c4 {
      %sum = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
        %c = vector.load %C[%k] : memref<?xf64>, vector<8xf64>
        %d = vector.load %D[%at] : memref<?xf64>, vector<8xf64>
        ...
      }
    }
    ```
    becomes, if `%n` is 32 and there is an entry,
    ```mlir
    %row0 = vector.load %C[%c0] : memref<?xf64>, vector<8xf64>
    ...
    %row3 = vector.load %C[%c24] : memref<?xf64>, vector<8xf64>
    scf.for %p = %begin to %end step %c4 {
      %d0 = vector.load %D[%at0] : memref<?xf64>, vector<8xf64>
      ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def JoinStores : Pass<"weft-join-stores", "::mlir::func::FuncOp"> {
  let summary = "Store elements next to each other as a vector";
  let description = [{
    Stores to elements that are next to each other become one of a vector. What they
    store has to be computed alike: from the lanes of a vector, in their order, from what
    is loaded next to each other, of arrays that the function does not write, and from
    what is the same for all. There are two of them, or as many as another power of two,
    and between them is nothing that reads what they store, or stores something else.

    ```mlir
    %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
    %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
    %a0 = memref.load %a[%p] : memref<?xf64>
    %a1 = memref.load %a[%p1] : memref<?xf64>
    %b0 = arith.mulf %s0, %a0 : f64
    %b1 = arith.mulf %s1, %a1 : f64
    memref.store %b0, %b[%p] : memref<?xf64>
    memref.store %b1, %b[%p1] : memref<?xf64>
    ```
    becomes
    ```mlir
    %as = vector.load %a[%p] : memref<?xf64>, vector<2xf64>
    %bs = arith.mulf %sums, %as : vector<2xf64>
    vector.store %bs, %b[%p] : memref<?xf64>, vector<2xf64>
    ```
  }];
  let dependentDialects = ["::mlir::vector::VectorDialect"];
}

def PrefetchSegments : Pass<"weft-prefetch-segments", "::mlir::func::FuncOp"> {
  let summary = "Load ahead what segments have";
  let description = [{
    Where an `scf.for` goes over segments that follow each other, since the variable
    of a loop around it says which, and each of its steps loads vectors of operands, a
    line of a cache of one at least, each step prefetches what is 512 elements ahead of
    those of which it loads half a line or more.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %begin = memref.load %pos[%i] : memref<?xindex>
      scf.for %p = %begin to %end step %c8 {
        %ahead = arith.addi %p, %c512 : index
        memref.prefetch %crd[%ahead], read, locality<3>, data : memref<?xi32>
        memref.prefetch %values[%ahead], read, locality<3>, data : memref<?xf64>
        %j = vector.load %crd[%p] : memref<?xi32>, vector<8xi32>
        %v = vector.load %values[%p] : memref<?xf64>, vector<8xf64>
      }
    }
    ```

    Steps that load less ask for nothing: it would be the same again and again.
    If they access elements that others say, and little else is done for a segment,
    there is a copy of the loop over segments for arrays of four million elements
    and more, two million for processors with near caches, that does. Steps of vectors ask
    as above there. Those of single elements leave it to the loop over segments,
    which asks in front of each: for a line of each array, or for 24 elements, to
    come to the second cache, if caches are near. A version of a loop that asks for what
    coordinates lead to asks so for its segments without a question.
  }];
  let options = [
    Option<"nearCaches", "near-caches", "bool", /*default=*/"false",
           "Ask as is best for processors whose caches are near">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def IntersectBlocks : Pass<"weft-intersect-blocks", "::mlir::func::FuncOp"> {
  let summary = "Intersect segments in blocks of coordinates";
  let description = [{
    Lets each `scf.while` that intersects two segments step by step, whose
    condition is marked `weft.distinct`, compare a vector of coordinates of one segment with as many of
    the other one at once, or, where fewer are left of that, with one after the
    other. What is done where coordinates are equal is done for the same ones, in
    the same order. Where the loop moves on by search under a condition that it does
    not change, it stays for that.

    ```mlir
    scf.while (%p = %pb, %q = %qb, %carried = %init) {
      ...  // %p < %pe and %q < %qe
      scf.condition(%inside) {weft.distinct} %p, %q, %carried : index, index, f64
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
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def MaskAppends : Pass<"weft-mask-appends", "::mlir::func::FuncOp"> {
  let summary = "Append what segments have in vectors, the last with a mask";
  let description = [{
    Makes vectors of each `scf.for` that does nothing but store, at indices that it
    counts, what it computes of elements that lie in a row, if the arrays that it
    stores into were allocated in the function and those that it reads are arguments.
    The last vector has a mask, so that nothing depends on how many steps there are
    but the number of full vectors before it.

    ```mlir
    %end = scf.for %p = %lower to %upper step %c1 iter_args(%q = %begin) -> (index) {
      %j = memref.load %crd[%p] : memref<?xi32>
      memref.store %j, %list[%q] : memref<?xi32>
      %next = arith.addi %q, %c1 : index
      scf.yield %next : index
    }
    ```

    This is for processors whose vectors have masks.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def JoinReductions : Pass<"weft-join-reductions", "::mlir::func::FuncOp"> {
  let summary = "Combine the rows of several steps of a loop at once";
  let description = [{
    Lets an `scf.for` take four steps at once, if each has one loop over rows of
    elements, the same in all steps, that carries a number which lanes can combine
    into, and if steps may be done once more: they store into arrays of the function
    that they do not read. The four loops become one, marked for lanes, in which
    what is the same for all of them is computed once. The last steps overlap with
    those before; fewer than four are left to the loop.

    A loop of few steps, as that over the rows of a block, takes all of them at once if
    each has a loop over blocks, the same for all, in which one over their columns
    combines into a number.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {...}
      ...
    }
    ```
    becomes
    ```mlir
    %last = arith.subi %end, %c4 : index
    scf.for %p = %begin to %end step %c4 {
      %first = arith.minsi %p, %last : index
      ...
      %sums:4 = scf.for %k = %c0 to %n step %c1 iter_args(%carried0 = %zero, ...) {
        ...
      } {weft.vector = 0 : i64}
      ...
    }
    ```
  }];
  let options = [Option<"strict", "strict", "bool", /*default=*/"false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def CarryLanes : Pass<"weft-carry-lanes", "::mlir::func::FuncOp"> {
  let summary = "Combine lanes behind the loop around that which they share";
  let description = [{
    Makes a vector of an `scf.for` of few steps, as that over the columns of a block,
    if it combines into what the loop around it carries. That loop carries a vector
    instead, whose lanes are combined behind it. A block with fewer columns has a
    mask, and so have all if the columns are no power of two.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%above = %zero) -> (f64) {
      ...
      %next = scf.for %j = %c0 to %columns step %c1 iter_args(%carried = %above) -> (f64) {
        ...
      }
      scf.yield %next : f64
    }
    ```
    becomes
    ```mlir
    %sums = scf.for %p = %begin to %end step %c1 iter_args(%above = %neutral) -> (vector<4xf64>) {
      ...
      %next = arith.addf %above, %products : vector<4xf64>
      scf.yield %next : vector<4xf64>
    }
    ```
    and a combination of the lanes.
  }];
  let options = [Option<"strict", "strict", "bool", /*default=*/"false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def StreamStores : Pass<"weft-stream-stores", "::mlir::func::FuncOp"> {
  let summary = "Store large arrays past the caches";
  let description = [{
    A `vector.store` of whole lines of 64 bytes to an array that is allocated in the function
    is nontemporal where the array has 16 MB or more and the first element begins a line, which is asked
    at run time. The loop around it may not read the array. A fence waits for all stores, behind the outermost loop
    that threads have no part in, or behind the part of each thread.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      vector.store %v, %array[%at] : memref<?xf64>, vector<8xf64>
    }
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      scf.if %isStreamed {
        vector.store %v, %array[%at] {alignment = 64 : i64, nontemporal = true}
            : memref<?xf64>, vector<8xf64>
      } else {
        vector.store %v, %array[%at] : memref<?xf64>, vector<8xf64>
      }
    }
    llvm.fence seq_cst
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileSweeps : Pass<"weft-tile-sweeps", "::mlir::func::FuncOp"> {
  let summary = "Do several sweeps over a vector together";
  let description = [{
    Takes an `scf.for` each of whose steps ends with a loop that reads and writes
    elements of an array of the function's own one after the other, at the same
    places for all of them, and does up to 16 steps together: a tile of the array is
    a vector that a loop over these steps carries, inside of one over the tiles. Tiles
    are where all of these sweeps are; what they have before and behind is swept as
    before. Elements are combined in the same order. A loop in front that fills the
    array goes with the first steps, whose tiles begin with the fill. What lies 16 tiles
    ahead is prefetched of arrays of which each sweep has elements of its own. Loops
    that threads share, and what is inside of them, are left.

    ```mlir
    scf.for %d = %c0 to %diagonals step %c1 {
      %lower, %upper = ...
      scf.for %i = %lower to %upper step %c1 {
        ...
        %old = memref.load %y[%i] : memref<?xf64>
        %new = arith.addf %old, %product : f64
        memref.store %new, %y[%i] : memref<?xf64>
      }
    }
    ```
    becomes
    ```mlir
    scf.for %begin = %c0 to %diagonals step %c16 {
      %end = ...
      scf.for %number = %c0 to %tiles step %c1 {
        %tile = ...
        %old = vector.load %y[%tile] : memref<?xf64>, vector<16xf64>
        %new = scf.for %d = %begin to %end step %c1 iter_args(%carried = %old) -> (vector<16xf64>) {
          ...
        }
        vector.store %new, %y[%tile] : memref<?xf64>, vector<16xf64>
      } {weft.parallel = #weft.distribution<static>}
      scf.for %d = %begin to %end step %c1 {...}
    }
    ```
    The last loop does what is beside the tiles. That is everything where fewer than
    four sweeps are left, where they are short, or where tiles have less than half of
    them. No two tiles have an element in common, so that threads may share them, which
    the runtime decides for each sixteen steps, as the function says then
    (`weft.optional_threads`): not inside of another loop, or where threads were asked for
    one.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect",
                           "::weft::WeftDialect"];
}

#endif // WEFT_LOOPS_PASSES_TD
