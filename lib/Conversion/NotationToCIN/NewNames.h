//===- NewNames.h - Names that schedules give -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule may give any name that the text does not use. Inserted loops and
// workspaces with such a name, as `j1` of a copy, are renamed
// (docs/decisions/schedules.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_NEWNAMES_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_NEWNAMES_H

#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Notation/Schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

namespace weft {

/// How many of the variables of a step have loops; others are new.
size_t getNumForalls(const notation::ScheduleStep &step);

class NewNames {
public:
  /// Renames what is called as a step will call something new and looks as if
  /// nobody had called it so, unless a step before has. Nothing is in the way
  /// in kernels that are hidden.
  void makeRoom(mlir::RewriterBase &rewriter, mlir::func::FuncOp function,
                const notation::ScheduleStep &step,
                llvm::function_ref<bool(cin::KernelOp)> isHidden);

private:
  /// The names in the steps so far.
  llvm::StringSet<> used;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_NEWNAMES_H
