//===- LevelPartOps.td - Assembly by threads ---------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Levels that are appended to are assembled by threads in parts: each part of a
// parallel loop has a builder of its own, and these are joined in the order of
// the parts.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELPARTOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELPARTOPS_TD

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
    TypesMatchWith<"the builder is that of the parts", "parts", "state",
      "::llvm::cast<::weft::level::PartsType>($_self).getBuilder()">]> {
  let summary = "Begins to assemble a tensor in parts";
  let description = [{
    Takes a builder, behind whose entries those of `count` parts will stand. What
    levels say of parents that were known before is shared by all parts, which
    have different parents there.

    ```mlir
    %parts = level.fork %b into %n : !level.parts<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_BuilderType:$state, Index:$count);
  let results = (outs Level_PartsType:$parts);
  let assemblyFormat = "$state `into` $count attr-dict `:` type($parts)";
  let hasVerifier = 1;
}

def Level_BeginPartOp : Level_Op<"begin_part", [
    TypesMatchWith<"the builder is that of the parts", "parts", "state",
      "::llvm::cast<::weft::level::PartsType>($_self).getBuilder()">]> {
  let summary = "A builder for the entries of one part";
  let description = [{
    A builder without entries, in which appended positions are those of the part.

    ```mlir
    %mine = level.begin_part %parts : !level.parts<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_PartsType:$parts);
  let results = (outs Level_BuilderType:$state);
  let assemblyFormat = "$parts attr-dict `:` type($parts)";
}

def Level_EndPartOp : Level_Op<"end_part", [
    TypesMatchWith<"the builder is that of the parts", "parts", "state",
      "::llvm::cast<::weft::level::PartsType>($_self).getBuilder()">]> {
  let summary = "Keeps the entries of one part";
  let description = [{
    Takes the builder of a part, for the join. Each part is kept once.

    ```mlir
    level.end_part %mine, %parts[%p] : !level.parts<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_BuilderType:$state, Level_PartsType:$parts,
                       Index:$number);
  let assemblyFormat = [{
    $state `,` $parts `[` $number `]` attr-dict `:` type($parts)
  }];
}

def Level_JoinOp : Level_Op<"join", [
    TypesMatchWith<"the builder is that of the parts", "parts", "next",
      "::llvm::cast<::weft::level::PartsType>($_self).getBuilder()">]> {
  let summary = "Puts the entries of all parts behind each other";
  let description = [{
    The builder that was forked with the entries of all parts, in their order.
    The coordinates of every level are put behind each other, the counts of
    children of appended parents, and the components.

    ```mlir
    %b1 = level.join %parts : !level.parts<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Level_PartsType:$parts);
  let results = (outs Level_BuilderType:$next);
  let assemblyFormat = "$parts attr-dict `:` type($parts)";
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELPARTOPS_TD
