//===- CoiterateVerifier.cpp - Well-formed lattices -------------*- C++ -*-===//
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
  SegmentAttr attr = op.getSegment(segment);
  if (!format)
    return op.emitOpError("expected segment ")
           << attr.getName() << " to have a level format";
  for (int64_t level : {attr.getFirstLevel(), attr.getLastLevel()})
    if (level >= format.getNumLevels())
      return op.emitOpError("expected segment ")
             << attr.getName() << " to be of a level below "
             << format.getNumLevels() << ", got " << level;
  int64_t numVariables = op.getNumDimensions() + !!op.getOriginals();
  for (int64_t dimension : attr.getDimensions())
    if (dimension >= numVariables)
      return op.emitOpError("segment ")
             << attr.getName() << " is along no such variable: " << dimension;
  if (!attr.getSearched())
    return success();
  for (auto type : op.getLevelTypes(segment))
    if (!type.hasLocate() && !(type.hasPositionIterate() && type.isOrdered()))
      return op.emitOpError("searches segment ")
             << attr.getName() << ", but its level type " << type
             << " has no ordered position iterate";
  return success();
}

static LogicalResult verifyShift(CoiterateOp op, unsigned segment) {
  SegmentAttr attr = op.getSegment(segment);
  if (!attr.isShifted())
    return success();
  if (attr.getNumLevels() != 1 || op.getNumDimensions() != 1 ||
      op.getPositions() || op.isAlongVariable(segment))
    return op.emitOpError("expected the shifted segment ")
           << attr.getName() << " to have one level along an original variable";
  if (!level::canIterateShifted(op.getLevelType(segment)))
    return op.emitOpError("expected the shifted segment ")
           << attr.getName()
           << " to have a compact level with ordered position iterate, got "
           << op.getLevelType(segment);
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    if (llvm::is_contained(op.getLocatorsOf(point),
                           static_cast<int64_t>(segment)))
      return op.emitOpError("cannot locate in the shifted segment ")
             << attr.getName();
  return success();
}

static LogicalResult verifySegments(CoiterateOp op) {
  unsigned numSegments = op.getNumSegments();
  if (op.getSegments().size() != numSegments ||
      op.getParentBegins().size() != numSegments ||
      op.getParentEnds().size() != numSegments)
    return op.emitOpError("expected a segment and parents for each of the ")
           << numSegments << " stored tensors";
  llvm::StringSet<> names;
  int64_t numCoords = 0, numShifted = 0;
  for (auto attr : op.getSegments().getAsRange<SegmentAttr>()) {
    StringRef name = attr.getName();
    if (name == CoiterateOp::kUniverse || !names.insert(name).second)
      return op.emitOpError("the segment name '") << name << "' is taken";
    numCoords += attr.getFirstLevel();
    numShifted += attr.isShifted();
  }
  if (numCoords != static_cast<int64_t>(op.getCoords().size()))
    return op.emitOpError("expected ")
           << numCoords << " coordinates of outer levels, got "
           << op.getCoords().size();
  if (numShifted != static_cast<int64_t>(op.getOffsets().size()))
    return op.emitOpError("expected ")
           << numShifted << " offsets of shifted segments, got "
           << op.getOffsets().size();
  for (unsigned segment = 0; segment != numSegments; ++segment)
    if (failed(verifyLevels(op, segment)) || failed(verifyShift(op, segment)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// Checks that tags of the loops stand with others that they need.
static LogicalResult verifyTags(CoiterateOp op) {
  if (op.getCopies() && !op.getGuarded())
    return op.emitOpError("expected 'copies' with 'guarded' only");
  if (op.getGallop() && (op.getGallopAttr().getInt() < 0 || op.getGuarded()))
    return op.emitOpError("expected 'gallop' of a number that is not negative, "
                          "and no 'guarded'");
  return success();
}

/// Checks the numbers of carried values from which on the loops end.
static LogicalResult verifyExits(CoiterateOp op) {
  if (!op.getExits())
    return success();
  if (op.getInits().empty() || op.getExits()->size() != op.getInits().size())
    return op.emitOpError("expected 'until' to have a number for each of the ")
           << op.getInits().size() << " carried values, got " << *op.getExits();
  if (llvm::all_of(*op.getExits(), llvm::IsaPred<UnitAttr>))
    return op.emitOpError("expected 'until' to have a number, got ")
           << *op.getExits();
  for (auto [exit, init] : llvm::zip_equal(*op.getExits(), op.getInits())) {
    if (isa<UnitAttr>(exit))
      continue;
    auto number = dyn_cast<IntegerAttr>(exit);
    if (!number || number.getType() != init.getType())
      return op.emitOpError("expected an integer of type ")
             << init.getType() << " in 'until', got " << exit;
  }
  return success();
}

/// Checks what is assembled in partitions.
static LogicalResult verifyParts(CoiterateOp op) {
  DenseI64ArrayAttr partitions = op.getPartitionsAttr();
  if (!partitions)
    return success();
  if (!op.isParallel())
    return op.emitOpError(
        "expected 'partitions' only on a parallel coiteration");
  int64_t numInits = op.getInits().size();
  for (auto [number, partition] : llvm::enumerate(partitions.asArrayRef())) {
    if (partition < 0 || partition >= numInits)
      return op.emitOpError(
                 "expected 'partitions' to number iteration arguments, got ")
             << partition;
    if (number != 0 && partition <= partitions[number - 1])
      return op.emitOpError("expected the numbers of partitions to ascend");
    auto builder =
        dyn_cast<level::BuilderType>(op.getInits()[partition].getType());
    if (!builder || builder.getAssembly() == level::Assembly::Compute ||
        builder.getAssembly() == level::Assembly::Reuse)
      return op.emitOpError(
                 "expected partitions of what is assembled anew, got ")
             << op.getInits()[partition].getType();
  }
  return success();
}

/// Checks what iterations that run at the same time may do.
static LogicalResult verifyParallel(CoiterateOp op) {
  if (!op.isParallel())
    return success();
  for (Type type : op.getInits().getTypes())
    if (!isa<level::BuilderType>(type))
      return op.emitOpError("expected iterations that run at the same time to "
                            "carry builders only, got ")
             << type;
  return success();
}

/// Checks how the loops are executed.
static LogicalResult verifyLoop(CoiterateOp op) {
  LoopInfo info = op.getLoopInfo();
  if (info.unroll > kMaxUnrolledCopies)
    return op.emitOpError("expected 'unroll' of a number from 1 to ")
           << kMaxUnrolledCopies << ", got " << info.unroll;
  if (info.vector && (info.parallel || info.unroll != 0))
    return op.emitOpError("expected 'vector' without 'parallel' and 'unroll'");
  if (info.predicate != 0 && info.parallel)
    return op.emitOpError("expected 'predicate' without 'parallel'");
  if (op.getConfig() && failed(verifyLoopConfig(op, *op.getConfig())))
    return failure();
  if (info.hasRuns || (info.isPartial && !info.gpu) || !info.segments.empty())
    return op.emitOpError("expected nothing about segments in 'loop', which "
                          "loops over arrays have");
  return success();
}

void CoiterateOp::setLoopInfo(const LoopInfo &info) {
  if (LoopAttr attr = info.getAttr(getContext()))
    setLoopAttr(attr);
  else
    removeLoopAttr();
}

LogicalResult CoiterateOp::verify() {
  if (failed(verifyVariable(*this)) || failed(verifySegments(*this)))
    return failure();
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
  return failure(failed(verifyTags(*this)) || failed(verifyExits(*this)) ||
                 failed(verifyParallel(*this)) || failed(verifyParts(*this)) ||
                 failed(verifyLoop(*this)));
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
