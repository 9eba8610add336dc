//===- SpaceTransformOps.cpp - Other iteration spaces -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform operations of collapse and of position spaces. As those of
// CINTransformOps.cpp, they find the operations of their handles and leave the
// rest to the functions of Scheduling.h.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/TransformOps/CINTransformOps.h"

#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::transform;
using namespace weft;
using namespace weft::cin;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// The one operation of a handle; null if it has another number or kind.
template <typename OpT> static OpT getOne(TransformState &state, Value handle) {
  SmallVector<Operation *> payload =
      llvm::to_vector(state.getPayloadOps(handle));
  return payload.size() == 1 ? dyn_cast<OpT>(payload.front()) : OpT();
}

//===----------------------------------------------------------------------===//
// Collapse
//===----------------------------------------------------------------------===//

void CollapseForallsOp::getEffects(Effects &effects) {
  onlyReadsHandle(getOuterMutable(), effects);
  consumesHandle(getInnerMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

DiagnosedSilenceableFailure
CollapseForallsOp::apply(TransformRewriter &rewriter, TransformResults &results,
                         TransformState &state) {
  auto outer = getOne<ForallOp>(state, getOuter());
  auto inner = getOne<ForallOp>(state, getInner());
  if (!outer || !inner)
    return emitSilenceableError() << "expected one cin.forall in each handle";
  FailedPreconditions failures(rewriter);
  if (succeeded(collapseForalls(rewriter, outer, inner, getName()))) {
    results.set(cast<OpResult>(getCollapsed()), {outer.getOperation()});
    return DiagnosedSilenceableFailure::success();
  }
  DiagnosedSilenceableFailure failure = emitSilenceableError();
  failures.explain(failure);
  return failure;
}

//===----------------------------------------------------------------------===//
// Pos and coord
//===----------------------------------------------------------------------===//

void IteratePositionsOp::getEffects(Effects &effects) {
  onlyReadsHandle(getOperation()->getOpOperands(), effects);
  modifiesPayload(effects);
}

DiagnosedSilenceableFailure
IteratePositionsOp::apply(TransformRewriter &rewriter, TransformResults &,
                          TransformState &state) {
  auto forall = getOne<ForallOp>(state, getTarget());
  auto access = getOne<AccessOp>(state, getAccess());
  if (!forall || !access)
    return emitSilenceableError() << "expected one cin.forall, and one "
                                     "cin.access";
  FailedPreconditions failures(rewriter);
  if (succeeded(iteratePositions(rewriter, forall, getName(), access)))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = emitSilenceableError();
  failures.explain(failure);
  return failure;
}

void IterateCoordinatesOp::getEffects(Effects &effects) {
  onlyReadsHandle(getOperation()->getOpOperands(), effects);
  modifiesPayload(effects);
}

DiagnosedSilenceableFailure
IterateCoordinatesOp::apply(TransformRewriter &rewriter, TransformResults &,
                            TransformState &state) {
  auto forall = getOne<ForallOp>(state, getTarget());
  if (!forall)
    return emitSilenceableError() << "expected one cin.forall";
  FailedPreconditions failures(rewriter);
  if (succeeded(iterateCoordinates(rewriter, forall, getName())))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = emitSilenceableError();
  failures.explain(failure);
  return failure;
}
