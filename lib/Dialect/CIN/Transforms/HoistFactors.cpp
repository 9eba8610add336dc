//===- HoistFactors.cpp - Factors that a loop does not change ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `A(i,j) += B(i,j) * C(i,k) * D(j,k)`, the sum over `k` is multiplied once
// with `B(i,j)` instead of in each term. LLVM does not do that: of the
// multiplications it knows neither that they may be reassociated nor that they
// distribute over what the loop combines.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CompoundAssignments.h"
#include "ReducedProduct.h"
#include "ScheduleRules.h"

#include "weft/Analysis/ResultAssembly.h"
#include "weft/Explain/ScheduleReasons.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINHOISTFACTORS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Whether the factors that leave a loop would leave others that may find
/// nothing: those around it that they alone do not need go to the other
/// factors, and the sum would be computed in vain.
static bool leavesSparse(const ReducedProduct &product,
                         ArrayRef<Value> factors) {
  using Foralls = ReducedProduct::Foralls;
  unsigned numForalls = product.foralls.size();
  Foralls produced(numForalls), consumed = product.getReduced();
  consumed.flip();
  for (Value factor : product.factors)
    (llvm::is_contained(factors, factor) ? produced : consumed) |=
        product.getUsed(factor);
  for (unsigned number = numForalls - 1; number-- != 0;) {
    if (produced.test(number) == consumed.test(number))
      return false;
    Foralls loop(numForalls);
    loop.set(number);
    if (consumed.test(number) && product.getDense(loop) != loop)
      return true;
  }
  return false;
}

/// The factors that change in the innermost forall of a product.
static SmallVector<Value> findVarying(const ReducedProduct &product) {
  unsigned innermost = product.foralls.size() - 1;
  return llvm::filter_to_vector(product.factors, [&](Value factor) {
    return product.getUsed(factor).test(innermost);
  });
}

/// Why no factors leave the innermost forall of an assignment; null if some do.
static RefusalAttr whyNotHoisted(AssignOp assign, bool strict) {
  auto refuse = [&](RefusalReason reason) {
    return refuseFactors("hoist_factors", assign, reason);
  };
  std::optional<ReducedProduct> product =
      ReducedProduct::get(assign, /*strict=*/false);
  if (!product)
    return refuse(RefusalReason::NoProduct);
  unsigned innermost = product->foralls.size() - 1;
  ReducedProduct::Foralls loop(innermost + 1);
  loop.set(innermost);
  if (!product->getReduced().test(innermost))
    return refuse(RefusalReason::NotReduced);
  SmallVector<Value> varying = findVarying(*product);
  if (varying.empty() || varying.size() == product->factors.size())
    return refuse(RefusalReason::NoInvariantFactor);
  // Lanes have scalars of their own.
  if (product->foralls.back().getUnit())
    return refuse(RefusalReason::ParallelLoop);
  // A loop over stored entries waits for memory.
  if (product->getDense(loop) != loop)
    return refuse(RefusalReason::SparseOperand);
  if (leavesSparse(*product, varying))
    return refuse(RefusalReason::UnusedSum);
  // Other reductions around would update components that are stored once.
  if (product->getReduced().count() > 1 &&
      analysis::isScattered({assign}, /*reducesInside=*/true))
    return refuse(RefusalReason::ScatteredResult);
  if (!ReducedProduct::get(assign, strict))
    return refuse(RefusalReason::StrictOrder);
  return {};
}

/// Hoists the factors of an assignment, if they can be.
static FailureOr<WhereOp> applyHoisting(RewriterBase &rewriter, AssignOp assign,
                                        bool strict) {
  std::optional<ReducedProduct> product =
      ReducedProduct::get(assign, /*strict=*/false);
  return factorOut(rewriter, *product, findVarying(*product), strict);
}

LogicalResult cin::hoistFactors(RewriterBase &rewriter, ForallOp forall,
                                bool strict) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot hoist factors out of '" << forall.getName()
                 << "': " << why;
    });
  };
  auto assign = dyn_cast<AssignOp>(getStatement(*forall.getBlock()));
  if (!assign)
    return refuse("its body is not an assignment");
  if (RefusalAttr why = whyNotHoisted(assign, strict))
    return refuse(explain::describeReason(why));
  return applyHoisting(rewriter, assign, strict);
}

namespace {
struct CINHoistFactors
    : public weft::cin::impl::CINHoistFactorsBase<CINHoistFactors> {
  using Base::Base;

  void runOnOperation() override {
    forEachCompoundAssignment(
        getOperation(),
        [&](RewriterBase &rewriter, AssignOp assign, ForallOp innermost) {
          std::string command = "hoist_factors(" + getLoopName(innermost) + ")";
          if (RefusalAttr why = whyNotHoisted(assign, strict)) {
            noteRefusal(rewriter, innermost, "hoist_factors", why);
            return;
          }
          FailureOr<WhereOp> where = applyHoisting(rewriter, assign, strict);
          if (succeeded(where))
            noteChoice(rewriter, *where, "hoist_factors",
                       ScheduleRule::InvariantFactors, command);
        });
  }
};
} // namespace
