//===- AppliedSchedule.cpp - The schedule that a kernel has ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names loops so that a schedule finds them again, and records and prints what
// has been applied.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "weft/Analysis/KernelNames.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

bool cin::assigns(ForallOp forall, StringRef tensor, bool inKernel) {
  auto kernel = forall->getParentOfType<KernelOp>();
  analysis::KernelNames names(kernel);
  Operation *root = forall;
  if (inKernel)
    root = kernel;
  return root
      ->walk([&](AssignOp assign) {
        return names.getTensor(assign.getRef()) == tensor
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The foralls of the function around a forall that have its name.
static SmallVector<ForallOp> getNamesakes(ForallOp forall) {
  SmallVector<ForallOp> namesakes;
  auto function = forall->getParentOfType<FunctionOpInterface>();
  if (!function)
    return {forall};
  function->walk([&](ForallOp other) {
    if (other.getName() == forall.getName())
      namesakes.push_back(other);
  });
  return namesakes;
}

std::string cin::getLoopName(ForallOp forall) {
  std::string name = forall.getName().str();
  SmallVector<ForallOp> namesakes = getNamesakes(forall);
  if (namesakes.size() == 1)
    return name;
  auto kernel = forall->getParentOfType<KernelOp>();
  analysis::KernelNames names(kernel);
  std::string qualified;
  // A tensor that no loop of the same name assigns as well or, if there is
  // none, that is assigned in no other kernel with such a loop.
  for (bool inKernel : {false, true}) {
    Operation *root = forall;
    if (inKernel)
      root = kernel;
    root->walk([&](AssignOp assign) {
      StringRef tensor = names.getTensor(assign.getRef());
      if (qualified.empty() && llvm::count_if(namesakes, [&](ForallOp other) {
                                 return assigns(other, tensor, inKernel);
                               }) == 1)
        qualified = (tensor + "." + name).str();
    });
  }
  return qualified.empty() ? name : qualified;
}

void cin::recordCommand(RewriterBase &rewriter, Operation *op,
                        StringRef command) {
  Operation *function = op;
  if (!isa<FunctionOpInterface>(op))
    function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return;
  SmallVector<Attribute> commands;
  if (auto known = function->getAttrOfType<ArrayAttr>(kScheduleAttr))
    commands.append(known.begin(), known.end());
  // Line breaks are spaces of a command.
  std::string line = llvm::join(llvm::split(command, '\n'), " ");
  commands.push_back(rewriter.getStringAttr(line));
  rewriter.modifyOpInPlace(function, [&] {
    function->setAttr(kScheduleAttr, rewriter.getArrayAttr(commands));
  });
}

void cin::printSchedule(Operation *root, raw_ostream &os) {
  os << "only\n";
  root->walk([&](FunctionOpInterface function) {
    if (auto commands = function->getAttrOfType<ArrayAttr>(kScheduleAttr))
      for (auto command : commands.getAsRange<StringAttr>())
        os << command.getValue() << "\n";
  });
  auto config = root->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr);
  for (const LoweringOptionInfo &info : getLoweringOptions()) {
    Attribute value = config ? config.lookup(info.option) : Attribute();
    std::string text = value ? printLoweringValue(value) : "off";
    if (text != "off")
      os << info.name << "(" << text << ")\n";
  }
}
