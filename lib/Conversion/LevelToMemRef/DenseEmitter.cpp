//===- DenseEmitter.cpp - Code of dense levels ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of dense levels (thesis, tables 2-13 and 2-14): positions
// are computed and nothing is stored.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

namespace {
template <typename Base> struct DenseEmitter : Base {
  // A dense level is iterated by iterating over its dimension; the bounds of
  // its positions are known for the sake of levels below it.
  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange,
                      Value parentBegin, Value parentEnd) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = arith::MulIOp::create(b, parentBegin, site.size);
    Value end = arith::MulIOp::create(b, parentEnd, site.size);
    return ValuePair{begin, end};
  }
  Value parentOf(Attribute, const LevelSite &site, ValueRange, Value position,
                 Value, Value) const {
    // Without coordinates there are no positions, and no division by their
    // number.
    ImplicitLocOpBuilder &b = site.builder;
    Value size = arith::MaxUIOp::create(b, site.size, emitIndex(b, 1));
    return arith::DivUIOp::create(b, position, size).getResult();
  }

  ValuePair locate(Attribute, const LevelSite &site, ValueRange, Value parent,
                   ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value position = emitDensePosition(site, parent, coords.back());
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{position, found};
  }

  // Assembly: the positions exist as soon as the parents do.
  bool isSizeFixed(Attribute) const { return true; }
  LogicalResult
  moveSegment(Attribute, const LevelSite &site, ValueRange, Value from,
              Value to,
              function_ref<LogicalResult(Value, Value)> moveBelow) const {
    return emitMoveDense(site, from, to, moveBelow);
  }
  void getStateTypes(Attribute, Type, Type, SmallVectorImpl<Type> &) const {}
  void init(Attribute, const LevelSite &, Value, ValueVector &) const {}
  void initFrom(Attribute, const LevelSite &, ValueRange, ValueVector &) const {
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &,
                    Value parent, ValueRange coords) const {
    return emitDensePosition(site, parent, coords.back());
  }
  void reserve(Attribute, const LevelSite &, ValueVector &, Value) const {}
  void beginPartition(Attribute, const LevelSite &, ValueRange,
                      ValueVector &) const {}
  void reservePartitions(Attribute, const LevelSite &, ValueVector &, Value,
                         Value) const {}
  void copyPartition(Attribute, const LevelSite &, ValueRange, ValueRange,
                     Value, Value, Value, Value) const {}
  void endPartition(Attribute, const LevelSite &, ValueRange) const {}
  std::optional<unsigned> getCounter(Attribute) const { return std::nullopt; }
  PartitionArrays getPartitionArrays(Attribute) const { return {}; }
  // Every parent has all children, so that there is nothing to count.
  void scan(Attribute, const LevelSite &, ValueVector &, Value) const {}
  Value size(Attribute, const LevelSite &site, ValueRange,
             Value parentSize) const {
    return emitCheckedMul(site.builder, parentSize, site.size);
  }
  void finalize(Attribute, const LevelSite &, ValueRange, Value,
                ValueVector &) const {}
};
} // namespace

Value weft::emitDensePosition(const LevelSite &site, Value parent,
                              Value coordinate) {
  ImplicitLocOpBuilder &b = site.builder;
  Value segment = arith::MulIOp::create(b, parent, site.size);
  return arith::AddIOp::create(b, segment, coordinate);
}

LogicalResult
weft::emitMoveDense(const LevelSite &site, Value from, Value to,
                    function_ref<LogicalResult(Value, Value)> moveBelow) {
  ImplicitLocOpBuilder &b = site.builder;
  auto loop =
      scf::ForOp::create(b, emitIndex(b, 0), site.size, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value coordinate = loop.getInductionVar();
  return moveBelow(emitDensePosition(site, from, coordinate),
                   emitDensePosition(site, to, coordinate));
}

void weft::registerDenseEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::DenseAttr, DenseEmitter, PositionsEmitterInterface,
                  RecoverEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, KeepEmitterInterface,
                  InsertEmitterInterface, MoveEmitterInterface,
                  ConcatenateEmitterInterface, ScanEmitterInterface>(*context);
  });
}
