//===- PrefetchingPasses.td - Prefetches and stores --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that prefetch memory, or store past the caches.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_PREFETCHINGPASSES_TD
#define WEFT_LOOPS_PREFETCHINGPASSES_TD

include "mlir/Pass/PassBase.td"

def Prefetch : Pass<"weft-prefetch", "::mlir::func::FuncOp"> {
  let summary = "Prefetch indirect, scattered and sequential accesses";
  let description = [{
    Inserts `memref.prefetch` for accesses of later iterations. Each lowering
    option below applies to one kind of access. Where the caches hold the data,
    prefetches cost time, so that most of them are in a loop version with a
    run-time guard. Prefetches read coordinates and positions ahead; the pass
    bounds these reads by the last element of the array.

    **`prefetch_scatters`.** Prefetches the destinations of indirect stores
    `a[places[crd[p + d]]]`. It applies to a loop over the positions of a
    segment that loads a destination for each coordinate and stores to an array
    there. The distance `d` is that of the machine for the cache, by default 16
    positions for L1, and 64 for L2. Prefetches into L1 are for writing; those
    into L2 are for reading, since processors ignore prefetches for writing
    there. Preconditions:

    - The function does not write the positions and coordinates.
    - Consecutive iterations of the enclosing loop iterate adjacent segments,
      with step one and at most once each, and `weft.loop` of that loop does not
      say how it is executed.
    - The index of the store and that of the destination are a loaded value,
      perhaps plus a constant.

    The pass versions the enclosing loop. The version with prefetches runs if
    segments average at least three positions and there are at least
    `min-entries` positions. With L2, half as many positions suffice if there
    are at least 1024 and samples show no reuse: each of 16 coordinates is
    compared with the 8 coordinates from 256 positions behind it on, and more
    than 4 of the 16 differ from all of these by at least 1024. The destination
    ahead is loaded before the iterations in between change it, so that the
    prefetch is approximate.

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
    becomes, in the inner loop of the version with prefetches,
    ```mlir
        %further = arith.addi %p, %c16 : index
        %ahead = arith.minsi %further, %last : index
        %j = memref.load %coordinates[%ahead] : memref<?xindex>
        %place = memref.load %places[%j] : memref<?xindex>
        memref.prefetch %rows[%place], write, locality<3>, data : memref<?xindex>
    ```

    The option `prefetch_scatters` of `weft.lowering_config` enables this for a
    loop; its value is the cache level, `l1` or `l2`, and perhaps the distance,
    as in `[l2, 64]`. Without a configuration it runs.

    **`prefetch_segments`.**
    Prefetches the segments that upcoming coordinates select. It applies to a
    loop over the positions of a segment that loads the first position of
    another segment for each coordinate, and contains a loop that begins there,
    as in products of sparse matrices. The loop prefetches the read-only arrays
    of the segment that the coordinate 8 positions ahead selects, and the bound
    of the segment for the coordinate 16 positions ahead. Preconditions:

    - The function does not write the positions and coordinates, nor the bounds
      of the selected segments.
    - Consecutive iterations of the enclosing loop iterate adjacent segments,
      as for `prefetch_scatters`.
    - All coordinates up to the last segment are valid, also those that a branch
      around the loop skips.

    The prefetches cost some ten instructions for each position. A profitability
    guard before the loops is true if

    - there are at least 1024 coordinates;
    - the prefetched arrays together have at least the size of the L2 cache;
    - at least half of 64 segments that coordinates at equal distances select
      are not empty.

    The pass versions the enclosing loop by the guard if that loop has at most
    320 operations and is not nested with another such loop. Otherwise, each
    iteration over the coordinates tests the guard. Segments whose bounds are
    loaded at more than a cast of the coordinate have no guard: they are always
    prefetched.

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
    becomes, in the loop over `%p` of the version with prefetches,
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

    The option `prefetch_segments` of `weft.lowering_config` enables this for a
    loop; its value is the distance at which arrays are prefetched, twice that
    for bounds. Without a configuration it runs.

    **`prefetch_gathers`, `prefetch_strided_gathers`.**
    Prefetches indirect loads `a[crd[p + d]]`. It applies to an innermost loop,
    or a loop that contains only vector loops over a row, that loads scalars or
    vectors at indices computed from coordinates at its positions. The pass
    versions the loop. The version with prefetches runs if at least one of the
    arrays exceeds a size, and there are at least 1024 coordinates:

    | loaded | distance in positions | cache | least size |
    |---|---|---|---|
    | a scalar | 128 | L2 | 1 MB |
    | a scalar of a result that the loop updates | 128 | L2 | 32 MB |
    | a vector, or a row in vectors by an inner loop | 64 | L2 | 6 MB |
    | a vector of at least 256 bytes in a fiber | 16 | L1 | 1 MB |
    | `prefetch_strided_gathers`: the first scalar of each array in a step | 256 | L1 | 1 MB |

    The second cache has more outstanding-miss slots than the first one. The
    guard skips arrays whose lines are reused:

    - Each of 16 coordinates at equal distances is compared with the 8
      coordinates from 256 positions behind it on. It shows reuse if it differs
      from one of them by less than 4096. If more than 4 of the 16 show none,
      the version with prefetches runs.
    - Otherwise, it runs if the loads average fewer than eight for each cache
      line of the array. If coordinates select rows, more than 4 of 32 other
      samples must also continue no sequence: the coordinate is neither equal to
      nor one more than one of the 4 before it. Hardware prefetchers cover rows
      that are selected in sequence. `prefetch_strided_gathers` does not run
      here.

    Preconditions:

    - The function does not write the coordinates. It does not write the loaded
      array either, or allocates and returns it.
    - The array has one dimension and the identity layout, and elements of 1, 2,
      4 or 8 bytes. A vector has at most 2048 bytes, and a mask selects its
      first lanes.
    - At most 32 casts, sums and products compute the index.
    - Scalars are loaded with step one, not for a run of equal coordinates, and
      not in the scalar remainder of a vectorized loop.
    - In a fiber, which is a loop below the loops over two other segments, loads
      are vectors of at least 256 bytes without a mask.
    - `prefetch_strided_gathers` applies to loops with a larger step that
      contain prefetches, as of `prefetch_streams`, and to no others.

    Loads of indices, such as bounds of segments, are not prefetched;
    `prefetch_segments` prefetches the bounds at which inner loops begin. If a
    branch executes the last step of the loop behind it, the whole branch is
    versioned, and the vectors loaded there are prefetched as well.

    ```mlir
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) ... {
      %j = memref.load %crd[%p] : memref<?xindex>
      %row = arith.muli %j, %width : index
      %v = vector.load %dense[%row] : memref<?xf64>, vector<16xf64>
      ...
    }
    ```
    becomes, in the version with prefetches,
    ```mlir
      %further = arith.addi %p, %c64 : index
      %ahead = arith.minsi %further, %lastOfCrd : index
      %j64 = memref.load %crd[%ahead] : memref<?xindex>
      %j = memref.load %crd[%p] : memref<?xindex>
      %row = arith.muli %j, %width : index
      %row64 = arith.muli %j64, %width : index
      memref.prefetch %dense[%row64], read, locality<2>, data : memref<?xf64>
      %line1 = arith.addi %row64, %c8 : index
      memref.prefetch %dense[%line1], read, locality<2>, data : memref<?xf64>
      %v = vector.load %dense[%row] : memref<?xf64>, vector<16xf64>
    ```

    The options `prefetch_gathers` and `prefetch_strided_gathers` of
    `weft.lowering_config` enable this for a loop. Their values are the
    distances: `prefetch_gathers = [128, 64, 16]` has those of scalars, of
    vectors, and of vectors in fibers. Without a configuration both run.

    **`prefetch_streams`.**
    Prefetches the arguments that a loop over segments reads sequentially, 512
    elements ahead. It applies to an `scf.for` over a segment if the next
    iteration of the enclosing loop iterates the next segment. How it prefetches
    depends on the bytes of a step:

    - Vector loops of which a step reads at least 64 bytes of an array prefetch,
      in each step, all arrays of which it reads at least 32 bytes.
    - Other vector loops prefetch all arrays that they read in vectors, in each
      step of a loop version.
    - Scalar loops with step one prefetch before each segment in a loop version:
      one element of each array into L1, or 24 elements into L2. A loop that
      prefetches its indirect loads already is such a version, and gets no
      other.

    Preconditions of the last two:

    - The loop has scalar indirect accesses. Hardware prefetchers cover the
      streams of other loops.
    - The destinations of its stores are not prefetched already.
    - The enclosing loop contains no call, no other branch, no loop other than
      those over the same segment, and at most 60 operations, or 160 for vector
      loops.

    The versions run for arrays of at least 4194304 elements, or 2097152 for L2.
    Prefetches for arrays that the caches hold would take up to a fifth longer.

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

    The option `prefetch_streams` of `weft.lowering_config` enables this for a
    loop; its value is the cache level, `l1` or `l2`, and perhaps the distance
    in elements, as in `[l2, 512]`. Without a configuration it runs.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The lowering options that the pass applies, by default all "
               "that it implements; `option=value` is used where the IR has no "
               "configuration">,
    Option<"minEntries", "min-entries", "int64_t", /*default=*/"-1",
           "The least number of entries for which scatters are prefetched; by "
           "default 0 for L1, and the machine's "
           "L2_scatter_prefetch_min_entries for L2">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def StreamStores : Pass<"weft-stream-stores", "::mlir::func::FuncOp"> {
  let summary = "Store large arrays with nontemporal stores";
  let description = [{
    Makes stores of whole cache lines to large arrays nontemporal, so that they
    neither read the lines from memory nor evict others from the caches. It
    applies to each `vector.store` in a loop. A run-time test chooses the
    nontemporal store if the array has at least 16 MiB and the vector begins at
    a line. Preconditions:

    - The vector is a multiple of 64 bytes, and its length is constant.
    - The function allocates the array, which has one dimension, the identity
      layout and no memory space.
    - The innermost loop around the store does not read the array.
    - An `scf.for` around the store, or a `weft.partitions`, can be followed by
      a fence.

    The fence orders the stores before later accesses. It stands behind the
    outermost loop in which no loop is shared by threads, or at the end of the
    iterations of each thread. A reader of the array right after the loop finds
    none of it in the caches.

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
    loop; its value is the least size in bytes. Without a configuration the pass
    runs, with 16 MiB.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // WEFT_LOOPS_PREFETCHINGPASSES_TD
