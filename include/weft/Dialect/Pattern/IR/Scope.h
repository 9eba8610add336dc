//===- Scope.h - Values of evaluated programs -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions evaluate programs: a value of the program is one of the
// conversion's, and so is the position that a function is applied at. Functions
// are nested, and see the values of those around them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_SCOPE_H
#define WEFT_DIALECT_PATTERN_IR_SCOPE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>

namespace weft {
namespace pattern {

/// The values and positions of a function and of those around it. `ValueT` is a
/// pointer.
template <typename ValueT, typename PositionT> struct Scope {
  std::shared_ptr<const Scope> parent;
  llvm::DenseMap<mlir::Value, ValueT> values;
  llvm::StringMap<PositionT> positions;

  /// Null if there is none.
  ValueT lookup(mlir::Value value) const {
    for (const Scope *scope = this; scope; scope = scope->parent.get())
      if (ValueT found = scope->values.lookup(value))
        return found;
    return nullptr;
  }

  /// Null if there is none.
  const PositionT *lookupPosition(llvm::StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->parent.get())
      if (auto found = scope->positions.find(name);
          found != scope->positions.end())
        return &found->getValue();
    return nullptr;
  }
};

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_IR_SCOPE_H
