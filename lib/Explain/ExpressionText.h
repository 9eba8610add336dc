//===- ExpressionText.h - Scalar operations as expressions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expression language of concrete notation (thesis, figure 4-11). Operators
// of any dialect have a text: infix signs for arithmetic and comparison, and a
// function otherwise, with the names that the text front end gives to
// functions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_EXPRESSIONTEXT_H
#define WEFT_LIB_EXPLAIN_EXPRESSIONTEXT_H

#include "weft/Analysis/KernelNames.h"

namespace weft {
namespace explain {

/// The texts of the values of a kernel. Texts that are too long to be read are
/// abbreviated, so that shared values cannot blow them up.
class ExpressionTexts {
public:
  /// How much of an expression is shown, in bytes.
  static constexpr size_t kMaxLength = 1024;

  explicit ExpressionTexts(const analysis::KernelNames &names) : names(names) {}

  /// Gives texts to the results of an operation, whose operands have theirs.
  void add(mlir::Operation *op);

  /// The text of a value.
  std::string get(mlir::Value value) const;

  /// The text of a component: `A(i,j)`.
  std::string getComponent(mlir::Value ref, mlir::ValueRange indices) const;

  /// The text of an assignment: `y(i) += x(i)`, `y(i) max= x(i)`. A combiner
  /// that is not one operation is written out with the component as
  /// accumulator.
  std::string getAssignment(cin::AssignOp assign);

private:
  /// How tightly the outermost operator of a text binds.
  enum class Binding { Comparison, Sum, Product, Sign, Primary };
  struct Text {
    std::string text;
    Binding binding = Binding::Primary;
  };

  void set(mlir::Value value, Text text);
  Text getText(mlir::Operation *op) const;
  Text getInfix(mlir::Operation *op, llvm::StringRef sign,
                Binding binding) const;
  std::string getCall(mlir::Operation *op, llvm::StringRef function) const;
  /// The text of an operand, in parentheses if it binds less than `atLeast`.
  std::string getOperand(mlir::Value value, Binding atLeast) const;
  /// `|i|` of the extent of `i`.
  std::string getExtentText(mlir::Value extent) const;
  /// The infix sign of an operation; empty if it is a function.
  static llvm::StringRef getSign(mlir::Operation *op, Binding &binding);

  const analysis::KernelNames &names;
  llvm::DenseMap<mlir::Value, Text> texts;
};

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_EXPRESSIONTEXT_H
