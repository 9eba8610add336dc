//===- Slots.cpp - Components that several slots may store ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over slots, sums unless there is a fill, and where they can move.
// A sum that stays inside is computed first into a list if the loops around it
// cannot be inside of the slots.
//
//===----------------------------------------------------------------------===//

#include "Slots.h"

#include "Computes.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/SlotOrder.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// The number of slots of a tensor, as a value before `compute`.
static Value emitNumSlots(OpBuilder &builder, tin::ComputeOp compute,
                          Value tensor) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(compute);
  level::FormatAttr format =
      level::getFormat(cast<RankedTensorType>(tensor.getType()));
  int64_t level = 0;
  while (format.getLevelExpr(level).dim != format.getNumDims())
    ++level;
  Value storage = level::OpenOp::create(builder, compute.getLoc(), tensor);
  return level::SizeOp::create(builder, compute.getLoc(),
                               builder.getIndexType(), storage, level);
}

/// Whether a value is not the fill.
static Value emitIsStored(OpBuilder &builder, Location loc, Value value,
                          Attribute fill) {
  Value filled = buildScalar(builder, loc, fill, value.getType());
  if (isa<ComplexType>(value.getType()))
    return complex::NotEqualOp::create(builder, loc, value, filled);
  if (!isa<FloatType>(value.getType()))
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 filled);
  // One that is no number differs from all others, and from itself.
  bool isNumber = !cast<FloatAttr>(fill).getValue().isNaN();
  return arith::CmpFOp::create(builder, loc,
                               isNumber ? arith::CmpFPredicate::UNE
                                        : arith::CmpFPredicate::ORD,
                               value, isNumber ? filled : value);
}

/// Makes a combiner take the value that is not the fill, of which there is one
/// at most.
static void buildChoice(OpBuilder &builder, Location loc, Type type,
                        Attribute fill, Region &combiner) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.createBlock(&combiner, combiner.end(), {type, type}, {loc, loc});
  Value isStored = emitIsStored(builder, loc, block->getArgument(1), fill);
  Value chosen = arith::SelectOp::create(
      builder, loc, isStored, block->getArgument(1), block->getArgument(0));
  tin::YieldOp::create(builder, loc, chosen);
}

/// Emits the reduction of the entries of a component over its slots. Where the
/// fill is zero, it is their sum. Otherwise there is one at most; any combiner
/// whose identity is the fill finds it, at best that of the reduction around.
static tin::ReduceOp emitReduction(OpBuilder &builder, tin::AccessOp access,
                                   Value numSlots) {
  Location loc = access.getLoc();
  Type type = access.getValue().getType();
  auto create = [&](StringRef combiner, Attribute identity) {
    return tin::ReduceOp::create(builder, loc, type, combiner,
                                 /*numVariables=*/1, {"slot"}, {numSlots},
                                 identity);
  };
  Attribute fill = level::getFill(access.getTensorType());
  if (isZeroScalar(fill))
    return create(getSumOperation(type), Attribute());
  auto around = dyn_cast<tin::ReduceOp>(access->getParentOp());
  Attribute identity =
      around && around.getType() == type
          ? getCombinerIdentity(around.getCombiner(), around.getIdentityAttr())
          : Attribute();
  if (identity && areSameScalar(identity, fill)) {
    tin::ReduceOp reduce = create("", around.getIdentityAttr());
    copyCombiner(builder, around.getCombiner(),
                 tin::YieldOp::getOperationName(), reduce.getCombiner());
    return reduce;
  }
  tin::ReduceOp reduce = create("", fill);
  buildChoice(builder, loc, type, fill, reduce.getCombiner());
  return reduce;
}

/// Replaces an access by the reduction of its entries in all slots.
static tin::ReduceOp expand(RewriterBase &rewriter, tin::ComputeOp compute,
                            tin::AccessOp access) {
  rewriter.setInsertionPoint(access);
  Location loc = access.getLoc();
  Value numSlots = emitNumSlots(rewriter, compute, access.getTensor());
  tin::ReduceOp reduce = emitReduction(rewriter, access, numSlots);
  rewriter.setInsertionPointToStart(reduce.getBlock());
  SmallVector<Value> indices(access.getIndices());
  indices.push_back(reduce.getVariables().front());
  SmallVector<int64_t> literals(access.getLiterals());
  literals.push_back(ShapedType::kDynamic);
  Value entry =
      tin::AccessOp::create(rewriter, loc, access.getValue().getType(),
                            access.getTensor(), indices, literals);
  tin::YieldOp::create(rewriter, loc, entry);
  rewriter.replaceOp(access, reduce);
  return reduce;
}

/// A sum over slots among the factors of a value that nothing else uses, which
/// can become one with the reduction `top`, if there is one; `sums` are those
/// that there are.
static tin::ReduceOp findFactor(Value value, tin::ReduceOp top,
                                const DenseSet<Operation *> &sums) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse())
    return {};
  if (sums.contains(op)) {
    auto sum = cast<tin::ReduceOp>(op);
    bool fits = !top || areSameCombiner(top.getCombiner(), sum.getCombiner());
    return fits ? sum : tin::ReduceOp();
  }
  // Where a zero that is not stored counts, a slot without an entry would.
  if (op->getNumResults() != 1 || isStrictZero(op))
    return {};
  for (OpOperand &operand : op->getOpOperands()) {
    tin::ReduceOp sum = findFactor(operand.get(), top, sums);
    if (sum && distributesOverCombiner(op, operand.getOperandNumber(),
                                       sum.getCombiner()))
      return sum;
  }
  return {};
}

/// Moves what is in a block before an operation of it to another place.
static void moveFront(RewriterBase &rewriter, Block &from, Operation *end,
                      Block *to, Block::iterator place) {
  while (&from.front() != end)
    rewriter.moveOpBefore(&from.front(), to, place);
}

/// Moves a sum over slots out of the products that it is a factor of.
static void hoist(RewriterBase &rewriter, tin::ComputeOp compute,
                  tin::ReduceOp sum) {
  tin::ReduceOp top = getTopReduction(compute);
  if (top == sum)
    return;
  Block *block = top ? top.getBlock() : compute.getBlock();
  Operation *yield = block->getTerminator();
  Location loc = sum.getLoc();
  rewriter.setInsertionPoint(top ? top.getOperation() : yield);
  SmallVector<StringRef> names;
  SmallVector<Value> extents, variables;
  for (tin::ReduceOp reduce : {top, sum})
    for (unsigned n = 0; reduce && n != reduce.getVariables().size(); ++n) {
      names.push_back(reduce.getVariableName(n));
      extents.push_back(reduce.getExtent(n));
      variables.push_back(reduce.getVariables()[n]);
    }
  auto hoisted = tin::ReduceOp::create(rewriter, loc, sum.getType(),
                                       /*combiner=*/"", variables.size(), names,
                                       extents, sum.getIdentityAttr());
  copyCombiner(rewriter, sum.getCombiner(), tin::YieldOp::getOperationName(),
               hoisted.getCombiner());
  Value value = yield->getOperand(0);
  Block *body = hoisted.getBlock();
  moveFront(rewriter, *block, top ? yield : hoisted.getOperation(), body,
            body->end());
  rewriter.setInsertionPointToEnd(body);
  tin::YieldOp::create(rewriter, loc, value);
  rewriter.replaceAllUsesWith(variables, hoisted.getVariables());
  // The sum is the entry in each slot.
  Operation *inner = sum.getBlock()->getTerminator();
  Value entry = inner->getOperand(0);
  moveFront(rewriter, *sum.getBlock(), inner, sum->getBlock(),
            sum->getIterator());
  rewriter.replaceOp(sum, entry);
  if (top)
    rewriter.replaceOp(top, hoisted);
  else
    rewriter.modifyOpInPlace(
        yield, [&] { yield->setOperand(0, hoisted.getResult()); });
}

void tin_to_cin::expandSlots(tin::ComputeOp compute, RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<tin::AccessOp> accesses;
  compute.walk([&](tin::AccessOp access) {
    if (level::getFormat(access.getTensorType()).getNumSlots() != 0 &&
        static_cast<int64_t>(access.getLiterals().size()) ==
            access.getTensorType().getRank())
      accesses.push_back(access);
  });
  DenseSet<Operation *> sums;
  for (tin::AccessOp access : accesses)
    sums.insert(expand(rewriter, compute, access));
  while (!sums.empty()) {
    tin::ReduceOp top = getTopReduction(compute);
    sums.erase(top);
    Block *block = top ? top.getBlock() : compute.getBlock();
    Value value = block->getTerminator()->getOperand(0);
    tin::ReduceOp sum = findFactor(value, top, sums);
    if (!sum)
      return;
    sums.erase(sum);
    hoist(rewriter, compute, sum);
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Whether a reduction over the slots of an access combines nothing else than
/// what is stored there.
static bool reducesStored(tin::ReduceOp reduce, tin::AccessOp access,
                          const analysis::SlotOrder &order) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  if (reduce.getVariables().size() != 1 ||
      access.getIndex(format.getLevelExpr(order.slot).dim) !=
          reduce.getVariables().front())
    return false;
  Attribute fill = level::getFill(access.getTensorType());
  OpOperand *use = analysis::followAbsence(access.getValue(), fill);
  Attribute initial = getInitial(reduce);
  return use && use->getOwner() == reduce.getYield() && fill && initial &&
         areSameScalar(fill, initial);
}

bool tin_to_cin::comesInSlotOrder(tin::ComputeOp compute,
                                  const Blocking &blocking) {
  tin::ReduceOp top = getTopReduction(compute);
  level::FormatAttr format = level::getFormat(compute.getType());
  int64_t last = format.getNumLevels() - 1;
  if (!top || last < 1)
    return false;
  auto isLoop = [&](int64_t level, Value index) {
    level::LevelExpr expr = format.getLevelExpr(level);
    return index && compute.getVariables()[expr.dim] == index &&
           expr.part == level::LevelPart::Whole &&
           blocking.getBlock(index) == 1;
  };
  return llvm::any_of(
      top.getBlock()->getOps<tin::AccessOp>(), [&](tin::AccessOp access) {
        level::FormatAttr stored = level::getFormat(access.getTensorType());
        std::optional<analysis::SlotOrder> order =
            analysis::getSlotOrder(stored);
        if (!order || !reducesStored(top, access, *order))
          return false;
        Value parent =
            access.getIndex(stored.getLevelExpr(order->getParent()).dim);
        return isLoop(last, access.getIndex(
                                stored.getLevelExpr(order->ascending).dim)) &&
               llvm::any_of(llvm::seq(last), [&](int64_t level) {
                 return isLoop(level, parent);
               });
      });
}
