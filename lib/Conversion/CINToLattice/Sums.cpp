//===- Sums.cpp - Accesses at sums of index variables -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums are normalised through the splits of their variables, so that a part of
// a split variable can be what iterates.
//
//===----------------------------------------------------------------------===//

#include "Sums.h"

#include "IndexVariables.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

std::optional<Shift> cin_to_lattice::findShift(cin::ForallOp forall,
                                               const IndexedTensor &tensor,
                                               int64_t level,
                                               const Scope &scope) {
  bool isWhole =
      tensor.getFormat().getLevelExpr(level).part == level::LevelPart::Whole;
  if (!isWhole || !level::canIterateShifted(tensor.getLevelType(level)))
    return std::nullopt;
  Shift shift;
  using Widths = SmallVector<cin::SplitOp, 0>;
  std::function<bool(Value, int64_t, const Widths &)> add =
      [&](Value variable, int64_t factor, const Widths &widths) {
        if (!variable)
          return false;
        if (scope.coordinates.contains(variable)) {
          shift.terms.push_back({variable, factor, widths});
          return true;
        }
        if (variable == forall.getVariable())
          return widths.empty() &&
                 !llvm::AddOverflow(shift.stride, factor, shift.stride);
        auto split = variable.getDefiningOp<cin::SplitOp>();
        if (!split || split.isBalanced())
          return false;
        if (split.isShifted()) {
          // Where the tile begins is no multiple of anything.
          shift.terms.push_back({split.getOuter(), factor, widths, split});
          return scope.coordinates.contains(split.getOuter()) &&
                 add(split.getInner(), factor, widths);
        }
        int64_t outer = factor;
        Widths outerWidths = widths;
        if (split.getDirection() == cin::SplitDirection::Up)
          outerWidths.push_back(split);
        else if (llvm::MulOverflow(
                     factor, static_cast<int64_t>(split.getSize()), outer))
          return false;
        return add(split.getOuter(), outer, outerWidths) &&
               add(split.getInner(), factor, widths);
      };
  bool isShifted = true;
  if (cin::AffineOp sum = tensor.getSum(level)) {
    shift.constant = sum.getConstant();
    for (auto [variable, factor] :
         llvm::zip_equal(sum.getVariables(), sum.getFactors()))
      isShifted &= add(variable, factor, {});
  } else {
    Value variable = tensor.getSource(level);
    isShifted = variable.getDefiningOp<cin::SplitOp>() && add(variable, 1, {});
  }
  if (!isShifted || shift.stride <= 0)
    return std::nullopt;
  return shift;
}

/// Adds multiples of bound variables to a constant.
static Value emitTerms(const EmitContext &context, Location loc,
                       int64_t constant, ArrayRef<ShiftTerm> terms,
                       const Scope &scope) {
  OpBuilder &builder = context.builder;
  Value total = context.createIndex(constant);
  for (const ShiftTerm &part : terms) {
    Value term = part.shifted ? emitTileBegin(context, part.shifted, scope)
                              : scope.coordinates.lookup(part.variable);
    if (part.factor != 1)
      term = arith::MulIOp::create(builder, loc, term,
                                   context.createIndex(part.factor));
    for (cin::SplitOp split : part.widths)
      term = arith::MulIOp::create(builder, loc, term,
                                   emitWidth(context, split, scope));
    total = arith::AddIOp::create(builder, loc, total, term);
  }
  return total;
}

Value cin_to_lattice::emitOffset(const EmitContext &context, Location loc,
                                 const Shift &shift, const Scope &scope) {
  return emitTerms(context, loc, shift.constant, shift.terms, scope);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

Value cin_to_lattice::emitSum(const EmitContext &context, cin::AffineOp sum,
                              const Scope &scope) {
  SmallVector<ShiftTerm> terms;
  for (auto [variable, factor] :
       llvm::zip_equal(sum.getVariables(), sum.getFactors())) {
    if (!scope.coordinates.contains(variable))
      return {};
    terms.push_back({variable, factor, {}});
  }
  return emitTerms(context, sum.getLoc(), sum.getConstant(), terms, scope);
}

static Value emitIsInside(const EmitContext &context,
                          const IndexedTensor &tensor, int64_t level,
                          Value coordinate, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = coordinate.getLoc();
  Value storage = scope.getTensor(tensor.ref).storage;
  Value stored = storage.getDefiningOp<level::OpenOp>().getTensor();
  Value size = builder.createOrFold<tensor::DimOp>(
      loc, stored, tensor.getFormat().getLevelExpr(level).dim);
  // As a number without sign, what is below zero is past the end, too.
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               coordinate, size);
}

Value cin_to_lattice::emitInside(const EmitContext &context,
                                 const IndexedTensor &tensor, int64_t level,
                                 Value coordinate, const Scope &scope) {
  Value isInside = emitIsInside(context, tensor, level, coordinate, scope);
  return arith::SelectOp::create(context.builder, coordinate.getLoc(), isInside,
                                 coordinate, context.createIndex(0));
}

Value cin_to_lattice::emitEntersInside(const EmitContext &context,
                                       const IndexedTensor &tensor,
                                       int64_t level, const Scope &scope) {
  if (!tensor.getSum(level))
    return {};
  auto getDim = [&](int64_t of) {
    return tensor.getFormat().getLevelExpr(of).dim;
  };
  for (int64_t above = 0; above != level; ++above)
    if (getDim(above) == getDim(level))
      return {};
  Value coordinate = scope.coordinates.lookup(tensor.getSource(level));
  return emitIsInside(context, tensor, level, coordinate, scope);
}
