//===- PatternDialect.cpp - The pattern dialect -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the types and operations of the pattern dialect, and keeps the
// constants of a combiner inside it.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/Interfaces/FoldInterfaces.h"

using namespace mlir;
using namespace weft::pattern;

#include "weft/Dialect/Pattern/IR/PatternDialect.cpp.inc"

namespace {

/// A combiner uses only its own values: the folder must not move its constants
/// to the enclosing function.
struct PatternFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(Region *region) const final {
    return isa<ReduceOp, ScatterOp>(region->getParentOp());
  }
};

} // namespace

void PatternDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Pattern/IR/PatternOps.cpp.inc"
      >();
  addInterfaces<PatternFoldInterface>();
}
