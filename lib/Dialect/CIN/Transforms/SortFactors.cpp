//===- SortFactors.cpp - Factors in the order of the loops ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `C(i,k) += A(i,j) * B(j,k) * s(i)`, `A(i,j) * s(i)` is the same for each
// `k`, and no operation of the expression. LLVM moves what a loop does not
// change out of it, but keeps the order in which floating-point numbers are
// multiplied; so the factors are multiplied in the order of the loops that
// determine them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CompoundAssignments.h"
#include "ReducedProduct.h"
#include "ScheduleRules.h"

#include "weft/Explain/ScheduleReasons.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINSORTFACTORS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Sorts the factors of a product by the loops that determine them, outermost
/// first.
static SmallVector<Value> sortFactors(const ReducedProduct &product) {
  SmallVector<Value> sorted;
  for (int innermost : llvm::seq<int>(-1, product.foralls.size()))
    for (Value factor : product.factors)
      if (product.getUsed(factor).find_last() == innermost)
        sorted.push_back(factor);
  return sorted;
}

/// Why the factors inside of an innermost forall cannot be ordered; null if
/// they can.
static RefusalAttr whyNotOrdered(AssignOp assign, bool strict) {
  auto refuse = [&](RefusalReason reason) {
    return refuseFactors("order_factors", assign, reason);
  };
  std::optional<ReducedProduct> product =
      ReducedProduct::get(assign, /*strict=*/false);
  if (!product)
    return refuse(RefusalReason::NoProduct);
  if (product->factors.size() < 3)
    return refuse(RefusalReason::FewFactors);
  if (sortFactors(*product) == product->factors)
    return refuse(RefusalReason::OrderedFactors);
  if (!ReducedProduct::get(assign, strict))
    return refuse(RefusalReason::StrictOrder);
  return {};
}

/// Orders the factors that an assignment combines, if they can be.
static LogicalResult applyOrder(RewriterBase &rewriter, AssignOp assign) {
  SmallVector<Value> sorted =
      sortFactors(*ReducedProduct::get(assign, /*strict=*/false));
  sorted.pop_back();
  return success(succeeded(groupOperands(rewriter, assign.getValue(), sorted)));
}

LogicalResult cin::orderFactors(RewriterBase &rewriter, ForallOp innermost,
                                bool strict) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(innermost, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot order the factors inside of '"
                 << innermost.getName() << "': " << why;
    });
  };
  auto assign = dyn_cast<AssignOp>(getStatement(*innermost.getBlock()));
  if (!assign)
    return refuse("its body is not an assignment");
  if (RefusalAttr why = whyNotOrdered(assign, strict))
    return refuse(explain::describeReason(why));
  return applyOrder(rewriter, assign);
}

namespace {
struct CINSortFactors
    : public weft::cin::impl::CINSortFactorsBase<CINSortFactors> {
  using Base::Base;

  void runOnOperation() override {
    forEachCompoundAssignment(
        getOperation(),
        [&](RewriterBase &rewriter, AssignOp assign, ForallOp innermost) {
          if (RefusalAttr why = whyNotOrdered(assign, strict))
            noteRefusal(rewriter, innermost, "order_factors", why);
          else if (succeeded(applyOrder(rewriter, assign)))
            noteChoice(rewriter, innermost, "order_factors",
                       ScheduleRule::FactorOrder,
                       "order_factors(" + getLoopName(innermost) + ")");
        });
  }
};
} // namespace
