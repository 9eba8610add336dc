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

#ifndef WEFT_SUPPORT_TEXTLOCATIONS_H
#define WEFT_SUPPORT_TEXTLOCATIONS_H

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
  mlir::Location get(size_t begin, size_t end) const;

  /// The same of whatever has a `begin` and an `end`.
  template <typename Range> mlir::Location get(const Range &range) const {
    return get(range.begin, range.end);
  }
  template <typename Range>
  mlir::InFlightDiagnostic emitError(const Range &range) const {
    return mlir::emitError(get(range));
  }

private:
  std::pair<unsigned, unsigned> getLineAndColumn(size_t offset) const;

  mlir::StringAttr name;
  /// The offsets at which lines begin.
  llvm::SmallVector<size_t> lines;
};

/// The location of what is in one text and was changed by a part of another: a
/// diagnostic points at the change.
mlir::Location getChangedLocation(mlir::Location original,
                                  mlir::Location change);
/// The location without changes.
mlir::Location getOriginalLocation(mlir::Location loc);

/// The name of the loop at a location, changed or not: the variable over which
/// the loop iterates. Null if the location has no name.
mlir::StringAttr findLoopName(mlir::Location loc);

} // namespace weft

#endif // WEFT_SUPPORT_TEXTLOCATIONS_H
