//===- KeptTables.h - Tables that the runtime keeps -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering of tables that are left as they are taken.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_KEPTTABLES_H
#define WEFT_LIB_COMPILER_KEPTTABLES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Has tables kept whose filling and freeing are known, and erases what fills
/// them; all others are arrays like any.
void findKeptTables(mlir::ModuleOp module);

/// Lowers what takes and frees the tables that are kept to calls of the
/// runtime.
void populateKeptTablePatterns(const mlir::LLVMTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_LIB_COMPILER_KEPTTABLES_H
