//===- PartEmitters.td - Emitters of what threads fill -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments that are filled in any order of their parents, by the parts of a
// parallel loop. The state of a level is that of AssemblyEmitters.td.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_PARTEMITTERS_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_PARTEMITTERS_TD

include "weft/Conversion/LevelToMemRef/EmitterInterface.td"

def ScatterPartsEmitterInterface : EmitterInterface<"ScatterParts"> {
  let description = [{
    Levels whose segments are filled by parts in any order of their `parents`
    parents. Parts are numbered in the order in which their children are in a
    segment.
  }];
  let methods = [
    LevelFunction<"Makes room for what each part counts.",
      "void", "forkCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents,
           "::mlir::Value":$numParts)>,
    LevelFunction<"Begins to count in a part: the state of the tensor becomes "
                  "that of the part.",
      "void", "beginCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
    LevelFunction<"Keeps what a part has counted, and frees what it has of its "
                  "own.",
      "void", "keepCounts",
      (ins "::mlir::ValueRange":$state, "::mlir::ValueRange":$part,
           "::mlir::Value":$parents, "::mlir::Value":$number)>,
    LevelFunction<"Sums what the parts have counted of each parent, and keeps "
                  "how many children come before those of each part.",
      "void", "joinCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
    LevelFunction<"How many parts have counted.",
      "::mlir::Value", "numParts",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parents)>,
    LevelFunction<"Begins to place in a part: the state of the tensor becomes "
                  "that of the part.",
      "void", "beginPlaces",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents,
           "::mlir::Value":$number)>,
    LevelFunction<"Frees what a part has of its own.",
      "void", "endPlaces", (ins "::mlir::ValueRange":$part)>,
    LevelFunction<"Says that the parts have taken all children.",
      "void", "joinPlaces",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_PARTEMITTERS_TD
