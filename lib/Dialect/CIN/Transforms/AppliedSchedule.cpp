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

#include "weft/Dialect/CIN/Transforms/Workspaces.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

std::string cin::describeOptionValue(LoweringOption option, Attribute value) {
  std::string text = printLoweringValue(value);
  if (text.empty() || !llvm::isDigit(text.back()))
    return text;
  StringRef unit = getLoweringOptionInfo(option).unit;
  if (text == "1")
    unit.consume_back("s");
  return (text + " " + unit).str();
}

void cin::reportOption(Operation *op, LoweringOption option, Attribute value) {
  auto forall = dyn_cast<ForallOp>(op);
  std::string loop = forall ? " for " + getLoopName(forall) : "";
  if (isa<BoolAttr>(value))
    return reportOptionOff(op, option, "the schedule turns it off" + loop);
  std::string text = describeOptionValue(option, value);
  std::string what = "is set by the schedule" + loop;
  reportChosen(op, option, text.empty() ? what : what + ": " + text);
}

void cin::reportOptionOff(Operation *op, LoweringOption option,
                          const Twine &reason) {
  if (op->getContext()->getRemarkEngine())
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name(getLoweringOptionInfo(option).name)
                       .category(kRemarkCategory)
                       .subCategory(kChoiceSubcategory))
        << reason.str();
}

bool cin::assigns(Operation *statement, StringRef tensor, bool inKernel) {
  auto kernel = statement->getParentOfType<KernelOp>();
  analysis::KernelNames names(kernel);
  Operation *root = statement;
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

std::string cin::getWorkspaceName(WhereOp where) {
  SmallVector<WhereOp> namesakes;
  if (auto function = where->getParentOfType<FunctionOpInterface>())
    function->walk([&](WhereOp other) {
      if (other.getName() == where.getName())
        namesakes.push_back(other);
    });
  auto kernel = where->getParentOfType<KernelOp>();
  if (namesakes.size() > 1)
    for (Value result : kernel.getResults()) {
      std::string tensor = analysis::getTensorName(result);
      if (llvm::count_if(namesakes, [&](WhereOp other) {
            return assigns(other, tensor, /*inKernel=*/true);
          }) == 1)
        return tensor + "." + where.getName().str();
    }
  return where.getName().str();
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

/// The commands of a function that begin alike.
static bool hasCommand(ArrayRef<StringRef> commands, const Twine &prefix) {
  std::string text = prefix.str();
  return llvm::any_of(commands, [&](StringRef command) {
    return StringRef(command).starts_with(text);
  });
}

/// Prints the commands that do what options of the compilation did: for results
/// that are assembled in two phases, and for workspaces of a kind.
static void printOptions(FunctionOpInterface function,
                         ArrayRef<StringRef> commands, bool ofResults,
                         raw_ostream &os) {
  function->walk([&](KernelOp kernel) {
    if (!ofResults || kernel.getAssembly() != level::Assembly::TwoPhase)
      return;
    for (Value result : kernel.getResults()) {
      bool isReturned = llvm::any_of(result.getUsers(), [](Operation *user) {
        return user->hasTrait<OpTrait::ReturnLike>();
      });
      std::string name = analysis::getTensorName(result);
      if (isReturned && !hasCommand(commands, "assemble(" + name + ","))
        os << "assemble(" << name << ",two_phase)\n";
    }
  });
  function->walk([&](WhereOp where) {
    std::string name = getWorkspaceName(where);
    if (ofResults || !where.isStorageRequested() ||
        where.isFor(WorkspaceReason::Precomputed) ||
        hasCommand(commands, "workspace(" + name + ","))
      return;
    level::Workspace kind =
        getWorkspaceKind(level::getFormat(where.getTensorType()));
    os << "workspace(" << name << "," << level::stringifyWorkspace(kind)
       << ")\n";
  });
}

void cin::printSchedule(Operation *root, raw_ostream &os) {
  os << "only\n";
  root->walk([&](FunctionOpInterface function) {
    // A schedule describes one version.
    if (function->hasAttr(kVersionAttr))
      return;
    SmallVector<StringRef> commands;
    if (auto known = function->getAttrOfType<ArrayAttr>(kScheduleAttr))
      for (auto command : known.getAsRange<StringAttr>())
        commands.push_back(command.getValue());
    printOptions(function, commands, /*ofResults=*/true, os);
    for (StringRef command : commands)
      os << command << "\n";
    printOptions(function, commands, /*ofResults=*/false, os);
  });
  auto config = root->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr);
  for (const LoweringOptionInfo &info : getLoweringOptions()) {
    Attribute value = config ? config.lookup(info.option) : Attribute();
    std::string text = value ? printLoweringValue(value) : "off";
    if (text != "off")
      os << info.name << "(" << text << ")\n";
  }
}
