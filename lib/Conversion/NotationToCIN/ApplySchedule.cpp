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
#include "NewNames.h"
#include "ScheduleWords.h"
#include "ScheduledWorkspaces.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Conversion/Passes.h"
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

namespace {
class ScheduleApplier {
public:
  ScheduleApplier(RewriterBase &rewriter, func::FuncOp function, StringRef text,
                  const ScheduleOptions &options)
      : rewriter(rewriter), function(function), text(text), options(options),
        locations(rewriter.getContext(), kScheduleName, text) {}

  LogicalResult apply(const ScheduleStep &step);
  /// Gives results the workspaces that they need under the schedule.
  LogicalResult finish();

private:
  FailureOr<cin::ForallOp> findForall(const notation::Name &name);
  /// Inserts the workspaces that results need.
  LogicalResult insertWorkspaces(notation::Range range);
  LogicalResult applyTo(ArrayRef<cin::ForallOp> foralls, cin::AccessOp access,
                        const ScheduleStep &step);
  /// Applies a command; where it changes the order of loops and inserted
  /// workspaces are in its way, without these.
  LogicalResult applyToLoops(ArrayRef<cin::ForallOp> foralls,
                             cin::AccessOp access, const ScheduleStep &step);
  FailureOr<cin::AccessOp> findAccess(cin::ForallOp forall,
                                      const notation::Name &tensor);
  LogicalResult split(cin::ForallOp forall, const ScheduleStep &step,
                      cin::SplitDirection direction);
  FailureOr<Value> findExpression(cin::ForallOp forall,
                                  const ScheduleStep &step);
  LogicalResult precompute(ArrayRef<cin::ForallOp> foralls,
                           const ScheduleStep &step);
  LogicalResult configure(const ScheduleStep &step);
  LogicalResult assemble(const ScheduleStep &step);
  LogicalResult store(const ScheduleStep &step);
  /// Gives loops the place of the command that has been applied to them, which
  /// is where the lowering refuses them.
  void locate(const ScheduleStep &step);
  /// Notes that a command has been applied to loops.
  void record(const ScheduleStep &step) {
    cin::recordCommand(rewriter, function,
                       text.slice(step.range.begin, step.range.end));
  }
  /// Checks that new variables have names that a variable may have.
  LogicalResult verifyNewNames(const ScheduleStep &step);

  RewriterBase &rewriter;
  func::FuncOp function;
  StringRef text;
  ScheduleOptions options;
  TextLocations locations;
  NewNames names;
};
} // namespace

/// Says which preconditions do not hold, and where.
static void explain(const cin::FailedPreconditions &failures,
                    InFlightDiagnostic &error) {
  for (const Diagnostic &failure : failures.get()) {
    error << failure.str();
    auto place = failure.getLocation()->findInstanceOf<FileLineColRange>();
    bool isOfCommand = place && place.getFilename() == kScheduleName;
    error.attachNote(failure.getLocation())
        << (isOfCommand ? "the loop comes from this command"
                        : "the statement is here");
    for (const Diagnostic &note : failure.getNotes())
      error.attachNote(note.getLocation()) << note.str();
  }
}

LogicalResult ScheduleApplier::insertWorkspaces(notation::Range range) {
  if (!needsWorkspaces(function))
    return success();
  cin::FailedPreconditions failures(rewriter);
  if (succeeded(weft::insertWorkspaces(rewriter, function)))
    return success();
  InFlightDiagnostic error = locations.emitError(range);
  explain(failures, error);
  return error;
}

FailureOr<cin::ForallOp>
ScheduleApplier::findForall(const notation::Name &name) {
  Operation *derivation = nullptr;
  SmallVector<cin::ForallOp> found =
      findForalls(function, name.text, derivation);
  // The loops of a workspace that is needed may be named.
  if (found.empty() && needsWorkspaces(function)) {
    if (failed(insertWorkspaces(name.range)))
      return failure();
    found = findForalls(function, name.text, derivation);
  }
  if (found.size() == 1)
    return found.front();
  InFlightDiagnostic error = locations.emitError(name.range);
  if (found.size() > 1) {
    error << "there are several loops over '" << name.text << "'";
    for (cin::ForallOp forall : found)
      error.attachNote(forall.getLoc())
          << "one is here: " << cin::getLoopName(forall);
  } else if (derivation) {
    error << "there is no loop over '" << name.text
          << "' any more: it is derived from others";
  } else {
    error << "there is no loop over '" << name.text << "'";
  }
  if (found.empty())
    error.attachNote(function.getLoc())
        << "hint: the loops are " << listLoops(function);
  return failure();
}

FailureOr<cin::AccessOp>
ScheduleApplier::findAccess(cin::ForallOp forall,
                            const notation::Name &tensor) {
  analysis::KernelNames tensors(forall->getParentOfType<cin::KernelOp>());
  cin::AccessOp found;
  llvm::SetVector<StringRef> names;
  auto getRank = [&](cin::AccessOp access) {
    SmallVector<int64_t> levels = cin::findPositionLevels(forall, access);
    if (levels.empty())
      return 0;
    level::FormatAttr format =
        level::getFormat(access.getRef().getType().getTensor());
    return format.getLevelType(levels.back()).isFull() ? 1 : 2;
  };
  forall.walk([&](cin::AccessOp access) {
    StringRef name = tensors.getTensor(access.getRef());
    names.insert(name);
    // Of several accesses, one whose levels the loop iterates over, and rather
    // one that does not store all coordinates.
    if (name == tensor.text && (!found || getRank(access) > getRank(found)))
      found = access;
  });
  if (found)
    return found;
  InFlightDiagnostic error = locations.emitError(tensor.range)
                             << "the loop over '" << forall.getName()
                             << "' does not read '" << tensor.text << "'";
  error.attachNote(forall.getLoc())
      << "hint: it reads " << llvm::join(names, ", ");
  return error;
}

LogicalResult ScheduleApplier::split(cin::ForallOp forall,
                                     const ScheduleStep &step,
                                     cin::SplitDirection direction) {
  return cin::splitForall(rewriter, forall, step.variables[1].text,
                          step.variables[2].text, direction, step.number,
                          getTail(step.tail));
}

/// The scalar that a command names, which may occur several times in one
/// statement.
FailureOr<Value> ScheduleApplier::findExpression(cin::ForallOp forall,
                                                 const ScheduleStep &step) {
  const notation::Expr &expr = *step.expression;
  if (!isFindable(expr))
    return locations.emitError(expr.range)
           << "expected an expression of tensors at index variables, numbers, "
              "operators and functions; what loops reduce has the name of a "
              "workspace";
  SmallVector<Value> found = weft::findExpression(rewriter, forall, expr);
  if (found.empty()) {
    InFlightDiagnostic error = locations.emitError(expr.range)
                               << "the loop over '" << forall.getName()
                               << "' computes no such expression";
    error.attachNote(forall.getLoc()) << "the loop is here";
    return error;
  }
  // What is computed twice by one statement is computed once from now on, but
  // not for two types.
  llvm::erase_if(found, [&](Value value) {
    return value.getType() != found.front().getType();
  });
  for (Value other : ArrayRef(found).drop_front()) {
    if (other.getParentBlock() != found.front().getParentBlock()) {
      InFlightDiagnostic error = locations.emitError(expr.range)
                                 << "several statements compute this "
                                    "expression";
      for (Value value : found)
        error.attachNote(value.getLoc()) << "one is here";
      return error;
    }
    rewriter.replaceAllUsesWith(other, found.front());
  }
  return found.front();
}

LogicalResult ScheduleApplier::precompute(ArrayRef<cin::ForallOp> foralls,
                                          const ScheduleStep &step) {
  // The innermost of the loops has the expression.
  cin::ForallOp innermost = foralls.front();
  for (cin::ForallOp forall : foralls)
    if (innermost->isProperAncestor(forall))
      innermost = forall;
  FailureOr<Value> expression = findExpression(innermost, step);
  if (failed(expression))
    return failure();
  SmallVector<cin::PrecomputedVariable> variables;
  for (auto [forall, producer] : llvm::zip_equal(foralls, step.producers))
    variables.push_back({forall, producer.text, ""});
  StringRef name = step.workspace ? StringRef(step.workspace->text) : "";
  std::optional<level::Workspace> kind = getWorkspace(step.storage);
  bool strict = options.strictFloatingPoint;
  if (replacesWorkspaces(rewriter, *expression, variables, name, kind, strict))
    (void)removeWorkspaces(rewriter, foralls);
  return cin::precompute(rewriter, *expression, variables, name, kind, strict);
}

LogicalResult ScheduleApplier::applyTo(ArrayRef<cin::ForallOp> foralls,
                                       cin::AccessOp access,
                                       const ScheduleStep &step) {
  cin::ForallOp forall = foralls.front();
  switch (step.command) {
  case Command::Balance:
    return split(forall, step, cin::SplitDirection::Balanced);
  case Command::Bound:
    return cin::boundForall(rewriter, forall, step.variables[1].text,
                            getBound(step.bound), step.number,
                            locations.get(step.range));
  case Command::Coord:
    return cin::iterateCoordinates(rewriter, forall, step.variables[1].text);
  case Command::Assemble:
  case Command::Configure:
  case Command::Workspace:
    llvm_unreachable("no loop is transformed");
  case Command::Divide:
    return split(forall, step, cin::SplitDirection::Up);
  case Command::Factor:
    return cin::factorReduction(rewriter, foralls, options.strictFloatingPoint);
  case Command::Fuse:
    return cin::collapseForalls(rewriter, forall, foralls[1],
                                step.variables[2].text);
  case Command::HoistFactors:
    return cin::hoistFactors(rewriter, forall, options.strictFloatingPoint);
  case Command::MergeBy:
    return cin::setMergeStrategy(rewriter, forall, getStrategy(step.strategy));
  case Command::OrderFactors:
    return cin::orderFactors(rewriter, forall, options.strictFloatingPoint);
  case Command::Parallelize:
    return cin::parallelizeForall(rewriter, forall,
                                  getParallelization(step, options.allowRaces));
  case Command::Pos:
    return cin::iteratePositions(rewriter, forall, step.variables[1].text,
                                 access);
  case Command::Precompute:
    return precompute(foralls, step);
  case Command::Reorder:
    return cin::reorderForalls(rewriter, foralls, options.strictFloatingPoint);
  case Command::Split:
    return split(forall, step, cin::SplitDirection::Down);
  case Command::Unroll:
    return cin::unrollForall(rewriter, forall, step.number);
  }
  llvm_unreachable("all commands are handled");
}

/// Whether a command may change the order of loops that a workspace separates.
static bool changesOrder(Command command) {
  return command == Command::Reorder || command == Command::Fuse;
}

LogicalResult ScheduleApplier::applyToLoops(ArrayRef<cin::ForallOp> foralls,
                                            cin::AccessOp access,
                                            const ScheduleStep &step) {
  auto refuse = [&](cin::FailedPreconditions &failures) -> LogicalResult {
    // What is wrong with the command has been reported.
    if (failures.get().empty())
      return failure();
    InFlightDiagnostic error = locations.emitError(step.range);
    explain(failures, error);
    return error;
  };
  {
    cin::FailedPreconditions failures(rewriter);
    if (succeeded(applyTo(foralls, access, step)))
      return success();
    // Loops that workspaces separate may be in the order already.
    if (step.command == Command::Reorder && areNested(foralls))
      return success();
    if (!changesOrder(step.command) || removeWorkspaces(rewriter, foralls) == 0)
      return refuse(failures);
  }
  cin::FailedPreconditions failures(rewriter);
  if (succeeded(applyTo(foralls, access, step)))
    return success();
  return refuse(failures);
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
    return locations.emitError(arguments.empty() ? step.option.range
                                                 : arguments.front().range)
           << "expected '" << info.name << "' to have "
           << describeLoweringValues(info);
  if (info.option == LoweringOption::LookupTables &&
      printLoweringValue(value) == "components" && options.strictFloatingPoint)
    return locations.emitError(step.range)
           << "tables of components reorder sums, which -strict-fp forbids; "
              "use "
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
  FailureOr<cin::ForallOp> forall = findForall(*loop);
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
  explain(failures, error);
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

/// The schedule of a text, whose commands may be options of the lowering.
static notation::Result<notation::Schedule> parse(StringRef text) {
  std::vector<std::string_view> names;
  for (const LoweringOptionInfo &info : getLoweringOptions())
    names.emplace_back(info.name.data(), info.name.size());
  return notation::parseSchedule(std::string_view(text.data(), text.size()),
                                 names);
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
  return applier.finish();
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
