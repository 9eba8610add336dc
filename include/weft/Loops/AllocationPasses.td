//===- AllocationPasses.td - Allocations of workspaces -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where arrays that loops use are allocated.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_ALLOCATIONPASSES_TD
#define WEFT_LOOPS_ALLOCATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def PlaceAllocations : Pass<"weft-place-allocations", "::mlir::func::FuncOp"> {
  let summary = "Allocate workspaces outside of loops, and small ones on the stack";
  let description = [{
    Moves the allocations of arrays that a function frees itself.

    **`hoist_workspaces`.**
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

    **`carry_workspaces`.**
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

    **`stack_arrays`.**
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
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all of "
               "its own; `option=value` is used where the IR has no "
               "configuration">
  ];
  let statistics = [
    Statistic<"numReused", "num-reused", "Number of arrays moved out of loops">,
    Statistic<"numCleared", "num-cleared",
              "Number of arrays cleared by what was stored">,
    Statistic<"numCarried", "num-carried", "Number of arrays handed on">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_ALLOCATIONPASSES_TD
