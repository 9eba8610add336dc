//===- LevelInterfaces.td - Level type interface -----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the code generator may ask of a level type: properties, capabilities and
// arrays (thesis, section 2.3); and of an encoding: which format it means. All
// methods are pure: a new level type answers every question, and none is
// answered for it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELINTERFACES_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELINTERFACES_TD

include "mlir/IR/OpBase.td"

def LevelTypeAttrInterface : AttrInterface<"LevelTypeAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    The five properties (full, ordered, unique, branchless, compact) and eight
    capabilities (coordinate iterate, position iterate, locate, append, insert,
    recover, scatter, number slots) of a level type, and the arrays that store
    it.
  }];
  let methods = [
    InterfaceMethod<
        "Every coordinate of the dimension is stored under every parent.",
      "bool", "isFull", (ins)>,
    InterfaceMethod<"Coordinates under one parent are non-decreasing.",
      "bool", "isOrdered", (ins)>,
    InterfaceMethod<"No coordinate is stored twice under one parent.",
      "bool", "isUnique", (ins)>,
    InterfaceMethod<"Every parent has exactly one child.",
      "bool", "isBranchless", (ins)>,
    InterfaceMethod<"No position of a parent lacks a coordinate.",
      "bool", "isCompact", (ins)>,
    InterfaceMethod<"Has coord_bounds and coord_access.",
      "bool", "hasCoordinateIterate", (ins)>,
    InterfaceMethod<"Has pos_bounds and pos_access.",
      "bool", "hasPositionIterate", (ins)>,
    InterfaceMethod<"Has locate.",
      "bool", "hasLocate", (ins)>,
    InterfaceMethod<"Has append_coord, append_edges and their initialization.",
      "bool", "hasAppend", (ins)>,
    InterfaceMethod<"Has insert_coord, size and their initialization.",
      "bool", "hasInsert", (ins)>,
    InterfaceMethod<"Coordinates are inserted in order only: ascending under a "
                    "parent, and all of one parent before those of the next.",
      "bool", "insertsInOrder", (ins)>,
    InterfaceMethod<"Neighbouring coordinates whose components are equal share "
                    "a position, so that which positions there are is known "
                    "only with the components.",
      "bool", "sharesPositions", (ins)>,
    InterfaceMethod<"Has parent_of and pos_bounds: positions are in the order "
                    "of their parents, so that a position tells its parent.",
      "bool", "hasRecover", (ins)>,
    InterfaceMethod<"Has add_child and take_child: the coordinates of segments "
                    "whose parents are known may be appended in any order of "
                    "the parents, once they are counted.",
      "bool", "hasScatter", (ins)>,
    InterfaceMethod<"Has note_entry and take_slot: which of several slots an "
                    "entry takes is the level's to say, once all entries have "
                    "been noted. Below a level that is a leaf is no other, so "
                    "that each entry has a coordinate of its own.",
      "bool", "numbersSlots", (ins "bool":$isLeaf)>,
    InterfaceMethod<"The arrays that store the level, outermost first.",
      "void", "getArrays",
      (ins "::llvm::SmallVectorImpl<::weft::level::LevelArray> &":$arrays)>,
  ];
}

def PlacedLevelTypeAttrInterface
    : AttrInterface<"PlacedLevelTypeAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    A level type that may not stand anywhere in a format. One that may does not
    have this interface.
  }];
  let methods = [
    InterfaceMethod<"Checks the place of a level of this type, of a format all "
                    "of whose other levels have level types.",
      "::llvm::LogicalResult", "verifyPlace",
      (ins "const ::weft::level::LevelPlace &":$place,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
  ];
}

def SlotOrderLevelTypeAttrInterface
    : AttrInterface<"SlotOrderLevelTypeAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    A level type that numbers slots, whose coordinates below one coordinate of
    the level above ascend from slot to slot, so that none of them is in two
    slots. One without this interface may store a coordinate in any slots.
  }];
}

def CountsRowsLevelTypeAttrInterface
    : AttrInterface<"CountsRowsLevelTypeAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    A level type that numbers slots such that the entries of a row, which is one
    combination of the coordinates of the levels above, take consecutive slots
    from 0 on. The number of slots of each row is therefore known when all
    entries have been counted.
  }];
}

def MadeOfCountsLevelTypeAttrInterface
    : AttrInterface<"MadeOfCountsLevelTypeAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    A level type whose arrays follow from how many slots each row takes. It is
    assembled below full levels, above a level with the interface
    `CountsRowsLevelTypeAttrInterface`, and is complete when all entries are
    noted: inserting a coordinate finds its position.
  }];
}

def FormatAttrInterface : AttrInterface<"FormatAttrInterface"> {
  let cppNamespace = "::weft::level";
  let description = [{
    An encoding of tensors that corresponds to a format. `#level.format` is its
    own format; an external model translates the encoding of another dialect.
    Code that needs the format of a tensor calls `weft::level::getFormat` and
    does not inspect the encoding.
  }];
  let methods = [
    InterfaceMethod<"The format, a `#level.format`, of a tensor with elements "
                    "of a type. Null if there is none; then `reason` says why.",
      "::mlir::Attribute", "getFormatOf",
      (ins "::mlir::Type":$elementType, "std::string &":$reason)>,
  ];
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELINTERFACES_TD
