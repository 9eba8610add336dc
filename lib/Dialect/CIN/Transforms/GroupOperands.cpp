//===- GroupOperands.cpp - Parts of sums and products -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain `a * b * c` of one operator has a scalar for `a * b`, and none for
// `a * c`, which a schedule may want to precompute.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Lists the operands of a chain of operations that ends in `op`, and the other
/// operations of it, each behind that which uses it; what else uses a part of
/// it ends it.
static void listChain(Operation *op, SmallVectorImpl<Value> &operands,
                      SmallVectorImpl<Operation *> &parts) {
  for (Value operand : op->getOperands()) {
    Operation *inner = operand.getDefiningOp();
    if (inner && inner->getName() == op->getName() &&
        inner->getAttrs() == op->getAttrs() && operand.hasOneUse()) {
      parts.push_back(inner);
      listChain(inner, operands, parts);
    } else {
      operands.push_back(operand);
    }
  }
}

SmallVector<Value> cin::getChain(Value chain) {
  SmallVector<Value> operands;
  SmallVector<Operation *> parts;
  listChain(chain.getDefiningOp(), operands, parts);
  return operands;
}

FailureOr<Value> cin::groupOperands(RewriterBase &rewriter, Value chain,
                                    ArrayRef<Value> operands) {
  Operation *op = chain.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !isAssociative(op) || !isCommutative(op))
    return rewriter.notifyMatchFailure(
        chain.getLoc(), "expected an operator that is associative and "
                        "commutative");
  SmallVector<Value> rest;
  SmallVector<Operation *> parts;
  listChain(op, rest, parts);
  for (Value operand : operands) {
    auto it = llvm::find(rest, operand);
    if (it == rest.end())
      return rewriter.notifyMatchFailure(
          chain.getLoc(), "expected operands of one chain of operators");
    rest.erase(it);
  }
  if (operands.size() < 2 || rest.empty())
    return rewriter.notifyMatchFailure(
        chain.getLoc(), "expected several of the operands, and not all");
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  auto join = [&](Value left, Value right) {
    Operation *joined = rewriter.clone(*op);
    joined->setOperands({left, right});
    return joined->getResult(0);
  };
  Value group = operands.front();
  for (Value operand : operands.drop_front())
    group = join(group, operand);
  Value whole = group;
  for (Value operand : rest)
    whole = join(whole, operand);
  rewriter.replaceOp(op, whole);
  // What nothing uses would keep what it is computed from in use.
  for (Operation *part : parts)
    rewriter.eraseOp(part);
  return group;
}
