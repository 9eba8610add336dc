//===- SharedStructure.cpp - Results with an operand's structure *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The domain of an assignment in all of its variables at once: every operand
// that may lack a component is a segment, and the others are everywhere. The
// result stores what an operand stores if the domain is the segment of that
// operand: in all of its levels, or in the first ones.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/SharedStructure.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/IterationLattice.h"
#include "weft/Dialect/Level/IR/LevelFill.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using DomainCoverage = Coverage<IterationDomain>;

namespace {
/// Finds the domain of an assignment. Segments are operands by their indices.
class SegmentFinder : public DomainFinder {
public:
  IterationDomain getAssigned(cin::AssignOp assign);
  ArrayRef<cin::AccessOp> getSegments() const { return segments; }

private:
  std::optional<DomainCoverage> getLeaf(Operation *op) override;
  DomainCoverage getAccessCoverage(cin::AccessOp access);
  DomainCoverage getProducedCoverage(cin::AccessOp access);

  SmallVector<cin::AccessOp> segments;
};
} // namespace

IterationDomain SegmentFinder::getAssigned(cin::AssignOp assign) {
  return getAssignedSet<IterationDomain>(
      getCoverage(assign.getValue()), getNeutralValue(assign, /*isFirst=*/true),
      [](const DomainCoverage &value) {
        return IterationDomain::unite(IterationDomain::universe(),
                                      value.domain);
      });
}

DomainCoverage SegmentFinder::getProducedCoverage(cin::AccessOp access) {
  Value ref = access.getRef();
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  cin::AssignOp assign;
  bool isOnly = static_cast<bool>(where);
  if (where)
    where.getProducer().walk([&](cin::AssignOp other) {
      if (other.getRef() != where.getProducerRef())
        return;
      isOnly &= !assign;
      assign = other;
    });
  if (!isOnly || !assign)
    return DomainCoverage::everywhere();
  DomainCoverage coverage;
  coverage.domain = getAssigned(assign);
  coverage.fill = level::getFill(where.getTensorType());
  return coverage;
}

DomainCoverage SegmentFinder::getAccessCoverage(cin::AccessOp access) {
  RankedTensorType type = access.getRef().getType().getTensor();
  if (isa<cin::WhereOp>(access.getRef().getParentBlock()->getParentOp()) &&
      type.getRank() == 0)
    return getProducedCoverage(access);
  level::FormatAttr format = level::getFormat(type);
  // A sum may be outside of what is stored.
  bool hasSum = llvm::any_of(access.getIndices(), [](Value index) {
    return index.getDefiningOp<cin::AffineOp>();
  });
  if (format && format.isAllDense() && !hasSum)
    return DomainCoverage::everywhere();
  auto isSame = [&](cin::AccessOp other) {
    return other.getRef() == access.getRef() &&
           other.getIndices() == access.getIndices();
  };
  auto segment = llvm::find_if(segments, isSame);
  DomainCoverage coverage;
  coverage.domain = IterationDomain::segment(segment - segments.begin());
  coverage.fill = level::getFill(type);
  if (segment == segments.end())
    segments.push_back(access);
  return coverage;
}

std::optional<DomainCoverage> SegmentFinder::getLeaf(Operation *op) {
  if (isa<cin::ValueOp>(op))
    return DomainCoverage::everywhere();
  if (auto access = dyn_cast<cin::AccessOp>(op))
    return getAccessCoverage(access);
  return std::nullopt;
}

/// Whether each component below some levels of a format is stored in arrays
/// that a copy of those of the levels suffices for, at a position of its own.
static bool hasPositions(level::FormatAttr format, int64_t numLevels) {
  return numLevels != 0 && !format.sortsEntries() &&
         format.getNumSlots() == 0 &&
         format.getLevelType(numLevels - 1).isUnique() &&
         llvm::none_of(llvm::seq(numLevels), [&](int64_t level) {
           return format.getLevelType(level).sharesPositions();
         });
}

/// Whether all levels of an operand store what those of a result do.
static bool areAllShared(const IndexedTensor &source,
                         const IndexedTensor &result) {
  level::FormatAttr format = source.getFormat();
  return source.variables == result.variables &&
         format.hasLevelsOf(result.getFormat()) &&
         getTensorType(source.ref).getShape() ==
             getTensorType(result.ref).getShape() &&
         hasPositions(format, format.getNumLevels());
}

/// How many of the first levels of an operand store what those of a result do,
/// which is dense below.
static int64_t countSharedLevels(const IndexedTensor &source,
                                 const IndexedTensor &result) {
  level::FormatAttr one = source.getFormat(), other = result.getFormat();
  if (!one.isPermutation() || !other.isPermutation())
    return 0;
  auto getSize = [](const IndexedTensor &tensor, int64_t level) {
    return getTensorType(tensor.ref)
        .getDimSize(tensor.getFormat().getLevelDim(level));
  };
  auto isShared = [&](int64_t level) {
    return one.hasLevelOf(other, level) &&
           getSize(source, level) == getSize(result, level) &&
           source.getVariable(level) == result.getVariable(level);
  };
  int64_t numLevels = std::min(one.getNumLevels(), other.getNumLevels());
  int64_t numShared = 0;
  while (numShared != numLevels && isShared(numShared))
    ++numShared;
  bool isCounted = llvm::all_of(llvm::seq(numShared), [&](int64_t level) {
    level::LevelTypeAttrInterface type = one.getLevelType(level);
    return isa<level::DenseAttr>(type) || type.hasPositionIterate();
  });
  return isCounted && level::isDenseBelow(other, numShared - 1) &&
                 hasPositions(one, numShared)
             ? numShared
             : 0;
}

/// The variables of the foralls that bind coordinates of some levels.
static SmallPtrSet<Value, 8> getForalls(const IndexedTensor &tensor,
                                        int64_t begin, int64_t end) {
  SmallPtrSet<Value, 8> variables;
  for (int64_t level = begin; level != end; ++level)
    variables.insert_range(tensor.getForalls(level));
  return variables;
}

/// The foralls around an operation, from the outermost on.
static SmallVector<cin::ForallOp> getForallsAround(Operation *op) {
  SmallVector<cin::ForallOp> foralls;
  while ((op = op->getParentOfType<cin::ForallOp>()))
    foralls.insert(foralls.begin(), cast<cin::ForallOp>(op));
  return foralls;
}

/// Whether indices take all coordinates of their modes in all combinations:
/// each is a variable of its own, and they derive from foralls of their own. A
/// literal, a sum, or a variable that comes twice visits a part of a tensor.
static bool takeAllComponents(OperandRange indices) {
  SmallPtrSet<Value, 4> taken;
  SmallPtrSet<Operation *, 4> known;
  SmallVector<Value> worklist(indices);
  while (!worklist.empty()) {
    Value index = worklist.pop_back_val();
    if (!taken.insert(index).second)
      return false;
    Operation *op = index.getDefiningOp();
    if (isa_and_nonnull<cin::LiteralOp, cin::AffineOp>(op))
      return false;
    if (!op || !known.insert(op).second)
      continue;
    // What a position is below is an index of its own.
    if (auto position = dyn_cast<cin::PositionOp>(op))
      worklist.push_back(position.getPosition());
    else
      llvm::copy_if(
          op->getOperands(), std::back_inserter(worklist),
          [](Value operand) { return isa<cin::IndexType>(operand.getType()); });
  }
  return true;
}

/// Whether foralls bind coordinates of some levels of a tensor and nothing
/// else.
static bool bindNothingElse(ArrayRef<cin::ForallOp> foralls,
                            const IndexedTensor &tensor, int64_t numLevels) {
  SmallPtrSet<Value, 8> bound = getForalls(tensor, 0, numLevels);
  return llvm::all_of(llvm::seq(numLevels),
                      [&](int64_t level) {
                        return tensor.getBound(level) ==
                               tensor.getForalls(level);
                      }) &&
         llvm::all_of(foralls, [&](cin::ForallOp forall) {
           return bound.contains(forall.getVariable());
         });
}

/// What a result takes of an operand that has the same domain.
static SharedStructure getSharedStructure(cin::AccessOp access,
                                          cin::AssignOp assign) {
  IndexedTensor source(access), result(assign);
  if (!source.getFormat() || !result.getFormat() ||
      result.getFormat().isAllDense() ||
      !takeAllComponents(access.getIndices()) ||
      !takeAllComponents(assign.getIndices()))
    return {};
  int64_t numLevels = source.getNumLevels();
  SharedStructure shared{access, numLevels};
  shared.isWhole = areAllShared(source, result);
  if (!shared.isWhole)
    shared.numLevels = countSharedLevels(source, result);
  if (shared.numLevels == 0)
    return {};
  SmallPtrSet<Value, 8> above = getForalls(source, 0, shared.numLevels);
  SmallPtrSet<Value, 8> below = getForalls(source, shared.numLevels, numLevels);
  SmallVector<cin::ForallOp> around = getForallsAround(assign);
  // Those that are around a position, down to the innermost that binds it.
  while (!around.empty() && !above.contains(around.back().getVariable()))
    around.pop_back();
  // There is a position as long as nothing below it is bound.
  if (llvm::any_of(around, [&](cin::ForallOp forall) {
        return below.contains(forall.getVariable());
      }))
    return {};
  // Below a position of one that has more levels, there may be nothing.
  if (!assign.isCompound() && shared.numLevels == numLevels)
    shared.filling = SharedStructure::Filling::Never;
  else if (bindNothingElse(around, source, shared.numLevels))
    shared.filling = SharedStructure::Filling::WhereReached;
  return shared;
}

SharedStructure analysis::findSharedStructure(cin::KernelOp kernel, Value ref,
                                              ArrayRef<cin::AssignOp> assigns) {
  bool computes = kernel.getAssembly() == level::Assembly::Fused ||
                  kernel.getAssembly() == level::Assembly::TwoPhase;
  if (!computes || kernel.getDropFill() || assigns.size() != 1)
    return {};
  cin::AssignOp assign = assigns.front();
  SegmentFinder finder;
  IterationDomain domain = finder.getAssigned(assign);
  size_t numSegments = finder.getSegments().size();
  auto points = getMinimalPoints(domain, numSegments, /*limit=*/1);
  if (!points || points->size() != 1 || points->front().count() != 1 ||
      points->front().find_first() == static_cast<int>(numSegments))
    return {};
  cin::AccessOp source = finder.getSegments()[points->front().find_first()];
  if (!llvm::is_contained(kernel.getInputRefs(), source.getRef()))
    return {};
  return getSharedStructure(source, assign);
}
