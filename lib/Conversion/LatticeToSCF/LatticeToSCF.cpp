//===- LatticeToSCF.cpp - convert-lattice-to-scf -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that replaces every `lattice.coiterate` by loops, and the conditions
// under which it can (thesis sections 5.1 and 5.2).
//
//===----------------------------------------------------------------------===//

#include "GuardedEmitter.h"
#include "LoopEmitter.h"

#include "weft/Conversion/Passes.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTLATTICETOSCF
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// Checks that the level functions of a segment give what its role in a point
/// takes.
static LogicalResult verifyRole(CoiterateOp op, unsigned segment, bool locates,
                                bool isOnlyIterator) {
  auto refuse = [&](const Twine &why) {
    auto diag = op.emitOpError(locates ? "cannot locate in segment "
                                       : "cannot iterate over segment ")
                << op.getSegments()[segment] << ": " << why;
    diag.attachNote() << "its level type is " << op.getLevelType(segment);
    return failure();
  };
  level::LevelTypeAttrInterface type = op.getLevelType(segment);
  if (int64_t level = op.getLevels()[segment]) {
    auto storage =
        cast<level::StorageType>(op.getStorages()[segment].getType());
    bool hasOneParent = storage.getFormat().getLevelType(level - 1).isUnique();
    if (!hasOneParent && (locates || !type.isBranchless()))
      return refuse("the level above is not unique, so that the children of "
                    "several parents would have to be merged");
  }
  if (locates)
    return type.isUnique()
               ? success()
               : refuse("a coordinate may be stored at several positions");
  if (op.getWindowed() && !type.isOrdered())
    return refuse("the bounds of a window are searched, which takes an order");
  if (!type.hasPositionIterate() && op.getGuarded())
    return refuse("a guarded coiteration takes position iterate");
  if (!type.hasPositionIterate())
    return type.isUnique() ? success()
                           : refuse("runs of equal coordinates take position "
                                    "iterate");
  if (!type.isCompact() && (!isOnlyIterator || !type.isUnique()))
    return refuse("positions without a coordinate can neither be merged nor "
                  "belong to a run");
  return success();
}

static LogicalResult verifyLowerable(CoiterateOp op) {
  if (op.getGuarded()) {
    for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment)
      if (failed(verifyRole(op, segment, op.isLocatedGuarded(segment),
                            /*isOnlyIterator=*/false)))
        return failure();
    return success();
  }
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    for (bool locates : {false, true})
      for (int64_t segment :
           locates ? op.getLocatorsOf(point) : op.getIteratorsOf(point))
        if (segment != op.getNumSegments() &&
            failed(verifyRole(op, segment, locates,
                              op.getIteratorsOf(point).size() == 1)))
          return failure();
  return success();
}

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
