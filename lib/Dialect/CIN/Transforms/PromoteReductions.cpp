//===- PromoteReductions.cpp - Combine reductions into scalars *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves reductions from components into scalar workspaces: the reverse of the
// simplification of the concretize algorithm (thesis, section 4.4), applied
// once no transformation of the foralls is to come.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/StringSet.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINPROMOTEREDUCTIONS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The outermost of the foralls around an assignment, starting at the
/// innermost, over which it combines; null if there is none.
static ForallOp getReductionForalls(AssignOp assign) {
  ForallOp outermost;
  for (auto forall = dyn_cast<ForallOp>(assign->getParentOp()); forall;
       forall = dyn_cast<ForallOp>(forall->getParentOp())) {
    if (llvm::any_of(assign.getIndices(), [&](Value index) {
          return isDerivedFrom(index, forall.getVariable());
        }))
      break;
    outermost = forall;
  }
  return outermost;
}

/// A name for a workspace that the kernel does not use yet.
static std::string getFreshName(KernelOp kernel) {
  llvm::StringSet<> taken;
  kernel.walk([&](WhereOp where) { taken.insert(where.getName()); });
  std::string name = "t";
  for (unsigned copy = 1; taken.contains(name); ++copy)
    name = "t" + std::to_string(copy);
  return name;
}

/// The type of a scalar that holds `identity` until it is assigned.
static RankedTensorType getScalarType(Type element, Attribute identity) {
  if (areSameScalar(identity, level::getZero(element)))
    return RankedTensorType::get({}, element);
  MLIRContext *context = element.getContext();
  auto format = level::FormatAttr::get(
      context, AffineMap::get(context), {}, level::FormatAttr::kDefaultWidth,
      level::FormatAttr::kDefaultWidth, identity);
  return RankedTensorType::get({}, element, format);
}

static void promote(AssignOp assign, OpBuilder &builder) {
  RefType ref = assign.getRef().getType();
  if (!assign.isCompound() || ref.getRank() == 0)
    return;
  Attribute identity =
      getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  if (!identity || !isCombinerAssociative(assign.getCombiner()))
    return;
  ForallOp forall = getReductionForalls(assign);
  if (!forall)
    return;
  Location loc = assign.getLoc();
  builder.setInsertionPoint(forall);
  auto where = WhereOp::create(
      builder, loc, getFreshName(assign->getParentOfType<KernelOp>()),
      ValueRange(), getScalarType(ref.getElementType(), identity));
  // The indices of the component are bound outside of the foralls; those that
  // are derived inside move along.
  Block &consumer = where.getConsumer().front();
  builder.setInsertionPointToEnd(&consumer);
  IRMapping mapping;
  std::function<Value(Value)> copyIndex = [&](Value index) -> Value {
    Operation *op = index.getDefiningOp();
    if (!op || !forall->isProperAncestor(op))
      return index;
    if (!mapping.contains(index)) {
      for (Value operand : op->getOperands())
        mapping.map(operand, copyIndex(operand));
      builder.clone(*op, mapping);
    }
    return mapping.lookup(index);
  };
  SmallVector<Value> indices =
      llvm::map_to_vector(assign.getIndices(), copyIndex);
  Value scalar = AccessOp::create(builder, loc, ref.getElementType(),
                                  where.getConsumerRef(), ValueRange());
  auto final = AssignOp::create(builder, loc, assign.getRef(), indices, scalar);
  copyCombiner(assign.getCombiner(), YieldOp::getOperationName(),
               final.getCombiner());
  final.setIdentityAttr(assign.getIdentityAttr());
  forall->moveBefore(&where.getProducer().front(),
                     where.getProducer().front().end());
  builder.setInsertionPoint(assign);
  auto partial = AssignOp::create(builder, loc, where.getProducerRef(),
                                  ValueRange(), assign.getValue());
  partial.getCombiner().takeBody(assign.getCombiner());
  partial.setIdentityAttr(assign.getIdentityAttr());
  assign.erase();
}

namespace {
struct CINPromoteReductions
    : public weft::cin::impl::CINPromoteReductionsBase<CINPromoteReductions> {
  void runOnOperation() override {
    SmallVector<AssignOp> assigns;
    getOperation().walk([&](AssignOp assign) { assigns.push_back(assign); });
    OpBuilder builder(&getContext());
    for (AssignOp assign : assigns)
      promote(assign, builder);
  }
};
} // namespace
