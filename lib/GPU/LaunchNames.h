//===- LaunchNames.h - Names of kernels -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the kernels of a function such that profiles and explanations can tell
// them apart: `kernel_i_j` runs the loops over `i` and `j`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_LAUNCHNAMES_H
#define WEFT_GPU_LAUNCHNAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"

namespace weft {
namespace gpu {

/// The variable of a loop, as the location of its induction variable or of the
/// coordinates that it loads states it, with underscores for characters that
/// are no letters or digits of ASCII; empty if none is stated.
std::string getVariableName(mlir::scf::ForOp loop);

/// The names of the kernels of one function.
class LaunchNames {
public:
  explicit LaunchNames(mlir::func::FuncOp function) : function(function) {}

  /// Returns a name for the launch of a loop: that of the function and the
  /// variables of the loops in it that have a unit, from the outermost, each
  /// once; `kernel` if none has a name. A number is appended to a name that is
  /// taken.
  std::string get(mlir::scf::ForOp loop);

private:
  mlir::func::FuncOp function;
  llvm::StringSet<> taken;
};

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_LAUNCHNAMES_H
