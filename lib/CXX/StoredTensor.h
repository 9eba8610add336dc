//===- StoredTensor.h - A value of a tensor ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of the C interface that never changes, with what reading it needs.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_STOREDTENSOR_H
#define WEFT_LIB_CXX_STOREDTENSOR_H

#include "Nodes.h"

#include "weft-c/Weft.h"

#include <mutex>

namespace weft {
namespace cxx_impl {

struct FreeTensor {
  void operator()(weft_tensor *tensor) const { weft_tensor_free(tensor); }
};
using TensorHandle = std::unique_ptr<weft_tensor, FreeTensor>;

/// Throws `Error` with the message of a failed C call. `expression` is what it
/// is about, and is shown if the message does not.
[[noreturn]] void fail(char *error, const std::string &expression = "");

class StoredTensor {
public:
  StoredTensor(TensorHandle handle, const Format &format);

  const weft_tensor *getHandle() const { return handle.get(); }
  size_t getOrder() const { return order; }
  const int64_t *getDims() const { return weft_tensor_dims(handle.get()); }
  size_t getNumStored() const {
    return static_cast<size_t>(weft_tensor_num_stored(handle.get()));
  }

  /// Whether the components are one array in row-major order.
  bool isDense() const { return dense; }
  /// The components in storage order.
  const void *getComponents() const;
  /// The coordinates in storage order, row-major; null if it is dense.
  const int64_t *getCoordinates() const;

  /// Gives the places of a coordinate's components, and the array that they are
  /// in.
  const void *find(const std::vector<int64_t> &coordinates,
                   std::vector<size_t> &places) const;

private:
  /// The entries of a tensor that is not dense.
  struct Listing {
    std::vector<int64_t> coordinates;
    std::vector<char> components;
    /// The entries by their coordinates, when one was looked for.
    std::vector<size_t> order;
  };
  Listing &list() const;
  const std::vector<size_t> &sort() const;

  TensorHandle handle;
  size_t order;
  bool dense;
  std::vector<char> fill;
  mutable std::mutex mutex;
  mutable std::unique_ptr<Listing> listing;
};
using StoredPtr = std::shared_ptr<const StoredTensor>;

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_STOREDTENSOR_H
