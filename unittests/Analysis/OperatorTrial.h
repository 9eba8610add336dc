//===- OperatorTrial.h - Operations under test ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation, written as text, and what the algebra says of it, as text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_ANALYSIS_OPERATORTRIAL_H
#define WEFT_UNITTESTS_ANALYSIS_OPERATORTRIAL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace weft {
namespace test {

/// A function whose one operation after its constants is under test.
class Subject {
public:
  /// `arguments` declares the operands, `text` is the operation.
  Subject(llvm::StringRef arguments, llvm::StringRef text,
          llvm::StringRef constants = "");

  explicit operator bool() const { return op; }
  mlir::Operation *operator*() const { return op; }

  /// Scalars from text separated by semicolons; "-" is none.
  llvm::SmallVector<mlir::Attribute> scalars(llvm::StringRef text);

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Operation *op = nullptr;
};

/// Puts an operation into one with the property `strict_zero`.
void makeStrict(mlir::Operation *op);

std::string toString(mlir::Attribute attribute);

/// N, A and I for each operand.
std::string getEffects(mlir::Operation *op,
                       llvm::ArrayRef<mlir::Attribute> fills);

// Operands, and scalars as they are written and printed.
inline constexpr const char *kF1 = "%a: f64";
inline constexpr const char *kF2 = "%a: f64, %b: f64";
inline constexpr const char *kF3 = "%a: f64, %b: f64, %c: f64";
inline constexpr const char *kI1 = "%a: i32";
inline constexpr const char *kI2 = "%a: i32, %b: i32";
inline constexpr const char *kC1 = "%a: complex<f64>";
inline constexpr const char *kC2 = "%a: complex<f64>, %b: complex<f64>";
#define S_ZERO "0.0 : f64"
#define S_ONE "1.0 : f64"
#define S_TWO "2.0 : f64"
#define S_INF "0x7FF0000000000000 : f64"
#define S_MINF "0xFFF0000000000000 : f64"
#define S_RZERO "0.000000e+00 : f64"
#define S_RONE "1.000000e+00 : f64"
#define S_RNAN "0x7FF8000000000000 : f64"
#define S_CZERO "[0.0, 0.0]"
#define S_CONE "[1.0, 0.0]"
#define S_RCZERO "[0.000000e+00, 0.000000e+00]"
#define S_RCONE "[1.000000e+00, 0.000000e+00]"

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_ANALYSIS_OPERATORTRIAL_H
