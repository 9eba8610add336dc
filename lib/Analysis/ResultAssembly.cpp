//===- ResultAssembly.cpp - How results are assembled -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads off the foralls around an assignment in which order they reach the
// segments of a result, and from that in how many phases it is assembled.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/ResultAssembly.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/SharedStructure.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

int64_t analysis::getFirstAppended(level::FormatAttr format) {
  int64_t level = 0;
  while (level != format.getNumLevels() &&
         format.getLevelType(level).hasInsert())
    ++level;
  return level;
}

bool analysis::isScattered(ArrayRef<cin::AssignOp> assigns) {
  if (assigns.size() != 1)
    return false;
  cin::AssignOp assign = assigns.front();
  Value ref = assign.getRef();
  auto kernel = assign->getParentOfType<cin::KernelOp>();
  if (!llvm::is_contained(kernel.getOutputRefs(), ref))
    return false;
  // Below full levels, one segment that the last level ends.
  level::FormatAttr format = getFormat(ref);
  int64_t first = getFirstAppended(format), end = format.getNumLevels();
  if (first == end || format.sortsEntries() || format.getNumSlots() != 0 ||
      !format.getLevelType(first).hasScatter())
    return false;
  for (int64_t level = 0; level != end; ++level)
    if (level < first
            ? !format.getLevelType(level).isFull()
            : level > first && !format.getLevelType(level).isBranchless())
      return false;

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
  if (kernel.getAssembly() == level::Assembly::Compute && first + 1 != end)
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

/// Whether segments that follow each other are below a level without an order,
/// so that they are counted first.
static bool isCountedFirst(level::FormatAttr format) {
  bool isOrdered = true;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (!isOrdered && !level::takesAnyOrder(type))
      return true;
    isOrdered &= type.isOrdered() || !level::takesAnyOrder(type);
  }
  return false;
}

/// Whether the positions of a format can be counted before components are
/// known, and there is something to count.
static bool canCount(level::FormatAttr format) {
  bool isFull = true, isShared = false;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    isFull &= format.getLevelType(level).isFull();
    isShared |= format.getLevelType(level).sharesPositions();
  }
  return !isFull && !isShared;
}

bool analysis::isCounted(level::FormatAttr format, level::Assembly assembly) {
  // How many slots there are is known once all entries are.
  if (format.getNumSlots() != 0)
    return true;
  if (isCountedFirst(format) && assembly != level::Assembly::Compute)
    return true;
  return assembly == level::Assembly::TwoPhase && canCount(format);
}

level::Assembly analysis::getResultAssembly(cin::KernelOp kernel, Value ref,
                                            ArrayRef<cin::AssignOp> assigns) {
  level::FormatAttr format = getFormat(ref);
  level::Assembly assembly = kernel.getAssembly();
  if (kernel.getReuse() && findSharedStructure(kernel, ref, assigns))
    return level::Assembly::Reuse;
  if (isCounted(format, assembly) ||
      (isScattered(assigns) && assembly != level::Assembly::Compute))
    return level::Assembly::Count;
  return assembly == level::Assembly::TwoPhase ? level::Assembly::Fused
                                               : assembly;
}
