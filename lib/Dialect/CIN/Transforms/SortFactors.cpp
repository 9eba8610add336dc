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
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CompoundAssignments.h"
#include "ReducedProduct.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINSORTFACTORS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

LogicalResult cin::orderFactors(RewriterBase &rewriter, ForallOp innermost,
                                bool strict) {
  auto refuse = [&](StringRef why) {
    return rewriter.notifyMatchFailure(innermost, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot order the factors inside of '"
                 << innermost.getName() << "': " << why;
    });
  };
  auto assign = dyn_cast<AssignOp>(getStatement(*innermost.getBlock()));
  if (!assign)
    return refuse("its body is not an assignment");
  std::optional<ReducedProduct> found = ReducedProduct::get(assign, strict);
  if (!found)
    return refuse(strict ? "its body combines no product that may be "
                           "reordered: -strict-fp keeps the order of "
                           "floating-point operations"
                         : "its body combines no product of an associative and "
                           "commutative operator");
  const ReducedProduct &product = *found;
  if (product.factors.size() < 3)
    return refuse("there are fewer than three");
  SmallVector<Value> sorted;
  for (int innermost : llvm::seq<int>(-1, product.foralls.size()))
    for (Value factor : product.factors)
      if (product.getUsed(factor).find_last() == innermost)
        sorted.push_back(factor);
  if (sorted == product.factors)
    return refuse("they are in the order of the loops already");
  sorted.pop_back();
  return success(succeeded(
      groupOperands(rewriter, AssignOp(product.assign).getValue(), sorted)));
}

namespace {
struct CINSortFactors
    : public weft::cin::impl::CINSortFactorsBase<CINSortFactors> {
  using Base::Base;

  void runOnOperation() override {
    applyToCompoundAssignments(getOperation(), "order_factors",
                               [&](RewriterBase &rewriter, ForallOp innermost) {
                                 return orderFactors(rewriter, innermost,
                                                     strict);
                               });
  }
};
} // namespace
