//===- TileRows.cpp - A pass that schedules linalg operations ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is a string attribute of an operation, so that any pass chooses
// one: this by the loops and the formats of the operands.
//
//===----------------------------------------------------------------------===//

#include "TileRows.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

/// Whether a tensor is stored, and not by dense levels alone.
static bool isSparse(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getEncoding())
    return false;
  weft::level::FormatAttr format = weft::level::getFormat(tensor);
  return format && !format.isAllDense();
}

namespace {
struct TileRows : PassWrapper<TileRows, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileRows)

  explicit TileRows(unsigned size) : size(size) {}

  StringRef getArgument() const override { return "tile-rows"; }

  void runOnOperation() override {
    std::string schedule = "split(d0,block,row," + std::to_string(size) + ")";
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.getNumLoops() >= 2 &&
          llvm::any_of(op->getOperandTypes(), isSparse))
        op->setAttr(weft::kScheduleAttr,
                    StringAttr::get(&getContext(), schedule));
    });
  }

  unsigned size;
};
} // namespace

std::unique_ptr<Pass> createTileRows(unsigned size) {
  return std::make_unique<TileRows>(size);
}
