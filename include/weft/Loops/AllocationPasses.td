//===- AllocationPasses.td - Placement of allocations ------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that moves allocations out of loops and onto the stack.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_ALLOCATIONPASSES_TD
#define WEFT_LOOPS_ALLOCATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def PlaceAllocations : Pass<"weft-place-allocations", "::mlir::func::FuncOp"> {
  let summary = "Hoist workspaces out of loops, put small arrays on the stack";
  let description = [{
    Moves allocations of arrays that a function frees itself out of loops and
    onto the stack.

    **`hoist_workspaces`.** Allocates a workspace once before the loops that
    allocate and free it in each iteration. The transformation applies to a
    `memref.alloc` in a loop where

    - the array has one dimension of a dynamic size, which is invariant in the
      loop;
    - a check of the size with a constant error precedes the allocation;
    - the block that allocates the array frees it, and only `memref.load`,
      `memref.store` and `memref.dim` use it;
    - the loop is tagged neither `vector` nor `gpu` in `weft.loop`: each lane or
      GPU thread needs its own workspace;
    - the runtime does not keep the array for the next call (`weft.table`).

    The size is 0 if the outermost of these loops has no iterations. In a
    parallel loop, allocation and deallocation are at the beginning and end of
    the body with `weft.per_partition`: `weft-convert-parallel-loops` moves them
    out of the loop over a partition of the iterations.

    If a loop fills the workspace, it is filled once, and each iteration resets
    the elements that it has stored. The loops that stored are repeated for
    this, sliced to the computation of the indices. This applies where

    - the slice consists of pure operations and loads from arrays that are never
      written;
    - each of the loops iterates a segment, whose bounds are loaded, and is not
      parallel.

    The iteration fills the whole workspace if the loops have at least a quarter
    as many iterations as it has elements. Other workspaces are filled in each
    iteration.

    ```mlir
    scf.for %i = ... {
      %w = memref.alloc(%n) : memref<?xf64>
      // fill %w
      scf.for %p = %begin to %end step %c1 {
        // store something to %w[%k]
      }
      // use %w
      memref.dealloc %w
    }
    ```
    becomes
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

    The option `hoist_workspaces` of `weft.lowering_config` enables hoisting of
    the workspaces that a loop allocates. Without a configuration they are
    hoisted.

    **`carry_workspaces`.** Carries the growable arrays that an iteration would
    free to the next iteration, which would allocate arrays of the same types. A
    growable array has a constant size at first and is cast to a dynamic size.
    The transformation applies to an `scf.for` that is tagged neither
    `parallel`, `vector` nor `gpu` in `weft.loop`, where

    - the cast is the only use of each growable array, and no `memref.dim` or
      `memref.store` uses the cast;
    - the loop body frees an array of the same dynamic type for each of them.

    The carried arrays have the size of the smallest. If it is less than the
    constant size, the iteration frees them and allocates new ones. Besides, an
    array of a constant size that the loop body allocates and frees is allocated
    before the loop.

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

    The option `carry_workspaces` of `weft.lowering_config` enables carrying of
    growable arrays by a loop. Without a configuration they are carried.

    **`stack_arrays`.** Allocates small arrays on the stack. An array of a
    dynamic size is on the stack if a test at run time finds that it is small.
    The transformation applies to a `memref.alloc` in a private function where

    - the array has one dimension, contiguous elements of whole bytes, the
      default memory space, and the `memref.alloc` has no alignment or other
      attributes;
    - its size is dynamic or at most the limit of the option (2048 bytes);
    - no loop in the function contains it, and its block has the only
      `memref.dealloc`.

    A dynamic array takes stack memory of the limit as long as the function
    runs.

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

    The option `stack_arrays` of `weft.lowering_config` enables stack allocation
    in a function; its value is the largest size in bytes. Without a
    configuration, the largest size is 2048 bytes.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all "
               "that it implements; `option=value` is used where the IR has no "
               "configuration">
  ];
  let statistics = [
    Statistic<"numReused", "num-reused", "Number of arrays moved out of loops">,
    Statistic<"numCleared", "num-cleared",
              "Number of arrays whose stored elements are reset">,
    Statistic<"numCarried", "num-carried",
              "Number of arrays carried to the next iteration">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_ALLOCATIONPASSES_TD
