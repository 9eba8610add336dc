//===- TINDialect.cpp - The tin dialect -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the type and the operations of the tin dialect, and keeps the
// constants of a combiner inside it.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::tin;

#include "weft/Dialect/TIN/IR/TINDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/TIN/IR/TINTypes.cpp.inc"

namespace {

/// A combiner uses only its own values: the folder must not move its constants
/// to the enclosing function.
struct TINFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(Region *region) const final {
    auto reduce = dyn_cast<ReduceOp>(region->getParentOp());
    return reduce && region == &reduce.getCombiner();
  }
};

} // namespace

void TINDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/TIN/IR/TINTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/TIN/IR/TINOps.cpp.inc"
      >();
  addInterfaces<TINFoldInterface>();
}
