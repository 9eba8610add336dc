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
// operand.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/SharedStructure.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/IterationLattice.h"

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

/// Whether tensors of two types store the same components in the same arrays,
/// and each at a position of its own.
static bool haveSameLevels(RankedTensorType left, RankedTensorType right) {
  level::FormatAttr one = level::getFormat(left);
  level::FormatAttr other = level::getFormat(right);
  if (!one || !other || one.isAllDense() || one.sortsEntries() ||
      one.getNumSlots() != 0 || left.getShape() != right.getShape())
    return false;
  for (int64_t level = 0; level != one.getNumLevels(); ++level)
    if (one.getLevelType(level).sharesPositions())
      return false;
  if (!one.getLevelType(one.getNumLevels() - 1).isUnique())
    return false;
  return one.hasLevelsOf(other);
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

cin::AccessOp analysis::findSharedStructure(cin::KernelOp kernel, Value ref,
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
  bool isSame = llvm::is_contained(kernel.getInputRefs(), source.getRef()) &&
                source.getIndices() == assign.getIndices() &&
                takeAllComponents(source.getIndices()) &&
                haveSameLevels(source.getRef().getType().getTensor(),
                               assign.getRef().getType().getTensor());
  return isSame ? source : cin::AccessOp();
}
