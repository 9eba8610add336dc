//===- OptionalPartitionPatterns.cpp - Optional partitions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the builders apart that a loop in partitions carries. Who runs the
// partitions joins their arrays, and is told which these are; nothing is
// emitted for that.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
/// How many positions a level has: a number that is carried times a factor.
struct Count {
  int64_t number;
  Value factor;
};

/// The arrays that partitions append to.
class ArrayCollector {
public:
  explicit ArrayCollector(ImplicitLocOpBuilder &b) : b(b) {}

  /// Adds the arrays of a builder whose values are carried from number `first`
  /// on; false if concatenating its partitions needs the code of level types.
  bool add(const StorageLayout &layout, ValueRange values, int64_t first);

  SmallVector<Attribute> arrays;
  SmallVector<Value> factors;

private:
  void add(int64_t number, const Count &count, int64_t first, bool isCleared);

  ImplicitLocOpBuilder &b;
};
} // namespace

/// Whether the bits of a fill are zeros.
static bool isZero(Attribute fill) {
  if (auto number = dyn_cast<FloatAttr>(fill))
    return number.getValue().bitcastToAPInt().isZero();
  if (auto number = dyn_cast<IntegerAttr>(fill))
    return number.getValue().isZero();
  auto parts = dyn_cast<ArrayAttr>(fill);
  return parts && llvm::all_of(parts, isZero);
}

void ArrayCollector::add(int64_t number, const Count &count, int64_t first,
                         bool isCleared) {
  arrays.push_back(AppendedAttr::get(b.getContext(), number, count.number,
                                     first, isCleared));
  factors.push_back(count.factor);
}

bool ArrayCollector::add(const StorageLayout &layout, ValueRange values,
                         int64_t first) {
  // What is not appended has places that all partitions know.
  if (!layout.isAnyAppended())
    return true;
  bool hasValues = layout.getAssembly() == Assembly::Fused;
  if (hasValues && !layout.isLeafAppended() &&
      !isZero(getFill(layout.getTensor())))
    return false;
  StorageParts parts = layout.split(values);
  std::optional<Count> parents;
  int64_t number = first + layout.getNumSizes();
  for (auto [level, state] : llvm::enumerate(parts.levels)) {
    auto emitter = layout.getEmitter<ConcatenateEmitterInterface>(level);
    if (!emitter)
      return false;
    std::optional<Count> positions = parents;
    if (std::optional<unsigned> counter = emitter.getCounter())
      positions = Count{number + *counter, emitIndex(b, 1)};
    else if (parents)
      positions->factor = b.createOrFold<arith::MulIOp>(
          parents->factor, layout.emitSize(b, parts.sizes, level));
    for (const PartitionArray &array : emitter.getPartitionArrays()) {
      // All partitions have the array of parents that are known.
      if (!array.isOfParents && !positions)
        return false;
      if (!array.isOfParents)
        add(number + array.number, *positions, 0, /*isCleared=*/false);
      else if (parents)
        add(number + array.number, *parents, 1, /*isCleared=*/true);
    }
    number += state.size();
    parents = positions;
  }
  if (hasValues && !parents)
    return false;
  if (hasValues)
    add(number, *parents, 0, /*isCleared=*/!layout.isLeafAppended());
  return true;
}

namespace {
struct LowerPartitions : OpConversionPattern<PartitionsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PartitionsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ArrayCollector appended(b);
    SmallVector<Value> inits;
    bool isKnown = true;
    for (auto [init, values] :
         llvm::zip_equal(op.getInits(), adaptor.getInits())) {
      if (auto type = dyn_cast<BuilderType>(init.getType())) {
        auto layout = StorageLayout::get(type);
        if (failed(layout))
          return rewriter.notifyMatchFailure(op,
                                             "the format cannot be lowered");
        isKnown &= (type.getAssembly() == Assembly::Fused ||
                    type.getAssembly() == Assembly::Assemble) &&
                   appended.add(*layout, values, inits.size());
      }
      llvm::append_range(inits, values);
    }
    auto lowered = PartitionsOp::create(b, adaptor.getBegin().front(),
                                        adaptor.getEnd().front(), inits);
    if (isKnown)
      lowered.setArrays(b, appended.arrays, appended.factors);
    lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseBlock(&lowered.getBody().front());
    rewriter.inlineRegionBefore(op.getBody(), lowered.getBody(),
                                lowered.getBody().end());
    if (failed(rewriter.convertRegionTypes(&lowered.getBody(),
                                           *getTypeConverter())))
      return failure();
    Replacements results;
    ValueRange given = lowered.getResults();
    for (ValueRange values : adaptor.getInits()) {
      results.emplace_back(given.take_front(values.size()));
      given = given.drop_front(values.size());
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

struct LowerPartitionsYield : OpConversionPattern<PartsYieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PartsYieldOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<PartsYieldOp>(
        op, flattenOperands(adaptor.getOperands()));
    return success();
  }
};
} // namespace

void weft::populateOptionalPartitionPatterns(
    const StorageTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerPartitions, LowerPartitionsYield>(converter,
                                                      patterns.getContext());
}
