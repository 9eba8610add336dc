//===- AssemblyEmitters.td - Emitters that assemble --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Append, insert and what goes with them (thesis, table 2-14). A level under
// assembly is given by its `state`, the values that `getStateTypes` lists; the
// arrays come first, so that functions which only read serve both. Functions
// that change a level replace the values of the state by those of the next one.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_ASSEMBLYEMITTERS_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_ASSEMBLYEMITTERS_TD

include "weft/Conversion/LevelToMemRef/EmitterInterface.td"

def AssemblyEmitterInterface : EmitterInterface<"Assembly"> {
  let description = [{
    Levels that are assembled.
  }];
  let methods = [
    InterfaceMethod<"Whether the number of parents alone says how many "
                    "positions the level has.",
      "bool", "isSizeFixed", (ins)>,
    InterfaceMethod<"The types of the state.",
      "void", "getStateTypes",
      (ins "::mlir::Type":$posType, "::mlir::Type":$crdType,
           "::llvm::SmallVectorImpl<::mlir::Type> &":$types)>,
    LevelFunction<"Begins to assemble the level under `parentSize` parents, or, "
                  "if it is null, under parents that are appended.",
      "void", "init",
      (ins "::mlir::Value":$parentSize, "::weft::ValueVector &":$state)>,
    LevelFunction<"The number of positions of the level under `parentSize` "
                  "parents; for a level that is appended to, so far. Null "
                  "stands for the parents so far, of which a level is asked "
                  "that is inserted into, has no fixed size, and neither keeps "
                  "its structure nor places.",
      "::mlir::Value", "size",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parentSize)>,
    LevelFunction<"Ends the assembly under `parentSize` parents and gives the "
                  "level's arrays, whose lengths are what is used of them.",
      "void", "finalize",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parentSize,
           "::weft::ValueVector &":$arrays)>,
  ];
}

def KeepEmitterInterface : EmitterInterface<"Keep"> {
  let description = [{
    Levels whose structure may be kept, to compute other components in it.
  }];
  let methods = [
    LevelFunction<"Begins to assemble again, into new memory, the level that "
                  "`arrays` store.",
      "void", "initFrom",
      (ins "::mlir::ValueRange":$arrays, "::weft::ValueVector &":$state)>,
  ];
}

def SortEmitterInterface : EmitterInterface<"Sort"> {
  let description = [{
    Levels whose entries are sorted when the assembly ends. Such a level is the
    only one.
  }];
}

def AppendEmitterInterface : EmitterInterface<"Append"> {
  let description = [{
    Levels that coordinates are appended to.
  }];
  let methods = [
    LevelFunction<"The position at which the level is appended to next.",
      "::mlir::Value", "next", (ins "::mlir::ValueRange":$state)>,
    LevelFunction<"Appends a coordinate.",
      "void", "appendCoord",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$coordinate)>,
    LevelFunction<"Makes appended coordinates the children of a parent.",
      "void", "appendEdges",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "::mlir::Value":$begin, "::mlir::Value":$end)>,
  ];
}

def RoomEmitterInterface : EmitterInterface<"Room"> {
  let description = [{
    Levels in which capacity can be reserved before coordinates are appended.
  }];
  let methods = [
    InterfaceMethod<"The array in the state whose capacity must be "
                    "reserved before a coordinate is appended without a check.",
      "unsigned", "getReservedArray", (ins)>,
    LevelFunction<"Drops all but the first `count` coordinates, and keeps the "
                  "capacity.",
      "void", "keepCoords",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$count)>,
  ];
}

def ConcatenateEmitterInterface : EmitterInterface<"Concatenate"> {
  let description = [{
    Levels that threads assemble in partitions. Positions in a partition are
    those of the partition, unless they were known before the assembly began.
  }];
  let methods = [
    LevelFunction<"Begins the level in a partition of a tensor; `state` is that "
                  "of the tensor, whose array of known parents all partitions "
                  "have.",
      "void", "beginPartition",
      (ins "::mlir::ValueRange":$state, "::weft::ValueVector &":$partition)>,
    LevelFunction<"Reserves the level of the tensor for `positions` "
                  "positions below `parents` parents, which it has when all "
                  "partitions are concatenated.",
      "void", "reservePartitions",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents,
           "::mlir::Value":$positions)>,
    LevelFunction<"Copies the level of a partition into the reserved level of "
                  "the tensor: `numParents` parents from `parent` on, and "
                  "`count` positions from `begin` on. Partitions are copied "
                  "at the same time.",
      "void", "copyPartition",
      (ins "::mlir::ValueRange":$state, "::mlir::ValueRange":$partition,
           "::mlir::Value":$parent, "::mlir::Value":$numParents,
           "::mlir::Value":$begin, "::mlir::Value":$count)>,
    LevelFunction<"Frees what a partition has of its own.",
      "void", "endPartition", (ins "::mlir::ValueRange":$partition)>,
    InterfaceMethod<"The value of the state that counts the positions; none if "
                    "those of the parents say how many there are.",
      "::std::optional<unsigned>", "getCounter", (ins)>,
    InterfaceMethod<"The arrays of the state that partitions append to.",
      "::weft::PartitionArrays", "getPartitionArrays", (ins)>,
  ];
}

def InsertEmitterInterface : EmitterInterface<"Insert"> {
  let description = [{
    Levels that coordinates are inserted into.
  }];
  let methods = [
    LevelFunction<"Inserts a coordinate, unless it is there, and gives its "
                  "position.",
      "::mlir::Value", "insertCoord",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "::mlir::ValueRange":$coords)>,
  ];
}

def GrowEmitterInterface : EmitterInterface<"Grow"> {
  let description = [{
    Levels whose segments grow when they are full. They may move their children
    and all levels below.
  }];
  let methods = [
    LevelFunction<"Whether the segment of a parent is full; null if it never "
                  "is.",
      "::mlir::Value", "isSegmentFull",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parent)>,
    LevelFunction<"Grows the segment of a parent by at least one coordinate. "
                  "Emitted only where the segment is full.",
      "::llvm::LogicalResult", "growSegment",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parent,
           "const ::weft::SegmentMover &":$mover)>,
  ];
}

def MoveEmitterInterface : EmitterInterface<"Move"> {
  let description = [{
    Levels whose number of parents grows, or whose parents move.
  }];
  let methods = [
    LevelFunction<"Reserves the segments of all parents below "
                  "`parentSize`.",
      "void", "reserve",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parentSize)>,
    LevelFunction<"Moves the segment of a parent to another, which has none. "
                  "`moveBelow` emits the same for a child and the levels below.",
      "::llvm::LogicalResult", "moveSegment",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$from,
           "::mlir::Value":$to,
           "::llvm::function_ref<::llvm::LogicalResult(::mlir::Value, "
           "::mlir::Value)>":$moveBelow)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_ASSEMBLYEMITTERS_TD
