//===- NotationToTIN.h - Index notation to the tin dialect ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrow from text to IR: a checked text of index notation (weft/Notation)
// becomes a function over tensors with one tin.compute per assignment (thesis,
// section 4.2). The rules by which element types mix, which the text does not
// show, are here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_NOTATIONTOTIN_NOTATIONTOTIN_H
#define WEFT_CONVERSION_NOTATIONTOTIN_NOTATIONTOTIN_H

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Notation/Program.h"
#include "weft/Runtime/Format.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"

namespace weft {

/// How one tensor of a text is stored.
struct TensorStorage {
  runtime::Format format;
  runtime::ElementType type = runtime::ElementType::F64;
  /// How workspaces are stored that it is computed in, if it is a result;
  /// chosen where it is not said.
  std::optional<level::Workspace> workspace = std::nullopt;
};

struct TranslationOptions {
  /// The storage of each tensor of the program, in the program's order.
  std::vector<TensorStorage> storage;
  /// An absent zero does not annihilate infinities and NaN: products and
  /// quotients are in a `tin.compute` that is `strict_zero`.
  bool strictZero = false;
  /// The sizes of index variables that index no tensor, which become constants.
  std::map<std::string, int64_t> sizes;
  /// The name of the kernel, which its entry is called by.
  std::string name = "kernel";
  /// The definitions of the functions that the text's author defined, whose
  /// types are those of tensors; null if there are none.
  mlir::ModuleOp operators;
  /// What locations call the text.
  std::string textName = "expression";
};

/// The type of a tensor of `order` dynamic sizes. The dense format with the
/// default widths and the modes in order needs no encoding.
mlir::RankedTensorType getTensorType(mlir::MLIRContext *context, int64_t order,
                                     const TensorStorage &storage);

/// Emits an error if level types of plugins may not stand where they are in a
/// format; others are checked when the text of a format is parsed.
mlir::LogicalResult verifyTensorType(mlir::MLIRContext *context,
                                     const TensorStorage &storage);

/// Translates a program to a module with one function:
///
///   func.func @kernel(%A: tensor<..> {weft.name = "A"}, ...,
///                     %n: index {weft.extent = array<i64: R, M>}, ...)
///       -> (tensor<..> {weft.name = "y"}, ...) attributes {weft.kernel}
///
/// Arguments are the inputs and results the assigned tensors, each in the
/// program's order; a tensor that is both has an argument and a result. The
/// size of an index variable that no operand determines is that of mode M of
/// result R, and that of one that indexes no tensor is given. Every assignment
/// becomes a tin.compute, whose accesses see what earlier assignments made. All
/// index variables have explicit extents.
///
/// Operators compute in the smallest type that both operands convert to:
/// integer to floating-point to complex, of the greater width (i64 and f32 meet
/// in f64). Literals, index variables and truth values adapt to the other
/// operand; a comparison is 1 or 0. Functions of real numbers convert integers
/// to f64. A result's type must be of the value's kind or a wider one. Integer
/// division truncates; by zero it gives zero.
///
/// Functions that the author defined are copied into the module as operators,
/// as far as they are used.
///
/// Every operation has the range in the text that it stands for as its
/// location. What is refused is emitted as an error there, and the result is
/// null.
mlir::OwningOpRef<mlir::ModuleOp>
translateToTIN(const notation::Program &program, llvm::StringRef text,
               const TranslationOptions &options, mlir::MLIRContext *context);

} // namespace weft

#endif // WEFT_CONVERSION_NOTATIONTOTIN_NOTATIONTOTIN_H
