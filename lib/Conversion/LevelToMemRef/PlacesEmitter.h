//===- PlacesEmitter.h - Places below each parent ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How levels are assembled that have one array with the same number of places
// below each parent, taken or free. A policy says how many there are and what a
// free one holds.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_PLACESEMITTER_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_PLACESEMITTER_H

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

template <typename Base, typename Places> struct PlacesEmitter : Base {
  using Attribute = mlir::Attribute;
  using ImplicitLocOpBuilder = mlir::ImplicitLocOpBuilder;
  using Type = mlir::Type;
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  using LogicalResult = mlir::LogicalResult;

  /// The first of the places of a parent.
  static Value emitBegin(Attribute attr, const LevelSite &site, Value parent) {
    Value room = Places::emitRoom(attr, site);
    return mlir::arith::MulIOp::create(site.builder, parent, room);
  }

  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     llvm::SmallVectorImpl<Type> &types) const {
    types.push_back(getArrayType(Places::getElementType(crdType)));
  }
  void init(Attribute attr, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value length = parentSize ? size(attr, site, {}, parentSize)
                              : emitIndex(b, kInitialCapacity);
    state.push_back(emitFilled(b, length, Places::emitFree(site)));
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    state.push_back(emitCopy(site.builder, arrays.front()));
  }
  void reserve(Attribute attr, const LevelSite &site, ValueVector &state,
               Value parentSize) const {
    Value needed = size(attr, site, state, parentSize);
    state.front() = emitEnsureLength(site.builder, state.front(), needed,
                                     Places::emitFree(site));
  }
  LogicalResult
  moveSegment(Attribute attr, const LevelSite &site, ValueRange state,
              Value from, Value to,
              llvm::function_ref<LogicalResult(Value, Value)> moveBelow) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = emitBegin(attr, site, from), end = emitBegin(attr, site, to);
    Value room = Places::emitRoom(attr, site), array = state.front();
    auto loop =
        mlir::scf::ForOp::create(b, emitIndex(b, 0), room, emitIndex(b, 1));
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value place = loop.getInductionVar();
    Value child = mlir::arith::AddIOp::create(b, begin, place);
    Value moved = mlir::arith::AddIOp::create(b, end, place);
    Value stored = mlir::memref::LoadOp::create(b, array, child);
    mlir::memref::StoreOp::create(b, stored, array, moved);
    mlir::memref::StoreOp::create(b, Places::emitFree(site), array, child);
    return moveBelow(child, moved);
  }
  // Coordinates are inserted in the first of two phases, and found in the
  // second.
  void scan(Attribute attr, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    if (!site.parentsKnown)
      reserve(attr, site, state, parentSize);
  }
  Value size(Attribute attr, const LevelSite &site, ValueRange,
             Value parentSize) const {
    return emitCheckedMul(site.builder, parentSize,
                          Places::emitRoom(attr, site));
  }
  void finalize(Attribute attr, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    arrays.push_back(state.front());
    if (site.parentsKnown || site.assembly == level::Assembly::Compute)
      return;
    // Parents whose segments were never written have none.
    reserve(attr, site, arrays, parentSize);
    Value length = size(attr, site, state, parentSize);
    arrays.front() = emitPrefix(site.builder, arrays.front(), length);
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_PLACESEMITTER_H
