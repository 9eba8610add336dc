//===- KernelInfo.cpp - The facts of one kernel -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the facts of a kernel in one walk.
//
//===----------------------------------------------------------------------===//

#include "KernelInfo.h"

#include "weft/Analysis/Races.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

KernelInfo::KernelInfo(cin::KernelOp kernel) : kernel(kernel), names(kernel) {
  llvm::DenseMap<Value, SmallVector<unsigned>> pathsOfRef;
  kernel.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](cin::AccessOp access) {
          addAccess(access, pathsOfRef[access.getRef()]);
        })
        .Case([&](cin::AssignOp assign) {
          assigns.push_back(assign);
          assignsOfRef[assign.getRef()].push_back(assign);
        })
        .Case([&](cin::ForallOp forall) { addForall(forall); })
        .Case([&](cin::WhereOp where) { addWhere(where); })
        .Case([&](cin::LiteralOp literal) { literals.push_back(literal); })
        .Case([&](cin::SplitOp split) {
          splits.push_back(split);
          derived.push_back(split);
        })
        .Case([&](cin::AffineOp sum) { sums.push_back(sum); })
        .Case([&](cin::CollapseOp collapse) {
          derived.push_back(collapse);
          derivations[collapse.getCollapsed()] = collapse;
        })
        .Case([&](cin::PositionOp position) {
          positions.push_back(position);
          derivations[position.getPosition()] = position;
        });
  });
  llvm::for_each(positions,
                 [&](cin::PositionOp position) { addPosition(position); });
  for (Value ref : kernel.getOutputRefs()) {
    // What has no format is refused.
    if (!getFormat(ref))
      continue;
    ArrayRef<cin::AssignOp> all = assignsOfRef[ref];
    if (kernel.getReuse())
      structures[ref] = analysis::findSharedStructure(kernel, ref, all);
    assemblies[ref] = analysis::getResultAssembly(kernel, ref, all);
    if (!getStructure(ref) && analysis::isInRuns(all))
      inRuns.insert(ref);
    else if (!getStructure(ref) && analysis::isScattered(all))
      scattered.insert(ref);
  }
  for (auto &[ref, all] : assignsOfRef) {
    if (getFormat(ref) && analysis::isSorted(all))
      sorted.insert(ref);
    // Positions of a structure that is shared are there already.
    if (getFormat(ref) && !getStructure(ref) && analysis::isCollected(all))
      collected.insert(ref);
  }
}

/// Whether two indices are the same variable, or the same sum of them.
static bool isSameIndex(Value left, Value right) {
  auto sum = left.getDefiningOp<cin::AffineOp>();
  auto other = right.getDefiningOp<cin::AffineOp>();
  if (!sum || !other)
    return left == right;
  return llvm::equal(sum.getVariables(), other.getVariables()) &&
         sum.getFactors() == other.getFactors() &&
         sum.getConstant() == other.getConstant();
}

void KernelInfo::addAccess(cin::AccessOp access,
                           SmallVectorImpl<unsigned> &pathsOfRef) {
  IndexedTensor path(access);
  auto known = llvm::find_if(pathsOfRef, [&](unsigned number) {
    return llvm::equal(paths[number].variables, path.variables, isSameIndex);
  });
  if (known != pathsOfRef.end()) {
    pathNumbers[access] = *known;
    return;
  }
  pathNumbers[access] = paths.size();
  pathsOfRef.push_back(paths.size());
  paths.push_back(std::move(path));
}

/// Whether a path begins with levels of some variables.
static bool leadsTo(const IndexedTensor &path, Value ref,
                    ArrayRef<Value> variables) {
  return path.ref == ref &&
         path.getNumLevels() >= static_cast<int64_t>(variables.size()) &&
         llvm::all_of(llvm::enumerate(variables), [&](auto level) {
           return path.getVariable(level.index()) == level.value();
         });
}

static std::optional<unsigned> findPath(ArrayRef<IndexedTensor> paths,
                                        Value ref, ArrayRef<Value> variables) {
  for (auto [number, path] : llvm::enumerate(paths))
    if (leadsTo(path, ref, variables))
      return number;
  return std::nullopt;
}

void KernelInfo::addPosition(cin::PositionOp position) {
  SmallVector<Value> variables(position.getOuter());
  llvm::append_range(variables,
                     cin::getCollapsedVariables(position.getVariable()));
  // Where nothing elsewhere is asked for, nothing need read the tensor.
  if (position.getAlone() && !findPath(paths, position.getRef(), variables))
    paths.emplace_back(position);
  if (auto number = findPath(paths, position.getRef(), variables))
    pathNumbers[position] = *number;
}

std::optional<unsigned> KernelInfo::getPath(cin::SplitOp split) const {
  SmallVector<Value> variables(split.getAbove());
  variables.push_back(split.getVariable());
  return findPath(paths, split.getRef(), variables);
}

llvm::SetVector<unsigned> KernelInfo::getPathsIn(cin::ForallOp forall) const {
  llvm::SetVector<unsigned> numbers;
  forall.walk([&](Operation *op) {
    if (auto access = dyn_cast<cin::AccessOp>(op))
      numbers.insert(getPath(access));
    else if (auto position = dyn_cast<cin::PositionOp>(op);
             position && position.getAlone())
      if (std::optional<unsigned> number = getPath(position))
        numbers.insert(*number);
  });
  return numbers;
}

void KernelInfo::addForall(cin::ForallOp forall) {
  bool hasAtomics = false;
  forall.walk([&](cin::AssignOp assign) {
    hasAtomics |= analysis::isUpdatedAtomically(forall, assign);
  });
  if (!hasAtomics)
    return;
  for (const analysis::Race &race : analysis::findRaces(forall))
    if (analysis::isUpdatedAtomically(forall, race.assign))
      atomic.insert_range(ArrayRef<Operation *>{race.assign, race.other});
  if (!analysis::isOnGPU(forall))
    return;
  // Foralls around it that ignore their races are covered by its strategy.
  for (auto outer = forall->getParentOfType<cin::ForallOp>(); outer;
       outer = outer->getParentOfType<cin::ForallOp>())
    for (const analysis::Race &race : analysis::findRaces(outer))
      if (forall->isAncestor(race.assign) &&
          analysis::isAtomicInside(outer, race))
        atomic.insert_range(ArrayRef<Operation *>{race.assign, race.other});
}

void KernelInfo::addWhere(cin::WhereOp where) {
  where.getProducer().walk([&](cin::AssignOp assign) {
    if (assign.getRef() == where.getProducerRef() && assign.isCompound())
      combiningAssigns[where.getConsumerRef()] = assign;
  });
}

bool KernelInfo::isResult(Value ref) const {
  cin::KernelOp op = kernel;
  return llvm::is_contained(op.getOutputRefs(), ref);
}

bool KernelInfo::dropsFill(Value ref) const {
  cin::KernelOp op = kernel;
  return op.getDropFill() && isResult(ref);
}

bool KernelInfo::isCopy(cin::AssignOp assign) const {
  auto access = assign.getValue().getDefiningOp<cin::AccessOp>();
  if (!access || assign.isCompound())
    return false;
  // A result that is read is complete; a workspace is not while its consumer
  // is counted.
  Value ref = access.getRef();
  level::FormatAttr format = getFormat(ref);
  cin::KernelOp op = kernel;
  int64_t last = format.getNumLevels() - 1;
  return ref.getParentRegion() == &op.getBody() && format.getNumSlots() == 0 &&
         (last < 0 || format.getLevelType(last).isUnique());
}

bool KernelInfo::leavesOutAbsent(Value ref) const {
  // A structure that is kept or taken says itself what is stored.
  level::Assembly assembly = getResultAssembly(ref);
  return !getFormat(ref).isAllDense() && assembly != level::Assembly::Compute &&
         assembly != level::Assembly::Reuse;
}

bool KernelInfo::appendsPresent(Value ref) const {
  // Of several assignments, one may combine with what the first has stored.
  auto known = assignsOfRef.find(ref);
  return leavesOutAbsent(ref) && known != assignsOfRef.end() &&
         known->second.size() == 1;
}

cin::AssignOp KernelInfo::getListCombining(Value ref) const {
  if (!isSorted(ref) || !getFormat(ref).sortsEntries())
    return {};
  ArrayRef<cin::AssignOp> all = assignsOfRef.find(ref)->second;
  cin::AssignOp first = all.front();
  bool isOne =
      first.isCompound() &&
      llvm::all_of(all.drop_front(), [&](cin::AssignOp other) {
        return other.isCompound() &&
               areSameCombiner(first.getCombiner(), other.getCombiner());
      });
  return isOne ? first : cin::AssignOp();
}

level::Assembly KernelInfo::getResultAssembly(Value ref) const {
  return assemblies.lookup(ref);
}
