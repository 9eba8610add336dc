//===- UnrollAndJamPasses.td - Unroll-and-jam --------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of outer loops that are executed together.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_UNROLLANDJAMPASSES_TD
#define WEFT_LOOPS_UNROLLANDJAMPASSES_TD

include "mlir/Pass/PassBase.td"

def UnrollAndJam : Pass<"weft-unroll-and-jam", "::mlir::func::FuncOp"> {
  let summary = "Unroll outer loops and jam their inner loops";
  let description = [{
    Executes several iterations of a loop together, so that what they load is loaded once.

    **`jam_reductions`.**
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
      } {weft.loop = #weft.loop<vector>}
      ...
    }
    ```

    The option `jam_reductions` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.

    **`tile_sweeps`.**
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
      } {weft.loop = #weft.loop<parallel(static)>}
      scf.for %d = %begin to %end step %c1 {...}
    }
    ```
    The last loop does what is beside the tiles. That is everything where fewer than
    four sweeps are left, where they are short, or where tiles have less than half of
    them. No two tiles have an element in common, so that threads may share them, which
    the runtime decides for each sixteen steps (`optional`): not inside of another
    loop, or where another loop of the function has threads that are not optional.

    The option `tile_sweeps` of `weft.lowering_config` enables the pass for a loop.
    Without a configuration it runs.

    **`jam_rows`.**
    Iterations of a loop that threads may share go by in threes. Where all go over
    segments of the same length with the same coordinates, which are compared, the first
    operation of theirs that has loops is there once for all: loops count for all and
    carry what each has, and what coordinates lead to in operands that are never written
    is loaded once. The other operations, and rows that differ, follow one after the
    other.

    What a coordinate leads to has 512 bytes or more, or 256 if three of eight groups of
    three rows have the same length and first coordinate, which is asked in front of the
    loop, and a row carries no more than 320 bytes through loops. Branches around what is
    loaded take the same way for all rows, but for versions that ask for it ahead, which
    ask for what lies ahead of the last of the rows. What is left of a number of elements
    that is no whole number of vectors is not written again for each row, so that there is
    nothing left. Each step loads all coordinates of its positions, at which numbers do not
    overflow. Arguments of the function are different arrays.

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

    The option `jam_rows` of `weft.lowering_config` enables the pass for a loop.
    Without a configuration it runs.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all of "
               "its own; `option=value` is used where the IR has no "
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

    The option `interleave_reductions` of `weft.lowering_config` enables the pass
    for a loop; its value is the number of accumulators (4). Without a configuration
    it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // WEFT_LOOPS_UNROLLANDJAMPASSES_TD
