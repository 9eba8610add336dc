//===- LevelDialect.cpp - The level dialect ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the attributes, types and operations of the level dialect, and
// gives formats a name of their own in printed IR.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/LevelArrays.h"
#include "weft/Dialect/Level/IR/LevelScatter.h"

#include "mlir/Interfaces/FoldInterfaces.h"

using namespace mlir;
using namespace weft::level;

#include "weft/Dialect/Level/IR/LevelDialect.cpp.inc"
#include "weft/Dialect/Level/IR/LevelEnums.cpp.inc"
#include "weft/Dialect/Level/IR/LevelInterfaces.cpp.inc"

namespace {
/// Formats occur in nearly every type, so that they are printed once.
struct LevelOpAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<FormatAttr>(attr))
      return AliasResult::NoAlias;
    os << "format";
    return AliasResult::FinalAlias;
  }
};

/// A combiner uses only its own values: the folder must not move its constants
/// to the enclosing function.
struct LevelFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(Region *region) const final {
    return isa<CombineOp, AtomicUpdateOp, ReserveEntriesOp, CombineEntriesOp>(
        region->getParentOp());
  }
};
} // namespace

void LevelDialect::initialize() {
  addInterfaces<LevelOpAsmInterface, LevelFoldInterface>();
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Level/IR/LevelOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Level/IR/LevelScatterOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Level/IR/LevelArrayOps.cpp.inc"
      >();
}

Operation *LevelDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

bool weft::level::canIterateShifted(LevelTypeAttrInterface type) {
  return type.hasPositionIterate() && type.isOrdered() && type.isCompact() &&
         !type.isFull() && !type.hasLocate();
}
