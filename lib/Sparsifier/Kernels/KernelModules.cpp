//===- KernelModules.cpp - The modules of kernels -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the nested modules that kernels are moved to. All kernels of one have
// the same schedule, and are in the same notation.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Passes.h"

using namespace mlir;
using namespace weft;

bool weft::isKernelModule(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  StringRef name = module ? module.getName().value_or("") : "";
  return name.consume_front(kKernelModule) &&
         (name.empty() || name.starts_with("_"));
}

bool weft::hasLoops(ModuleOp kernels) {
  return kernels.walk([](cin::KernelOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

SmallVector<ModuleOp> weft::getKernelModules(ModuleOp module) {
  SmallVector<ModuleOp> modules;
  for (Operation &op : *module.getBody())
    if (isKernelModule(&op))
      modules.push_back(cast<ModuleOp>(op));
  return modules;
}
