//===- LevelDialect.cpp - The level dialect ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the attributes, types and operations of the level dialect.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace weft::level;

#include "weft/Dialect/Level/IR/LevelDialect.cpp.inc"
#include "weft/Dialect/Level/IR/LevelEnums.cpp.inc"
#include "weft/Dialect/Level/IR/LevelTypeAttrInterface.cpp.inc"

void LevelDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Level/IR/LevelOps.cpp.inc"
      >();
}
