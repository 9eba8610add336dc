//===- BoundForall.cpp - What is known of an extent -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bound (thesis, section 6.5). What is promised of the extent of a variable is
// required before the kernel runs; then the forall has an extent that shows it,
// as a constant or as a multiple of one, from which the lowering reads what is
// full and what needs no guard.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Extents.h"
#include "Naming.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Whether a variable is part of another one, whose extent its forall has.
static bool isPart(Value variable) {
  return llvm::any_of(variable.getUsers(), llvm::IsaPred<SplitOp>);
}

/// Emits a size of which a bound holds, and which is the given one if it holds
/// of that.
static Value emitBounded(RewriterBase &rewriter, Location loc, Value size,
                         level::Bound bound, int64_t number) {
  Value constant = arith::ConstantIndexOp::create(rewriter, loc, number);
  switch (bound) {
  case level::Bound::Exactly:
    return constant;
  case level::Bound::AtMost:
    return arith::MinUIOp::create(rewriter, loc, size, constant);
  case level::Bound::MultipleOf:
    return arith::MulIOp::create(
        rewriter, loc, arith::DivUIOp::create(rewriter, loc, size, constant),
        constant);
  }
  llvm_unreachable("all bounds are handled");
}

LogicalResult cin::boundForall(RewriterBase &rewriter, ForallOp forall,
                               StringRef name, level::Bound bound,
                               int64_t number, Location loc) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot bound '" << forall.getName() << "': " << why;
    });
  };
  if (number < 1 || number > std::numeric_limits<int32_t>::max())
    return refuse("expected a number from 1 to 2147483647");
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return refuse("it has a tag; bound it before it is tagged");
  if (isPart(forall.getVariable()))
    return refuse("it is a part of a variable; bound that before it is split");
  auto kernel = forall->getParentOfType<KernelOp>();
  Value size = getOuterExtent(kernel, forall.getExtent());
  if (!size)
    return refuse("its extent is not an argument of the kernel");
  if (name != forall.getName() &&
      failed(verifyNewIndexName(rewriter, kernel, name)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  level::RequireOp::create(rewriter, loc, size, bound, number);
  Value bounded = emitBounded(rewriter, forall.getLoc(), size, bound, number);
  Value extent = addExtent(rewriter, kernel, bounded);
  rewriter.modifyOpInPlace(forall, [&] {
    forall.getExtentMutable().assign(extent);
    forall.setName(name);
  });
  return success();
}
