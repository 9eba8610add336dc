//===- AbsentTerms.cpp - Terms with absent operands -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a reduction has a term for what is absent, and the scalar code of it.
//
//===----------------------------------------------------------------------===//

#include "AbsentTerms.h"

#include "Computes.h"
#include "Fills.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// Whether a number would win over a NaN if it were an operand that is absent,
/// which the terms of a reduction are not.
static bool hidesNaN(Region &combiner, Attribute fill) {
  Attribute fills[2] = {fill, nullptr};
  Operation *op = getSimpleCombinerOp(combiner);
  return isa<FloatAttr>(fill) &&
         getFillEffect(op, 0, fills) == FillEffect::Annihilates;
}

Attribute tin_to_cin::findAbsentTerm(tin::ReduceOp reduce) {
  // A reduction inside is there, whatever it found.
  bool hasOthers =
      reduce.getBody()
          .walk([](tin::ReduceOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  Attribute initial = getInitial(reduce);
  Attribute fill = getFillOf(reduce.getYield().getValue());
  if (hasOthers || !initial || !isa<TypedAttr>(initial) || !fill ||
      areSameScalar(fill, initial) ||
      !combinesOnce(reduce.getCombiner(), fill) ||
      hidesNaN(reduce.getCombiner(), fill))
    return {};
  return fill;
}

Value tin_to_cin::emitPresentTerm(OpBuilder &builder, tin::ReduceOp reduce,
                                  Value term) {
  return cin::PresentOp::create(builder, term.getLoc(), term.getType(), term,
                                cast<TypedAttr>(getInitial(reduce)),
                                /*number=*/TypedAttr());
}

Value tin_to_cin::emitPresentCount(OpBuilder &builder, Value term) {
  return cin::PresentOp::create(
      builder, term.getLoc(), builder.getI64Type(), term,
      /*fill=*/cast<TypedAttr>(builder.getI64IntegerAttr(0)),
      /*number=*/cast<TypedAttr>(builder.getI64IntegerAttr(1)));
}

/// Emits the product of extents, or the greatest number that is less.
static Value emitProduct(OpBuilder &builder, Location loc, ValueRange extents) {
  Value product;
  for (Value extent : extents) {
    Value factor = arith::IndexCastUIOp::create(builder, loc,
                                                builder.getI64Type(), extent);
    if (!product) {
      product = factor;
      continue;
    }
    auto wide = arith::MulUIExtendedOp::create(builder, loc, product, factor);
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       wide.getHigh(), zero);
    Value most = arith::ConstantIntOp::create(builder, loc, -1, 64);
    product = arith::SelectOp::create(builder, loc, fits, wide.getLow(), most);
  }
  return product;
}

Value tin_to_cin::emitWithAbsentTerm(OpBuilder &builder, tin::ReduceOp reduce,
                                     Attribute absent, Value combined,
                                     Value count, ValueRange extents) {
  Location loc = reduce.getLoc();
  Value isAbsent =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, count,
                            emitProduct(builder, loc, extents));
  Value fill = buildScalar(builder, loc, absent, combined.getType());
  Value both = inlineCombiner(builder, reduce.getCombiner(), combined, fill);
  return arith::SelectOp::create(builder, loc, isAbsent, both, combined);
}
