//===- FindLoops.h - Find the loops that a schedule names -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the loops, workspaces and results that the names in a schedule denote.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDLOOPS_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDLOOPS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Whether a kernel copies an operand or a result into another format or type,
/// which the text does not say: what has a name in the text is returned.
bool isInsertedCopy(cin::KernelOp kernel);

/// The loops that a name may mean, and an operation that derives a variable of
/// the name, if there is one.
llvm::SmallVector<cin::ForallOp> findForalls(mlir::func::FuncOp function,
                                             llvm::StringRef name,
                                             mlir::Operation *&derivation);
/// The loops of a function, as a schedule names them.
std::string listLoops(mlir::func::FuncOp function);

/// The workspaces that a name may mean: `w`, or `C.w` in a kernel that assigns
/// `C`.
llvm::SmallVector<cin::WhereOp> findWorkspaces(mlir::func::FuncOp function,
                                               llvm::StringRef name);
std::string listWorkspaces(mlir::func::FuncOp function);

/// The kernels that compute a result of a function.
llvm::SmallVector<cin::KernelOp> findKernels(mlir::func::FuncOp function,
                                             llvm::StringRef result);
std::string listResults(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDLOOPS_H
