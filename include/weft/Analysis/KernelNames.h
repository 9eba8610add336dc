//===- KernelNames.h - Names of tensors and index variables -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mathematical notation names tensors, the IR only has values. Whatever shows a
// kernel to people (iteration graphs, lattices, concrete notation; thesis
// figures 3-9 to 4-16) takes the names from here, so that they agree.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_KERNELNAMES_H
#define WEFT_ANALYSIS_KERNELNAMES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace weft {
namespace analysis {

/// The name of a tensor: that of the function argument that it is or, for a
/// kernel's result, of the function result that it becomes. Other tensors are
/// `T0`, `T1`, ... in the order of the function.
std::string getTensorName(mlir::Value tensor);

/// The names inside of one kernel. They remain right as long as the kernel is
/// not changed.
class KernelNames {
public:
  explicit KernelNames(cin::KernelOp kernel);

  /// The name of an operand, result or workspace.
  llvm::StringRef getTensor(mlir::Value ref) const;

  /// The name of an index variable, or its value if it is a literal.
  std::string getIndex(mlir::Value variable) const;

private:
  llvm::DenseMap<mlir::Value, std::string> tensors;
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_KERNELNAMES_H
