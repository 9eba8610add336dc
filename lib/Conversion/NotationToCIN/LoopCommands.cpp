//===- LoopCommands.cpp - Schedule commands that transform loops ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the loops, accesses and expressions that a command names, and calls the
// transformation of `cin`. Its failed preconditions become the error.
//
//===----------------------------------------------------------------------===//

#include "ScheduleApplier.h"

#include "FindExpression.h"
#include "FindLoops.h"
#include "ScheduleWords.h"
#include "ScheduledWorkspaces.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"
#include "weft/Dialect/CIN/Transforms/Workspaces.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using notation::Command;
using notation::ScheduleStep;

void weft::explainFailures(const cin::FailedPreconditions &failures,
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
  explainFailures(failures, error);
  return error;
}

FailureOr<cin::ForallOp> ScheduleApplier::findForall(const notation::Name &name,
                                                     const Twine &alternative) {
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
        << "hint: the loops are " << listLoops(function) << alternative;
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
    explainFailures(failures, error);
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
