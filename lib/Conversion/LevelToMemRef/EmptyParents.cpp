//===- EmptyParents.cpp - Parents that may not exist ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches around level functions that read what may not be there.
//
//===----------------------------------------------------------------------===//

#include "EmptyParents.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

ValuePair weft::emitPairIf(ImplicitLocOpBuilder &b, Value condition,
                           TypeRange types, function_ref<ValuePair()> emitThen,
                           function_ref<ValuePair()> emitElse) {
  auto ifOp = scf::IfOp::create(b, types, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool isThen : {true, false}) {
    b.setInsertionPointToStart(isThen ? ifOp.thenBlock() : ifOp.elseBlock());
    ValuePair pair = isThen ? emitThen() : emitElse();
    scf::YieldOp::create(b, ValueRange{pair.first, pair.second});
  }
  return {ifOp.getResult(0), ifOp.getResult(1)};
}

ValuePair weft::emitIfParent(const LevelSite &site, Value parentBegin,
                             Value parentEnd,
                             function_ref<ValuePair()> emitBounds) {
  if (site.hasParent)
    return emitBounds();
  ImplicitLocOpBuilder &b = site.builder;
  Value some =
      emitCompare(b, arith::CmpIPredicate::ult, parentBegin, parentEnd);
  return emitPairIf(b, some, {b.getIndexType(), b.getIndexType()}, emitBounds,
                    [&]() -> ValuePair {
                      Value zero = emitIndex(b, 0);
                      return {zero, zero};
                    });
}

ValuePair weft::emitOwnBounds(const LevelSite &site, Value segments,
                              Value parentBegin, Value parentEnd) {
  return emitIfParent(site, parentBegin, parentEnd, [&]() -> ValuePair {
    ImplicitLocOpBuilder &b = site.builder;
    Value first = arith::AddIOp::create(b, parentBegin, parentBegin);
    Value second = arith::AddIOp::create(b, first, emitIndex(b, 1));
    return {emitLoadIndex(b, segments, first),
            emitLoadIndex(b, segments, second)};
  });
}
