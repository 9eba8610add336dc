//===- WidenWorkspace.cpp - Workspaces of all iterations --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The workspace of all iterations is a list, whatever that of one was: memory
// for all components is what a sparse result is there to avoid. A list tells
// what is absent, as the workspace of one iteration may have to.
//
//===----------------------------------------------------------------------===//

#include "WidenWorkspace.h"

#include "Dependences.h"
#include "Naming.h"
#include "WorkspaceChoice.h"

#include "weft/Dialect/CIN/IR/OrderReasons.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

LogicalResult cin::verifyWidening(RewriterBase &rewriter, ForallOp forall,
                                  WhereOp where, const Twine &refusal) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << refusal << ": " << why;
    });
  };
  // Its mode would have the size of a tile, or of a list of positions.
  for (Operation *user : forall.getVariable().getUsers())
    if (isDerivation(user))
      return refuse(forall, "workspace '" + where.getName() +
                                "' is between them, and '" + forall.getName() +
                                "' is no whole variable, of which it could "
                                "have a mode");
  if (where.getTensorType().getRank() != 0 &&
      level::getFormat(where.getTensorType()).isAllDense())
    return refuse(where, "workspace '" + where.getName() +
                             "' is between them, and it is dense: those of all "
                             "iterations would take the memory of all of "
                             "their components");
  for (Value size : where.getSizes())
    if (forall->isAncestor(size.getParentBlock()->getParentOp()))
      return refuse(where, "the size of workspace '" + where.getName() +
                               "' depends on '" + forall.getName() + "'");
  WalkResult result = where.getConsumer().walk([&](AssignOp assign) {
    Value ref = assign.getRef();
    bool isInside = forall->isAncestor(ref.getParentBlock()->getParentOp());
    return isInside || succeeded(verifyNotRead(rewriter, ref, forall))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Gives each component of the workspace of one iteration, which the statement
/// uses, the index of the iteration.
static void addIndex(RewriterBase &rewriter, ForallOp forall, Value ref,
                     Value widened) {
  SmallVector<Operation *> users;
  forall.walk([&](Operation *op) {
    if (llvm::is_contained(op->getOperands(), ref))
      users.push_back(op);
  });
  auto widen = [&](auto use) {
    rewriter.modifyOpInPlace(use, [&] {
      use.getRefMutable().assign(widened);
      SmallVector<Value> indices{forall.getVariable()};
      llvm::append_range(indices, use.getIndices());
      use.getIndicesMutable().assign(indices);
    });
  };
  RankedTensorType type = cast<RefType>(widened.getType()).getTensor();
  for (Operation *user : users) {
    if (auto assign = dyn_cast<AssignOp>(user)) {
      widen(assign);
      continue;
    }
    auto access = cast<AccessOp>(user);
    widen(access);
    setOrderedLevels(access, getIteratedLevels(level::getFormat(type)));
  }
}

/// Erases what a forall computes for the other side of the where statement.
static void eraseUnused(RewriterBase &rewriter, ForallOp forall) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*forall.getBlock())))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

void cin::widenWorkspace(RewriterBase &rewriter, ForallOp forall,
                         WhereOp where) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto kernel = forall->getParentOfType<KernelOp>();
  SmallVector<int64_t> shape{ShapedType::kDynamic};
  llvm::append_range(shape, where.getTensorType().getShape());
  SmallVector<Value> sizes{forall.getExtent()};
  llvm::append_range(sizes, where.getSizes());
  std::string name = getFreshIndexName(kernel, forall.getName());
  rewriter.setInsertionPoint(forall);
  // A dense workspace would not tell what is absent, as that of one iteration.
  auto widened =
      WhereOp::create(rewriter, where.getLoc(), where.getName(), sizes,
                      getListType(where, shape), where.getReasonAttr(),
                      StorageReasonAttr::get(rewriter.getContext(),
                                             StorageReason::AbsenceObserved));

  // The consumer: what the forall computes and what the statement did with it.
  rewriter.setInsertionPointToEnd(&widened.getConsumer().front());
  auto consuming =
      ForallOp::create(rewriter, forall.getLoc(), name, forall.getExtent());
  rewriter.setInsertionPointToEnd(consuming.getBlock());
  IRMapping mapping;
  mapping.map(forall.getVariable(), consuming.getVariable());
  for (Operation &op : *forall.getBlock())
    if (&op != where)
      rewriter.clone(op, mapping);
  for (Operation &op : where.getConsumer().front())
    rewriter.clone(op, mapping);
  if (findTileOf(consuming.getVariable()))
    consuming.setTailAttr(forall.getTailAttr());
  addIndex(rewriter, consuming, where.getConsumerRef(),
           widened.getConsumerRef());
  eraseUnused(rewriter, consuming);

  // The producer stays in the forall, in the place of the where statement.
  for (Operation &op : llvm::make_early_inc_range(where.getProducer().front()))
    rewriter.moveOpBefore(&op, where);
  addIndex(rewriter, forall, where.getProducerRef(), widened.getProducerRef());
  rewriter.eraseOp(where);
  eraseUnused(rewriter, forall);
  Block &producer = widened.getProducer().front();
  rewriter.moveOpBefore(forall, &producer, producer.end());
}
