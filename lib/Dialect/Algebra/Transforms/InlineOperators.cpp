//===- InlineOperators.cpp - Bodies of operators for their uses -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that users define are applied by name as long as their algebra is
// asked for. In loops it is not, and their operations are like any others.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Algebra/Transforms/Passes.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"

#include "mlir/IR/IRMapping.h"

namespace weft {
namespace algebra {
#define GEN_PASS_DEF_ALGEBRAINLINEOPERATORS
#include "weft/Dialect/Algebra/Transforms/Passes.h.inc"
} // namespace algebra
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::algebra;

/// Emits the operations of an operator where it is applied, as parts of the
/// expression.
static void inlineOperator(ApplyOp apply, OperatorOp definition) {
  OpBuilder builder(apply);
  Block &body = definition.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), apply.getArguments());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *inner) { inner->setLoc(apply.getLoc()); });
  }
  apply.replaceAllUsesWith(mapping.lookup(body.getTerminator()->getOperand(0)));
  apply.erase();
}

namespace {
struct InlineOperators
    : algebra::impl::AlgebraInlineOperatorsBase<InlineOperators> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    SmallVector<ApplyOp> applies;
    getOperation().walk([&](ApplyOp apply) { applies.push_back(apply); });
    for (ApplyOp apply : applies)
      // The verifier has seen the definition.
      inlineOperator(apply, symbols.lookupNearestSymbolFrom<OperatorOp>(
                                apply, apply.getCalleeAttr()));
    getOperation().walk([](OperatorOp definition) { definition.erase(); });
  }
};
} // namespace
