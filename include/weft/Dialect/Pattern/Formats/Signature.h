//===- Signature.h - The tensors of a program -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters and results of a program as tensors, which kernels take and
// make: a parameter of a format is a stored tensor, an array whose lengths are
// the same everywhere is a dense one, and any other array is a list of its
// scalars, one behind the other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_FORMATS_SIGNATURE_H
#define WEFT_DIALECT_PATTERN_FORMATS_SIGNATURE_H

#include "weft/Dialect/Pattern/Formats/Formats.h"

namespace weft {
namespace pattern {

/// On a program: the stored tensors among its parameters, an array of `{name,
/// format, sizes}`. Their arrays are parameters with the names of `ArrayForm`.
constexpr llvm::StringLiteral kTensorsAttr = "pattern.tensors";

/// The record of a stored tensor in that attribute.
mlir::Attribute describeTensor(llvm::StringRef name, level::FormatAttr format,
                               llvm::ArrayRef<Nat> sizes);

/// How many arrays are around a pair in arrays, if the scalars in it have
/// several types. Such arrays are two tensors. Nothing for any other type.
std::optional<unsigned> getUnzippedDepth(mlir::Type type);

/// The arrays of the first or second values in arrays of pairs.
mlir::Type unzip(mlir::Type type, bool isFirst);

struct SignatureTensor {
  std::string name;
  /// Null if all modes are dense.
  level::FormatAttr format;
  mlir::Type component;
  /// The sizes of the modes.
  llvm::SmallVector<Nat> sizes;
  /// The types of its arrays, as parameters have them; the components are last.
  llvm::SmallVector<mlir::Type> arrays;
  /// That of the parameter, or of the program for a result.
  std::optional<mlir::Location> loc;
};

struct Signature {
  llvm::SmallVector<SignatureTensor> results, operands;
};

/// The signature of a program, whose results are called after it. Nothing, with
/// a reason, if tensors are not those of the parameters.
std::optional<Signature> getSignature(ProgramOp program, std::string &reason);

/// Whether a size tells a natural number: it is the number plus a constant.
bool isSizeOf(const Nat &size, llvm::StringRef nat);

/// Gives a value to a natural number of a program, which it has no more then.
void fixNumber(ProgramOp program, llvm::StringRef nat, int64_t value);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_FORMATS_SIGNATURE_H
