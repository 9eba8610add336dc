//===- EstimateSchedules.cpp - Schedules without a measurement --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the compute of a function to the cost model of the autoscheduler,
// which knows texts and formats only, and notes the schedule that it chooses
// (docs/tuning.md, "Schedules without a search").
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Passes.h"

#include "weft/Autoschedule/CostModel.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Dialect/TIN/Transforms/TensorStatistics.h"
#include "weft/Dialect/Weft/IR/Estimates.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Notation/Program.h"
#include "weft/Planner/Query.h"

#include "weft/Analysis/KernelNames.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <thread>

namespace weft {
#define GEN_PASS_DEF_WEFTESTIMATESCHEDULES
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The description of a level type that the cost model knows.
static std::optional<runtime::Level> describeLevel(Attribute type) {
  runtime::Level level;
  if (isa<level::DenseAttr>(type))
    return level;
  if (auto compressed = dyn_cast<level::CompressedAttr>(type)) {
    level.kind = runtime::LevelKind::Compressed;
    level.unique = compressed.getUnique();
    level.ordered = compressed.getOrdered();
    return level;
  }
  if (auto singleton = dyn_cast<level::SingletonAttr>(type)) {
    level.kind = runtime::LevelKind::Singleton;
    level.unique = singleton.getUnique();
    level.ordered = singleton.getOrdered();
    return level;
  }
  return std::nullopt;
}

/// The description of a format of dense, compressed and singleton levels that
/// store whole modes; nothing for others.
static std::optional<runtime::Format> describeFormat(RankedTensorType type) {
  level::FormatAttr format = level::getFormat(type);
  if (!format || format.getNumSlots() != 0 ||
      format.getNumLevels() != type.getRank())
    return std::nullopt;
  runtime::Format described;
  for (int64_t number = 0; number != format.getNumLevels(); ++number) {
    auto level = describeLevel(format.getLevelType(number));
    level::LevelExpr mode = format.getLevelExpr(number);
    if (!level || mode.part != level::LevelPart::Whole)
      return std::nullopt;
    level->mode = mode.dim;
    described.levels.push_back(*level);
  }
  return described;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

namespace {
/// Describes the only compute of a function.
class ComputeDescription {
public:
  explicit ComputeDescription(tin::ComputeOp compute) : compute(compute) {
    compute.walk([&](tin::AccessOp access) { accesses.push_back(access); });
  }

  /// Describes formats and statistics. False if those of a tensor are not
  /// known; fails with a diagnostic if they are wrong.
  FailureOr<bool> describe();

  autoschedule::Formats formats;
  autoschedule::StatisticsByName statistics;

private:
  FailureOr<bool> readStatistics();
  /// The size of a mode of a tensor; zero if it is not known.
  double findSize(Value tensor, int64_t mode);
  /// The size of a mode from the modes of other tensors and the extents that
  /// index variables give to it.
  double findIndexedSize(tin::AccessOp access, int64_t mode);
  bool describeOperand(tin::AccessOp access);

  tin::ComputeOp compute;
  SmallVector<tin::AccessOp> accesses;
  llvm::DenseMap<Value, planner::Statistics> stated;
};
} // namespace

FailureOr<bool> ComputeDescription::readStatistics() {
  for (tin::AccessOp access : accesses) {
    Value tensor = access.getTensor();
    if (stated.contains(tensor))
      continue;
    planner::Statistics &read = stated[tensor];
    if (failed(tin::readStatistics(tensor, read)))
      return failure();
    if (read.entries < 0 &&
        !level::getFormat(access.getTensorType()).isAllDense())
      return false;
  }
  return true;
}

double ComputeDescription::findSize(Value tensor, int64_t mode) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(mode))
    return double(type.getDimSize(mode));
  auto known = stated.find(tensor);
  return known == stated.end() || known->second.sizes.empty()
             ? 0
             : known->second.sizes[mode];
}

/// The extent of an index variable, if the compute or a reduction states one.
static Value getExtent(Value variable) {
  auto argument = cast<BlockArgument>(variable);
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto compute = dyn_cast<tin::ComputeOp>(owner))
    return compute.getExtent(argument.getArgNumber());
  return cast<tin::ReduceOp>(owner).getExtent(argument.getArgNumber());
}

double ComputeDescription::findIndexedSize(tin::AccessOp access, int64_t mode) {
  if (double own = findSize(access.getTensor(), mode))
    return own;
  Value variable = access.getIndex(mode);
  if (!variable || !isa<BlockArgument>(variable))
    return 0;
  APInt constant;
  Value extent = getExtent(variable);
  if (extent && matchPattern(extent, m_ConstantInt(&constant)))
    return double(constant.getSExtValue());
  for (const tin::IndexedMode &other : tin::getIndexedModes(variable))
    if (double size = findSize(other.tensor, other.mode))
      return size;
  return 0;
}

/// The most entries below one coordinate of the outermost level are at least
/// those that an entry has on average.
static double estimateHeaviest(const planner::Statistics &stated,
                               const planner::Factor &factor, unsigned mode) {
  if (factor.isDense() || factor.entries <= 0)
    return 0;
  double average =
      factor.entries / std::max(1.0, factor.levels.front().distinct);
  return stated.squares.empty() ? average
                                : stated.squares[mode] / factor.entries;
}

bool ComputeDescription::describeOperand(tin::AccessOp access) {
  std::string name = analysis::getTensorName(access.getTensor());
  auto format = describeFormat(access.getTensorType());
  if (!format)
    return false;
  formats[name] = *format;
  autoschedule::OperandStatistics &operand = statistics[name];
  operand.sizes.clear();
  for (int64_t mode = 0; mode != access.getTensorType().getRank(); ++mode) {
    operand.sizes.push_back(findIndexedSize(access, mode));
    if (operand.sizes.back() == 0)
      return false;
  }
  // The variables of a factor are the modes of the tensor.
  std::vector<unsigned> modes;
  std::vector<bool> isFull;
  for (const runtime::Level &level : format->levels) {
    modes.push_back(level.mode);
    isFull.push_back(level.kind == runtime::LevelKind::Dense);
  }
  const planner::Statistics &known = stated[access.getTensor()];
  planner::Factor factor =
      planner::makeFactor(name, modes, isFull, modes, known, operand.sizes);
  operand.entries = factor.entries;
  operand.levels.clear();
  for (const planner::FactorLevel &level : factor.levels)
    operand.levels.push_back({level.prefixes, 0});
  if (!operand.levels.empty())
    operand.levels.front().heaviest =
        estimateHeaviest(known, factor, modes.front());
  return true;
}

FailureOr<bool> ComputeDescription::describe() {
  auto format = describeFormat(compute.getType());
  if (!format)
    return false;
  formats[analysis::getTensorName(compute)] = *format;
  FailureOr<bool> isKnown = readStatistics();
  if (failed(isKnown) || !*isKnown)
    return isKnown;
  return llvm::all_of(
      accesses, [&](tin::AccessOp access) { return describeOperand(access); });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// The only compute of a function whose loops have no order yet; null if there
/// is none.
static tin::ComputeOp findCompute(func::FuncOp function) {
  SmallVector<tin::ComputeOp> computes;
  function.walk([&](tin::ComputeOp compute) { computes.push_back(compute); });
  return computes.size() == 1 && !computes.front().getLoopOrder()
             ? computes.front()
             : tin::ComputeOp();
}

/// The statement of a compute as the autoscheduler reads it; nothing if index
/// notation does not express it.
static std::optional<notation::Program> parse(tin::ComputeOp compute) {
  notation::ParseOptions options;
  options.tensors.insert(analysis::getTensorName(compute));
  compute.walk([&](tin::AccessOp access) {
    options.tensors.insert(analysis::getTensorName(access.getTensor()));
  });
  auto program = notation::parseProgram(tin::printStatement(compute), options);
  if (!program)
    return std::nullopt;
  return std::move(*program);
}

static autoschedule::ModelMachine describeMachine(Operation *op,
                                                  int64_t threads) {
  Machine machine = Machine::of(op);
  autoschedule::ModelMachine model;
  model.threads =
      threads != 0 ? threads : int64_t(std::thread::hardware_concurrency());
  model.l1 = double(machine.l1Bytes);
  model.l2 = double(machine.l2Bytes);
  model.l3 = double(machine.l3Bytes);
  return model;
}

namespace {
struct EstimateSchedules
    : weft::impl::WeftEstimateSchedulesBase<EstimateSchedules> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    tin::ComputeOp compute = findCompute(function);
    if (!compute)
      return;
    ComputeDescription description(compute);
    FailureOr<bool> isKnown = description.describe();
    if (failed(isKnown))
      return signalPassFailure();
    std::optional<notation::Program> program;
    if (*isKnown)
      program = parse(compute);
    if (!program)
      return;
    autoschedule::StaticChoice choice = autoschedule::chooseSchedule(
        *program, description.formats, description.statistics,
        describeMachine(function, threads), autoschedule::leastGain);
    if (choice.schedule == "default")
      return;
    function->setAttr(kEstimatedScheduleAttr,
                      StringAttr::get(&getContext(), choice.schedule));
    ++numChosen;
    reportPassed(function, "schedule",
                 llvm::formatv("the schedule {0} is estimated to be {1:F1} "
                               "times as fast as the default one",
                               choice.schedule, choice.gain)
                     .str());
  }
};
} // namespace
