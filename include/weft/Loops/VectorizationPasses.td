//===- VectorizationPasses.td - Vectorization of dense loops *- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of dense loops, and registers that loops keep them in.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_VECTORIZATIONPASSES_TD
#define WEFT_LOOPS_VECTORIZATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeBlocks : Pass<"weft-vectorize-blocks", "::mlir::func::FuncOp"> {
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

    The option `vectorize_blocks` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let options = [Option<"strict", "strict", "bool", /*default=*/"false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::arith::ArithDialect",
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

    The option `vectorize_rows` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeLoops : Pass<"weft-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Let the lanes of vectors run the iterations of loops";
  let description = [{
    Makes of every `scf.for` that is `vector(n)` in `weft.loop` one over vectors of
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
    loop, where there are no masks. A loop that is `predicate(n)` as well
    is a vector of `n` with a mask, whatever is left. A constant number of iterations
    that is less than a register holds is a vector of so many, if the loop carries
    nothing or that is a power of two. Other vectors have as many lanes as 64 bytes
    hold of the widest number that lanes load, store or combine. Loops around a vector
    that they load, change and store at one place carry it in a register.

    ```mlir
    scf.for %j = %c0 to %n step %c1 {
      ...
    } {weft.loop = #weft.loop<vector>}
    ```
  }];
  let options = [
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Do not combine floating-point numbers in another order">,
    Option<"scalar", "scalar", "bool", /*default=*/"false",
           "Check that lanes can run the loops, and leave these as they are">
  ];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ForwardStores : Pass<"weft-forward-stores", "::mlir::func::FuncOp"> {
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

def VectorizeStores : Pass<"weft-vectorize-stores", "::mlir::func::FuncOp"> {
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

    The option `vectorize_stores` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::vector::VectorDialect"];
}

def HoldRows : Pass<"weft-hold-rows", "::mlir::func::FuncOp"> {
  let summary = "Keep rows of a few vectors in registers";
  let description = [{
    Where a loop goes over entries, and a loop in it over rows in vectors, some of
    which are the same for all entries, it has a version for rows of four vectors. That
    loads these in front of the loop over entries, if there is one, and has the four
    steps instead of the loop over vectors. Arrays that it loads from in front may not
    be written in the function, and how long rows are has to depend on one number.

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

    The option `hold_rows` of `weft.lowering_config` enables the pass for a loop.
    Without a configuration it runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_VECTORIZATIONPASSES_TD
