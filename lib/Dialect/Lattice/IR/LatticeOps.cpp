//===- LatticeOps.cpp - Coiteration -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be asked of a `lattice.coiterate`.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

#define GET_OP_CLASSES
#include "weft/Dialect/Lattice/IR/LatticeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SmallVector<int64_t> CoiterateOp::getSegmentsOf(unsigned point) {
  SmallVector<int64_t> segments;
  for (ArrayRef<int64_t> list : {getIteratorsOf(point), getLocatorsOf(point)})
    for (int64_t segment : list)
      if (segment != getNumSegments())
        segments.push_back(segment);
  return segments;
}

SmallVector<int64_t> CoiterateOp::getSegmentsOfRegion(unsigned region) {
  if (!getGuarded())
    return getSegmentsOf(region);
  return llvm::to_vector(llvm::seq<int64_t>(0, getNumSegments()));
}

SmallVector<Type> CoiterateOp::getRegionArgumentTypes(unsigned region) {
  Builder builder(getContext());
  SmallVector<Type> types(getNumDimensions(), builder.getIndexType());
  if (getOriginals())
    types.push_back(builder.getIndexType());
  for (int64_t segment : getSegmentsOfRegion(region)) {
    types.append(hasPositionRange(segment) ? 2 : 1, builder.getIndexType());
    if (getGuarded())
      types.push_back(builder.getI1Type());
  }
  llvm::append_range(types, getInits().getTypes());
  return types;
}

Block::BlockArgListType CoiterateOp::getCarriedArguments(unsigned region) {
  // Interfaces ask before the arguments are verified.
  Block::BlockArgListType arguments = getBodies()[region].getArguments();
  return arguments.take_back(std::min(arguments.size(), getInits().size()));
}

SmallVector<level::LevelTypeAttrInterface>
CoiterateOp::getLevelTypes(unsigned segment) {
  auto storage = cast<level::StorageType>(getStorages()[segment].getType());
  SegmentAttr attr = getSegment(segment);
  return llvm::map_to_vector(
      llvm::seq_inclusive(attr.getFirstLevel(), attr.getLastLevel()),
      [&](int64_t level) { return storage.getFormat().getLevelType(level); });
}

level::LevelTypeAttrInterface CoiterateOp::getLevelType(unsigned segment) {
  auto storage = cast<level::StorageType>(getStorages()[segment].getType());
  return storage.getFormat().getLevelType(getSegment(segment).getLastLevel());
}

bool CoiterateOp::hasPositionRange(unsigned segment) {
  return !getLevelType(segment).isUnique();
}

OperandRange CoiterateOp::getCoordsOf(unsigned segment) {
  int64_t begin = 0;
  for (unsigned other = 0; other != segment; ++other)
    begin += getSegment(other).getFirstLevel();
  return getCoords().slice(begin, getSegment(segment).getFirstLevel());
}

Value CoiterateOp::getOffset(unsigned segment) {
  if (!getSegment(segment).isShifted())
    return {};
  return getOffsets()[llvm::count_if(llvm::seq(segment), [&](unsigned other) {
    return getSegment(other).isShifted();
  })];
}

bool CoiterateOp::isAlongVariable(unsigned segment) {
  return getOriginals() &&
         llvm::is_contained(getSegment(segment).getDimensions(),
                            getNumDimensions());
}

bool CoiterateOp::hasAllDimensions(unsigned segment) {
  ArrayRef<int64_t> dimensions = getSegment(segment).getDimensions();
  if (dimensions.size() != getNumDimensions())
    return false;
  // A tile of one variable: its coordinates only count from somewhere else.
  if (dimensions.size() == 1 && !getPositions())
    return true;
  return llvm::equal(dimensions, llvm::seq<int64_t>(0, dimensions.size()));
}

bool CoiterateOp::isFull(unsigned segment) {
  // Bounds of positions cut off coordinates, and so does a shift.
  return !isPositionSegment(segment) && !getSegment(segment).isShifted() &&
         llvm::all_of(getLevelTypes(segment),
                      [](auto type) { return type.isFull(); });
}

bool CoiterateOp::isLocatedGuarded(unsigned segment) {
  if (isPositionSegment(segment))
    return false;
  if (getSegment(segment).getSearched() || !hasAllDimensions(segment))
    return true;
  if (getSegment(segment).isShifted())
    return false;
  SmallVector<level::LevelTypeAttrInterface> types = getLevelTypes(segment);
  return isLocatedGuarded(
      llvm::all_of(types, [](auto type) { return type.hasLocate(); }),
      isFull(segment),
      llvm::all_of(types, [](auto type) { return type.isOrdered(); }));
}

void CoiterateOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  // The naming conventions of thesis section 5.2: pB2 is the position in B2.
  Block::BlockArgListType args = region.getArguments();
  auto nameNext = [&](const Twine &name) {
    if (args.empty())
      return;
    setName(args.front(), name.str());
    args = args.drop_front();
  };
  if (getOriginals())
    for (StringAttr name : getOriginals()->getAsRange<StringAttr>())
      nameNext(name.getValue());
  nameNext(getName());
  for (int64_t segment : getSegmentsOfRegion(region.getRegionNumber())) {
    StringRef suffix = getSegment(segment).getName().getValue();
    nameNext("p" + suffix);
    if (hasPositionRange(segment))
      nameNext("p" + suffix + "_end");
    if (getGuarded())
      nameNext("has" + suffix);
  }
}

void ShareOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getBegin(), "begin");
  setName(getEnd(), "end");
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult ShareOp::verifyRegions() {
  if (getSizes().empty())
    return emitOpError("expected a size");
  Block &block = getWork().front();
  if (!llvm::equal(block.getArgumentTypes(), getSizes().getTypes()))
    return emitOpError("expected a region of ")
           << getSizes().size() << " coordinates";
  auto work = cast<YieldOp>(block.getTerminator());
  if (work.getValues().size() != 1 ||
      !work.getValues().front().getType().isIndex())
    return work.emitOpError("expected one index, the work before a tuple");
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

OperandRange CoiterateOp::getEntrySuccessorOperands(RegionSuccessor) {
  return getInits();
}

void CoiterateOp::getSuccessorRegions(
    RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &successors) {
  for (Region &body : getBodies())
    successors.emplace_back(&body, getCarriedArguments(body.getRegionNumber()));
  successors.emplace_back(getOperation(), getResults());
}

void CoiterateOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // Beside what the regions do.
  for (OpOperand &storage : getStoragesMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &storage);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

void CoiterateOp::build(OpBuilder &builder, OperationState &state,
                        StringAttr name, Value lower, Value upper,
                        ArrayRef<SegmentAttr> segments, ValueRange storages,
                        ValueRange parentBegins, ValueRange parentEnds,
                        ValueRange coords, ValueRange offsets, ValueRange inits,
                        ArrayRef<PointAttr> points, bool guarded) {
  SmallVector<Attribute> segmentAttrs(segments.begin(), segments.end());
  SmallVector<Attribute> pointAttrs(points.begin(), points.end());
  build(builder, state, inits.getTypes(), name, lower, upper, storages,
        parentBegins, parentEnds, coords, offsets, /*sizes=*/{},
        /*base=*/Value(), inits, builder.getArrayAttr(segmentAttrs),
        builder.getArrayAttr(pointAttrs), /*originals=*/nullptr,
        /*positions=*/nullptr, /*windowed=*/nullptr,
        guarded ? builder.getUnitAttr() : UnitAttr(), /*copies=*/nullptr,
        /*exits=*/nullptr, /*gallop=*/nullptr,
        /*partitions=*/DenseI64ArrayAttr(),
        /*loop=*/nullptr, /*pieces=*/nullptr, /*config=*/nullptr,
        /*parts=*/nullptr, guarded ? 1 : points.size());
}
