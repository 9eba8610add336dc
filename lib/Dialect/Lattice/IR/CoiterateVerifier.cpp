//===- CoiterateVerifier.cpp - Well-formed lattices ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier of `lattice.coiterate`: the segments exist, and the regions have
// the arguments that follow from the points, which are verified in
// CoiteratePoints.cpp.
//
//===----------------------------------------------------------------------===//

#include "CoiteratePoints.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

//===----------------------------------------------------------------------===//
// The variable and the segments
//===----------------------------------------------------------------------===//

/// Checks what the coiterated variable derives from.
static LogicalResult verifyVariable(CoiterateOp op) {
  int64_t numSizes = op.getSizes().size();
  if (!op.getOriginals()) {
    if (op.getPositions())
      return op.emitOpError("expected the original variables that a position "
                            "has coordinates of");
    if (op.getBase() || numSizes)
      return op.emitOpError("expected no base and no sizes of original "
                            "variables, because there are none");
    return success();
  }
  llvm::StringSet<> names;
  names.insert(op.getName());
  for (StringAttr name : op.getOriginals()->getAsRange<StringAttr>())
    if (!names.insert(name).second)
      return op.emitOpError("the variable name ") << name << " is taken";
  int64_t numDimensions = op.getNumDimensions();
  if (numDimensions == 0)
    return op.emitOpError("expected an original variable");
  int64_t expected =
      op.getPositions() || numDimensions == 1 ? 0 : numDimensions;
  if (numSizes != expected)
    return op.emitOpError("expected ")
           << expected << " sizes of original variables, got " << numSizes;
  if (!op.getPositions())
    return success();
  if (*op.getPositions() >= op.getNumSegments())
    return op.emitOpError("has no such segment: ") << *op.getPositions();
  if (op.getWindowed())
    return op.emitOpError("cannot be windowed: its bounds are positions");
  return success();
}

static LogicalResult verifyLevels(CoiterateOp op, unsigned segment) {
  auto type = cast<level::StorageType>(op.getStorages()[segment].getType());
  level::FormatAttr format = type.getFormat();
  Attribute name = op.getSegments()[segment];
  if (!format)
    return op.emitOpError("expected segment ")
           << name << " to have a level format";
  int64_t first = op.getLevels()[segment], last = op.getLastLevel(segment);
  for (int64_t level : {first, last})
    if (level < 0 || level >= format.getNumLevels())
      return op.emitOpError("expected segment ")
             << name << " to be of a level below " << format.getNumLevels()
             << ", got " << level;
  if (last < first)
    return op.emitOpError("expected the last level of segment ")
           << name << " at or below its first, " << first << ", got " << last;
  return success();
}

static LogicalResult verifyDimensions(CoiterateOp op, unsigned segment) {
  Attribute name = op.getSegments()[segment];
  int64_t numLevels = op.getLastLevel(segment) - op.getLevels()[segment] + 1;
  int64_t numDimensions = op.getNumDimensions();
  SmallVector<int64_t> dimensions = op.getDimensionsOf(segment);
  if (!op.getDimensions() && numLevels != numDimensions)
    return op.emitOpError("expected segment ")
           << name << " to have " << numDimensions << " levels, got "
           << numLevels;
  if (static_cast<int64_t>(dimensions.size()) != numLevels)
    return op.emitOpError("expected segment ")
           << name << " to be along " << numLevels << " variables, got "
           << dimensions.size();
  llvm::SmallBitVector seen(numDimensions + 1);
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= numDimensions + !!op.getOriginals())
      return op.emitOpError("segment ")
             << name << " is along no such variable: " << dimension;
    if (seen.test(dimension))
      return op.emitOpError("segment ") << name << " is along a variable twice";
    seen.set(dimension);
  }
  return success();
}

static LogicalResult verifySearched(CoiterateOp op) {
  if (!op.getSearched())
    return success();
  ArrayRef<int64_t> searched = *op.getSearched();
  for (int64_t segment : searched) {
    if (segment < 0 || segment >= op.getNumSegments())
      return op.emitOpError("searches no such segment: ") << segment;
    for (auto type : op.getLevelTypes(segment))
      if (!type.hasLocate() && !(type.hasPositionIterate() && type.isOrdered()))
        return op.emitOpError("searches segment ")
               << op.getSegments()[segment] << ", but its level type " << type
               << " has no ordered position iterate";
  }
  return success();
}

static LogicalResult verifyShifts(CoiterateOp op) {
  ArrayRef<int64_t> strides = op.getStrides().value_or(ArrayRef<int64_t>());
  if (op.getStrides() && strides.size() != op.getNumSegments())
    return op.emitOpError("expected a stride for each of the ")
           << op.getNumSegments() << " segments";
  size_t numShifted = strides.size() - llvm::count(strides, 0);
  if (numShifted != op.getOffsets().size())
    return op.emitOpError("expected ")
           << numShifted << " offsets of shifted segments, got "
           << op.getOffsets().size();
  for (auto [segment, stride] : llvm::enumerate(strides)) {
    if (stride == 0)
      continue;
    Attribute name = op.getSegments()[segment];
    if (stride < 0)
      return op.emitOpError("expected segment ")
             << name << " to have a positive stride, got " << stride;
    if (op.getLastLevel(segment) != op.getLevels()[segment] ||
        op.getNumDimensions() != 1 || op.getPositions() ||
        op.isAlongVariable(segment))
      return op.emitOpError("expected the shifted segment ")
             << name << " to have one level along an original variable";
    if (!level::canIterateShifted(op.getLevelType(segment)))
      return op.emitOpError("expected the shifted segment ")
             << name
             << " to have a compact level with ordered position iterate, got "
             << op.getLevelType(segment);
    for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
      if (point < op.getLocators().size() &&
          llvm::is_contained(op.getLocatorsOf(point),
                             static_cast<int64_t>(segment)))
        return op.emitOpError("cannot locate in the shifted segment ") << name;
  }
  return success();
}

static LogicalResult verifySegments(CoiterateOp op) {
  unsigned numSegments = op.getNumSegments();
  if (op.getSegments().size() != numSegments ||
      op.getLevels().size() != numSegments ||
      (op.getLastLevels() && op.getLastLevels()->size() != numSegments) ||
      op.getParentBegins().size() != numSegments ||
      op.getParentEnds().size() != numSegments)
    return op.emitOpError(
               "expected a name, a level and parents for each of the ")
           << numSegments << " segments";
  if (op.getDimensions() &&
      (op.getDimensions()->size() != numSegments ||
       !llvm::all_of(*op.getDimensions(), llvm::IsaPred<DenseI64ArrayAttr>)))
    return op.emitOpError("expected variables for each of the ")
           << numSegments << " segments";
  llvm::StringSet<> names;
  for (auto name : op.getSegments().getAsValueRange<StringAttr>())
    if (name == CoiterateOp::kUniverse || !names.insert(name).second)
      return op.emitOpError("the segment name '") << name << "' is taken";
  int64_t numCoords = 0;
  for (unsigned segment = 0; segment != numSegments; ++segment) {
    if (failed(verifyLevels(op, segment)) ||
        failed(verifyDimensions(op, segment)))
      return failure();
    numCoords += op.getLevels()[segment];
  }
  if (numCoords != static_cast<int64_t>(op.getCoords().size()))
    return op.emitOpError("expected ")
           << numCoords << " coordinates of outer levels, got "
           << op.getCoords().size();
  return failure(failed(verifySearched(op)) || failed(verifyShifts(op)));
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// Checks what ends or speeds up the loops.
static LogicalResult verifyExits(CoiterateOp op) {
  if (op.getGallop() && (op.getGallopAttr().getInt() < 0 || op.getGuarded()))
    return op.emitOpError("expected 'gallop' of a number that is not negative, "
                          "and no 'guarded'");
  if (!op.getExits())
    return success();
  if (op.getInits().empty() || op.getExits()->size() != op.getInits().size())
    return op.emitOpError("expected 'until' to have a number for each of the ")
           << op.getInits().size() << " carried values, got " << *op.getExits();
  for (auto [exit, init] : llvm::zip_equal(*op.getExits(), op.getInits())) {
    auto number = dyn_cast<IntegerAttr>(exit);
    if (!number || number.getType() != init.getType())
      return op.emitOpError("expected an integer of type ")
             << init.getType() << " in 'until', got " << exit;
  }
  return success();
}

/// Checks what iterations that run at the same time may do.
static LogicalResult verifyParallel(CoiterateOp op) {
  if (!op.getParallel()) {
    if (op.getDynamic() || op.getChunk())
      return op.emitOpError("expected a distribution with 'parallel' only");
    return success();
  }
  if (op.getChunk() && *op.getChunk() < 1)
    return op.emitOpError("expected a positive number of iterations at a time, "
                          "got ")
           << *op.getChunk();
  for (Type type : op.getInits().getTypes())
    if (!isa<level::BuilderType>(type))
      return op.emitOpError("expected iterations that run at the same time to "
                            "carry builders only, got ")
             << type;
  return success();
}

LogicalResult CoiterateOp::verify() {
  if (failed(verifyVariable(*this)) || failed(verifySegments(*this)))
    return failure();
  if (getLocators().size() != getNumPoints() ||
      !llvm::all_of(getIterators(), llvm::IsaPred<DenseI64ArrayAttr>) ||
      !llvm::all_of(getLocators(), llvm::IsaPred<DenseI64ArrayAttr>))
    return emitOpError("expected iterators and locators for each of the ")
           << getNumPoints() << " points";
  if (getNumPoints() == 0)
    return emitOpError("expected a point");
  unsigned numBodies = getGuarded() ? 1 : getNumPoints();
  if (getBodies().size() != numBodies)
    return emitOpError("expected ")
           << numBodies << " regions, got " << getBodies().size();
  if (failed(verifyPoints(*this)))
    return failure();
  if (getResultTypes() != getInits().getTypes())
    return emitOpError("expected results of the types of the carried values");
  return failure(failed(verifyExits(*this)) || failed(verifyParallel(*this)));
}

LogicalResult CoiterateOp::verifyRegions() {
  for (unsigned point = 0, e = getBodies().size(); point != e; ++point) {
    SmallVector<Type> expected = getRegionArgumentTypes(point);
    Block &block = getBlock(point);
    if (TypeRange(block.getArgumentTypes()) != TypeRange(expected))
      return emitOpError("expected the region of point ")
             << point << " to have arguments of types (" << expected
             << "), got (" << block.getArgumentTypes() << ")";
  }
  return success();
}
