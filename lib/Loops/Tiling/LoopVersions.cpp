//===- LoopVersions.cpp - Loop versioning ---------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits two versions of an operation behind one runtime check.
//
//===----------------------------------------------------------------------===//

#include "Tiling/LoopVersions.h"

using namespace mlir;

void weft::versionOperation(ImplicitLocOpBuilder &b, Operation *op,
                            Value condition) {
  auto versions = scf::IfOp::create(b, op->getResultTypes(), condition,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
  op->replaceAllUsesWith(versions.getResults());
  b.setInsertionPointToEnd(versions.elseBlock());
  Operation *copy = b.clone(*op);
  scf::YieldOp::create(b, copy->getResults());
  op->moveBefore(versions.thenBlock(), versions.thenBlock()->end());
  b.setInsertionPointToEnd(versions.thenBlock());
  scf::YieldOp::create(b, op->getResults());
}
