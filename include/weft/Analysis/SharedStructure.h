//===- SharedStructure.h - Results with an operand's structure --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results that store the same components as an operand in the same
// format: a sampled product, a mask, an operand that is scaled. Their
// coordinates need not be assembled.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_SHAREDSTRUCTURE_H
#define WEFT_ANALYSIS_SHAREDSTRUCTURE_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// An access of an operand that stores what a result of a kernel stores, in the
/// same format; null if there is none.
/// `assigns` are all assignments to the result.
cin::AccessOp findSharedStructure(cin::KernelOp kernel, mlir::Value ref,
                                  llvm::ArrayRef<cin::AssignOp> assigns);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_SHAREDSTRUCTURE_H
