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

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using DomainCoverage = Coverage<IterationDomain>;

/// The only statement that assigns a scalar which a where statement produces;
/// null if there are several, or none.
static cin::AssignOp getOnlyProducer(cin::WhereOp where) {
  SmallVector<cin::AssignOp, 2> assigns;
  where.getProducer().walk([&](cin::AssignOp assign) {
    if (assign.getRef() == where.getProducerRef())
      assigns.push_back(assign);
  });
  return assigns.size() == 1 ? assigns.front() : cin::AssignOp();
}

/// Whether an access has a component for all coordinates: it is of something
/// dense. A sum may be outside of what is stored.
static bool isEverywhere(cin::AccessOp access) {
  level::FormatAttr format = level::getFormat(getTensorType(access.getRef()));
  return format && format.isAllDense() &&
         llvm::none_of(access.getIndices(), [](Value index) {
           return index.getDefiningOp<cin::AffineOp>();
         });
}

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
  cin::AssignOp assign = where ? getOnlyProducer(where) : cin::AssignOp();
  if (!assign)
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
  if (isEverywhere(access))
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
  return level::hasPlainPositions(one, numShared) &&
                 level::isDenseBelow(other, numShared - 1) &&
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

/// Whether all accesses of an expression pass a test.
static bool passAll(Value value,
                    llvm::function_ref<bool(cin::AccessOp)> passes) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next != values.size(); ++next) {
    Operation *op = values[next].getDefiningOp();
    if (auto access = dyn_cast_or_null<cin::AccessOp>(op)) {
      if (!passes(access))
        return false;
    } else if (op) {
      values.insert(op->operand_begin(), op->operand_end());
    }
  }
  return true;
}

/// Whether an expression has a value wherever the operand whose domain it has
/// stores something, but where sums are over no coordinates at all: it reads
/// operands, and scalars that are combined from what is everywhere.
static bool isReached(Value value) {
  llvm::SetVector<Operation *> producers;
  auto isOperand = [](cin::AccessOp access) {
    return isa<cin::KernelOp>(access.getRef().getParentBlock()->getParentOp());
  };
  auto isProduced = [&](cin::AccessOp access) {
    auto where =
        dyn_cast<cin::WhereOp>(access.getRef().getParentBlock()->getParentOp());
    bool isScalar = getTensorType(access.getRef()).getRank() == 0;
    cin::AssignOp producer =
        where && isScalar ? getOnlyProducer(where) : cin::AssignOp();
    if (producer)
      producers.insert(producer);
    return static_cast<bool>(producer);
  };
  auto isOwn = [&](cin::AccessOp access) {
    return isOperand(access) || isProduced(access);
  };
  auto isInProducer = [&](cin::AccessOp access) {
    return isOperand(access) ? isEverywhere(access) : isProduced(access);
  };
  bool areReached = passAll(value, isOwn);
  for (size_t next = 0; areReached && next != producers.size(); ++next)
    areReached =
        passAll(cast<cin::AssignOp>(producers[next]).getValue(), isInProducer);
  return areReached;
}

namespace {
/// The foralls around an assignment, down to the innermost that binds a level
/// which its result shares with an operand.
class SharedForalls {
public:
  SharedForalls(cin::AssignOp assign, const IndexedTensor &source,
                int64_t numShared)
      : source(source), numShared(numShared),
        above(getForalls(source, 0, numShared)) {
    auto forall = assign->getParentOfType<cin::ForallOp>();
    while (forall && !above.contains(forall.getVariable()))
      forall = forall->getParentOfType<cin::ForallOp>();
    for (; forall; forall = forall->getParentOfType<cin::ForallOp>())
      around.push_back(forall.getVariable());
  }

  /// Whether they bind nothing below these levels, so that there is a position
  /// of the last of them in the innermost.
  bool havePosition() const {
    SmallPtrSet<Value, 8> below =
        getForalls(source, numShared, source.getNumLevels());
    return llvm::none_of(
        around, [&](Value variable) { return below.contains(variable); });
  }

  /// Whether they come to each position once: they bind coordinates of these
  /// levels alone, and each its own, not several at a time.
  bool reachOnce() const {
    return llvm::all_of(
               around,
               [&](Value variable) { return above.contains(variable); }) &&
           llvm::all_of(llvm::seq(numShared), [&](int64_t level) {
             return source.getBound(level) == source.getForalls(level);
           });
  }

private:
  const IndexedTensor &source;
  int64_t numShared;
  SmallPtrSet<Value, 8> above;
  SmallVector<Value> around;
};
} // namespace

/// What a result takes of an operand that has the same domain.
static SharedStructure getSharedStructure(cin::AccessOp access,
                                          cin::AssignOp assign) {
  using Filling = SharedStructure::Filling;
  IndexedTensor source(access), result(assign);
  if (!source.getFormat() || !result.getFormat() ||
      result.getFormat().isAllDense() ||
      !takeAllComponents(access.getIndices()) ||
      !takeAllComponents(assign.getIndices()))
    return {};
  SharedStructure shared{access, source.getNumLevels()};
  shared.isWhole = areAllShared(source, result);
  if (!shared.isWhole)
    shared.numLevels = countSharedLevels(source, result);
  if (shared.numLevels == 0)
    return {};
  SharedForalls foralls(assign, source, shared.numLevels);
  if (!foralls.havePosition())
    return {};
  // Loops do not visit positions without a coordinate.
  if (!level::hasPlainPositions(source.getFormat(), shared.numLevels))
    return shared;
  // Below a position of one that has more levels, there may be nothing.
  if (assign.isCompound())
    shared.filling =
        foralls.reachOnce() ? Filling::WhereReached : Filling::Before;
  else if (shared.numLevels == source.getNumLevels() &&
           isReached(assign.getValue()))
    shared.filling = Filling::Never;
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
