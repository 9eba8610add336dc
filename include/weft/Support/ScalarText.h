//===- ScalarText.h - Numbers in mathematical notation ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literals as iteration graphs and concrete notation show them (thesis, figures
// 3-10 and 4-11): by their value, without a type.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_SCALARTEXT_H
#define WEFT_SUPPORT_SCALARTEXT_H

#include "mlir/IR/Attributes.h"

#include <string>

namespace weft {

/// The text of a scalar as the operations' constants hold it; floats have the
/// fewest digits that tell them from others.
std::string getScalarText(mlir::Attribute scalar);

} // namespace weft

#endif // WEFT_SUPPORT_SCALARTEXT_H
