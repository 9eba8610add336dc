//===- ReadEmitters.td - Emitters of functions that read ---*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterate, locate and what goes with them (thesis, table 2-13). The level is
// given by its `arrays`, those of the level type's `getArrays`, or by the state
// of a level under assembly, whose first values are these.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_READEMITTERS_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_READEMITTERS_TD

include "weft/Conversion/LevelToMemRef/EmitterInterface.td"

def OpenEmitterInterface : EmitterInterface<"Open"> {
  let description = [{
    Levels whose arrays are readied before they are read.
  }];
  let methods = [
    LevelFunction<"Readies the arrays of a stored level, once for each "
                  "`level.open`.",
      "void", "open", (ins "::weft::ValueVector &":$arrays)>,
  ];
}

def PositionsEmitterInterface : EmitterInterface<"Positions"> {
  let description = [{
    Levels in which the children of parents that follow each other have
    positions that do.
  }];
  let methods = [
    LevelFunction<"Positions of the children of a range of parents.",
      "::weft::ValuePair", "posBounds",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$parentBegin,
           "::mlir::Value":$parentEnd)>,
  ];
}

def PositionIterateEmitterInterface : EmitterInterface<"PositionIterate"> {
  let description = [{
    Levels with positions that are iterated over.
  }];
  let methods = [
    LevelFunction<"The coordinate at a position below the coordinates of "
                  "ancestors, and whether there is one.",
      "::weft::ValuePair", "posAccess",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$position,
           "::mlir::ValueRange":$coords)>,
  ];
}

def CoordinateIterateEmitterInterface : EmitterInterface<"CoordinateIterate"> {
  let description = [{
    Levels with coordinates that are iterated over.
  }];
  let methods = [
    LevelFunction<"Coordinates that may lie below a parent with the ancestors' "
                  "coordinates.",
      "::weft::ValuePair", "coordBounds",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$parent,
           "::mlir::ValueRange":$coords)>,
    LevelFunction<"The position of an iterated coordinate and whether it "
                  "exists.",
      "::weft::ValuePair", "coordAccess",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$parent,
           "::mlir::ValueRange":$coords)>,
  ];
}

def LocateEmitterInterface : EmitterInterface<"Locate"> {
  let description = [{
    Levels in which a coordinate is found without a walk.
  }];
  let methods = [
    LevelFunction<"The position of a coordinate and whether it exists.",
      "::weft::ValuePair", "locate",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$parent,
           "::mlir::ValueRange":$coords)>,
  ];
}

def SearchEmitterInterface : EmitterInterface<"Search"> {
  let description = [{
    Levels with positions in the order of their coordinates.
  }];
  let methods = [
    LevelFunction<"The first position in a range at or after a coordinate below "
                  "the ancestors', or its end.",
      "::mlir::Value", "search",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$begin,
           "::mlir::Value":$end, "::mlir::Value":$coordinate,
           "::mlir::ValueRange":$coords)>,
  ];
}

def RecoverEmitterInterface : EmitterInterface<"Recover"> {
  let description = [{
    Levels with positions in the order of their parents.
  }];
  let methods = [
    LevelFunction<"The parent in a range of a position, or any index if that is "
                  "a child of none of them. Reads nothing outside of the range.",
      "::mlir::Value", "parentOf",
      (ins "::mlir::ValueRange":$arrays, "::mlir::Value":$position,
           "::mlir::Value":$parentBegin, "::mlir::Value":$parentEnd)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_READEMITTERS_TD
