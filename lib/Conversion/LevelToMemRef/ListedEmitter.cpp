//===- ListedEmitter.cpp - Code of listed levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of listed levels, which store how long segments are.
// Where they are is computed once, when the tensor is opened; from there on
// they are compressed levels.
//
//===----------------------------------------------------------------------===//

#include "SegmentedEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

namespace {
struct ListedBounds {
  static Value from(const LevelSite &site, Value lengths) {
    Value pos = emitBounds(site, lengths);
    memref::DeallocOp::create(site.builder, lengths);
    return pos;
  }
  static Value to(const LevelSite &site, Value pos) {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value parents = arith::SubIOp::create(b, emitLength(b, pos), one);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), parents, one);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value parent = loop.getInductionVar();
      Value next = arith::AddIOp::create(b, parent, one);
      Value length = arith::SubIOp::create(b, emitLoadIndex(b, pos, next),
                                           emitLoadIndex(b, pos, parent));
      emitStoreIndex(b, length, pos, parent);
    }
    return emitPrefix(b, pos, parents);
  }

  /// The bounds of segments with given lengths, in new memory.
  static Value emitBounds(const LevelSite &site, Value lengths) {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
    Value parents = emitLength(b, lengths);
    Value pos =
        emitAlloc(b, site.posType, arith::AddIOp::create(b, parents, one));
    emitStoreIndex(b, zero, pos, zero);
    auto loop = scf::ForOp::create(b, zero, parents, one, zero);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value parent = loop.getInductionVar();
      Value end = arith::AddIOp::create(b, loop.getRegionIterArg(0),
                                        emitLoadIndex(b, lengths, parent));
      emitStoreIndex(b, end, pos, arith::AddIOp::create(b, parent, one));
      scf::YieldOp::create(b, end);
    }
    // What does not fit was stored truncated, and is not read any more.
    emitPositionCheck(site, loop.getResult(0));
    return pos;
  }
};

template <typename Base>
struct ListedEmitter : SegmentedEmitter<Base, ListedBounds> {
  void open(Attribute, const LevelSite &site, ValueVector &arrays) const {
    Value &lengths = arrays.front();
    lengths = ListedBounds::emitBounds(site, lengths);
  }
};
} // namespace

void weft::registerListedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachSegmentedEmitter<level::ListedAttr, ListedEmitter,
                           RecoverEmitterInterface, OpenEmitterInterface>(
        *context);
  });
}
