//===- Formats.h - Tensor formats as array types ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats of dense and compressed levels are array types, and array types of
// that shape are formats. Both describe the same arrays of memory, so that
// nothing is copied.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_FORMATS_FORMATS_H
#define WEFT_DIALECT_PATTERN_FORMATS_FORMATS_H

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {
namespace pattern {

/// The arrays of a stored tensor as parameters of a program: positions and
/// coordinates of each compressed level, and the components.
struct ArrayForm {
  llvm::SmallVector<std::string> names;
  llvm::SmallVector<mlir::Type> types;
};

/// The arrays of a tensor `name` of a format and of sizes. The arrays of level
/// l are called `name_posl` and `name_crdl`, and the components `name`. In a
/// packed format, the components are pairs of the last coordinate and the
/// component. Nothing, with a reason, if a level is neither dense nor
/// compressed or does not store one whole dimension, or if the fill is not
/// zero.
std::optional<ArrayForm> getArrayForm(level::FormatAttr format,
                                      mlir::Type component,
                                      llvm::ArrayRef<Nat> sizes,
                                      llvm::StringRef name,
                                      std::string &reason);

/// The format whose components have an array type, and the names of the arrays
/// of positions of its compressed levels. Positions and coordinates have 32
/// bits, and the modes the order of the levels. Pairs of such a coordinate and
/// a scalar in a compressed level are packed. Null, with a reason, if the type
/// is that of no format.
level::FormatAttr getFormatOf(ArrayType components,
                              llvm::SmallVectorImpl<std::string> &positions,
                              std::string &reason);

/// The same of all arrays of a tensor, in the order of `ArrayForm` but with any
/// names, which have the widths of positions and coordinates. Null, with a
/// reason, if one is missing or has another type than the levels need.
level::FormatAttr getFormatOf(const ArrayForm &arrays, std::string &reason);

/// The format with its last coordinates packed with its components.
level::FormatAttr getPacked(level::FormatAttr format);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_FORMATS_FORMATS_H
