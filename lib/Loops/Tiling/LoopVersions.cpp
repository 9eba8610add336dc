//===- LoopVersions.cpp - Loops that are there twice ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What depends on nothing that a loop does is asked once, in front of it.
//
//===----------------------------------------------------------------------===//

#include "Tiling/LoopVersions.h"

using namespace mlir;

void weft::emitVersions(ImplicitLocOpBuilder &b, Operation *op,
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
