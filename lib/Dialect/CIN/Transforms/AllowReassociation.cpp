//===- AllowReassociation.cpp - Reductions in any order ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall says nothing about the order of its iterations, so neither does a
// reduction; this pass tells LLVM, which otherwise has to keep the order of
// floating-point additions. It works on `cin`, the last level at which
// combiners can be told from other operations. What a combiner of several
// operations does is written in their order.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINALLOWREASSOCIATION
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;

/// Adds flags to those that an operation has. Conversions between types may
/// have none, and have no use for these.
static void addFlags(arith::ArithFastMathInterface op,
                     arith::FastMathFlags flags) {
  if (arith::FastMathFlagsAttr present = op.getFastMathFlagsAttr())
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op.getContext(),
                                              present.getValue() | flags));
}

namespace {
struct AllowReassociation
    : cin::impl::CINAllowReassociationBase<AllowReassociation> {
  void runOnOperation() override {
    getOperation().walk([](arith::ArithFastMathInterface op) {
      addFlags(op, arith::FastMathFlags::contract);
    });
    getOperation().walk([&](cin::AssignOp assign) {
      if (!assign.isCompound())
        return;
      auto op = dyn_cast_or_null<arith::ArithFastMathInterface>(
          getSimpleCombinerOp(assign.getCombiner()));
      if (op)
        addFlags(op, arith::FastMathFlags::reassoc);
    });
  }
};
} // namespace
