//===- LevelOps.cpp - Level functions ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and text forms of the level functions. What they check is what the
// types cannot say: that the level exists and that its type has the capability
// that the function belongs to.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Level/IR/LevelFill.h"

using namespace mlir;
using namespace weft::level;

#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

static RankedTensorType getTensorOf(Type stored) {
  if (auto storage = dyn_cast<StorageType>(stored))
    return storage.getTensor();
  return cast<BuilderType>(stored).getTensor();
}

/// Checks that the level exists and has a capability, if one is asked for.
static LogicalResult
verifyLevel(Operation *op, Type stored, int64_t level,
            function_ref<bool(LevelTypeAttrInterface)> capability = nullptr,
            StringRef name = "") {
  FormatAttr format = getFormat(getTensorOf(stored));
  if (!format)
    return op->emitOpError(describeMissingFormat(getTensorOf(stored)));
  if (level < 0 || level >= format.getNumLevels())
    return op->emitOpError("expected a level below ")
           << format.getNumLevels() << ", got " << level;
  if (capability && !capability(format.getLevelType(level)))
    return op->emitOpError("expected a level type with the capability ")
           << name << ", got " << format.getLevelType(level);
  return success();
}

/// Checks that there is one coordinate per level up to `count`.
static LogicalResult verifyCoords(Operation *op, ValueRange coords,
                                  int64_t count) {
  if (static_cast<int64_t>(coords.size()) != count)
    return op->emitOpError("expected ")
           << count << " coordinates, got " << coords.size();
  return success();
}

static bool iteratesPositions(LevelTypeAttrInterface type) {
  return type.hasPositionIterate();
}
static bool iteratesCoordinates(LevelTypeAttrInterface type) {
  return type.hasCoordinateIterate();
}
static bool locates(LevelTypeAttrInterface type) { return type.hasLocate(); }
static bool recovers(LevelTypeAttrInterface type) { return type.hasRecover(); }
static bool appends(LevelTypeAttrInterface type) { return type.hasAppend(); }
static bool inserts(LevelTypeAttrInterface type) { return type.hasInsert(); }

//===----------------------------------------------------------------------===//
// Iterate and locate
//===----------------------------------------------------------------------===//

LogicalResult SizeOp::verify() {
  return verifyLevel(*this, getStored().getType(), getLevel());
}

LogicalResult PosBoundsOp::verify() {
  return verifyLevel(
      *this, getStorage().getType(), getLevel(),
      [](LevelTypeAttrInterface type) {
        return type.hasPositionIterate() || type.hasRecover();
      },
      "position iterate or recover");
}

LogicalResult PosAccessOp::verify() {
  if (failed(verifyLevel(*this, getStorage().getType(), getLevel(),
                         iteratesPositions, "position iterate")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel());
}

LogicalResult CoordBoundsOp::verify() {
  if (failed(verifyLevel(*this, getStorage().getType(), getLevel(),
                         iteratesCoordinates, "coordinate iterate")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel());
}

LogicalResult CoordAccessOp::verify() {
  if (failed(verifyLevel(*this, getStorage().getType(), getLevel(),
                         iteratesCoordinates, "coordinate iterate")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel() + 1);
}

LogicalResult LocateOp::verify() {
  if (failed(verifyLevel(*this, getStored().getType(), getLevel(), locates,
                         "locate")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel() + 1);
}

LogicalResult SearchOp::verify() {
  if (failed(verifyLevel(
          *this, getStorage().getType(), getLevel(),
          [](LevelTypeAttrInterface type) {
            return type.hasPositionIterate() && type.isOrdered();
          },
          "ordered position iterate")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel());
}

LogicalResult ParentOfOp::verify() {
  return verifyLevel(*this, getStorage().getType(), getLevel(), recovers,
                     "recover");
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

bool weft::level::isDenseBelow(FormatAttr format, int64_t level) {
  return llvm::all_of(llvm::seq(level + 1, format.getNumLevels()),
                      [&](int64_t below) {
                        return isa<DenseAttr>(format.getLevelType(below));
                      });
}

bool weft::level::hasPlainPositions(FormatAttr format, int64_t numLevels) {
  // Blocks at the end of a dimension have places behind it.
  return format.isPermutation() &&
         llvm::all_of(llvm::seq(numLevels), [&](int64_t level) {
           return isa<DenseAttr, CompressedAttr, SingletonAttr>(
               format.getLevelType(level));
         });
}

bool weft::level::fillsAppended(BuilderType type, int64_t level) {
  FormatAttr format = type.getFormat();
  return type.getAssembly() == Assembly::Fused &&
         level + 1 < format.getNumLevels() &&
         !format.getLevelType(level).hasInsert() && isDenseBelow(format, level);
}

/// Checks that the components of a tensor under assembly are there from the
/// beginning, in the order of their coordinates.
static LogicalResult verifyFillable(Operation *op, BuilderType type) {
  if (type.getAssembly() != Assembly::Fused || !type.getFormat().isPlain())
    return op->emitOpError("expected the fused assembly of dense levels, got ")
           << type;
  return success();
}

LogicalResult FillSegmentOp::verify() {
  BuilderType type = getState().getType();
  if (failed(verifyLevel(*this, type, getLevel())))
    return failure();
  bool computes = type.getAssembly() == Assembly::Fused ||
                  type.getAssembly() == Assembly::Reuse;
  if (!computes || !isDenseBelow(type.getFormat(), getLevel()))
    return emitOpError("expected dense levels below ")
           << getLevel() << " that are assembled in one pass or reused, got "
           << type;
  return success();
}

/// Checks that the first levels of a builder are those of a tensor that are
/// kept for it, and that it is dense below.
static LogicalResult verifyReuse(InitOp op) {
  RankedTensorType tensor = op.getState().getType().getTensor();
  auto kept = cast<RankedTensorType>(op.getStructure().getType());
  FormatAttr format = getFormat(tensor), other = getFormat(kept);
  std::optional<int64_t> levels = op.getLevels();
  if (op.getUnfilled() && !hasPlainPositions(format, op.getNumKeptLevels()))
    return op.emitOpError("leaves places unfilled that no coordinate has, in ")
           << tensor;
  if (!levels) {
    if (other && kept.getShape() == tensor.getShape() &&
        other.hasLevelsOf(format))
      return success();
    return op.emitOpError("expected to reuse the structure of a tensor like ")
           << tensor << ", got " << kept;
  }
  auto isKept = [&](int64_t level) {
    return other.hasLevelOf(format, level) &&
           kept.getDimSize(other.getLevelDim(level)) ==
               tensor.getDimSize(format.getLevelDim(level));
  };
  if (other && other.isPermutation() && *levels <= other.getNumLevels() &&
      hasPlainPositions(format, *levels) &&
      llvm::all_of(llvm::seq(*levels), isKept) &&
      format.getLevelType(*levels - 1).isUnique() &&
      isDenseBelow(format, *levels - 1))
    return success();
  return op.emitOpError("expected a tensor that shares its first levels (")
         << *levels << ") with " << tensor << ", which is dense below, got "
         << kept;
}

LogicalResult InitOp::verify() {
  BuilderType type = getState().getType();
  if (!type.getFormat())
    return emitOpError(describeMissingFormat(type.getTensor()));
  if (static_cast<int64_t>(getSizes().size()) != type.getTensor().getRank())
    return emitOpError("expected ")
           << type.getTensor().getRank() << " sizes, got " << getSizes().size();
  bool reuses = type.getAssembly() == Assembly::Reuse;
  if (getUnfilled() && !reuses && failed(verifyFillable(*this, type)))
    return failure();
  bool keeps = reuses || type.getAssembly() == Assembly::Compute;
  if (keeps != static_cast<bool>(getStructure()))
    return emitOpError(keeps ? "expected a tensor whose structure is kept"
                             : "keeps a structure, but assembles a new one");
  if (getLevels() && !reuses)
    return emitOpError("keeps levels, but reuses no structure");
  if (std::optional<int64_t> levels = getLevels();
      levels && (*levels < 1 || *levels > type.getFormat().getNumLevels()))
    return emitOpError("expected to keep 1 to ")
           << type.getFormat().getNumLevels() << " levels, got " << *levels;
  if (reuses)
    return verifyReuse(*this);
  if (getStructure() && getStructure().getType() != type.getTensor())
    return emitOpError("expected to keep the structure of a ")
           << type.getTensor() << ", got " << getStructure().getType();
  for (int64_t level = 0, e = type.getFormat().getNumLevels(); level != e;
       ++level) {
    LevelTypeAttrInterface levelType = type.getFormat().getLevelType(level);
    if (!levelType.hasAppend() && !levelType.hasInsert())
      return emitOpError("cannot assemble level ")
             << level + 1 << ": " << levelType
             << " has neither append nor insert";
    if (isa<MadeOfCountsLevelTypeAttrInterface>(levelType) &&
        !type.getFormat().isMadeOfCounts(level))
      return emitOpError("cannot assemble level ")
             << level + 1 << ": " << levelType
             << " needs full levels above it and a level below it that counts "
                "the slots of rows";
  }
  if (!type.getFormat().isAssembled())
    return emitOpError("cannot assemble slots that no level numbers: expected "
                       "levels that are inserted into, ordered down to one "
                       "that numbers slots");
  if (type.getFormat().getNumSlots() != 0 && !type.isCounting())
    return emitOpError("expected a builder that counts slots first");
  return success();
}

static bool isCoordinates(const LevelArray &array) {
  return array.kind == LevelArray::Kind::Coordinates;
}

LogicalResult FinalizeOp::verify() {
  if (!getSorting())
    return success();
  BuilderType state = getState().getType();
  if (!state.hasLevelState())
    return emitOpError("sorts what is assembled, but the structure is reused");
  FormatAttr format = state.getFormat();
  if (!format)
    return emitOpError(describeMissingFormat(state.getTensor()));
  auto types = llvm::map_to_vector(
      llvm::seq<int64_t>(0, format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level); });
  if (!format.isCoordinateList())
    return emitOpError(
               "sorts coordinate lists with levels that, but for a leaf "
               "below others, are not unique, got ")
           << format;
  for (LevelTypeAttrInterface type : types) {
    SmallVector<LevelArray> arrays;
    type.getArrays(arrays);
    if (llvm::count_if(arrays, isCoordinates) != 1)
      return emitOpError("sorts coordinate lists with levels that have one "
                         "array of coordinates, got ")
             << type;
  }
  return success();
}

LogicalResult NextOp::verify() {
  return verifyLevel(*this, getState().getType(), getLevel(), appends,
                     "append");
}

LogicalResult AppendCoordOp::verify() {
  return verifyLevel(*this, getState().getType(), getLevel(), appends,
                     "append");
}

LogicalResult ReserveCoordsOp::verify() {
  auto first = static_cast<int64_t>(getLevel());
  auto last = static_cast<int64_t>(getLast().value_or(getLevel()));
  if (getLast() && last <= first)
    return emitOpError("expected a last level after level ")
           << first << ", got " << last;
  // The last first: it is in bounds if the others are.
  for (int64_t level = last; level >= first; --level)
    if (failed(
            verifyLevel(*this, getState().getType(), level, appends, "append")))
      return failure();
  return success();
}

LogicalResult AppendEdgesOp::verify() {
  return verifyLevel(*this, getState().getType(), getLevel(), appends,
                     "append");
}

LogicalResult InsertCoordOp::verify() {
  if (failed(verifyLevel(*this, getState().getType(), getLevel(), inserts,
                         "insert")))
    return failure();
  return verifyCoords(*this, getCoords(), getLevel() + 1);
}

LogicalResult ReserveOp::verify() {
  return verifyLevel(*this, getState().getType(), getLevel(), inserts,
                     "insert");
}

LogicalResult StoreOp::verify() {
  if (getValue().getType() != getState().getType().getElementType())
    return emitOpError("expected a value of type ")
           << getState().getType().getElementType() << ", got "
           << getValue().getType();
  return success();
}
