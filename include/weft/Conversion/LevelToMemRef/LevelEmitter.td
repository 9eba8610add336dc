//===- LevelEmitter.td - Level functions as emitted code ---*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which a level type emits the code of its level functions
// (thesis, tables 2-13 and 2-14). It is attached to level types as an external
// model, so that the level dialect knows no loops and no memory. All methods
// are pure: a function that belongs to a capability which the level type does
// not have returns failure.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_TD

include "mlir/IR/OpBase.td"

def LevelEmitterInterface : AttrInterface<"LevelEmitterInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Emits the level functions of a level type. `site` says where and for which
    level. A stored level is given by its `arrays`, those of the level type's
    `getArrays`. A level under assembly is given by its `state`, the values that
    `getStateTypes` lists; the arrays come first, so that functions which only
    read serve both. Functions that change a level replace the values of the
    state by those of the next one.
  }];
  let methods = [
    InterfaceMethod<"Readies the arrays of a stored level for the functions "
                    "that read it, once for each `level.open`.",
      "::llvm::LogicalResult", "open",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$arrays),
      "", "return ::mlir::success();">,

    // Iterate, locate (table 2-13).
    InterfaceMethod<"Positions of the children of a range of parents.",
      "::mlir::FailureOr<::weft::ValuePair>", "posBounds",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$parentBegin, "::mlir::Value":$parentEnd)>,
    InterfaceMethod<"The coordinate at a position and whether there is one.",
      "::mlir::FailureOr<::weft::ValuePair>", "posAccess",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$position, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"Coordinates that may lie below a parent with the "
                    "ancestors' coordinates.",
      "::mlir::FailureOr<::weft::ValuePair>", "coordBounds",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$parent, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"The position of an iterated coordinate and whether it "
                    "exists.",
      "::mlir::FailureOr<::weft::ValuePair>", "coordAccess",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$parent, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"The position of a coordinate and whether it exists.",
      "::mlir::FailureOr<::weft::ValuePair>", "locate",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$parent, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"The first position in a range at or after a coordinate "
                    "below the ancestors', or its end.",
      "::mlir::FailureOr<::mlir::Value>", "search",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$begin, "::mlir::Value":$end,
           "::mlir::Value":$coordinate, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"The parent in a range of a position, or any index if that "
                    "is a child of none of them. Reads nothing outside of the "
                    "range.",
      "::mlir::FailureOr<::mlir::Value>", "parentOf",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::mlir::Value":$position, "::mlir::Value":$parentBegin,
           "::mlir::Value":$parentEnd)>,

    // Assembly (table 2-14).
    InterfaceMethod<"The types of the state of a level under assembly.",
      "void", "getStateTypes",
      (ins "::mlir::Type":$posType, "::mlir::Type":$crdType,
           "::llvm::SmallVectorImpl<::mlir::Type> &":$types)>,
    InterfaceMethod<"Begins to assemble the level under `parentSize` parents, "
                    "or, if it is null, under parents that are appended.",
      "::llvm::LogicalResult", "init",
      (ins "const ::weft::LevelSite &":$site, "::mlir::Value":$parentSize,
           "::weft::ValueVector &":$state)>,
    InterfaceMethod<"Begins to assemble again, into new memory, the level that "
                    "`arrays` store.",
      "::llvm::LogicalResult", "initFrom",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$arrays,
           "::weft::ValueVector &":$state)>,
    InterfaceMethod<"The position at which the level is appended to next.",
      "::mlir::FailureOr<::mlir::Value>", "next",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state)>,
    InterfaceMethod<"Appends a coordinate.",
      "::llvm::LogicalResult", "appendCoord",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$coordinate)>,
    InterfaceMethod<"The array in the state that needs room for a coordinate "
                    "before it is appended to a reserved site, without a check; "
                    "none if room cannot be made before.",
      "std::optional<unsigned>", "getReservedArray", (ins), "",
      "return std::nullopt;">,
    InterfaceMethod<"Makes appended coordinates the children of a parent.",
      "::llvm::LogicalResult", "appendEdges",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent, "::mlir::Value":$begin,
           "::mlir::Value":$end)>,
    InterfaceMethod<"Inserts a coordinate, unless it is there, and gives its "
                    "position.",
      "::mlir::FailureOr<::mlir::Value>", "insertCoord",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent, "::mlir::ValueRange":$coords)>,
    InterfaceMethod<"Makes room for the segments of all parents below "
                    "`parentSize`.",
      "::llvm::LogicalResult", "reserve",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parentSize)>,

    // Insertion into levels that grow. A level whose size is not fixed may move
    // its children, and all that is below them, to make room.
    InterfaceMethod<"Whether the number of parents alone says how many "
                    "positions the level has, with insertion.",
      "bool", "isSizeFixed", (ins)>,
    InterfaceMethod<"Whether the segment of a parent has no room for one more "
                    "coordinate; null if it always has.",
      "::mlir::FailureOr<::mlir::Value>", "isSegmentFull",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$parent),
      "", "return ::mlir::Value();">,
    InterfaceMethod<"Makes room for one more coordinate in the segment of a "
                    "parent. Emitted where the segment is full only.",
      "::llvm::LogicalResult", "growSegment",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent, "const ::weft::SegmentMover &":$mover),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"Moves the segment of a parent to another, which has none. "
                    "`moveBelow` emits the same for a child and the levels "
                    "below.",
      "::llvm::LogicalResult", "moveSegment",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$from, "::mlir::Value":$to,
           "::llvm::function_ref<::llvm::LogicalResult(::mlir::Value, "
           "::mlir::Value)>":$moveBelow),
      "", "return ::mlir::failure();">,

    // Counted assembly. A level type that has none is assembled in one phase
    // only.
    InterfaceMethod<"Whether the level can be assembled in two phases.",
      "bool", "isCounted", (ins), "", "return false;">,
    InterfaceMethod<"Says how many children a parent will have, if the level "
                    "is appended to.",
      "::llvm::LogicalResult", "count",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent, "::mlir::Value":$children),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"Turns the counts of all parents below `parentSize` into "
                    "bounds and makes room for exactly what was counted.",
      "::llvm::LogicalResult", "scan",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parentSize),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"The position at which the segment of a parent begins; for "
                    "a parent beyond the last, the number of positions.",
      "::mlir::FailureOr<::mlir::Value>", "segmentBegin",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$parent),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"Stores a coordinate at its position, in arrays that stay "
                    "the state.",
      "::llvm::LogicalResult", "place",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$position, "::mlir::Value":$coordinate),
      "", "return ::mlir::failure();">,

    // Segments that are filled in any order of their parents.
    InterfaceMethod<"Counts one more child of a parent.",
      "::llvm::LogicalResult", "addChild",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"The position of the next child of a parent, or, in a "
                    "structure that is kept, of the coordinate.",
      "::mlir::FailureOr<::mlir::Value>", "takeChild",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parent, "::mlir::Value":$coordinate),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"Completes the bounds of segments whose children were "
                    "taken.",
      "::llvm::LogicalResult", "closeSegments",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$parentSize),
      "", "return ::mlir::failure();">,

    // Slots, whose number and use a level knows once all entries are noted. A
    // level type that numbers none has no code for them.
    InterfaceMethod<"Notes an entry, given the coordinates down to this level "
                    "without the slot; `row` numbers those above this level.",
      "::llvm::LogicalResult", "noteEntry",
      (ins "const ::weft::LevelSite &":$site, "::weft::ValueVector &":$state,
           "::mlir::Value":$row, "::mlir::ValueRange":$coords),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"How many slots the entries that were noted need.",
      "::mlir::FailureOr<::mlir::Value>", "countSlots",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"The slot of an entry, after the scan; arguments are those "
                    "of `noteEntry`. Only arrays of the state change.",
      "::mlir::FailureOr<::mlir::Value>", "takeSlot",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$row, "::mlir::ValueRange":$coords),
      "", "return ::mlir::failure();">,
    InterfaceMethod<"Is told which slot an entry takes, with its coordinates "
                    "in this level and in that below, which may be null.",
      "void", "noteSlot",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$slot, "::mlir::Value":$coordinate,
           "::mlir::Value":$below),
      "", "return;">,

    InterfaceMethod<"Whether the entries, which are those of the only level, are "
                    "sorted when the assembly ends.",
      "bool", "sortsEntries", (ins), "", "return false;">,
    InterfaceMethod<"The number of positions of the level under `parentSize` "
                    "parents; for a level that is appended to, so far.",
      "::mlir::FailureOr<::mlir::Value>", "size",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$parentSize)>,
    InterfaceMethod<"Ends the assembly under `parentSize` parents and gives "
                    "the level's arrays, whose lengths are what is used of "
                    "them.",
      "::llvm::LogicalResult", "finalize",
      (ins "const ::weft::LevelSite &":$site, "::mlir::ValueRange":$state,
           "::mlir::Value":$parentSize, "::weft::ValueVector &":$arrays)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_TD
