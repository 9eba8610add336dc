//===- SinkLanes.cpp - Lanes around other loops -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes share the steps of an innermost loop. A forall with others inside that
// do the same for each of its coordinates is one of tiles, which go inside of
// them (transformation framework paper, appendix A.3, where the loop over the
// columns is around that over a tile of entries).
//
//===----------------------------------------------------------------------===//

#include "SinkLanes.h"

#include "Dependences.h"
#include "Extents.h"
#include "Naming.h"

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The most coordinates of a given tile that is one vector: 64 bytes hold as
/// many of the narrowest type.
static constexpr int64_t kMaxTileSize = 64;

/// The foralls that are nested directly in one, which comes first.
static SmallVector<ForallOp> getNest(ForallOp forall) {
  SmallVector<ForallOp> nest;
  while (forall) {
    nest.push_back(forall);
    forall = dyn_cast<ForallOp>(getStatement(*forall.getBlock()));
  }
  return nest;
}

/// Whether where a tensor is accessed may decide which coordinates of other
/// variables it has.
static bool restricts(Value ref, ValueRange indices, Value variable) {
  level::FormatAttr format =
      level::getFormat(cast<RefType>(ref.getType()).getTensor());
  return (!format || !format.isAllDense()) &&
         llvm::any_of(indices, [&](Value index) {
           return isDerivedFrom(index, variable);
         });
}

bool cin::hasSameNestInside(ForallOp forall) {
  ForallOp innermost = getNest(forall).back();
  if (!isa<AssignOp>(getStatement(*innermost.getBlock())))
    return false;
  Value variable = forall.getVariable();
  return !forall
              .walk([&](Operation *op) {
                bool differs = false;
                if (auto access = dyn_cast<AccessOp>(op))
                  differs =
                      restricts(access.getRef(), access.getIndices(), variable);
                else if (auto assign = dyn_cast<AssignOp>(op))
                  differs =
                      restricts(assign.getRef(), assign.getIndices(), variable);
                else if (isa<PositionOp>(op))
                  differs = llvm::any_of(op->getOperands(), [&](Value operand) {
                    return isa<cin::IndexType>(operand.getType()) &&
                           isDerivedFrom(operand, variable);
                  });
                return differs ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether a forall is over a tile that stays what it is: one vector, or one
/// that ends as somebody asked for.
static bool isTile(ForallOp forall) {
  std::optional<int64_t> extent = getConstantExtent(forall);
  bool isVector =
      extent && *extent <= kMaxTileSize && llvm::isPowerOf2_64(*extent);
  return isVector || forall.getTail();
}

FailureOr<ForallOp> cin::sinkLanes(RewriterBase &rewriter, ForallOp forall) {
  if (failed(verifyNoBalancedPart(
          rewriter, forall, "cannot parallelize '" + forall.getName() + "'")))
    return failure();
  // What may be refused comes first: to put the forall inside of the others.
  SmallVector<ForallOp> nest = getNest(forall);
  std::rotate(nest.begin(), nest.begin() + 1, nest.end());
  if (failed(reorderForalls(rewriter, nest)))
    return failure();
  if (isTile(forall))
    return forall;
  auto kernel = forall->getParentOfType<KernelOp>();
  std::string outer = getFreshIndexName(kernel, (forall.getName() + "0").str());
  std::string inner = getFreshIndexName(kernel, (forall.getName() + "1").str());
  FailureOr<SplitOp> split = splitForall(rewriter, forall, outer, inner,
                                         SplitDirection::Down, kVectorTileSize);
  if (failed(split))
    return failure();
  auto lanes =
      cast<ForallOp>(split->getInner().getParentBlock()->getParentOp());
  std::rotate(nest.rbegin(), nest.rbegin() + 1, nest.rend());
  nest.push_back(lanes);
  if (failed(reorderForalls(rewriter, nest)))
    return failure();
  return lanes;
}
