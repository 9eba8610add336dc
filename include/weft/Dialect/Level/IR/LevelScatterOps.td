//===- LevelScatterOps.td - Segments that threads fill -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments that are filled in any order of their parents, by threads: each
// partition of a parallel loop counts the children of every parent, and stores
// its own behind those of the partitions before. These operations are what that
// takes besides those of partitions and of scattered segments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD

include "weft/Dialect/Level/IR/LevelTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Level_ScatterOp<string mnemonic, list<Trait> traits = []>
    : Op<Level_Dialect, mnemonic, traits>;

def Level_PlacingPartitions : ConfinedType<Level_PartitionsType,
    [CPred<"::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()"
           ".isPlacing()">],
    "partitions that place">;

def Level_CountedPartitionsOp : Level_ScatterOp<"counted_partitions", [
    MemoryEffects<[MemRead]>]> {
  let summary = "In how many partitions children were counted";
  let description = [{
    How many partitions the builder had that counted what this one places. As
    many place, each what the partition of its number counted.

    ```mlir
    %n = level.counted_partitions %c : !level.builder<tensor<?x?xf64, #CSC>, place>
    ```
  }];
  let arguments = (ins Level_PlacingBuilder:$state);
  let results = (outs Index:$count);
  let assemblyFormat = "$state attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Level_ResumePartitionOp : Level_ScatterOp<"resume_partition", [
    TypesMatchWith<"the builder is that of the partitions", "partitions", "state",
      "::llvm::cast<::weft::level::PartitionsType>($_self).getBuilder()">]> {
  let summary = "A builder that places what one partition has counted";
  let description = [{
    The builder of one partition in the second phase. In each segment, its
    `level.take_child` returns the positions that follow those of the preceding
    partitions. All counted positions must be taken before the partitions are
    joined.

    ```mlir
    %mine = level.resume_partition %partitions[%p]
        : !level.partitions<tensor<?x?xf64, #CSC>, place>
    ```
  }];
  let arguments = (ins Level_PlacingPartitions:$partitions, Index:$number);
  let results = (outs Level_BuilderType:$state);
  let assemblyFormat = "$partitions `[` $number `]` attr-dict `:` type($partitions)";
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD
