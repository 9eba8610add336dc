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

#include "ReducedProduct.h"

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

/// Takes the factors out of an innermost loop that are the same in all of its
/// iterations. The loop is over all coordinates: what it combines is there, and
/// a loop over stored entries waits for memory. It has no lanes, which have
/// scalars of their own.
static LogicalResult hoist(RewriterBase &rewriter,
                           const ReducedProduct &product, bool strict) {
  unsigned innermost = product.foralls.size() - 1;
  ReducedProduct::Foralls loop(innermost + 1);
  loop.set(innermost);
  if (ForallOp(product.foralls.back()).getUnit() ||
      !product.getReduced().test(innermost) || product.getDense(loop) != loop)
    return failure();
  SmallVector<Value> varying;
  llvm::copy_if(
      product.factors, std::back_inserter(varying),
      [&](Value factor) { return product.getUsed(factor).test(innermost); });
  if (varying.empty() || varying.size() == product.factors.size() ||
      leavesSparse(product, varying))
    return failure();
  return factorOut(rewriter, product, varying, strict);
}

namespace {
struct CINHoistFactors
    : public weft::cin::impl::CINHoistFactorsBase<CINHoistFactors> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<AssignOp> assigns;
    getOperation().walk([&](AssignOp assign) { assigns.push_back(assign); });
    IRRewriter rewriter(&getContext());
    for (AssignOp assign : assigns)
      if (auto product = ReducedProduct::get(assign, strict))
        (void)hoist(rewriter, *product, strict);
  }
};
} // namespace
