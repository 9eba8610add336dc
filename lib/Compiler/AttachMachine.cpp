//===- AttachMachine.cpp - The processor of a module ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attaches a processor description to a module, so that a pipeline can be run
// for the host or for another processor.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/DLTI/DLTI.h"

namespace weft {
#define GEN_PASS_DEF_ATTACHMACHINE
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct AttachMachine : weft::impl::AttachMachineBase<AttachMachine> {
  using Base::Base;
  void runOnOperation() override {
    FailureOr<Machine> description = findMachine(&getContext(), machine);
    if (failed(description))
      return signalPassFailure();
    description->fastGathers |= fastGathers;
    description->vectorMasks |= vectorMasks;
    if (nearCaches)
      description->l3LatencyCycles = Machine::kMaxLowL3LatencyCycles;
    description->attachTo(getOperation());
  }
};
} // namespace
