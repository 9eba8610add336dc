//===- WorkspaceStorage.cpp - Reasons for formats of workspaces -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the reasons that where statements state for the formats of their
// workspaces (docs/decisions/workspaces.md,
// docs/decisions/coordinate-lists.md).
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

/// The names of the foralls around a statement, from the outermost.
static std::string getLoopsAround(cin::WhereOp where) {
  SmallVector<std::string> names;
  for (Operation *op = where->getParentOp(); op && !isa<cin::KernelOp>(op);
       op = op->getParentOp())
    if (auto forall = dyn_cast<cin::ForallOp>(op))
      names.push_back(forall.getName().str());
  std::reverse(names.begin(), names.end());
  return llvm::join(names, ", ");
}

std::string weft::explain::explainStorage(cin::WhereOp where) {
  if (!where.getStorage())
    return "";
  switch (*where.getStorage()) {
  case cin::StorageReason::Requested:
    return "as requested";
  case cin::StorageReason::AbsenceUnobserved:
    return "nothing observes which components are absent";
  case cin::StorageReason::FullyComputed:
    return "all of its components are computed";
  case cin::StorageReason::AbsenceObserved:
    return "a dense array would not tell which components are absent, which is "
           "observed";
  case cin::StorageReason::FitsMemory:
    return "it is read once, and no larger than a stored tensor or a cache";
  case cin::StorageReason::OrderUnneeded:
    return "it is read in any order";
  case cin::StorageReason::Repeated:
    return "memory for all of its dimensions would be traversed for each " +
           getLoopsAround(where);
  case cin::StorageReason::ExceedsMemory:
    return "no stored tensor has memory for all of its dimensions";
  case cin::StorageReason::SparseResult:
    return "the result that it is copied to stores few components";
  }
  llvm_unreachable("unknown reason for the format of a workspace");
}
