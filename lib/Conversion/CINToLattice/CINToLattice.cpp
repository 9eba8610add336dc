//===- CINToLattice.cpp - Concrete notation to lattices ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers `cin.kernel`: replaces every kernel by what the
// recursion on its statements emits.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTCINTOLATTICE
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

namespace {
struct ConvertCINToLattice
    : public weft::impl::ConvertCINToLatticeBase<ConvertCINToLattice> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<cin::KernelOp> kernels;
    getOperation().walk([&](cin::KernelOp op) { kernels.push_back(op); });
    for (cin::KernelOp op : kernels) {
      OpBuilder builder(op);
      FailureOr<SmallVector<Value>> results =
          KernelLowering(op, builder, maxCopies).run();
      if (failed(results))
        return signalPassFailure();
      op.replaceAllUsesWith(*results);
      op.erase();
    }
  }
};
} // namespace
