//===- Trimming.cpp - Trimming passes of both targets -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline, and the passes that processors and GPUs share: the order that
// compressed levels impose and the one that dense tensors prefer.
//
//===----------------------------------------------------------------------===//

#include "TrimmingPasses.h"

#include <algorithm>
#include <map>

using namespace weft;
using namespace weft::autoschedule;

TrimmingPass::~TrimmingPass() = default;

void MappingFilter::run(const MappingContext &context,
                        std::vector<Mapping> &mappings) const {
  auto isRemoved = [&](const Mapping &mapping) {
    return !keeps(context, mapping);
  };
  mappings.erase(std::remove_if(mappings.begin(), mappings.end(), isRemoved),
                 mappings.end());
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

TrimmingPipeline::TrimmingPipeline(Target target) : target(target) {
  for (auto &pass : target == Target::CPU ? makeCPUPasses() : makeGPUPasses())
    stages.push_back({std::move(pass)});
}

bool TrimmingPipeline::setEnabled(std::string_view name, bool isEnabled) {
  for (Stage &stage : stages)
    if (stage.pass->getName() == name) {
      stage.isEnabled = isEnabled;
      return true;
    }
  return false;
}

std::vector<Mapping> TrimmingPipeline::run(const MappingContext &context) {
  std::vector<LoopNumber> loops =
      getFreeLoops(context.problem, context.schedule, target);
  if (loops.empty())
    return {};
  std::vector<Mapping> mappings = enumerateOrders(loops, target);
  MappingStage chosen = MappingStage::Order;
  auto advance = [&](MappingStage to) {
    while (chosen < to) {
      chosen = MappingStage(int(chosen) + 1);
      mappings = enumerateNext(mappings, chosen, target);
    }
  };
  auto count = [&] {
    size_t number = 0;
    for (const Mapping &mapping : mappings)
      number += countComplete(mapping, chosen, target);
    return number;
  };
  numEnumerated += count();
  for (Stage &stage : stages) {
    if (!stage.isEnabled)
      continue;
    advance(stage.pass->getStage());
    size_t before = count();
    stage.pass->run(context, mappings);
    stage.numRemoved += before - count();
  }
  advance(MappingStage::Complete);
  return mappings;
}

std::string TrimmingPipeline::print() const {
  std::string text = "enumerated " + std::to_string(numEnumerated) + "\n";
  for (const Stage &stage : stages)
    text += std::string(stage.pass->getNumber()) + " " +
            std::string(stage.pass->getName()) +
            (stage.isEnabled ? " removed " + std::to_string(stage.numRemoved)
                             : " is off") +
            "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Pass 0: sparse iteration
//===----------------------------------------------------------------------===//

namespace {

/// The loop whose bounds a compressed level determines, which is the outer one
/// of its tiles, comes after all loops of the levels above, unless they are
/// fused with it.
class SparseOrder final : public MappingFilter {
public:
  SparseOrder() : MappingFilter("sparse-order", "0", MappingStage::Order) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    const auto &variables = context.problem.variables;
    for (size_t number = 0; number < variables.size(); ++number)
      for (size_t ancestor : variables[number].ancestors)
        if (!isAfter(context.schedule.loopsOf[number],
                     context.schedule.loopsOf[ancestor], mapping))
          return false;
    return true;
  }

  static bool isAfter(const std::vector<size_t> &loops,
                      const std::vector<size_t> &above,
                      const Mapping &mapping) {
    int place = mapping.find(loops.front());
    return loops == above || place < 0 ||
           std::all_of(
               above.begin(), above.end(),
               [&](size_t loop) { return mapping.find(loop) < place; });
  }
};

//===----------------------------------------------------------------------===//
// Concordant iteration
//===----------------------------------------------------------------------===//

/// Keeps the mappings that respect the most preferences of dense tensors, of
/// those with the same loops on blocks and warps.
class ConcordantIteration final : public TrimmingPass {
public:
  explicit ConcordantIteration(const char *number) : number(number) {}
  std::string_view getName() const override { return "concordant-iteration"; }
  std::string_view getNumber() const override { return number; }
  MappingStage getStage() const override { return MappingStage::Order; }

  void run(const MappingContext &context,
           std::vector<Mapping> &mappings) const override {
    std::vector<int> scores;
    std::map<std::pair<int, int>, int> best;
    for (const Mapping &mapping : mappings) {
      scores.push_back(getScore(context, mapping));
      int &score = best[{mapping.block, mapping.warp}];
      score = std::max(score, scores.back());
    }
    size_t kept = 0;
    for (size_t index = 0; index < mappings.size(); ++index)
      if (scores[index] == best[{mappings[index].block, mappings[index].warp}])
        mappings[kept++] = mappings[index];
    mappings.resize(kept);
  }

private:
  /// Where the coordinate of a variable is known: at its last loop, counted
  /// from the outermost one. -1 if a loop is not in the mapping.
  static int getRecovery(const std::vector<size_t> &loops,
                         const Mapping &mapping) {
    int prefix = (mapping.block >= 0) + (mapping.warp != mapping.block);
    int last = -1;
    for (size_t loop : loops) {
      int place = mapping.find(loop) + prefix;
      if (int(loop) == mapping.block)
        place = 0;
      else if (int(loop) == mapping.warp)
        place = 1;
      else if (place < prefix)
        return -1;
      last = std::max(last, place);
    }
    return last;
  }

  static int getScore(const MappingContext &context, const Mapping &mapping) {
    int score = 0;
    for (const auto &[outer, inner] : context.problem.preferences) {
      int first = getRecovery(context.schedule.loopsOf[outer], mapping);
      int second = getRecovery(context.schedule.loopsOf[inner], mapping);
      score += first >= 0 && second >= 0 && first <= second;
    }
    return score;
  }

  const char *number;
};

} // namespace

std::unique_ptr<TrimmingPass> autoschedule::makeSparseOrder() {
  return std::make_unique<SparseOrder>();
}

std::unique_ptr<TrimmingPass>
autoschedule::makeConcordantIteration(const char *number) {
  return std::make_unique<ConcordantIteration>(number);
}
