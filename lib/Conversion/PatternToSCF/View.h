//===- View.h - Values that are computed where they are used ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is not stored by the conversion: it is a function from a position to
// a view of the element, which emits code where an element is used. Chains of
// patterns become one loop nest that way, as positions are natural-number
// expressions until an address is needed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOSCF_VIEW_H
#define WEFT_CONVERSION_PATTERNTOSCF_VIEW_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include <functional>

namespace weft {
namespace pattern_to_scf {

struct View;
using ViewRef = std::shared_ptr<const View>;

/// The array of an operand that an integer is an element of, and the outermost
/// position that it is at.
struct IndexSource {
  mlir::Value memory;
  pattern::ArrayType type;
  pattern::Nat position;
};

/// A scalar, a pair or an array: one group of fields is set.
struct View {
  /// Emits the scalar.
  std::function<mlir::Value()> scalar;
  /// If the scalar is a coordinate: the size of its dimension.
  std::optional<pattern::Nat> bound;
  /// If the scalar is an element of an operand.
  std::optional<IndexSource> source;

  ViewRef first, second;

  std::function<ViewRef(const pattern::Nat &)> at;
  pattern::Mapping mapping = pattern::Mapping::Any;
  /// If the array is computed in the memory of a result: fills that.
  std::function<void(mlir::Value memory)> fill;
  /// If the array joins rows: these, and their type.
  ViewRef rows;
  mlir::Type rowsType;
};

inline ViewRef makeScalar(std::function<mlir::Value()> emit) {
  auto view = std::make_shared<View>();
  view->scalar = std::move(emit);
  return view;
}

inline ViewRef makeScalar(mlir::Value value) {
  return makeScalar([value] { return value; });
}

inline ViewRef makePair(ViewRef first, ViewRef second) {
  auto view = std::make_shared<View>();
  view->first = std::move(first);
  view->second = std::move(second);
  return view;
}

inline ViewRef makeArray(std::function<ViewRef(const pattern::Nat &)> at,
                         pattern::Mapping mapping = pattern::Mapping::Any) {
  auto view = std::make_shared<View>();
  view->at = std::move(at);
  view->mapping = mapping;
  return view;
}

} // namespace pattern_to_scf
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOSCF_VIEW_H
