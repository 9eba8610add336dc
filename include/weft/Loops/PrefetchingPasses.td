//===- PrefetchingPasses.td - Prefetches and streaming stores *- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses that are requested ahead, or bypass the caches.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_PREFETCHINGPASSES_TD
#define WEFT_LOOPS_PREFETCHINGPASSES_TD

include "mlir/Pass/PassBase.td"

def Prefetch : Pass<"weft-prefetch", "::mlir::func::FuncOp"> {
  let summary = "Prefetch indirect accesses and arrays that loops stream";
  let description = [{
    Requests cache lines ahead of the loads and stores that access them.

    **`prefetch_scatters`.**
    In a loop over the entries of a row that stores to a place which is loaded from an
    array at the coordinate of the entry, looks up the place of the entry 16 further
    on, or of the last one of all rows, as it is now, and fetches it to be written; with
    `to-second-cache`, that of the entry 64 further on, to be read, since no processor
    fetches what is written to there. Only where rows have three entries on average, and
    all of them `min-entries`, or, with `to-second-cache`, half as many that lead further
    than 1024 places on, which is asked in front of the loop over rows. Coordinates
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

    The option `prefetch_scatters` of `weft.lowering_config` enables the pass for a
    loop; its value is the cache level, `l1` or `l2`. Without a configuration it
    runs.

    **`prefetch_segments`.**
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

    The option `prefetch_segments` of `weft.lowering_config` enables the pass for a
    loop. Without a configuration it runs.

    **`prefetch_gathers, prefetch_strided_gathers`.**
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

    With `neighbors`, it looks at other loops, and at nothing else in them: at those in steps of
    several entries that load ahead what they go through. For the first element that a step loads
    of each operand, they ask 256 positions ahead, into the first cache, from 1 MB on. Where
    coordinates are near each other, the operand is not far then, however rarely each part of it
    is loaded.

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

    The option `prefetch_gathers` of `weft.lowering_config` enables the pass for a
    loop; with `neighbors`, it is `prefetch_strided_gathers`. Without a
    configuration it runs.

    **`prefetch_streams`.**
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
    and more, two million for processors with near caches, that does. Steps of vectors
    ask there for the arrays of which they read most. Those of single elements leave it
    to the loop over segments, which asks in front of each: for a line of each array, or
    for 24 elements, to come to the second cache, if caches are near. A version of a loop
    that asks for what coordinates lead to asks so for its segments without a question.

    The option `prefetch_streams` of `weft.lowering_config` enables the pass for a
    loop; its value is the cache level, `l1` or `l2`. Without a configuration it
    runs.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all of "
               "its own; `option=value` is used where the IR has no "
               "configuration">,
    Option<"minEntries", "min-entries", "int64_t", /*default=*/"-1",
           "The least number of entries for which scatters are prefetched; by "
           "default 0 for L1, and 524288 for L2">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
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

#endif // WEFT_LOOPS_PREFETCHINGPASSES_TD
