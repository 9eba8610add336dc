//===- VectorizeBlocks.cpp - Vectorization of block reductions ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defers the horizontal reduction of a vectorized loop to the enclosing loop. A
// block has few columns, so that a horizontal reduction in each block would
// take longer than the computation. The loop over blocks carries a vector
// accumulator instead, and the lanes are reduced after that loop.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZEBLOCKS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Emits the vector code of a reduction over blocks.
class BlockVectorizer {
public:
  BlockVectorizer(scf::ForOp blocks, scf::ForOp columns,
                  const LaneAnalysis &analysis)
      : b(blocks.getLoc(), blocks), blocks(blocks), columns(columns),
        analysis(analysis), lanes(getNumLanes(columns)) {
    for (unsigned number : llvm::seq(columns.getNumResults()))
      reductions.push_back(analysis.getReduction(number));
  }

  /// Reports the vectorization, before the loops change.
  void report() const;
  void emit();

private:
  TypedAttr getIdentity(const LaneReduction &reduction) {
    auto type = VectorType::get(lanes, reduction.carried.getType());
    Attribute identity = getFreeIdentity(reduction.ops.front());
    return DenseElementsAttr::get(type, identity);
  }
  /// Emits the columns of a block as vectors, and returns the next
  /// accumulators. Lanes from `count` on are masked, unless it is null.
  SmallVector<Value> emitColumns(const IRMapping &mapping, ValueRange carried,
                                 Value count);

  ImplicitLocOpBuilder b;
  scf::ForOp blocks, columns;
  const LaneAnalysis &analysis;
  int64_t lanes;
  SmallVector<const LaneReduction *> reductions;
};
} // namespace

SmallVector<Value> BlockVectorizer::emitColumns(const IRMapping &mapping,
                                                ValueRange carried,
                                                Value count) {
  LaneEmitter emitter(b, analysis, lanes, mapping);
  if (count)
    emitter.setCount(columns.getLoc(), count);
  emitter.emitStep(columns, mapping.lookupOrDefault(columns.getLowerBound()));
  SmallVector<Value> results;
  for (auto [reduction, before] : llvm::zip_equal(reductions, carried))
    results.push_back(emitter.emitCombineMasked(*reduction, before));
  return results;
}

void BlockVectorizer::emit() {
  SmallVector<Value> identities =
      llvm::map_to_vector(reductions, [&](const LaneReduction *reduction) {
        return arith::ConstantOp::create(b, getIdentity(*reduction))
            .getResult();
      });
  auto vectors =
      scf::ForOp::create(b, blocks.getLowerBound(), blocks.getUpperBound(),
                         blocks.getStep(), identities);
  inheritLoopInfo(blocks, vectors);
  b.setInsertionPointToStart(vectors.getBody());
  IRMapping mapping;
  mapping.map(blocks.getInductionVar(), vectors.getInductionVar());
  for (Operation &op :
       llvm::make_range(blocks.getBody()->begin(), columns->getIterator()))
    b.clone(op, mapping);
  Value count = mapping.lookupOrDefault(columns.getUpperBound());
  ValueRange carried = vectors.getRegionIterArgs();
  SmallVector<Value> nexts;
  if (lanes != getMaxTripCount(columns)) {
    nexts = emitColumns(mapping, carried, count);
  } else {
    Value isFull =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count,
                              arith::ConstantIndexOp::create(b, lanes));
    auto branch = scf::IfOp::create(b, carried.getTypes(), isFull,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    for (bool full : {true, false}) {
      b.setInsertionPointToEnd(full ? branch.thenBlock() : branch.elseBlock());
      scf::YieldOp::create(
          b, emitColumns(mapping, carried, full ? Value() : count));
    }
    b.setInsertionPointAfter(branch);
    nexts.assign(branch.result_begin(), branch.result_end());
  }
  scf::YieldOp::create(b, nexts);
  b.setInsertionPointAfter(vectors);
  LaneEmitter emitter(b, analysis, lanes);
  SmallVector<Value> sums =
      emitter.emitReductions(reductions, vectors.getResults());
  for (auto [reduction, init, sum] :
       llvm::zip_equal(reductions, blocks.getInitArgs(), sums))
    sum = emitter.emitCombine(*reduction, init, sum);
  blocks.replaceAllUsesWith(sums);
  blocks.erase();
}

void BlockVectorizer::report() const {
  bool isPowerOf2 = lanes == getMaxTripCount(columns);
  reportPassed(blocks, LoweringOption::VectorizeBlocks,
               "vectorizes the inner loop by " + Twine(lanes) +
                   (isPowerOf2 ? " lanes, with a masked version for short "
                                 "blocks,"
                               : " masked lanes") +
                   " and reduces them after the outer loop");
}

static void vectorize(scf::ForOp blocks, bool strict) {
  std::string reason;
  scf::ForOp columns = findColumns(blocks, strict, reason);
  if (!reason.empty())
    (void)reportMissed(blocks, LoweringOption::VectorizeBlocks, reason);
  if (!columns)
    return;
  LaneAnalysis analysis(columns, /*quiet=*/true);
  if (failed(analysis.run(strict)))
    return;
  BlockVectorizer vectorizer(blocks, columns, analysis);
  vectorizer.report();
  vectorizer.emit();
}

namespace {
struct VectorizeBlocks : weft::impl::VectorizeBlocksBase<VectorizeBlocks> {
  using VectorizeBlocksBase::VectorizeBlocksBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (isChosen(loop, LoweringOption::VectorizeBlocks))
        loops.push_back(loop);
    });
    // Inner loops come first: they are erased together with a loop around them.
    for (scf::ForOp loop : llvm::reverse(loops))
      vectorize(loop, strict);
  }
};
} // namespace
