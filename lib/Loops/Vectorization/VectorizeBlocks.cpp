//===- VectorizeBlocks.cpp - Lanes that are combined behind the loop around
//===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of a block are few, so that to combine the lanes of a vector of
// them for each block would take longer than what they compute. The loop over
// blocks carries the vector, and its lanes are combined behind that loop.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
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
class CarriedLanes {
public:
  CarriedLanes(scf::ForOp blocks, scf::ForOp columns,
               const LaneAnalysis &analysis)
      : b(blocks.getLoc(), blocks), blocks(blocks), columns(columns),
        analysis(analysis), lanes(getNumLanes(columns)) {
    for (unsigned number : llvm::seq(columns.getNumResults()))
      reductions.push_back(analysis.getReduction(number));
  }

  void emit();

private:
  TypedAttr getNeutral(const LaneReduction &reduction) {
    auto type = VectorType::get(lanes, reduction.carried.getType());
    Attribute neutral = getFreeIdentity(reduction.ops.front());
    return DenseElementsAttr::get(type, neutral);
  }
  /// Emits the columns of a block, of which some lanes have none if `count`
  /// says so, and gives what is carried on.
  SmallVector<Value> emitColumns(const IRMapping &mapping, ValueRange carried,
                                 Value count);

  ImplicitLocOpBuilder b;
  scf::ForOp blocks, columns;
  const LaneAnalysis &analysis;
  int64_t lanes;
  SmallVector<const LaneReduction *> reductions;
};
} // namespace

SmallVector<Value> CarriedLanes::emitColumns(const IRMapping &mapping,
                                             ValueRange carried, Value count) {
  LaneEmitter emitter(b, analysis, lanes, mapping);
  if (count)
    emitter.setCount(columns.getLoc(), count);
  emitter.emitStep(columns, mapping.lookupOrDefault(columns.getLowerBound()));
  SmallVector<Value> results;
  for (auto [reduction, before] : llvm::zip_equal(reductions, carried))
    results.push_back(emitter.emitCombineMasked(*reduction, before));
  return results;
}

void CarriedLanes::emit() {
  SmallVector<Value> neutral =
      llvm::map_to_vector(reductions, [&](const LaneReduction *reduction) {
        return arith::ConstantOp::create(b, getNeutral(*reduction)).getResult();
      });
  auto vectors =
      scf::ForOp::create(b, blocks.getLowerBound(), blocks.getUpperBound(),
                         blocks.getStep(), neutral);
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
  if (lanes != getMaxCount(columns)) {
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

namespace {
struct VectorizeBlocks : weft::impl::VectorizeBlocksBase<VectorizeBlocks> {
  using VectorizeBlocksBase::VectorizeBlocksBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (isChosen(loop, LoweringOption::VectorizeBlocks))
        loops.push_back(loop);
    });
    // What is inside of a loop goes with it, and was looked at before.
    for (scf::ForOp loop : llvm::reverse(loops))
      if (scf::ForOp columns = findColumns(loop, strict)) {
        LaneAnalysis analysis(columns, /*quiet=*/true);
        if (succeeded(analysis.run(strict)))
          CarriedLanes(loop, columns, analysis).emit();
      }
  }
};
} // namespace
