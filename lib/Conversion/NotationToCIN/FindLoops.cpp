//===- FindLoops.cpp - Find the loops that a schedule names -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several loops may have the same name. Loops of the text take precedence over
// loops of inserted copies.
//
//===----------------------------------------------------------------------===//

#include "FindLoops.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace weft;

/// Whether a value is a result of its function.
static bool isReturned(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

/// What a scalar is converted from, by one conversion of types after the other.
static Value skipConversions(Value value) {
  while (auto cast = value.getDefiningOp<CastOpInterface>())
    value = cast->getOperand(0);
  return value;
}

bool weft::isInsertedCopy(cin::KernelOp kernel) {
  cin::AssignOp assign;
  unsigned numAssigns = 0;
  kernel.walk([&](cin::AssignOp op) {
    assign = op;
    ++numAssigns;
  });
  if (numAssigns != 1 || kernel.getInputs().size() != 1 ||
      !skipConversions(assign.getValue()).getDefiningOp<cin::AccessOp>())
    return false;
  Value input = kernel.getInputs().front();
  return !isReturned(kernel.getResult(0)) ||
         (input.getDefiningOp<cin::KernelOp>() && !isReturned(input));
}

static bool isOfInsertedCopy(cin::ForallOp forall) {
  return isInsertedCopy(forall->getParentOfType<cin::KernelOp>());
}

/// The tensor and the variable of `y.i`; of `i`, no tensor.
static std::pair<StringRef, StringRef> splitName(StringRef name) {
  return name.contains('.') ? name.split('.') : std::pair(StringRef(), name);
}

SmallVector<cin::ForallOp> weft::findForalls(func::FuncOp function,
                                             StringRef name,
                                             Operation *&derivation) {
  SmallVector<cin::ForallOp> found;
  auto [tensor, variable] = splitName(name);
  auto find = [&, tensor = tensor](llvm::function_ref<bool(StringRef)> isNamed,
                                   bool inKernel = false) {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto forall = dyn_cast<cin::ForallOp>(op);
      for (StringAttr taken : cin::getIndexNames(op)) {
        if (!isNamed(taken))
          continue;
        if (!forall)
          derivation = op;
        else if (tensor.empty() || cin::assigns(forall, tensor, inKernel))
          found.push_back(forall);
      }
    });
  };
  find([variable = variable](StringRef taken) { return taken == variable; });
  // Statements of one kernel have different names for variables of the same
  // name.
  if (found.empty() && !tensor.empty())
    find([variable = variable](StringRef taken) {
      return taken.consume_front(variable) && taken.consume_front("_") &&
             !taken.empty() && llvm::all_of(taken, llvm::isDigit);
    });
  // A loop of a workspace is named with what its kernel assigns.
  if (found.empty() && !tensor.empty())
    find([variable = variable](StringRef taken) { return taken == variable; },
         /*inKernel=*/true);
  // Loops of the text come before those of copies.
  if (found.size() > 1 && !llvm::all_of(found, isOfInsertedCopy))
    llvm::erase_if(found, isOfInsertedCopy);
  return found;
}

std::string weft::listLoops(func::FuncOp function) {
  std::string names;
  function.walk<WalkOrder::PreOrder>([&](cin::ForallOp forall) {
    names += (names.empty() ? "" : ", ") + cin::getLoopName(forall);
  });
  return names;
}

SmallVector<cin::WhereOp> weft::findWorkspaces(func::FuncOp function,
                                               StringRef name) {
  auto [tensor, workspace] = splitName(name);
  SmallVector<cin::WhereOp> found;
  function.walk<WalkOrder::PreOrder>(
      [&, tensor = tensor, workspace = workspace](cin::WhereOp where) {
        if (where.getName() == workspace &&
            (tensor.empty() || cin::assigns(where, tensor, /*inKernel=*/true)))
          found.push_back(where);
      });
  return found;
}

std::string weft::listWorkspaces(func::FuncOp function) {
  std::string names;
  function.walk<WalkOrder::PreOrder>([&](cin::WhereOp where) {
    names += (names.empty() ? "" : ", ") + cin::getWorkspaceName(where);
  });
  return names;
}

SmallVector<cin::KernelOp> weft::findKernels(func::FuncOp function,
                                             StringRef result) {
  SmallVector<cin::KernelOp> found;
  function.walk([&](cin::KernelOp kernel) {
    for (Value value : kernel.getResults())
      if (isReturned(value) && analysis::getTensorName(value) == result) {
        found.push_back(kernel);
        return;
      }
  });
  return found;
}

std::string weft::listResults(func::FuncOp function) {
  std::string names;
  function.walk([&](cin::KernelOp kernel) {
    for (Value value : kernel.getResults())
      if (isReturned(value))
        names += (names.empty() ? "" : ", ") + analysis::getTensorName(value);
  });
  return names;
}
