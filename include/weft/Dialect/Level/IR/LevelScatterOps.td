//===- LevelScatterOps.td - Segments that threads fill -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments that are filled in any order of their parents, by threads: each part
// of a parallel loop counts the children of every parent, and stores its own
// behind those of the parts before. These operations are what that takes besides
// those of parts and of scattered segments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD

include "weft/Dialect/Level/IR/LevelTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Level_ScatterOp<string mnemonic, list<Trait> traits = []>
    : Op<Level_Dialect, mnemonic, traits>;

def Level_PlacingParts : ConfinedType<Level_PartsType,
    [CPred<"::llvm::cast<::weft::level::PartsType>($_self).getBuilder()"
           ".isPlacing()">],
    "parts that place">;

def Level_CountedPartsOp : Level_ScatterOp<"counted_parts", [
    MemoryEffects<[MemRead]>]> {
  let summary = "In how many parts children were counted";
  let description = [{
    How many parts the builder had that counted what this one places. As many
    place, each what the part of its number counted.

    ```mlir
    %n = level.counted_parts %c : !level.builder<tensor<?x?xf64, #CSC>, place>
    ```
  }];
  let arguments = (ins Level_PlacingBuilder:$state);
  let results = (outs Index:$count);
  let assemblyFormat = "$state attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Level_ResumePartOp : Level_ScatterOp<"resume_part", [
    TypesMatchWith<"the builder is that of the parts", "parts", "state",
      "::llvm::cast<::weft::level::PartsType>($_self).getBuilder()">]> {
  let summary = "A builder that places what one part has counted";
  let description = [{
    A builder in which `level.take_child` gives the places of the part that has
    this number: behind those of the parts before it, in each segment. All that
    was counted is taken when the parts are joined.

    ```mlir
    %mine = level.resume_part %parts[%p]
        : !level.parts<tensor<?x?xf64, #CSC>, place>
    ```
  }];
  let arguments = (ins Level_PlacingParts:$parts, Index:$number);
  let results = (outs Level_BuilderType:$state);
  let assemblyFormat = "$parts `[` $number `]` attr-dict `:` type($parts)";
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELSCATTEROPS_TD
