//===- PartialResults.cpp - Partial results of foralls --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race strategy `temporary` (transformation framework paper, section 5):
//
//   ∀i0 ∀i1 ∀j y(j) += e            ∀j' ∀p y(j') += t(p,j')
//                                       where ∀i0 ∀i1 ∀j t(i0,j) += e
//
// Each iteration of the forall combines into a slice of a workspace of its own,
// and the slices are combined in their order, so that the result depends on how
// many there are, but not on how many threads there are.
//
//===----------------------------------------------------------------------===//

#include "PartialResults.h"

#include "Dependences.h"
#include "Naming.h"

#include "weft/Analysis/FilledTypes.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// A mode of a component that a forall races for: the index, and the extent of
/// its variable if the iterations of the forall give it different values, of
/// which the temporary has a mode.
struct Mode {
  Value index;
  Value extent;
};

/// A compound assignment that iterations of a forall race with.
struct Reduction {
  AssignOp assign;
  SmallVector<Mode> modes;
};

class TemporaryMaker {
public:
  TemporaryMaker(RewriterBase &rewriter, ForallOp forall)
      : rewriter(rewriter), forall(forall),
        kernel(forall->getParentOfType<KernelOp>()) {}

  LogicalResult analyze();
  void transform();

private:
  LogicalResult refuse(Operation *op, const Twine &why) {
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot parallelize '" << forall.getName()
                 << "' with temporary: " << why;
    });
  }
  LogicalResult addReduction(AssignOp assign);
  void transform(const Reduction &reduction, Value extent);

  RewriterBase &rewriter;
  ForallOp forall;
  KernelOp kernel;
  /// The split that gives the forall a constant number of iterations.
  SplitOp split;
  SmallVector<Reduction> reductions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether an index takes different values in a forall.
static bool variesIn(Value index, ForallOp forall) {
  bool varies = false;
  forall.walk([&](ForallOp inner) {
    varies |= isDerivedFrom(index, inner.getVariable());
  });
  return varies;
}

LogicalResult TemporaryMaker::addReduction(AssignOp assign) {
  RankedTensorType type = assign.getRef().getType().getTensor();
  if (!level::getFormat(type).isAllDense())
    return refuse(assign, "partial results of what is not dense are not "
                          "supported");
  if (!getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr()))
    return refuse(assign, "the identity of its combiner is not known");
  Reduction reduction{assign, {}};
  for (Value index : assign.getIndices()) {
    if (!variesIn(index, forall)) {
      reduction.modes.push_back({index, Value()});
      continue;
    }
    Value extent = getExtent(index);
    if (!extent || !llvm::is_contained(kernel.getExtentArgs(), extent))
      return refuse(assign, "its component has an index that is not a whole "
                            "variable");
    reduction.modes.push_back({index, extent});
  }
  reductions.push_back(reduction);
  return success();
}

LogicalResult TemporaryMaker::analyze() {
  llvm::MapVector<Value, AssignOp> racing;
  for (const analysis::Race &race : analysis::findRaces(forall)) {
    // What reads a component that iterations race for races as well.
    AssignOp assign = race.assign;
    if (race.other != assign || !assign.isCompound())
      return rewriter.notifyMatchFailure(assign, [&](Diagnostic &diagnostic) {
        diagnostic << "cannot parallelize '" << forall.getName()
                   << "' with temporary: ";
        analysis::describeRace(diagnostic, forall, race);
      });
    racing.insert({assign.getRef(), assign});
  }
  if (racing.empty())
    return success();
  for (Operation *user : forall.getVariable().getUsers()) {
    auto candidate = dyn_cast<SplitOp>(user);
    if (candidate && candidate.getDirection() != SplitDirection::Down &&
        candidate.getOuter() == forall.getVariable())
      split = candidate;
  }
  if (!split)
    return refuse(forall, "the number of its iterations, each of which needs a "
                          "partial result, is not a constant; divide it first");
  for (auto [ref, assign] : racing)
    if (failed(addReduction(assign)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Transformation
//===----------------------------------------------------------------------===//

/// Whether it may be observed that a reduction has no terms: a scalar workspace
/// tells whether it is absent.
static bool isAbsenceObserved(AssignOp assign) {
  return assign.getRef().getType().getRank() == 0 &&
         isa<WhereOp>(assign.getRef().getParentBlock()->getParentOp());
}

/// The format of the partial results of an assignment.
static level::FormatAttr getPartialFormat(AssignOp assign, int64_t rank) {
  MLIRContext *context = assign.getContext();
  auto dense = level::FormatAttr::getDense(context, rank);
  if (!isAbsenceObserved(assign))
    return dense;
  SmallVector<Attribute> types{level::BitmapAttr::get(context)};
  return level::FormatAttr::get(context, dense.getDimToLevel(), types);
}

void TemporaryMaker::transform(const Reduction &reduction, Value number) {
  OpBuilder::InsertionGuard guard(rewriter);
  AssignOp assign = reduction.assign;
  Location loc = assign.getLoc();
  RankedTensorType type = assign.getRef().getType().getTensor();
  SmallVector<int64_t> shape = {static_cast<int64_t>(split.getSize())};
  SmallVector<Value> sizes, indices = {forall.getVariable()};
  for (auto [mode, size] : llvm::zip_equal(reduction.modes, type.getShape())) {
    if (!mode.extent)
      continue;
    shape.push_back(size);
    indices.push_back(mode.index);
    if (ShapedType::isDynamic(size))
      sizes.push_back(mode.extent);
  }
  Attribute identity =
      getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  rewriter.setInsertionPoint(forall);
  auto where = WhereOp::create(
      rewriter, loc, getFreshWorkspaceName(kernel, "partial"), sizes,
      analysis::getFilledType(shape, type.getElementType(),
                              getPartialFormat(assign, shape.size()), identity),
      ReasonAttr::get(rewriter.getContext(), WorkspaceReason::PartialResults),
      StorageReasonAttr::get(rewriter.getContext(),
                             isAbsenceObserved(assign)
                                 ? StorageReason::AbsenceObserved
                                 : StorageReason::AbsenceUnobserved));

  // The slices are combined in their order, component by component.
  rewriter.setInsertionPointToEnd(&where.getConsumer().front());
  SmallVector<Value> component, partial;
  for (const Mode &mode : reduction.modes) {
    if (!mode.extent) {
      // Bound around the forall, also if it is derived inside.
      hoistIndex(rewriter, mode.index, forall, where);
      component.push_back(mode.index);
      continue;
    }
    auto over = ForallOp::create(rewriter, loc, getFreshIndexName(kernel, "c"),
                                 mode.extent);
    rewriter.setInsertionPointToEnd(over.getBlock());
    component.push_back(over.getVariable());
    partial.push_back(over.getVariable());
  }
  auto slices =
      ForallOp::create(rewriter, loc, getFreshIndexName(kernel, "p"), number);
  rewriter.setInsertionPointToEnd(slices.getBlock());
  partial.insert(partial.begin(), slices.getVariable());
  Value value = AccessOp::create(rewriter, loc, type.getElementType(),
                                 where.getConsumerRef(), partial);
  auto final = AssignOp::create(rewriter, loc, assign.getRef(), component,
                                value, assign.getIdentityAttr());
  copyCombiner(rewriter, assign.getCombiner(), YieldOp::getOperationName(),
               final.getCombiner());
  setOrderedLevels(final, getOrderedLevels(assign));

  Block &producer = where.getProducer().front();
  rewriter.moveOpBefore(forall, &producer, producer.end());
  rewriter.modifyOpInPlace(assign, [&] {
    assign.getRefMutable().assign(where.getProducerRef());
    assign.getIndicesMutable().assign(indices);
    setOrderedLevels(assign, {});
  });
}

void TemporaryMaker::transform() {
  if (reductions.empty())
    return;
  for (const Reduction &reduction : reductions)
    transform(reduction, forall.getExtent());
}

LogicalResult cin::makeTemporaries(RewriterBase &rewriter, ForallOp forall) {
  TemporaryMaker maker(rewriter, forall);
  if (failed(maker.analyze()))
    return failure();
  maker.transform();
  return success();
}
