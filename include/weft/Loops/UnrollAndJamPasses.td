//===- UnrollAndJamPasses.td - Unroll-and-jam --------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that execute several iterations of a loop together.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_UNROLLANDJAMPASSES_TD
#define WEFT_LOOPS_UNROLLANDJAMPASSES_TD

include "mlir/Pass/PassBase.td"

def UnrollAndJam : Pass<"weft-unroll-and-jam", "::mlir::func::FuncOp"> {
  let summary = "Unroll outer loops and jam their inner loops";
  let description = [{
    Unrolls a loop by several iterations and jams the inner loops of these
    iterations, so that operands which the iterations share are loaded once.

    **`jam_reductions`.** Unrolls a loop by four and jams the inner loops, each
    of which reduces a dense row to a scalar, as in a sampled dense-dense
    product. It matches an `scf.for` without iter_args that contains one
    `scf.for`, which carries one value. It applies if

    - both loops increment a signed index by one, and the outer loop has no tag
      in `weft.loop`: parallel loops are not unrolled,
    - the bounds of the inner loop are the same in all iterations of the outer
      loop,
    - the inner loop can be vectorized, loads consecutive elements and may
      combine in any order: with `strict-fp`, sums of floating-point numbers may
      not,
    - iterations can be executed twice: they store only to arrays that the
      function allocates and that the loop does not load from, and only behind
      the inner loop,
    - the body has at most 32 operations.

    The jammed loop is tagged for vectorization. The last group of four
    iterations overlaps the group before it. The original loop remains for
    segments of fewer than four entries, which costs code size and a comparison
    per segment.

    The transformation also unrolls a loop over the two to eight rows of a dense
    block if an iteration contains a loop over blocks, and that contains a
    reduction over the columns of a block. Each block is then traversed once
    instead of once for each of its rows. Partial blocks run the original loop.

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
      } {weft.loop = #weft.loop<vector>}
      ...
    }
    ```

    The option `jam_reductions` of `weft.lowering_config` enables the
    transformation for a loop. Without a configuration it runs.

    **`tile_sweeps`.** Strip-mines an inner loop that accumulates into an array,
    and interchanges it with groups of up to 16 iterations of the outer loop, as
    in a product with a matrix that is stored by diagonals. A tile of the array
    stays in two vector registers while the iterations of the group accumulate
    into it, in their original order. It applies if

    - the inner loop is the last operation in the body of the outer loop, and
      the operations before it only compute and load,
    - the inner loop loads and stores consecutive elements of arrays that the
      function allocates, at the same indices in all iterations of the outer
      loop,
    - no other access in the outer loop may alias these arrays,
    - the inner loop can be vectorized, and its other accesses are consecutive
      or uniform,
    - neither loop is parallel or inside a parallel loop.

    A preceding loop that fills the array with one value is fused with the first
    group. The tiles prefetch 16 tiles ahead in arrays of which each iteration
    reads a different row.

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
      } {weft.loop = #weft.loop<parallel(static)>}
      scf.for %d = %begin to %end step %c1 {...}
    }
    ```
    The tiles cover the elements that all iterations of the group update. The
    last loop executes the other updates. It executes all of them if fewer than
    four iterations are left, if the first inner loop of the group has fewer
    than four tiles, or if the tiles cover less than half of the updates. Tiles
    are disjoint. The loop over tiles is parallel and optional if no loop
    encloses it and all other parallel loops of the function are optional.

    The option `tile_sweeps` of `weft.lowering_config` enables the
    transformation for a loop. Without a configuration it runs.

    **`jam_rows`.** Unrolls a parallel loop over sparse rows by three and jams
    rows with identical coordinates, so that the vectors that the coordinates
    select from a dense operand are loaded once for three rows. It applies if

    - the distribution of the loop has no chunk size, and the loop carries no
      values,
    - the first operation of an iteration that is not pure and does not load
      from a read-only array is a loop or branch without results, and contains
      only loops, branches, loads, stores, prefetches and pure operations,
    - this nest loads vectors from a read-only array at an index that depends on
      coordinates of one segment, and otherwise only on values that are the same
      for all rows,
    - each step of the loop over the segment loads the coordinates of all of its
      positions, from a read-only array of integers of whole bytes,
    - loops around the load have the same bounds for all rows, and conditions of
      branches around it can be computed before the row,
    - loops around the load carry at most 320 bytes of vectors, so that the
      accumulators of three rows fill half of the registers.

    A guard before the loop requires that a coordinate selects at least 512
    bytes, or 256 bytes if in three of eight sampled groups the rows have the
    same length and first coordinate. Each group then compares the lengths and
    the coordinates of its rows. If they are equal, and the conditions of the
    branches around the load hold, the jammed nest is executed. Operations after
    the nest, and rows that differ, are executed row by row. Versions with
    prefetches are jammed, too, and prefetch for the last row only. The jammed
    nest has no code for a masked tail; rows with such a tail are not jammed.

    The nest is copied, so that compilation of a product takes about 10 ms
    longer (docs/decisions/unroll-and-jam.md). The transformation assumes that
    positions do not overflow and that arguments of the function do not alias.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %begin = memref.load %pos[%i] : memref<?xindex>
      ...
      scf.for %tile = %c0 to %tiles step %c1 {
        %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) ... {
          %k = memref.load %crd[%p] : memref<?xindex>
          %b = vector.load %B[%at] : memref<?xf64>, vector<32xf64>
          ...
        }
        vector.store %sum, %C[%to] : memref<?xf64>, vector<32xf64>
      }
    } {weft.loop = #weft.loop<parallel(static)>}
    ```
    becomes
    ```mlir
    scf.for %group = %c0 to %groups step %c1 {
      %alike = scf.if %three -> (i1) { ... }
      scf.if %alike {
        scf.for %tile = %c0 to %tiles step %c1 {
          %sums:3 = scf.for %p = %begin to %end step %c1
                    iter_args(%s = %zeros, %t = %zeros, %u = %zeros) ... {
            %k = memref.load %crd[%p] : memref<?xindex>
            %b = vector.load %B[%at] : memref<?xf64>, vector<32xf64>
            ...
          }
          vector.store %sums#0, %C[%to] : memref<?xf64>, vector<32xf64>
          vector.store %sums#1, %C[%toNext] : memref<?xf64>, vector<32xf64>
          vector.store %sums#2, %C[%toLast] : memref<?xf64>, vector<32xf64>
        }
      }
      scf.for %i = %first to %last step %c1 {
        scf.if %notAlike {
          ...
        }
      }
    } {weft.loop = #weft.loop<parallel(static)>}
    ```

    The option `jam_rows` of `weft.lowering_config` enables the transformation
    for a loop. Without a configuration it runs.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all "
               "that it implements; `option=value` is used where the IR has no "
               "configuration">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect",
    "::weft::WeftDialect"];
}

def InterleaveReductions : Pass<"weft-interleave-reductions",
                                "::mlir::func::FuncOp"> {
  let summary = "Unroll vector reductions into several accumulators";
  let description = [{
    Unrolls a loop that reduces into a vector, so that consecutive iterations
    use several accumulators in turn. An iteration then does not wait for the
    combining operation of the one before. The pass matches innermost loops that
    carry a vector with step one: those over a segment or a dense mode that
    accumulate a tile of another dense mode in registers. Strip-mined loops have
    a larger step, and do not qualify. It applies if

    - the loop carries only vectors in one dimension, each of which has one use,
      in an addition, multiplication or bitwise operation that may be
      reassociated,
    - otherwise the loop only computes, loads and prefetches, without branches
      and inner loops,
    - the step is one, and the body has at most 32 operations,
    - the carried vectors fill at most half of the registers of the option, and
      if they fill several, no load is masked.

    The number of accumulators is that of the option divided by the registers of
    the carried vectors. The accumulators are combined behind the unrolled loop.
    The original loop remains for the other iterations, and for loops with fewer
    than two iterations per accumulator.

    A loop over a segment that reduces into one register uses two accumulators
    instead, since segments are short. The last pair of iterations is peeled. If
    the number of iterations is odd, its second iteration repeats the first one
    with a mask, so that no remainder loop is needed.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %init) {
      ...
      %next = arith.addf %carried, %term fastmath<reassoc> : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    ```
    becomes
    ```mlir
    %sums:4 = scf.for %p = %begin to %middle step %c4 iter_args(%carried0 = %init,
                                                                %carried1 = %neutral, ...)
    ...
    %sum = scf.for %p = %middle to %end step %c1 iter_args(%carried = %combined)
    ```
    or, over a segment with entries,
    ```mlir
    %pairs:2 = scf.for %p = %begin to %middle step %c2 iter_args(%carried0 = %init,
                                                                 %carried1 = %neutral)
    %first = ...   // the iteration at %middle, from %pairs#0
    %second = ...  // the iteration at %last, from %pairs#1
    %kept = arith.select %is_other, %second, %pairs#1 : vector<8xi1>, vector<8xf64>
    %sum = arith.addf %first, %kept fastmath<reassoc> : vector<8xf64>
    ```

    The option `interleave_reductions` of `weft.lowering_config` enables the
    pass for a loop; its value is the number of registers for accumulators (4).
    Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // WEFT_LOOPS_UNROLLANDJAMPASSES_TD
