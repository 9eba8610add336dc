//===- CountEmitters.td - Emitters that count --------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly in two phases, the first of which counts what the second places. The
// state of a level is that of AssemblyEmitters.td.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_COUNTEMITTERS_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_COUNTEMITTERS_TD

include "weft/Conversion/LevelToMemRef/EmitterInterface.td"

def ScanEmitterInterface : EmitterInterface<"Scan"> {
  let description = [{
    Levels that are assembled in two phases.
  }];
  let methods = [
    LevelFunction<"Turns the counts of all parents below `parentSize` into "
                  "bounds, or into what taking all children makes bounds of, and "
                  "makes room for exactly what was counted.",
      "void", "scan",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parentSize)>,
  ];
}

def CountEmitterInterface : EmitterInterface<"Count"> {
  let description = [{
    Levels with segments whose children are counted.
  }];
  let methods = [
    LevelFunction<"Says how many children a parent will have.",
      "void", "count",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "::mlir::Value":$children)>,
    LevelFunction<"The position at which the segment of a parent begins; for a "
                  "parent beyond the last, the number of positions.",
      "::mlir::Value", "segmentBegin",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parent)>,
  ];
}

def PlaceEmitterInterface : EmitterInterface<"Place"> {
  let description = [{
    Levels whose coordinates have their positions before they are stored.
  }];
  let methods = [
    LevelFunction<"Stores a coordinate at its position, in arrays that stay the "
                  "state.",
      "void", "place",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$position,
           "::mlir::Value":$coordinate)>,
  ];
}

def ScatterEmitterInterface : EmitterInterface<"Scatter"> {
  let description = [{
    Levels with segments that are filled in any order of their parents.
  }];
  let methods = [
    LevelFunction<"Counts one more child of a parent.",
      "void", "addChild",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent)>,
    LevelFunction<"Adds to the children of a parent, which other threads may "
                  "do as well if it is shared.",
      "void", "appendChildren",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "::mlir::Value":$count, "bool":$isShared)>,
    LevelFunction<"The position of the next child of a parent, or, in a "
                  "structure that is kept, of the coordinate.",
      "::mlir::Value", "takeChild",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "::mlir::Value":$coordinate)>,
  ];
}

def SlotsEmitterInterface : EmitterInterface<"Slots"> {
  let description = [{
    Levels that number slots, whose number and use they know once all entries
    are noted. An entry has the coordinates `coords` down to the level without
    the slot; `row` numbers those above the level.
  }];
  let methods = [
    LevelFunction<"Notes an entry.",
      "void", "noteEntry",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$row,
           "::mlir::ValueRange":$coords)>,
    LevelFunction<"How many slots the entries that were noted need.",
      "::mlir::Value", "countSlots", (ins "::mlir::ValueRange":$state)>,
    LevelFunction<"The slot of an entry, after the scan. Only arrays of the "
                  "state change.",
      "::mlir::Value", "takeSlot",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$row,
           "::mlir::ValueRange":$coords)>,
  ];
}

def SlotUseEmitterInterface : EmitterInterface<"SlotUse"> {
  let description = [{
    Levels that store what entries say of their slots.
  }];
  let methods = [
    LevelFunction<"Is told which slot an entry takes, with its coordinates in "
                  "this level and in that below, which may be null.",
      "void", "noteSlot",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$slot,
           "::mlir::Value":$coordinate, "::mlir::Value":$below)>,
  ];
}

def RowCountEmitterInterface : EmitterInterface<"RowCount"> {
  let description = [{
    Levels that number slots and know, once all entries are noted, how many each
    row takes.
  }];
  let methods = [
    LevelFunction<"An array of how many slots each row takes, before the scan.",
      "::mlir::Value", "rowCounts", (ins "::mlir::ValueRange":$state)>,
  ];
}

def RowUseEmitterInterface : EmitterInterface<"RowUse"> {
  let description = [{
    Levels that are made of how many slots each row takes.
  }];
  let methods = [
    LevelFunction<"Is told how many slots each row takes, before the scan. Rows "
                  "are those of `parentSize` parents, one parent after the other. "
                  "Gives the counts in the order of its positions: the array, or "
                  "a new one.",
      "::mlir::Value", "useRowCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parentSize,
           "::mlir::Value":$counts)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_COUNTEMITTERS_TD
