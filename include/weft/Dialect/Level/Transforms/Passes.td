//===- Passes.td - Passes on level operations --------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of loops over level operations, before level types give their code.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LevelFillSegments : Pass<"level-fill-segments", "::mlir::func::FuncOp"> {
  let summary = "Fill dense results where they are computed";
  let description = [{
    A `level.init` of dense levels fills the tensor before the loops that
    compute it, which read it again from memory. If the first of them is an
    `scf.for` that runs over the whole dimension of the outermost level, and
    each iteration only accesses components at its own coordinate, the segment
    of that coordinate is filled at the beginning of the iteration instead. The
    same is done for the next level if the iteration consists of such a loop
    over its dimension, or of a loop over its tiles around one over a tile. If
    the iteration consists of a loop over tiles of the last level, each tile is
    filled at the beginning of its iteration, by a loop that is vectorized as
    the first one over the tile is. A component is not filled if it is stored
    before it is read. A `level.fill_segment` of the dense levels below an
    appended coordinate, or a position that is reused, is moved in the same way.

    ```mlir
    %b = level.init(%m, %n) unfilled : !level.builder<tensor<?x?xf64>>
    %c = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b) ... {
      %p, %found = level.locate %s level 0 under %c0 coords(%i) ...
      %t = level.fill_segment %s level 0 at %p : ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::weft::level::LevelDialect"];
}

def LevelCoalesceSegments : Pass<"level-coalesce-segments", "::mlir::func::FuncOp"> {
  let summary = "Iterate over adjacent segments in one loop";
  let description = [{
    An `scf.for` over parents whose body is one `scf.for` over the children of a
    parent becomes one loop over the children of all parents. The parents must
    be adjacent, and positions in the order of their parents. The parent must
    have no other use, and its coordinate may only be an operand of operations
    on levels that do not depend on it. Where segments are short, mispredicted
    branches at their ends dominate the run time. A parallel loop over parents,
    with a partition for each thread, becomes a parallel loop over children.

    ```mlir
    %b, %e = level.pos_bounds %s level 1 under %c0 to %n
        : <tensor<?x?xf64, #CSR>>
    %r = scf.for %p = %b to %e step %c1 iter_args(%t = %init) ... {
      %j, %found = level.pos_access %s level 1 at %p coords(%c0) : ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::weft::level::LevelDialect"];
}

def LevelCoalesceRuns : Pass<"level-coalesce-runs", "::mlir::func::FuncOp"> {
  let summary = "Append the children of all runs in one loop";
  let description = [{
    Splits an `scf.while` over the runs of equal coordinates of a level, which
    appends the children of each run and connects them to their parent, into two
    loops over positions: one appends the children of all runs, the other counts
    the children of each parent. Where runs are short, mispredicted branches at
    their ends dominate the run time. A check before the loops keeps the
    original one if there are at least 16 positions for each coordinate from the
    first to the last.

    ```mlir
    %b2 = scf.for %p = %begin to %end step %c1 iter_args(%b = %b1) ... {
      %i, %found = level.pos_access %s level 0 at %p coords()
          : <tensor<?x?xf64, #COO>>
      %q, %there = level.locate %b level 0 under %c0 coords(%i)
          : !level.builder<tensor<?x?xf64, #CSR>>
      %next = level.append_children %b level 1 under %q count %c1
          : !level.builder<tensor<?x?xf64, #CSR>>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::weft::level::LevelDialect"];
}

def LevelHoistAtomicUpdates
    : Pass<"level-hoist-atomic-updates", "::mlir::func::FuncOp"> {
  let summary = "Update a component once per loop instead of per iteration";
  let description = [{
    Reduces the values of a `level.atomic_update` into a value that the
    enclosing `scf.for` carries, and updates the component after the loop. A
    loop over the positions of a row then has one atomic update per segment of
    the row in a tile, as in figure 12 of the scheduling framework.

    The pass applies to an `scf.for` that is not parallel if
    - the position of the component is the same in all iterations,
    - the loop uses the builder for nothing else, and the update is
      unconditional or alone in an `scf.if`,
    - the combiner is one operation that may combine in any order and has an
      identity.

    The component is not updated if no iteration would have updated it, since it
    need not exist then.

    ```mlir
    %s = scf.for %p = %begin to %end step %c1 iter_args(%acc = %zero) -> (f64) {
      ...
      %sum = arith.addf %acc, %v : f64
      scf.yield %sum : f64
    }
    %any = arith.cmpi slt, %begin, %end : index
    %b1 = scf.if %any -> (!level.builder<tensor<?xf64>>) {
      %position, %found = level.locate %b level 0 under %c0 coords(%i) : ...
      %b2 = level.atomic_update arith.addf %s, %b[%position] : ...
      scf.yield %b2 : !level.builder<tensor<?xf64>>
    } else {
      scf.yield %b : !level.builder<tensor<?xf64>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def LevelVersionAtomicUpdates
    : Pass<"level-version-atomic-updates", "::mlir::ModuleOp"> {
  let summary = "Version parallel loops with atomic updates for one thread";
  let description = [{
    Clones parallel loops with a `level.atomic_update`. In the clone, which runs
    while one thread executes the loop, each update is a `level.load`, the
    combination and a `level.store`, which vectorize and take a fraction of the
    time.

    An optional loop becomes `weft.partitions`, in which `weft_rt_is_shared` of
    the runtime chooses the version of each partition. Any other loop is cloned
    as a whole, and `level.num_threads` chooses. With `only-optional`, for C
    source, only optional loops are cloned, and `level.num_threads` chooses
    before the loop; loops that a schedule parallelizes are unchanged.

    The pass applies to an `scf.for` that counts signed values of type `index`
    by one, without parallel loops around it or in it.

    ```mlir
    %r = weft.partitions %first to %last of %begin to %end carry(%s = %b) : ... {
      %answer = func.call @weft_rt_is_shared() : () -> i32
      %shared = arith.cmpi ne, %answer, %c0_i32 : i32
      %n = scf.if %shared -> (!level.builder<tensor<?xf64>>) {
        %atomic = scf.for %p = %first to %last ... {
          ... level.atomic_update arith.addf %v, %t[%i] : ...
        }
        scf.yield %atomic : !level.builder<tensor<?xf64>>
      } else {
        %plain = scf.for %p = %first to %last ... {
          %old = level.load %t[%i] : !level.builder<tensor<?xf64>>
          %new = arith.addf %old, %v : f64
          ... level.store %new, %t[%i] : f64, !level.builder<tensor<?xf64>>
        }
        scf.yield %plain : !level.builder<tensor<?xf64>>
      }
      weft.yield %n : !level.builder<tensor<?xf64>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect", "::weft::WeftDialect"];
  let options = [
    Option<"onlyOptional", "only-optional", "bool", /*default=*/"false",
           "Version optional loops only, and choose before they begin">
  ];
  let statistics = [Statistic<"numVersioned", "num-versioned",
                              "Loops with a version for one thread">];
}

#endif // WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_TD
