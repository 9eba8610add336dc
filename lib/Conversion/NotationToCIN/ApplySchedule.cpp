//===- ApplySchedule.cpp - Schedules applied to kernels ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the foralls that the commands of a schedule name, and says in the terms
// of its text why a command is refused.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToCIN/ApplySchedule.h"

#include "FindExpression.h"
#include "FindLoops.h"
#include "ScheduleApplier.h"
#include "ScheduleWords.h"
#include "ScheduledWorkspaces.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"
#include "weft/Dialect/CIN/Transforms/Workspaces.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Notation/Schedule.h"
#include "weft/Support/TextLocations.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace weft {
#define GEN_PASS_DEF_WEFTAPPLYSCHEDULE
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using notation::Command;
using notation::ScheduleStep;

void ScheduleApplier::record(const ScheduleStep &step) {
  cin::recordCommand(rewriter, function,
                     text.slice(step.range.begin, step.range.end));
  function.walk([&](cin::KernelOp kernel) {
    for (const notation::Name &variable : step.variables)
      cin::dropRefusals(rewriter, kernel, variable.text);
  });
}

LogicalResult ScheduleApplier::verifyNewNames(const ScheduleStep &step) {
  SmallVector<const notation::Name *> added;
  for (const notation::Name &name :
       ArrayRef(step.variables).drop_front(getNumForalls(step)))
    added.push_back(&name);
  for (const notation::Name &name : step.producers)
    added.push_back(&name);
  if (step.workspace)
    added.push_back(&*step.workspace);
  for (const notation::Name *name : added)
    if (StringRef(name->text).contains('.'))
      return locations.emitError(name->range)
             << "expected a new name without '.', got '" << name->text << "'";
  return success();
}

/// What an option takes in parentheses.
static std::string describeArguments(const LoweringOptionInfo &info) {
  return ("'" + info.name + "' takes " + describeLoweringValues(info) +
          (info.isOfFunctions ? "" : "; a loop may come first"))
      .str();
}

/// The arguments of an option, as its value is written.
static std::string joinArguments(ArrayRef<notation::Name> arguments) {
  return llvm::join(
      llvm::map_range(arguments, [](const auto &name) { return name.text; }),
      ",");
}

/// Whether the first argument of an option is a loop. A name that is no part of
/// a value is one.
static bool isLoopFirst(MLIRContext *context, const LoweringOptionInfo &info,
                        ArrayRef<notation::Name> arguments) {
  if (arguments.empty() || llvm::isDigit(arguments.front().text.front()) ||
      getLoweringValue(context, info, joinArguments(arguments)))
    return false;
  StringRef first = arguments.front().text;
  return getLoweringValue(context, info,
                          joinArguments(arguments.drop_front())) ||
         (arguments.size() > 1 && !info.hasKeyword(first));
}

/// Applies `option()`, `option(value)`, `option(loop)` or `option(loop,value)`.
LogicalResult ScheduleApplier::configure(const ScheduleStep &step) {
  const LoweringOptionInfo &info = *findLoweringOption(step.option.text);
  ArrayRef<notation::Name> arguments(step.arguments);
  std::optional<notation::Name> loop;
  MLIRContext *context = rewriter.getContext();
  if (isLoopFirst(context, info, arguments)) {
    loop = arguments.front();
    arguments = arguments.drop_front();
  }
  Attribute value = getLoweringValue(context, info, joinArguments(arguments));
  if (!value)
    return locations.emitError(
               arguments.empty()
                   ? step.option.range
                   : notation::Range{arguments.front().range.begin,
                                     arguments.back().range.end})
           << "expected '" << info.name << "' to have "
           << describeLoweringValues(info);
  if (info.option == LoweringOption::LookupTables &&
      printLoweringValue(value) == "components" && options.strictFloatingPoint)
    return locations.emitError(step.range)
           << "tables of components reorder sums, which strict-fp forbids; use "
              "positions";
  LoweringConfigAttr config =
      LoweringConfigAttr::getEmpty(context).with(info.option, value);
  if (!loop) {
    Operation *root = function->getParentOfType<ModuleOp>();
    return cin::configureLowering(rewriter, root ? root : function, config);
  }
  if (info.isOfFunctions)
    return locations.emitError(loop->range)
           << "'" << info.name << "' holds for all loops; leave the loop out";
  FailureOr<cin::ForallOp> forall =
      findForall(*loop, "; " + describeArguments(info));
  if (failed(forall) ||
      failed(cin::configureLowering(rewriter, *forall, config)))
    return failure();
  record(step);
  return success();
}

/// Chooses the assembly of the kernels of a result. Of one that makes just the
/// coordinates or just the components, there is nothing to choose.
LogicalResult ScheduleApplier::assemble(const ScheduleStep &step) {
  SmallVector<cin::KernelOp> kernels = findKernels(function, step.tensor.text);
  if (kernels.empty()) {
    InFlightDiagnostic error = locations.emitError(step.tensor.range)
                               << "there is no result '" << step.tensor.text
                               << "'";
    error.attachNote(function.getLoc())
        << "hint: the results are " << listResults(function);
    return error;
  }
  level::Assembly assembly = step.assembly == notation::AssemblyBy::TwoPhase
                                 ? level::Assembly::TwoPhase
                                 : level::Assembly::Fused;
  for (cin::KernelOp kernel : kernels)
    if (kernel.getAssembly() == level::Assembly::Fused ||
        kernel.getAssembly() == level::Assembly::TwoPhase)
      rewriter.modifyOpInPlace(kernel, [&] { kernel.setAssembly(assembly); });
  record(step);
  return success();
}

/// Chooses how a workspace is stored, which may be one that a result needs.
LogicalResult ScheduleApplier::store(const ScheduleStep &step) {
  const notation::Name &name = *step.workspace;
  SmallVector<cin::WhereOp> found = findWorkspaces(function, name.text);
  if (found.empty()) {
    if (failed(insertWorkspaces(step.range)))
      return failure();
    found = findWorkspaces(function, name.text);
  }
  if (found.size() != 1) {
    InFlightDiagnostic error = locations.emitError(name.range);
    error << (found.empty() ? "there is no workspace '"
                            : "there are several workspaces '")
          << name.text << "'";
    std::string names = listWorkspaces(function);
    error.attachNote(function.getLoc())
        << "hint: "
        << (names.empty() ? "the loops need none" : "the workspaces are ")
        << names;
    return error;
  }
  cin::FailedPreconditions failures(rewriter);
  if (succeeded(cin::storeWorkspace(rewriter, found.front(),
                                    *getWorkspace(step.storage)))) {
    record(step);
    return success();
  }
  InFlightDiagnostic error = locations.emitError(step.range);
  explainFailures(failures, error);
  return error;
}

LogicalResult ScheduleApplier::apply(const ScheduleStep &step) {
  if (step.command == Command::Configure)
    return configure(step);
  if (step.command == Command::Assemble)
    return assemble(step);
  if (step.command == Command::Workspace)
    return store(step);
  if (failed(verifyNewNames(step)))
    return failure();
  // Threads share the loops that there are in the end.
  if (step.command == Command::Parallelize &&
      failed(insertWorkspaces(step.range)))
    return failure();
  SmallVector<cin::ForallOp> foralls;
  for (const notation::Name &name :
       ArrayRef(step.variables).take_front(getNumForalls(step))) {
    FailureOr<cin::ForallOp> forall = findForall(name);
    if (failed(forall))
      return failure();
    foralls.push_back(*forall);
  }
  cin::AccessOp access;
  if (step.command == Command::Pos) {
    FailureOr<cin::AccessOp> found = findAccess(foralls.front(), step.tensor);
    if (failed(found))
      return failure();
    access = *found;
  }
  // Loops of the text come before those of copies.
  auto kernel = foralls.front()->getParentOfType<cin::KernelOp>();
  names.makeRoom(rewriter, function, step, [&](cin::KernelOp other) {
    return other != kernel && isInsertedCopy(other);
  });
  if (failed(applyToLoops(foralls, access, step)))
    return failure();
  locate(step);
  record(step);
  return success();
}

void ScheduleApplier::locate(const ScheduleStep &step) {
  Location loc = locations.get(step.range);
  auto locateLoops = [&](ArrayRef<notation::Name> names) {
    for (const notation::Name &name : names) {
      Operation *derivation = nullptr;
      for (cin::ForallOp forall : findForalls(function, name.text, derivation))
        rewriter.modifyOpInPlace(forall, [&] {
          forall->setLoc(getChangedLocation(forall.getLoc(), loc));
        });
    }
  };
  locateLoops(step.variables);
  locateLoops(step.producers);
}

LogicalResult ScheduleApplier::finish() {
  if (failed(insertWorkspaces({0, text.size()})))
    return failure();
  forgetWorkspaceKinds(rewriter, function);
  return success();
}

/// Turns all options of the lowering off that have no value, so that nothing is
/// chosen for them.
static void turnOff(RewriterBase &rewriter, func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module)
    return;
  auto config = module->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr);
  if (!config)
    config = LoweringConfigAttr::getEmpty(rewriter.getContext());
  for (const LoweringOptionInfo &info : getLoweringOptions())
    if (!config.lookup(info.option))
      config = config.with(info.option, rewriter.getBoolAttr(false));
  rewriter.modifyOpInPlace(
      module, [&] { module->setAttr(kLoweringConfigAttr, config); });
}

/// Reports the options that a schedule of the form `only` sets.
static void reportOptions(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  auto config =
      module ? module->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr)
             : LoweringConfigAttr();
  if (!config)
    return;
  for (const LoweringOptionInfo &info : getLoweringOptions())
    if (Attribute value = config.lookup(info.option); !isa<BoolAttr>(value))
      cin::reportOption(module, info.option, value);
}

/// The schedule of a text, whose commands may be options of the lowering.
static notation::Result<notation::Schedule> parse(StringRef text) {
  std::vector<notation::ScheduleOption> options;
  for (const LoweringOptionInfo &info : getLoweringOptions())
    options.push_back({std::string_view(info.name.data(), info.name.size()),
                       describeArguments(info)});
  return notation::parseSchedule(std::string_view(text.data(), text.size()),
                                 options);
}

SmallVector<std::string> weft::getTwoPhaseResults(StringRef text) {
  SmallVector<std::string> results;
  if (auto schedule = parse(text))
    for (const ScheduleStep &step : schedule->steps) {
      if (step.command != Command::Assemble)
        continue;
      llvm::erase(results, step.tensor.text);
      if (step.assembly == notation::AssemblyBy::TwoPhase)
        results.push_back(step.tensor.text);
    }
  return results;
}

LogicalResult weft::applySchedule(RewriterBase &rewriter, func::FuncOp function,
                                  StringRef text,
                                  const ScheduleOptions &options) {
  auto schedule = parse(text);
  if (!schedule) {
    const notation::Diagnostic &mistake = schedule.error();
    InFlightDiagnostic error =
        TextLocations(rewriter.getContext(), kScheduleName, text)
            .emitError(mistake.range);
    error << mistake.message;
    if (!mistake.hint.empty())
      error.attachNote() << "hint: " << mistake.hint;
    return error;
  }
  if (schedule->form == notation::ScheduleForm::Only)
    turnOff(rewriter, function);
  ScheduleApplier applier(rewriter, function, text, options);
  for (const ScheduleStep &step : schedule->steps)
    if (failed(applier.apply(step)))
      return failure();
  if (failed(applier.finish()))
    return failure();
  if (schedule->form == notation::ScheduleForm::Only)
    reportOptions(function);
  return success();
}

namespace {
struct WeftApplySchedule
    : public weft::impl::WeftApplyScheduleBase<WeftApplySchedule> {
  using WeftApplyScheduleBase::WeftApplyScheduleBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    getOperation().walk([&](func::FuncOp function) {
      bool hasKernel =
          function.walk([](cin::KernelOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
      if (hasKernel)
        functions.push_back(function);
    });
    IRRewriter rewriter(&getContext());
    for (func::FuncOp function : functions)
      if (failed(applySchedule(rewriter, function, schedule,
                               {strict, allowRaces})))
        return signalPassFailure();
  }
};
} // namespace
