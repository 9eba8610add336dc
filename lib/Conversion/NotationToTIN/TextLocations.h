//===- TextLocations.h - Places in a text as locations ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes MLIR locations of byte ranges, so that whatever refuses an operation
// later points at the text that it came from.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_TEXTLOCATIONS_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_TEXTLOCATIONS_H

#include "weft/Notation/Diagnostic.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace weft {

/// Locations in one text.
class TextLocations {
public:
  TextLocations(mlir::MLIRContext *context, llvm::StringRef name,
                llvm::StringRef text);

  /// Lines and columns count from one, columns in bytes; the end is exclusive.
  mlir::Location get(notation::Range range) const;

  mlir::InFlightDiagnostic emitError(notation::Range range) const {
    return mlir::emitError(get(range));
  }

private:
  std::pair<unsigned, unsigned> getLineAndColumn(size_t offset) const;

  mlir::StringAttr name;
  /// The offsets at which lines begin.
  llvm::SmallVector<size_t> lines;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_TEXTLOCATIONS_H
