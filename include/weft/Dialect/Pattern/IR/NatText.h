//===- NatText.h - Natural numbers of operations as text --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the assembly formats of operations write a natural number: in quotes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_NATTEXT_H
#define WEFT_DIALECT_PATTERN_IR_NATTEXT_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {
namespace pattern {

/// Parses and prints a natural number as text between quotes. Parsing fails,
/// with an error at the text, for what is no natural number.
mlir::ParseResult parseNatText(mlir::OpAsmParser &parser, NatAttr &nat);
void printNatText(mlir::OpAsmPrinter &printer, mlir::Operation *, NatAttr nat);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_IR_NATTEXT_H
