//===- LatticeToSCF.cpp - convert-lattice-to-scf -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that replaces every `lattice.coiterate` by loops (thesis
// sections 5.1 and 5.2).
//
//===----------------------------------------------------------------------===//

#include "GuardedEmitter.h"
#include "LoopEmitter.h"
#include "Preconditions.h"

#include "weft/Conversion/Passes.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTLATTICETOSCF
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

namespace {
struct ConvertLatticeToSCF
    : weft::impl::ConvertLatticeToSCFBase<ConvertLatticeToSCF> {
  void runOnOperation() override {
    // Inner operations first: a region may be copied into several loops.
    SmallVector<CoiterateOp> ops;
    getOperation().walk([&](CoiterateOp op) { ops.push_back(op); });
    for (CoiterateOp op : ops)
      if (failed(verifyLowerable(op)))
        return signalPassFailure();
    for (CoiterateOp op : ops) {
      OpBuilder builder(op);
      op.replaceAllUsesWith(op.getGuarded() ? emitGuarded(op, builder)
                                            : LoopEmitter(op, builder).emit());
      op.erase();
    }
  }
};
} // namespace
