//===- InitFinalizePatterns.cpp - Begin and end of assembly -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the beginning and the end of an assembly, which concern all levels:
// the size of a level is the parents' size of the next (thesis, table 2-14).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/InitialCapacity.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Beginning
//===----------------------------------------------------------------------===//

static bool isCoordinates(const LevelArray &array) {
  return array.kind == LevelArray::Kind::Coordinates;
}

/// Ends the kernel if the coordinates of a level do not fit their arrays.
static void emitCoordinateCheck(const LevelSite &site,
                                LevelTypeAttrInterface type) {
  SmallVector<LevelArray> arrays;
  type.getArrays(arrays);
  if (llvm::none_of(arrays, isCoordinates) || site.crdType.getWidth() >= 64)
    return;
  ImplicitLocOpBuilder &b = site.builder;
  Value last = arith::SubIOp::create(b, site.size, emitIndex(b, 1));
  Value largest = emitIndex(b, getMaxSigned(site.crdType));
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::sgt, last, largest),
             WEFT_RT_INDEX_OVERFLOW, {last, largest, emitIndex(b, 1)});
}

Value weft::emitInitialValues(ImplicitLocOpBuilder &b,
                              const StorageLayout &layout, Value size,
                              Value room) {
  // Components that are not computed are made in the end, and others when it
  // is known how many there are.
  if (layout.getAssembly() == Assembly::Assemble ||
      layout.getAssembly() == Assembly::Count)
    return emitAlloc(b, layout.getElementType(), emitIndex(b, 0));
  if (size)
    return emitFilled(b, size, layout.emitFillValue(b));
  if (layout.isLeafAppended() || layout.getFillingLevel())
    return emitAlloc(b, layout.getElementType(), emitInitialEntries(b, room));
  return emitFilled(b, emitIndex(b, kInitialCapacity), layout.emitFillValue(b));
}

/// For how many coordinates room is made in a level right behind the beginning;
/// null if it is not, or the number is not known before.
static Value findInitialCapacity(InitOp init, int64_t level) {
  Value state = init.getState();
  auto reserve = dyn_cast_or_null<ReserveCoordsOp>(init->getNextNode());
  for (; reserve && reserve.getState() == state;
       reserve = dyn_cast_or_null<ReserveCoordsOp>(reserve->getNextNode())) {
    Operation *count = reserve.getCount().getDefiningOp();
    bool isBefore = !count || count->getBlock() != init->getBlock() ||
                    count->isBeforeInBlock(init);
    if (isBefore && llvm::is_contained(reserve.getLevels(), level))
      return reserve.getCount();
    state = reserve.getNext();
  }
  return Value();
}

/// The initial capacity of the array of components; null if it is not known.
static Value emitInitialCapacity(ImplicitLocOpBuilder &b, InitOp init,
                                 const StorageLayout &layout,
                                 ValueRange sizes) {
  int64_t last = layout.getNumLevels() - 1;
  std::optional<int64_t> filled = layout.getFillingLevel();
  Value room = findInitialCapacity(init, filled.value_or(last));
  if (!filled || !room)
    return room;
  // The product of two numbers that are limited does not overflow.
  Value most = emitIndex(b, kMaxInitialEntries);
  auto limit = [&](Value number) -> Value {
    return arith::MinUIOp::create(b, number, most);
  };
  Value below = limit(layout.emitSizeBelow(b, sizes, *filled));
  return limit(arith::MulIOp::create(b, limit(room), below));
}

/// How many positions the first levels of a builder have, which are those of a
/// tensor.
static Value emitNumKept(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                         ValueRange sizes, const StorageParts &kept,
                         int64_t numLevels) {
  Value count = emitIndex(b, 1);
  for (int64_t level = 0; level != numLevels; ++level) {
    LevelSite site = layout.getSite(b, sizes, level);
    if (isa<DenseAttr>(layout.getLevelType(level)))
      count = emitCheckedMul(b, count, site.size);
    else
      count = layout.getEmitter<PositionsEmitterInterface>(level)
                  .posBounds(site, kept.levels[level], emitIndex(b, 0), count)
                  .second;
  }
  return count;
}

/// Copies the first levels of a tensor, and makes components below them.
static void emitReused(ImplicitLocOpBuilder &b, InitOp op,
                       const StorageLayout &layout, const StorageParts &kept,
                       StorageParts &parts) {
  int64_t numKept = op.getNumKeptLevels();
  for (const SmallVector<Value> &arrays :
       ArrayRef(kept.levels).take_front(numKept))
    parts.levels.push_back(llvm::map_to_vector(
        arrays, [&](Value array) { return emitCopy(b, array); }));
  // Dense levels have no arrays.
  parts.levels.resize(layout.getNumLevels());
  Value count = op.getLevels()
                    ? emitNumKept(b, layout, parts.sizes, kept, numKept)
                    : emitLength(b, kept.values);
  for (int64_t level = numKept; level != layout.getNumLevels(); ++level)
    count = emitCheckedMul(b, count, layout.emitSize(b, parts.sizes, level));
  parts.values = op.getUnfilled()
                     ? emitAlloc(b, layout.getElementType(), count)
                     : emitFilled(b, count, layout.emitFillValue(b));
}

namespace {
struct LowerInit : OpConversionPattern<InitOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(InitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getState().getType());
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    StorageParts parts;
    parts.sizes = flattenOperands(adaptor.getSizes());
    parts.sizes.resize(layout->getNumSizes(), emitIndex(b, 0));
    int64_t numbering = layout->getNumberingLevel();
    Value numRows = emitIndex(b, 1);

    // A structure that is kept has as many parents as it has.
    StorageParts kept;
    if (op.getStructure()) {
      auto tensor = StorageLayout::get(op.getStructure().getType());
      kept = tensor->unpack(b, tensor->split(adaptor.getStructure()));
      if (layout->getAssembly() == Assembly::Reuse) {
        emitReused(b, op, *layout, kept, parts);
        SmallVector<Value> values = parts.flatten();
        nameArrayRoles(op, op.getState().getType(), values);
        rewriter.replaceOpWithMultiple(op, Replacements{values});
        return success();
      }
    }
    Value parentSize = emitIndex(b, 1);
    for (int64_t level = 0, end = layout->getNumLevels(); level != end;
         ++level) {
      LevelSite site = layout->getSite(b, parts.sizes, level);
      site.outermostSize = layout->emitSize(b, parts.sizes, 0);
      site.initialCapacity = findInitialCapacity(op, level);
      emitCoordinateCheck(site, layout->getLevelType(level));
      if (level == numbering)
        site.numRows = numRows;
      else if (level < numbering && numbering != end &&
               !layout->isSlotLevel(level))
        numRows = emitCheckedMul(b, numRows, site.size);
      AssemblyEmitterInterface emitter = layout->getAssembler(level);
      SmallVector<Value> &state = parts.levels.emplace_back();
      if (!op.getStructure())
        emitter.init(site, parentSize, state);
      else if (auto keeper = layout->getEmitter<KeepEmitterInterface>(level))
        keeper.initFrom(site, kept.levels[level], state);
      else
        return rewriter.notifyMatchFailure(op, "the level cannot be kept");
      bool isSizeKnown =
          op.getStructure() || (parentSize && emitter.isSizeFixed());
      parentSize =
          isSizeKnown ? emitter.size(site, state, parentSize) : Value();
    }
    parts.values = op.getUnfilled()
                       ? emitAlloc(b, layout->getElementType(), parentSize)
                       : emitInitialValues(
                             b, *layout, parentSize,
                             emitInitialCapacity(b, op, *layout, parts.sizes));
    SmallVector<Value> values = parts.flatten();
    nameArrayRoles(op, op.getState().getType(), values);
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// End
//===----------------------------------------------------------------------===//

/// The components of an assembled tensor; `size` is their number.
static Value emitFinalValues(ImplicitLocOpBuilder &b,
                             const StorageLayout &layout, Value values,
                             Value size) {
  switch (layout.getAssembly()) {
  case Assembly::Assemble:
    memref::DeallocOp::create(b, values);
    return emitFilled(b, size, layout.emitFillValue(b));
  case Assembly::Compute:
  case Assembly::Place:
  case Assembly::Reuse:
    return values;
  case Assembly::Fused:
  case Assembly::Count:
  case Assembly::TwoPhase:
    break;
  }
  if (!layout.isAnyAppended())
    return values;
  // Segments that were never reserved have the fill; appended components were
  // stored.
  Value fill = layout.isLeafAppended() ? Value() : layout.emitFillValue(b);
  values = emitEnsureLength(b, values, size, fill);
  return emitPrefix(b, values, size);
}

/// The coordinates of a level that has one array of them.
static Value getCoordinates(LevelTypeAttrInterface type, ValueRange level) {
  SmallVector<LevelArray> arrays;
  type.getArrays(arrays);
  return level[llvm::find_if(arrays, isCoordinates) - arrays.begin()];
}

/// Sorts the entries of a coordinate list.
static void emitSort(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                     const StorageParts &parts) {
  SmallVector<Value> keys;
  for (auto [level, arrays] : llvm::enumerate(parts.levels))
    keys.push_back(getCoordinates(layout.getLevelType(level), arrays));
  bool hasValues = layout.getAssembly() != Assembly::Assemble;
  emitSort(b, emitLength(b, parts.values), keys,
           hasValues ? parts.values : Value());
}

namespace {
struct LowerFinalize : StoragePattern<FinalizeOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(FinalizeOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    if (layout.getAssembly() == Assembly::Reuse)
      return Replacements{layout.pack(b, parts).flatten()};
    StorageParts tensor;
    tensor.sizes = parts.sizes;
    Value parentSize = emitIndex(b, 1);
    bool sorts = op.getSorting();
    for (int64_t level = 0, end = layout.getNumLevels(); level != end;
         ++level) {
      LevelSite site = layout.getSite(b, parts.sizes, level);
      AssemblyEmitterInterface emitter = layout.getAssembler(level);
      sorts |= layout.getEmitter<SortEmitterInterface>(level) != nullptr;
      SmallVector<Value> &state = parts.levels[level];
      Value size = emitter.size(site, state, parentSize);
      emitter.finalize(site, state, parentSize, tensor.levels.emplace_back());
      parentSize = size;
    }
    tensor.values = emitFinalValues(b, layout, parts.values, parentSize);
    if (sorts)
      emitSort(b, layout, tensor);
    return Replacements{layout.pack(b, tensor).flatten()};
  }
};
} // namespace

void weft::populateInitFinalizePatterns(const StorageTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<LowerInit, LowerFinalize>(converter, patterns.getContext());
}
