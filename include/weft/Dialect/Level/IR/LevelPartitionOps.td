//===- LevelPartitionOps.td - Assembly by threads ----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads assemble the levels that a parallel loop appends to: each partition
// of the iterations has its own builder, and the builders are concatenated in
// the order of the partitions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELPARTITIONOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELPARTITIONOPS_TD

include "weft/Dialect/Level/IR/LevelOps.td"

def Level_NumThreadsOp : Level_Op<"num_threads"> {
  let summary = "How many threads there may be";
  let description = [{
    The number that the user asks for or, without one, that of OpenMP; at least
    one.

    ```mlir
    %t = level.num_threads
    ```
  }];
  let results = (outs Index:$count);
  let assemblyFormat = "attr-dict";
}

def Level_ForkOp : Level_Op<"fork", [
    TypesMatchWith<"the builder is that of the partitions", "partitions", "state",
      "::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()">]> {
  let summary = "Begins to assemble a tensor in partitions";
  let description = [{
    Takes a builder, behind whose entries those of `count` partitions will
    stand. What levels say of parents that were known before is shared by all
    partitions, which have different parents there.

    ```mlir
    %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_BuilderType:$state, Index:$count);
  let results = (outs Level_PartitionsType:$partitions);
  let assemblyFormat = "$state `into` $count attr-dict `:` type($partitions)";
  let hasVerifier = 1;
}

def Level_BeginPartitionOp : Level_Op<"begin_partition", [
    TypesMatchWith<"the builder is that of the partitions", "partitions", "state",
      "::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()">]> {
  let summary = "A builder for the entries of one partition";
  let description = [{
    A builder without entries, in which appended positions are those of the
    partition.

    ```mlir
    %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_PartitionsType:$partitions);
  let results = (outs Level_BuilderType:$state);
  let assemblyFormat = "$partitions attr-dict `:` type($partitions)";
}

def Level_EndPartitionOp : Level_Op<"end_partition", [
    TypesMatchWith<"the builder is that of the partitions", "partitions", "state",
      "::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()">]> {
  let summary = "Keeps the entries of one partition";
  let description = [{
    Takes the builder of a partition, for the join. Each partition is kept once.

    ```mlir
    level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_BuilderType:$state, Level_PartitionsType:$partitions,
                       Index:$number);
  let assemblyFormat = [{
    $state `,` $partitions `[` $number `]` attr-dict `:` type($partitions)
  }];
}

def Level_ConcatenateOp : Level_Op<"concatenate", [
    TypesMatchWith<"the builder is that of the partitions", "partitions", "next",
      "::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()">]> {
  let summary = "Puts the entries of all partitions behind each other";
  let description = [{
    The builder that was forked with the entries of all partitions, in their
    order. The coordinates of every level are put behind each other, the counts
    of children of appended parents, and the components.

    ```mlir
    %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_PartitionsType:$partitions);
  let results = (outs Level_BuilderType:$next);
  let assemblyFormat = "$partitions attr-dict `:` type($partitions)";
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELPARTITIONOPS_TD
