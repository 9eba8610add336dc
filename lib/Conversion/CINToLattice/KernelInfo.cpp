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
        .Case([&](cin::WhereOp where) { addWhere(where); })
        .Case([&](cin::LiteralOp literal) { literals.push_back(literal); })
        .Case([&](cin::SplitOp split) { splits.push_back(split); })
        .Case([&](cin::AffineOp sum) { sums.push_back(sum); });
  });
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

int64_t KernelInfo::getFirstAppended(level::FormatAttr format) {
  int64_t level = 0;
  while (level != format.getNumLevels() &&
         format.getLevelType(level).hasInsert())
    ++level;
  return level;
}

bool KernelInfo::isScattered(Value ref) const {
  auto known = assignsOfRef.find(ref);
  if (!isResult(ref) || known == assignsOfRef.end() ||
      known->second.size() != 1)
    return false;
  // Below full levels, one segment that the last level ends.
  level::FormatAttr format = getFormat(ref);
  int64_t first = getFirstAppended(format), end = format.getNumLevels();
  if (first == end || format.isCoordinateList() ||
      !format.getLevelType(first).hasScatter())
    return false;
  for (int64_t level = 0; level != end; ++level)
    if (level < first
            ? !format.getLevelType(level).isFull()
            : level > first && !format.getLevelType(level).isBranchless())
      return false;

  cin::AssignOp assign = known->second.front();
  IndexedTensor tensor(assign);
  llvm::SetVector<Value> expected, chain, around;
  bool isAppended = true;
  for (int64_t level = 0; level != end; ++level) {
    SmallVector<Value> foralls = tensor.getForalls(level);
    if (foralls.empty())
      return false;
    // A level is appended to by the forall of what it stores.
    isAppended &=
        level < first || tensor.getVariable(level) == ArrayRef(foralls).front();
    for (Value variable : foralls) {
      expected.insert(variable);
      if (level >= first)
        chain.insert(variable);
    }
  }
  SmallVector<Value> foralls;
  for (auto forall = assign->getParentOfType<cin::ForallOp>(); forall;
       forall = forall->getParentOfType<cin::ForallOp>())
    foralls.push_back(forall.getVariable());
  around.insert(foralls.rbegin(), foralls.rend());
  // A structure that is kept is searched for the first of the coordinates.
  cin::KernelOp op = kernel;
  if (op.getAssembly() == level::Assembly::Compute && first + 1 != end)
    return false;
  // Each component once, and the coordinates of a segment in order.
  bool isOnce = around.size() == expected.size() &&
                llvm::all_of(around, [&](Value variable) {
                  return expected.contains(variable);
                });
  SmallVector<Value> inside = llvm::to_vector(llvm::make_filter_range(
      around, [&](Value variable) { return chain.contains(variable); }));
  return isOnce && inside == chain.takeVector() &&
         !(isAppended && around.getArrayRef() == expected.getArrayRef());
}

level::Assembly KernelInfo::getResultAssembly(Value ref) const {
  cin::KernelOp op = kernel;
  level::FormatAttr format = getFormat(ref);
  // How many slots there are is known once all entries are.
  if (format.getNumSlots() != 0)
    return level::Assembly::Count;
  if (isScattered(ref) && op.getAssembly() != level::Assembly::Compute)
    return level::Assembly::Count;
  if (op.getAssembly() != level::Assembly::TwoPhase)
    return op.getAssembly();
  return getFirstAppended(format) != format.getNumLevels()
             ? level::Assembly::Count
             : level::Assembly::Fused;
}
