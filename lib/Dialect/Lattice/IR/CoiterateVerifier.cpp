//===- CoiterateVerifier.cpp - Well-formed lattices ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier of `lattice.coiterate`: the segments exist, the points use them
// as their level types allow (thesis, sections 2.3 and 3.3), and the regions
// have the arguments that follow from that.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

static LogicalResult verifySegment(CoiterateOp op, unsigned segment) {
  auto type = cast<level::StorageType>(op.getStorages()[segment].getType());
  level::FormatAttr format = type.getFormat();
  if (!format)
    return op.emitOpError("expected segment ")
           << op.getSegments()[segment] << " to have a level format";
  int64_t level = op.getLevels()[segment];
  if (level < 0 || level >= format.getNumLevels())
    return op.emitOpError("expected segment ")
           << op.getSegments()[segment] << " to be of a level below "
           << format.getNumLevels() << ", got " << level;
  return success();
}

/// Checks that a point iterates over what can be iterated over, and locates in
/// what can be located in.
static LogicalResult verifyPoint(CoiterateOp op, unsigned point) {
  int64_t universe = op.getNumSegments();
  if (op.getIteratorsOf(point).empty())
    return op.emitOpError("expected point ") << point << " to have an iterator";
  llvm::SmallBitVector seen(universe + 1);
  for (bool locators : {false, true}) {
    ArrayRef<int64_t> list =
        locators ? op.getLocatorsOf(point) : op.getIteratorsOf(point);
    for (int64_t segment : list) {
      if (segment < 0 || segment > universe)
        return op.emitOpError("point ")
               << point << " has no such segment: " << segment;
      if (locators && segment == universe)
        return op.emitOpError("point ")
               << point << " locates in the universe, which has no positions";
      if (seen.test(segment))
        return op.emitOpError("point ") << point << " names a segment twice";
      seen.set(segment);
      if (segment == universe)
        continue;
      auto type = op.getLevelType(segment);
      if (locators && !type.hasLocate())
        return op.emitOpError("point ")
               << point << " locates in segment " << op.getSegments()[segment]
               << ", but its level type " << type << " has no locate";
      if (!locators && !type.hasPositionIterate() &&
          !type.hasCoordinateIterate())
        return op.emitOpError("point ")
               << point << " iterates over segment "
               << op.getSegments()[segment] << ", but its level type " << type
               << " has no iterator";
      if (!locators && !type.isOrdered() && list.size() > 1)
        return op.emitOpError("point ")
               << point << " coiterates segment " << op.getSegments()[segment]
               << ", but its level type " << type << " is not ordered";
    }
  }
  return success();
}

/// Checks that no point comes after one below it, whose region would apply in
/// its place.
static LogicalResult verifyOrder(CoiterateOp op) {
  SmallVector<llvm::SmallBitVector> points;
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point) {
    llvm::SmallBitVector segments(op.getNumSegments());
    for (int64_t segment : op.getSegmentsOf(point))
      segments.set(segment);
    for (auto [earlier, other] : llvm::enumerate(points))
      if (other != segments && !other.test(segments))
        return op.emitOpError("expected point ")
               << point << " before point " << earlier << ", which is below it";
    points.push_back(segments);
  }
  return success();
}

/// Checks that the one loop of a guarded coiteration can iterate over all that
/// it does not locate in.
static LogicalResult verifyGuarded(CoiterateOp op) {
  for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment) {
    auto type = op.getLevelType(segment);
    bool iterates = type.isOrdered() &&
                    (type.hasPositionIterate() || type.hasCoordinateIterate());
    if (!op.isLocatedGuarded(segment) && !iterates)
      return op.emitOpError("guarded, it coiterates segment ")
             << op.getSegments()[segment] << ", but its level type " << type
             << " has no ordered iterator";
  }
  return success();
}

LogicalResult CoiterateOp::verify() {
  unsigned numSegments = getNumSegments();
  if (getSegments().size() != numSegments ||
      getLevels().size() != numSegments ||
      getParentBegins().size() != numSegments ||
      getParentEnds().size() != numSegments)
    return emitOpError("expected a name, a level and parents for each of the ")
           << numSegments << " segments";
  llvm::StringSet<> names;
  for (auto name : getSegments().getAsValueRange<StringAttr>())
    if (name == kUniverse || !names.insert(name).second)
      return emitOpError("the segment name '") << name << "' is taken";
  int64_t numCoords = 0;
  for (unsigned segment = 0; segment != numSegments; ++segment) {
    if (failed(verifySegment(*this, segment)))
      return failure();
    numCoords += getLevels()[segment];
  }
  if (numCoords != static_cast<int64_t>(getCoords().size()))
    return emitOpError("expected ")
           << numCoords << " coordinates of outer levels, got "
           << getCoords().size();
  if (getLocators().size() != getNumPoints() ||
      !llvm::all_of(getIterators(), llvm::IsaPred<DenseI64ArrayAttr>) ||
      !llvm::all_of(getLocators(), llvm::IsaPred<DenseI64ArrayAttr>))
    return emitOpError("expected iterators and locators for each of the ")
           << getNumPoints() << " points";
  if (getNumPoints() == 0)
    return emitOpError("expected a point");
  for (unsigned point = 0, e = getNumPoints(); point != e; ++point)
    if (failed(verifyPoint(*this, point)))
      return failure();
  unsigned numBodies = getGuarded() ? 1 : getNumPoints();
  if (getBodies().size() != numBodies)
    return emitOpError("expected ")
           << numBodies << " regions, got " << getBodies().size();
  if (failed(getGuarded() ? verifyGuarded(*this) : verifyOrder(*this)))
    return failure();
  if (getResultTypes() != getInits().getTypes())
    return emitOpError("expected results of the types of the carried values");
  return success();
}

LogicalResult CoiterateOp::verifyRegions() {
  for (unsigned point = 0, e = getBodies().size(); point != e; ++point) {
    SmallVector<Type> expected = getRegionArgumentTypes(point);
    Block &block = getBlock(point);
    if (TypeRange(block.getArgumentTypes()) != TypeRange(expected))
      return emitOpError("expected the region of point ")
             << point << " to have arguments of types (" << expected
             << "), got (" << block.getArgumentTypes() << ")";
    Operation *terminator = block.getTerminator();
    if (!isa<YieldOp>(terminator) ||
        terminator->getOperandTypes() != getInits().getTypes())
      return emitOpError("expected the region of point ")
             << point << " to yield the carried values";
  }
  return success();
}
