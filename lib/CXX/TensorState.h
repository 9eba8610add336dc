//===- TensorState.h - Shared state of tensor handles -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor's current value and the entries that were inserted since.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_TENSORSTATE_H
#define WEFT_LIB_CXX_TENSORSTATE_H

#include "Value.h"

namespace weft {
namespace cxx_impl {

struct TensorState {
  explicit TensorState(std::shared_ptr<const TensorInfo> info)
      : info(std::move(info)) {}

  /// Packs pending entries, then returns the value; null if there is none.
  std::shared_ptr<Value> getValue();
  /// The same. Throws if there is none.
  std::shared_ptr<Value> requireValue();
  /// Packs the entries that were inserted, or none.
  void pack();
  void setValue(std::shared_ptr<Value> value);

  const std::shared_ptr<const TensorInfo> info;

  /// Guards all below.
  std::mutex mutex;
  std::shared_ptr<Value> value;
  /// Entries that were inserted: row-major coordinates, and components.
  std::vector<int64_t> coordinates;
  std::vector<char> components;

private:
  void packLocked();
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_TENSORSTATE_H
