//===- LooseCompressedEmitter.cpp - Code of loose levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of loose-compressed levels: each segment has a begin and
// an end, so that there may be room between segments. They are assembled
// without any room.
//
//===----------------------------------------------------------------------===//

#include "EmptyParents.h"
#include "SegmentedEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

namespace {
struct LooseBounds {
  static Value from(const LevelSite &site, Value segments) {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value parents =
        arith::DivUIOp::create(b, emitLength(b, segments), emitIndex(b, 2));
    Value length = arith::AddIOp::create(b, parents, one);
    Value pos = emitAlloc(b, site.posType, length);
    emitStoreIndex(b, emitIndex(b, 0), pos, emitIndex(b, 0));
    emitForParents(
        b, parents, [&](Value parent, Value next, Value first, Value second) {
          // What is assembled has no room between segments.
          Value differs = emitCompare(b, arith::CmpIPredicate::ne,
                                      emitLoadIndex(b, segments, first),
                                      emitLoadIndex(b, pos, parent));
          emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
          emitStoreIndex(b, emitLoadIndex(b, segments, second), pos, next);
        });
    memref::DeallocOp::create(b, segments);
    return pos;
  }
  static Value to(const LevelSite &site, Value pos) {
    ImplicitLocOpBuilder &b = site.builder;
    Value parents =
        arith::SubIOp::create(b, emitLength(b, pos), emitIndex(b, 1));
    Value length = emitCheckedMul(b, parents, emitIndex(b, 2));
    Value segments = emitAlloc(b, site.posType, length);
    emitForParents(
        b, parents, [&](Value parent, Value next, Value first, Value second) {
          emitStoreIndex(b, emitLoadIndex(b, pos, parent), segments, first);
          emitStoreIndex(b, emitLoadIndex(b, pos, next), segments, second);
        });
    memref::DeallocOp::create(b, pos);
    return segments;
  }

private:
  /// Visits all parents: a parent, the next, and the numbers of its bounds.
  static void
  emitForParents(ImplicitLocOpBuilder &b, Value parents,
                 function_ref<void(Value, Value, Value, Value)> emitBody) {
    Value one = emitIndex(b, 1);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), parents, one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value parent = loop.getInductionVar();
    Value first = arith::AddIOp::create(b, parent, parent);
    emitBody(parent, arith::AddIOp::create(b, parent, one), first,
             arith::AddIOp::create(b, first, one));
  }
};

template <typename Base>
struct LooseCompressedEmitter : SegmentedEmitter<Base, LooseBounds> {
  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    return emitOwnBounds(site, arrays.front(), parentBegin, parentEnd);
  }
};
} // namespace

void weft::registerLooseCompressedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachSegmentedEmitter<level::LooseCompressedAttr, LooseCompressedEmitter>(
        *context);
  });
}
