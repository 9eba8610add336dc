//===- FilledTypes.h - Tensors with a fill ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of tensors that are a value until they are assigned. A fill of zero
// is not said.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_FILLEDTYPES_H
#define WEFT_ANALYSIS_FILLEDTYPES_H

#include "weft/Dialect/Level/IR/Level.h"

namespace weft {
namespace analysis {

/// The type of a tensor in a format but with another fill; null stands for
/// zero. A dense one that is zero has no format.
mlir::RankedTensorType getFilledType(llvm::ArrayRef<int64_t> shape,
                                     mlir::Type element,
                                     level::FormatAttr format,
                                     mlir::Attribute fill);

/// That of a dense tensor.
mlir::RankedTensorType getFilledType(llvm::ArrayRef<int64_t> shape,
                                     mlir::Type element, mlir::Attribute fill);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_FILLEDTYPES_H
