//===- Trimming.h - Trimming passes -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that remove mappings which are illegal or not worth trying
// (sections 2.5.1 to 2.5.3 of Wang's thesis). There is one class per pass; an
// option disables a pass by its name, and each counts the mappings it removed.
// The names in parentheses are those of Wang's thesis.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_TRIMMING_H
#define WEFT_AUTOSCHEDULE_TRIMMING_H

#include "weft/Autoschedule/Mapping.h"

namespace weft {
namespace autoschedule {

/// What a pass may look at.
struct MappingContext {
  const Problem &problem;
  const SplitSchedule &schedule;
};

class TrimmingPass {
public:
  virtual ~TrimmingPass();
  /// What switches it on and off, e.g. "sparse-order".
  virtual std::string_view getName() const = 0;
  /// The name of the pass in Wang's thesis, for example "CPU-3".
  virtual std::string_view getNumber() const = 0;
  /// How far the mappings are chosen that it looks at. Those that are chosen no
  /// further are fewer.
  virtual MappingStage getStage() const = 0;
  /// Removes mappings of a split schedule.
  virtual void run(const MappingContext &context,
                   std::vector<Mapping> &mappings) const = 0;
};

/// The passes of a target in their order.
class TrimmingPipeline {
public:
  explicit TrimmingPipeline(Target target);

  struct Stage {
    std::unique_ptr<TrimmingPass> pass;
    bool isEnabled = true;
    size_t numRemoved = 0;
  };

  /// Switches a pass on or off. Returns false if there is none of this name.
  bool setEnabled(std::string_view name, bool isEnabled);
  /// The mappings of a split schedule that all passes keep.
  std::vector<Mapping> run(const MappingContext &context);

  const std::vector<Stage> &getStages() const { return stages; }
  /// How many mappings there were before the first pass.
  size_t getNumEnumerated() const { return numEnumerated; }
  /// A line for each pass: its number, its name and what it removed so far.
  std::string print() const;

private:
  Target target;
  std::vector<Stage> stages;
  size_t numEnumerated = 0;
};

/// (GPU-8) Whether the numbers of iterations of a mapping on a GPU are at least
/// one: a warp has 32 threads, which share the loop of known size on them, and
/// tiles are no larger than the extent that they divide.
bool hasLegalSizes(const MappingContext &context, const Mapping &mapping,
                   const std::vector<int64_t> &values);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_TRIMMING_H
