//===- BitmapEmitter.cpp - Code of bitmap levels -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of bitmap levels: those of dense levels (thesis, tables
// 2-13 and 2-14), with a byte for each position that says whether its
// coordinate is stored. Iteration visits all coordinates of the dimension and
// says which of them exist.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/MissingCapabilities.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

/// The array of a level, which is its state as well.
enum { kPresent };

/// A presence as it is stored.
static Value emitPresence(ImplicitLocOpBuilder &b, bool present) {
  return arith::ConstantOp::create(b, b.getI8IntegerAttr(present));
}

namespace {
struct BitmapEmitter
    : EmitterModel<BitmapEmitter, level::BitmapAttr, WithoutPosIterate,
                   WithoutParentOf, WithoutSearch, WithoutAppend> {
  FailureOr<ValuePair> coordBounds(Attribute, const LevelSite &site, ValueRange,
                                   Value, ValueRange) const {
    return ValuePair{emitIndex(site.builder, 0), site.size};
  }
  FailureOr<ValuePair> coordAccess(Attribute, const LevelSite &site,
                                   ValueRange arrays, Value parent,
                                   ValueRange coords) const {
    Value position = emitDensePosition(site, parent, coords.back());
    return ValuePair{position, emitIsPresent(site, arrays, position)};
  }
  FailureOr<ValuePair> locate(Attribute attr, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    return coordAccess(attr, site, arrays, parent, coords);
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return true; }
  LogicalResult
  moveSegment(Attribute, const LevelSite &site, ValueRange state, Value from,
              Value to,
              function_ref<LogicalResult(Value, Value)> moveBelow) const {
    ImplicitLocOpBuilder &b = site.builder;
    return emitMoveDense(site, from, to, [&](Value child, Value moved) {
      memref::StoreOp::create(b, emitLoad(b, state, child), state[kPresent],
                              moved);
      memref::StoreOp::create(b, emitPresence(b, false), state[kPresent],
                              child);
      return moveBelow(child, moved);
    });
  }
  void getStateTypes(Attribute, Type posType, Type,
                     SmallVectorImpl<Type> &types) const {
    types.push_back(getArrayType(IntegerType::get(posType.getContext(), 8)));
  }
  LogicalResult init(Attribute, const LevelSite &site, Value parentSize,
                     ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value length = parentSize ? emitCheckedMul(b, parentSize, site.size)
                              : emitIndex(b, kInitialCapacity);
    state.push_back(emitFilled(b, length, emitPresence(b, false)));
    return success();
  }
  LogicalResult initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                         ValueVector &state) const {
    state.push_back(emitCopy(site.builder, arrays[kPresent]));
    return success();
  }
  FailureOr<Value> insertCoord(Attribute, const LevelSite &site,
                               ValueVector &state, Value parent,
                               ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value position = emitDensePosition(site, parent, coords.back());
    if (site.assembly == level::Assembly::Compute) {
      // The structure that is kept must have the coordinate.
      Value absent =
          emitCompare(b, arith::CmpIPredicate::eq, emitLoad(b, state, position),
                      emitPresence(b, false));
      emitFailIf(b, absent, WEFT_RT_STRUCTURE_MISMATCH);
      return position;
    }
    memref::StoreOp::create(b, emitPresence(b, true), state[kPresent],
                            position);
    return position;
  }
  LogicalResult reserve(Attribute, const LevelSite &site, ValueVector &state,
                        Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value needed = emitCheckedMul(b, parentSize, site.size);
    state[kPresent] =
        emitEnsureLength(b, state[kPresent], needed, emitPresence(b, false));
    return success();
  }
  // Coordinates are inserted in the first of two phases, and found in the
  // second.
  bool isCounted(Attribute) const { return true; }
  LogicalResult scan(Attribute attr, const LevelSite &site, ValueVector &state,
                     Value parentSize) const {
    return site.parentsKnown ? success()
                             : reserve(attr, site, state, parentSize);
  }
  FailureOr<Value> size(Attribute, const LevelSite &site, ValueRange,
                        Value parentSize) const {
    return emitCheckedMul(site.builder, parentSize, site.size);
  }
  LogicalResult finalize(Attribute attr, const LevelSite &site,
                         ValueRange state, Value parentSize,
                         ValueVector &arrays) const {
    arrays.push_back(state[kPresent]);
    if (site.parentsKnown || site.assembly == level::Assembly::Compute)
      return success();
    // Parents whose segments were never written have none.
    if (failed(reserve(attr, site, arrays, parentSize)))
      return failure();
    ImplicitLocOpBuilder &b = site.builder;
    Value length = emitCheckedMul(b, parentSize, site.size);
    arrays[kPresent] = emitPrefix(b, arrays[kPresent], length);
    return success();
  }

private:
  static Value emitLoad(ImplicitLocOpBuilder &b, ValueRange arrays,
                        Value position) {
    return memref::LoadOp::create(b, arrays[kPresent], position);
  }
  static Value emitIsPresent(const LevelSite &site, ValueRange arrays,
                             Value position) {
    ImplicitLocOpBuilder &b = site.builder;
    return emitCompare(b, arith::CmpIPredicate::ne,
                       emitLoad(b, arrays, position), emitPresence(b, false));
  }
};
} // namespace

void weft::registerBitmapEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    level::BitmapAttr::attachInterface<BitmapEmitter>(*context);
  });
}
