//===- RuleSequences.cpp - Schedules of programs of patterns ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the choices for maps with those for reductions. Strategies for sums
// are tried with the default of both.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/RuleSequences.h"

#include "weft/Support/GPULimits.h"

using namespace weft;
using namespace weft::autoschedule;

using Rules = std::vector<std::string>;

/// Inserts a number in the place of a mark.
static std::string instantiate(std::string rules, int64_t value) {
  for (size_t mark; (mark = rules.find('#')) != std::string::npos;)
    rules.replace(mark, 1, std::to_string(value));
  return rules;
}

static void appendForValues(const std::string &rules,
                            const std::vector<int64_t> &values, Rules &list) {
  for (int64_t value : values)
    list.push_back(instantiate(rules, value));
}

static Rules enumerateForCPU(const std::vector<int64_t> &given) {
  std::vector<int64_t> values =
      given.empty() ? std::vector<int64_t>{8, 16, 32} : given;
  Rules maps = {"", "set_mapping(par,1)", "set_mapping(seq,1)"};
  appendForValues("split_map(#,1),set_mapping(par,1)", values, maps);
  Rules reductions = {"", "fuse_reduce"};
  appendForValues("stride_reduce(#)", values, reductions);
  appendForValues("split_reduce(#)", values, reductions);
  Rules sequences = {"use_loops", "set_sums(closed)", "set_sums(loop)"};
  for (const std::string &map : maps)
    for (const std::string &reduction : reductions) {
      bool hasBoth = !map.empty() && !reduction.empty();
      if (std::string rules = map + (hasBoth ? "," : "") + reduction;
          !rules.empty())
        sequences.push_back(rules);
    }
  return sequences;
}

static Rules enumerateForGPU(const std::vector<int64_t> &given) {
  std::vector<int64_t> values =
      given.empty() ? std::vector<int64_t>{8, 16, 32, 64, 128, 256, 512}
                    : given;
  static const std::string groups =
      "split_map(#,1),set_mapping(workgroup,1),set_mapping(local,2)";
  Rules sequences;
  appendForValues(groups, values, sequences);
  std::vector<int64_t> warps;
  for (int64_t value : values)
    if (value * gpu::kWarpSize <= gpu::kMaxThreads)
      warps.push_back(value);
  appendForValues(groups + ",stride_reduce(" + std::to_string(gpu::kWarpSize) +
                      "),set_mapping(local,-1)",
                  warps, sequences);
  return sequences;
}

std::vector<std::string>
autoschedule::enumerateRuleSequences(Target target,
                                     const std::vector<int64_t> &values) {
  return target == Target::CPU ? enumerateForCPU(values)
                               : enumerateForGPU(values);
}
