//===- LoopPasses.td - Loops, and the arrays that they take *- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes on loops of any kind do: the ends, counts and bounds of loops, and
// how often they take arrays and store to them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_LOOPPASSES_TD
#define WEFT_LOOPS_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

def EndTiles : Pass<"weft-end-tiles", "::mlir::func::FuncOp"> {
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

    The option `hoist_workspaces` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
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

    The option `carry_workspaces` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let statistics = [
    Statistic<"numCarried", "num-carried", "Number of arrays handed on">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def StackArrays : Pass<"weft-stack-arrays", "::mlir::func::FuncOp"> {
  let summary = "Put small arrays that a function frees on the stack";
  let description = [{
    An array with one mode that a private function allocates and frees in one block, in
    no loop, is on the stack if it has 2048 bytes or less. Where its length is not known,
    that is asked when it is allocated.

    ```mlir
    %array = memref.alloc(%n) : memref<?xi64>
    ...
    memref.dealloc %array : memref<?xi64>
    ```
    becomes
    ```mlir
    %memory = memref.alloca() {alignment = 64 : i64} : memref<256xi64>
    %isSmall = arith.cmpi ule, %n, %c256 : index
    %array = scf.if %isSmall -> (memref<?xi64>) {
      %small = memref.reinterpret_cast %memory to offset: [0], sizes: [%n], strides: [1] : memref<256xi64> to memref<?xi64>
      scf.yield %small : memref<?xi64>
    } else {
      %large = memref.alloc(%n) : memref<?xi64>
      scf.yield %large : memref<?xi64>
    }
    ...
    scf.if %isSmall {
    } else {
      memref.dealloc %array : memref<?xi64>
    }
    ```

    The option `stack_arrays` of `weft.lowering_config` enables the pass for a loop
    of a function; its value is the largest size in bytes (2048). Without a
    configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
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

    The option `stream_stores` of `weft.lowering_config` enables the pass for a
    loop; its value is the least size in bytes (16 MiB). Without a configuration it
    runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_LOOPPASSES_TD
