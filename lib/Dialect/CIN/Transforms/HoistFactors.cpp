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

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CompoundAssignments.h"
#include "ReducedProduct.h"

#include "weft/Analysis/ResultAssembly.h"

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

LogicalResult cin::hoistFactors(RewriterBase &rewriter, ForallOp forall,
                                bool strict) {
  auto refuse = [&](StringRef why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot hoist factors out of '" << forall.getName()
                 << "': " << why;
    });
  };
  auto assign = dyn_cast<AssignOp>(getStatement(*forall.getBlock()));
  if (!assign)
    return refuse("its body is not an assignment");
  std::optional<ReducedProduct> found = ReducedProduct::get(assign, strict);
  if (!found)
    return refuse(strict ? "the assignment combines no product that may be "
                           "reordered: -strict-fp keeps the order of "
                           "floating-point operations"
                         : "the assignment combines no product that "
                           "distributes over its combiner");
  const ReducedProduct &product = *found;
  unsigned innermost = product.foralls.size() - 1;
  ReducedProduct::Foralls loop(innermost + 1);
  loop.set(innermost);
  // A loop over stored entries waits for memory, and lanes have scalars of
  // their own.
  if (forall.getUnit())
    return refuse("it is parallel");
  if (!product.getReduced().test(innermost))
    return refuse("it is not reduced over");
  if (product.getDense(loop) != loop)
    return refuse("an operand stores only some of its coordinates");
  SmallVector<Value> varying;
  llvm::copy_if(
      product.factors, std::back_inserter(varying),
      [&](Value factor) { return product.getUsed(factor).test(innermost); });
  if (varying.empty() || varying.size() == product.factors.size())
    return refuse("no factor is the same in all of its iterations");
  if (leavesSparse(product, varying))
    return refuse("a loop that may find nothing would leave the sum as well");
  // Other reductions around would update components that are stored once.
  if (product.getReduced().count() > 1 &&
      analysis::isScattered({assign}, /*reducesInside=*/true))
    return refuse("another loop is reduced over, and the result is scattered, "
                  "which takes each component once");
  return factorOut(rewriter, product, varying, strict);
}

namespace {
struct CINHoistFactors
    : public weft::cin::impl::CINHoistFactorsBase<CINHoistFactors> {
  using Base::Base;

  void runOnOperation() override {
    applyToCompoundAssignments(getOperation(), "hoist_factors",
                               [&](RewriterBase &rewriter, ForallOp innermost) {
                                 return hoistFactors(rewriter, innermost,
                                                     strict);
                               });
  }
};
} // namespace
