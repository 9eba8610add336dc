//===- VectorizationPasses.td - Vectorization --------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorization of dense loops, and passes that keep vectors in registers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_VECTORIZATIONPASSES_TD
#define WEFT_LOOPS_VECTORIZATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeBlocks : Pass<"weft-vectorize-blocks", "::mlir::func::FuncOp"> {
  let summary = "Vectorize a short inner sum, reduced after the outer loop";
  let description = [{
    Vectorizes the inner one of two loops that carry the same sum, where it is
    short, and reduces the lanes once, after the outer loop. The pass matches an
    `scf.for` with iter_args that initialize those of an inner `scf.for`, as the
    loop over the columns of a dense block in a loop over blocks. Loops of any
    other length are left to `weft-vectorize-loops` and LLVM. Preconditions:

    - Both loops increment a signed index by one, and have no attributes of
      other transformations.
    - The trip count of the inner loop has a constant bound of at least 2, and
      vectors of as many lanes, rounded up to a power of two, have at most 64
      bytes.
    - The outer loop contains only loads and operations without side effects
      before the inner loop, and nothing after it. It uses its carried values
      only in the inner loop.
    - The inner loop loads adjacent elements, and its lanes can be masked.
    - Each reduction is one operation that may be reassociated.

    The pass emits a masked version of the inner loop for blocks with fewer
    columns. If the bound is no power of two, all blocks use masks.

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
    and a horizontal reduction of `%sums`.

    The option `vectorize_blocks` of `weft.lowering_config` enables the pass for
    a loop. Without a configuration around the loop, the pass is enabled.
  }];
  let options = [Option<"strict", "strict-fp", "bool", /*default=*/"false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeRows : Pass<"weft-vectorize-rows", "::mlir::func::FuncOp"> {
  let summary = "Vectorize an outer loop whose lanes each run the inner loops";
  let description = [{
    Vectorizes an `scf.for` that contains inner loops: each lane runs the inner
    loops for one iteration of the outer loop, such as one row of a matrix in
    ELL or SELL format. The inner loops remain scalar loops, over vectors. The
    pass matches an `scf.for` without iter_args around another one.
    Preconditions:

    - The outer loop increments a signed index by one, and has no tag in
      `weft.loop` except `parallel` without a chunk size. Inner loops have no
      tags.
    - The inner loops have the same trip count in all lanes, as those over rows
      of a compressed level have not.
    - Each iteration of the outer loop stores one element of an array that the
      function allocates, adjacent to the element of the previous iteration, and
      accesses no other element of that array. Inner loops store nothing.
    - An inner loop loads adjacent elements in consecutive iterations of the
      outer loop, and not in its own consecutive iterations.
    - Gathers use only indices that are loaded.
    - The vector has at least four lanes. It has as many as fit into 64 bytes,
      and no more than the loop has iterations.

    Loop-carried values of the inner loops become vectors. Each lane is reduced
    in the order of the scalar loop. A branch whose condition differs between
    lanes becomes masked code. The outer loop is strip-mined if it is parallel
    or may have more iterations than lanes; a scalar loop runs iterations that
    do not fill a vector.

    The vector code prefetches 16 vectors ahead, or 1024 elements ahead where
    each load of the inner loop has a constant stride. If it loads indirectly,
    it has two versions: one gathers, the other loads each lane with a scalar
    load. The second version runs if the array has at most 131072 elements, or
    if the first indices of the first and the last lane are less than 4096
    elements apart. Inner loops that gather, and prefetch 16 vectors ahead, are
    tagged to be unrolled by 8. The code size grows by these versions and the
    scalar loop.

    ```mlir
    scf.for %i = %c0 to %m step %c1 {
      %sum = scf.for %k = %c0 to %slots step %c1 iter_args(%carried = %zero) -> (f64) {
        %above = arith.muli %k, %m : index
        %p = arith.addi %above, %i : index
        %j = ...  // loaded from [%p]
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

    **Scalar loops.** With `scalar`, which C source has, the loop is strip-mined
    by 128 iterations instead, and the inner loop is interchanged with the loop
    over a strip. Local arrays hold the values that the inner loop carries. The
    inner loop then loads adjacent elements, and is tagged `vector`, since its
    iterations are independent. A loop that has fewer iterations is one strip.
    The original loop runs iterations that do not fill a strip. More
    preconditions:

    - The outer loop contains one inner loop and no other operation with
      regions. The inner loop carries numbers, and contains no loop.
    - The bounds of the inner loop are the same in all iterations of the outer
      loop.
    - Stores follow the inner loop. The outer loop loads no array that it stores
      to.

    The option `vectorize_rows` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration around the loop, the pass is enabled, unless
    it is `scalar`.
  }];
  let options = [
    Option<"scalar", "scalar", "bool", /*default=*/"false",
           "Interchange strips of the outer loop with the inner loop instead">
  ];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VectorizeLoops : Pass<"weft-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Vectorize innermost loops that are tagged `vector`";
  let description = [{
    Vectorizes every `scf.for` that is `vector` or `vector(n)` in `weft.loop`,
    as `parallelize(i,CPUVector)` of a schedule and `weft-unroll-and-jam` tag
    them, and keeps vectors that enclosing loops update in registers. Loops
    without the tag are not candidates and have no remark. The tag asserts
    that iterations are independent apart from reductions, which may be
    reordered. The pass emits an error if it cannot vectorize a loop; a loop
    that is `optional` as well remains scalar instead.

    Preconditions:
    - The loop counts values of type `index` by one, and no vectorized loop
      encloses it.
    - It has no loops or branches, no calls, and arrays of one dimension.
    - Each operation is elementwise, a load or a store, on elements that vectors
      can have.
    - No store has the same index in all iterations.
    - Each iteration argument is unchanged or the accumulator of a reduction: of
      one associative and commutative operation, which the pass checks, or of
      several operations, which it does not check. With `strict-fp`,
      floating-point reductions must be exact in any order, as maxima are.

    Values that are the same in all iterations remain scalars. Consecutive
    indices become vector loads and stores, other indices gathers and scatters.
    Each lane has its own accumulator, and a horizontal reduction follows the
    loop.

    **Strip-mining.** A `vector` loop, and one whose `n` is no power of two up
    to 128 or exceeds 1024 bytes, becomes a loop over vectors of 64 bytes of the
    widest element that it loads, stores or reduces. The remaining iterations
    are:
    - one masked vector, if the loop only reduces contiguous loads, with
      operations that have a neutral element;
    - one vector that overlaps with the last full one, if the loop has at least
      one full vector, carries no values, and stores only to arrays that the
      function allocates and the loop does not load;
    - a scalar loop otherwise.

    **Tiles.** A `vector(n)` loop has at most `n` iterations and becomes one
    vector of `n` lanes. Fewer iterations run as a masked vector of `n` lanes,
    or of `n / 2`, `n / 4` and so on where that is enough, down to 32 bytes.
    They run in a scalar loop if an operation or element has no mask. A
    `vector(n), predicate(n)` loop is always one masked vector. A constant
    number of iterations below the lanes of a register becomes one vector, if
    the loop carries no values or the number is a power of two.

    **Register tiling.** A loop around a vector carries it if all accesses of
    the array in the loop are loads and stores of that vector, at an invariant
    index, and the function allocates the array. The check for a full tile moves
    out of such loops, each of which is then versioned. In the scalar version,
    the loop over the elements of the tile moves outside, so that the nest
    accumulates one element at a time; if the elements change, the scalar
    version is versioned once more for one element. Loops that do not both load
    and store a vector of the same array are not candidates and have no remark.

    The cost is code size: the enclosing loops have a version for each vector
    length of a tile.

    ```mlir
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %b[%j] : memref<?xf64>
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
    ```
    becomes
    ```mlir
    scf.for %j = %c0 to %last step %c8 {
      %x = vector.load %b[%j] : memref<?xf64>, vector<8xf64>
      vector.store %x, %a[%j] : memref<?xf64>, vector<8xf64>
    }
    ```
    and one of the tails above.

    **Scalar loops.** With `scalar`, which C source has, loops remain as they
    are after their analysis. Tails are guarded, and the last tile also for half
    the elements of a full one, if these are at least 8. A loop around a
    constant number of at most 64 elements accumulates them in a local array,
    under the preconditions of register tiling, and is tagged not to be
    vectorized itself. If a loop before it fills exactly these elements with a
    value, and nothing in between accesses the array, the local array begins
    with the value, and the filling loop moves to the branches without local
    arrays.

    No lowering option controls the pass. Remarks report vectors as
    `vectorize_loops`, register tiling as `register_tiles` and local arrays as
    `local_tiles`.
  }];
  let options = [
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">,
    Option<"scalar", "scalar", "bool", /*default=*/"false",
           "Leave loops that can be vectorized scalar, and lower their tails">
  ];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ForwardStores : Pass<"weft-forward-stores", "::mlir::func::FuncOp"> {
  let summary = "Forward stored vectors and scalars to loads";
  let description = [{
    Replaces loads by the values that were stored to the same memory, and
    removes or sinks the stores. The pass applies to arrays that the function
    allocates, all of whose names are known. It performs these transformations
    in order:

    - **Merge branches.** An `scf.if` is moved into the next `scf.if` of its
      block on the same condition, if it has no results, stores only to such
      arrays, and no operation in between has a region, writes memory, or reads
      a stored array.
    - **Forward tiles.** A vector load is replaced by the stored vector, if a
      store of the same tile with the same mask dominates it and nothing in
      between may write the array. Masked lanes then have the values of the
      stored vector.
    - **Sink stores.** A store whose value was forwarded moves into the `else`
      region of the `scf.if` that contains the load, if the `then` region
      overwrites the tile before any other access and there is no `else` region.
    - **Load masked accumulators late.** A masked load that initializes the
      accumulator of a loop moves behind the loop, if the result is stored to
      the same tile, nothing in between accesses the array, and the reduction
      may be reassociated. The accumulator starts with the identity of the
      reduction.
    - **Forward elements.** A scalar load is replaced by the stored value, if
      the store is in the same block and nothing in between may access the
      array. A store is removed if the next access overwrites the element.
    - **Fold zeros.** An addition of positive zero to a sum that a loop
      accumulates from positive zero is folded.

    A loop then starts with the stored vector in a register, and does not wait
    for the store to complete, which takes as long as a row of few entries.

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

    No lowering option controls the pass. Its remarks have the name
    `forward_stores`, and are at the load or store.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def VectorizeStores : Pass<"weft-vectorize-stores", "::mlir::func::FuncOp"> {
  let summary = "Combine stores to adjacent elements into vector stores";
  let description = [{
    Replaces scalar stores to adjacent elements by a vector store, and
    vectorizes the operations that compute the stored values. The pass applies
    to straight-line code, such as the code after an interleaved reduction,
    whose sums are lanes of a vector. Preconditions:

    - The stores are in one block. Their number is a power of two, and at least
      two.
    - No operation between them has side effects or reads an array that the
      function may write.
    - The same elementwise operations, at most 32 for each lane, compute the
      stored values. Their leaves are all elements of one vector in order, loads
      of adjacent elements of arrays that the function does not write, or values
      that all lanes share.
    - The stored values differ.

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

    The option `vectorize_stores` of `weft.lowering_config` enables the pass for
    a loop. Without a configuration around the store, the pass is enabled.
  }];
  let dependentDialects = ["::mlir::vector::VectorDialect"];
}

def HoldRows : Pass<"weft-hold-rows", "::mlir::func::FuncOp"> {
  let summary = "Keep rows in vector registers across a loop over entries";
  let description = [{
    Versions a loop over sparse entries for rows of four vectors: the version
    loads the invariant vectors of a row before the loop, and unrolls the loop
    over the vectors of a row completely. The pass applies to an `scf.for` with
    one inner loop that iterates a dense row in vectors from its first element
    on, such as a sampled dense-dense product. Preconditions:

    - The loop over entries is not parallel, and both loops compare signed
      bounds.
    - The length of the row is invariant, and is computed from one value of type
      `index`. If this value is the number of elements in four vectors, so is
      the length.
    - Some vector loads of the row are invariant across entries, from arrays
      that the function does not write, and others are not.

    The version runs if rows have this length and there is an entry, so that the
    loads before the loop are in bounds. Four vectors, four accumulators and
    their operands fill the registers; the loop body is duplicated.

    ```mlir
    scf.for %p = %begin to %end step %c4 {
      %sum = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
        %c = vector.load %C[%k] : memref<?xf64>, vector<8xf64>
        %d = vector.load %D[%at] : memref<?xf64>, vector<8xf64>
        ...
      }
    }
    ```
    becomes, for `%n == 32` and `%begin < %end`,
    ```mlir
    %row0 = vector.load %C[%c0] : memref<?xf64>, vector<8xf64>
    ...
    %row3 = vector.load %C[%c24] : memref<?xf64>, vector<8xf64>
    scf.for %p = %begin to %end step %c4 {
      %d0 = vector.load %D[%at0] : memref<?xf64>, vector<8xf64>
      ...
    }
    ```

    The option `hold_rows` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration around the loop, the pass is enabled.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_VECTORIZATIONPASSES_TD
