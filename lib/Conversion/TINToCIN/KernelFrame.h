//===- KernelFrame.h - Kernels without statements ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of a compute before its statement: what it takes, and what that is
// called inside.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_KERNELFRAME_H
#define WEFT_LIB_CONVERSION_TINTOCIN_KERNELFRAME_H

#include "Blocking.h"

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/IRMapping.h"

namespace weft {
namespace tin_to_cin {

/// A value for each loop.
struct LoopValues {
  llvm::SmallVector<std::pair<LoopVariable, mlir::Value>> values;
  mlir::Value lookup(const LoopVariable &loop) const {
    for (auto &[known, value] : values)
      if (known == loop)
        return value;
    return {};
  }
  void erase(const LoopVariable &loop) {
    llvm::erase_if(values, [&](auto &entry) { return entry.first == loop; });
  }
  void set(const LoopVariable &loop, mlir::Value value) {
    erase(loop);
    values.push_back({loop, value});
  }
};

struct KernelFrame {
  cin::KernelOp kernel;
  /// The reference to the result.
  mlir::Value output;
  /// Tensors of the compute to references in the kernel.
  mlir::IRMapping mapping;
  /// The extents in the kernel, of variables that are split as well.
  LoopValues extents;
};

/// Makes the kernel of a compute and goes into its body.
KernelFrame createKernel(mlir::OpBuilder &builder, tin::ComputeOp compute,
                         const Blocking &blocking);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_KERNELFRAME_H
