//===- TINCanonicalization.cpp - Simplification of reductions ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites reductions to the form that a reader expects: one reduction over
// several variables instead of nested ones, and none where every value is the
// identity.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/IR/TIN.h"

#include "weft/Support/Combiner.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

/// Whether combining with `value` leaves any accumulator as it is, according to
/// the folder of the combiner's operation.
static bool isIdentity(Operation *combiner, Attribute value) {
  // Folding may change an operation in place.
  Operation *copy = combiner->clone();
  SmallVector<OpFoldResult> results;
  bool isLeft = succeeded(copy->fold({Attribute(), value}, results)) &&
                results.size() == 1 &&
                dyn_cast<Value>(results.front()) == combiner->getOperand(0);
  copy->destroy();
  return isLeft;
}

namespace {

/// Replaces a reduction of the identity by the identity.
///
///   tin.reduce arith.addi (%j to %n) { tin.yield %zero : i32 } : i32
///   --> %zero
struct FoldReductionOfIdentity : public OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    if (auto compute = dyn_cast<ComputeOp>(reduce->getParentOp());
        compute && compute.getInitial())
      return rewriter.notifyMatchFailure(reduce, "begins with a tensor");
    Value value = reduce.getYield().getValue();
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return rewriter.notifyMatchFailure(reduce, "value is not a constant");
    Operation *combiner = getSimpleCombinerOp(reduce.getCombiner());
    if (reduce.getIdentityAttr() != constant &&
        !(combiner && isIdentity(combiner, constant)))
      return rewriter.notifyMatchFailure(reduce, "value is not the identity");
    Operation *definition = value.getDefiningOp();
    if (definition->getBlock() == reduce.getBlock())
      definition = rewriter.clone(*definition);
    rewriter.replaceOp(reduce, definition->getResults());
    return success();
  }
};

/// Makes one reduction of a reduction of a reduction by the same combiner.
///
///   tin.reduce arith.addf (%j) {
///     %s = tin.reduce arith.addf (%k) { ... } : f64
///     tin.yield %s : f64
///   } : f64
///   --> tin.reduce arith.addf (%j, %k) { ... } : f64
struct FlattenReduction : public OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp outer,
                                PatternRewriter &rewriter) const override {
    auto inner = outer.getYield().getValue().getDefiningOp<ReduceOp>();
    if (!inner || inner->getBlock() != outer.getBlock() || !inner->hasOneUse())
      return rewriter.notifyMatchFailure(outer, "yields no reduction");
    if (!areSameCombiner(outer.getCombiner(), inner.getCombiner()) ||
        outer.getIdentityAttr() != inner.getIdentityAttr())
      return rewriter.notifyMatchFailure(outer, "combiners differ");
    // Flattening changes the order of combination.
    if (!getSimpleCombinerOp(outer.getCombiner())
             ->hasTrait<OpTrait::IsCommutative>())
      return rewriter.notifyMatchFailure(outer, "combiner is not commutative");
    if (outer->getDiscardableAttrDictionary() !=
        inner->getDiscardableAttrDictionary())
      return rewriter.notifyMatchFailure(outer, "attributes differ");
    std::optional<ArrayAttr> names = concatenateNames(outer, inner);
    if (!names)
      return rewriter.notifyMatchFailure(outer, "names clash");

    SmallVector<bool> bounded(outer.getBounded());
    llvm::append_range(bounded, inner.getBounded());
    SmallVector<Value> variables;
    rewriter.modifyOpInPlace(outer, [&] {
      for (BlockArgument variable : inner.getVariables())
        variables.push_back(
            outer.getBody().addArgument(variable.getType(), variable.getLoc()));
      outer.getExtentsMutable().append(inner.getExtents());
      outer.setBounded(bounded);
      outer.setNamesAttr(*names);
    });
    // The inner terminator ends the outer body.
    Operation *terminator = inner.getYield();
    rewriter.eraseOp(outer.getYield());
    rewriter.inlineBlockBefore(inner.getBlock(), inner, variables);
    rewriter.eraseOp(inner);
    rewriter.moveOpBefore(terminator, outer.getBlock(),
                          outer.getBlock()->end());
    return success();
  }

private:
  /// The names of all variables; nothing if they cannot stand in one list.
  static std::optional<ArrayAttr> concatenateNames(ReduceOp outer,
                                                   ReduceOp inner) {
    if (!outer.getNames() && !inner.getNames())
      return ArrayAttr();
    if (!outer.getNames() || !inner.getNames())
      return std::nullopt;
    SmallVector<Attribute> names(outer.getNames()->getValue());
    for (Attribute name : inner.getNamesAttr()) {
      if (llvm::is_contained(names, name))
        return std::nullopt;
      names.push_back(name);
    }
    return ArrayAttr::get(outer.getContext(), names);
  }
};

} // namespace

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<FoldReductionOfIdentity, FlattenReduction>(context);
}
