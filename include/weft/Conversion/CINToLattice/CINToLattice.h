//===- CINToLattice.h - Concrete notation to lattices -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of `cin.kernel`, for passes and pipelines of one's own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H
#define WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// The options of the pass, which describes them.
using CINToLatticeOptions = ConvertCINToLatticeOptions;

/// Replaces a `cin.kernel` by the code for its statement. One that cannot be
/// lowered is reported as an error and left as it is. This is no pattern, since
/// what is refused is found out on the way.
mlir::LogicalResult lowerKernel(cin::KernelOp kernel,
                                mlir::RewriterBase &rewriter,
                                const CINToLatticeOptions &options = {});

} // namespace weft

#endif // WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H
