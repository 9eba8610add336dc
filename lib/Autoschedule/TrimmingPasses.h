//===- TrimmingPasses.h - The passes of each target -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of processors and of GPUs have in common, and who makes them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_AUTOSCHEDULE_TRIMMINGPASSES_H
#define WEFT_LIB_AUTOSCHEDULE_TRIMMINGPASSES_H

#include "weft/Autoschedule/Trimming.h"

namespace weft {
namespace autoschedule {

/// A pass that looks at one mapping at a time.
class MappingFilter : public TrimmingPass {
public:
  MappingFilter(const char *name, const char *number, MappingStage stage)
      : name(name), number(number), stage(stage) {}
  std::string_view getName() const override { return name; }
  std::string_view getNumber() const override { return number; }
  MappingStage getStage() const override { return stage; }
  void run(const MappingContext &context,
           std::vector<Mapping> &mappings) const override;

protected:
  virtual bool keeps(const MappingContext &context,
                     const Mapping &mapping) const = 0;

private:
  const char *name;
  const char *number;
  MappingStage stage;
};

using Passes = std::vector<std::unique_ptr<TrimmingPass>>;

/// Pass 0, of both targets.
std::unique_ptr<TrimmingPass> makeSparseOrder();
/// CPU-4 and GPU-6.
std::unique_ptr<TrimmingPass> makeConcordantIteration(const char *number);

Passes makeCPUPasses();
Passes makeGPUPasses();

} // namespace autoschedule
} // namespace weft

#endif // WEFT_LIB_AUTOSCHEDULE_TRIMMINGPASSES_H
