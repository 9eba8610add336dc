//===- LevelFunctions.h - Code of level functions ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of the level functions of a level type (thesis, tables 2-13 and
// 2-14), made by the lowering that makes it for kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELFUNCTIONS_H
#define WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELFUNCTIONS_H

#include "LevelTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// A format with a level of some type.
struct LevelContext {
  std::string format;
  level::FormatAttr attr;
  int64_t level = 0;
};

/// Prints the functions of a level type, each in words of code. Fails with a
/// message if a function is missing that the type says it has.
mlir::LogicalResult printLevelFunctions(const LevelTypeEntry &type,
                                        mlir::MLIRContext &context,
                                        llvm::raw_ostream &os);

/// Prints the body of a lowered function as short code, with these names of its
/// arguments. The first results are assigned to what `results` names, unless
/// they are that already, and the others returned.
void printFunctionText(mlir::func::FuncOp function,
                       llvm::ArrayRef<std::string> arguments,
                       llvm::ArrayRef<std::string> results,
                       llvm::raw_ostream &os);

} // namespace weft

#endif // WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELFUNCTIONS_H
