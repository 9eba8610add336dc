//===- Tensor.h - A stored tensor -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in the storage that its format describes (thesis sections 2.3 and
// 2.4): the owner of the arrays that TensorABI.h lays out and that kernels read
// and return.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_TENSOR_H
#define WEFT_RUNTIME_TENSOR_H

#include "weft/Runtime/Format.h"
#include "weft/Runtime/Status.h"
#include "weft/Runtime/TensorABI.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// Fails if `format` is not one of a tensor of `order` modes: its levels must
/// store every mode once, whole or in two parts, slots must be those of one
/// level below, and its widths must be 8, 16, 32 or 64 bits.
Status checkFormat(const Format &format, int64_t order);

/// The coordinate list by which tensors get into and out of a format with level
/// types of a plugin.
Format getListFormat(const Format &format);

/// How many arrays store a tensor of a format, its values included.
int64_t numArrays(const Format &format);

/// What an array of a tensor holds.
struct ArrayElement {
  /// The size of an element, and what its address is a multiple of.
  int64_t bytes, alignment;
};

/// The elements of each array of a tensor, in the order that TensorABI.h gives.
std::vector<ArrayElement> describeArrays(const Format &format,
                                         ElementType type);

/// Sizes in words, e.g. "vector of 5" or "matrix of 3 x 4".
std::string describeDims(const std::vector<int64_t> &dims);

/// Whether each element of arrays that are taken over is looked at.
enum class ArrayElements { Checked, Trusted };

/// Tells an owner of arrays that a tensor does not use them any longer.
struct ArrayRelease {
  /// Called once, on any thread; null if no notification is needed.
  void (*function)(void *context) = nullptr;
  void *context = nullptr;
};

/// A stored tensor. It can be moved but not copied.
class Tensor {
public:
  Tensor(Tensor &&other) noexcept;
  Tensor &operator=(Tensor &&other) noexcept;
  ~Tensor();

  /// Makes a tensor of arrays from `allocate` or that a kernel returned, in the
  /// order that TensorABI.h gives. Takes them over, and frees them if they do
  /// not fit each other: positions must start at zero and never decrease,
  /// coordinates must lie within the dimensions, and every array must be as
  /// long as the levels above need. (Longer arrays are cut.) A format with
  /// slots has the given number of them. Of trusted elements, only those are
  /// looked at that tell how long arrays are. The layout of a plugin's level
  /// type is not checked.
  static Expected<Tensor>
  adopt(Format format, ElementType type, std::vector<int64_t> dims,
        std::vector<weft_array> arrays, int64_t numSlots = 0,
        ArrayElements elements = ArrayElements::Checked);

  /// Makes a tensor that borrows arrays. Their owner keeps them unchanged until
  /// the tensor is destroyed, which `setRelease` reports. Beyond what
  /// `adopt` checks, arrays must be aligned to their elements, and unless they
  /// are trusted, coordinates must have the order and the uniqueness that the
  /// format promises. Those of a plugin's level types must be trusted.
  static Expected<Tensor> borrow(Format format, ElementType type,
                                 std::vector<int64_t> dims,
                                 std::vector<weft_array> arrays,
                                 int64_t numSlots, ArrayElements elements);

  /// Makes a tensor of order 0 whose value is the component at `value`.
  static Expected<Tensor> scalar(ElementType type, const void *value);

  const Format &format() const { return storedFormat; }
  ElementType type() const { return elementType; }
  int64_t order() const { return static_cast<int64_t>(sizes.size()); }
  /// The sizes of the modes (not of the levels).
  const std::vector<int64_t> &dims() const { return sizes; }
  /// The number of slots, in a format with slots.
  int64_t numSlots() const { return slotCount; }
  /// The sizes of the modes, and then the number of slots.
  const std::vector<int64_t> &dimsAndSlots() const { return extents; }
  /// The arrays in the order that TensorABI.h gives; the values are the last.
  const std::vector<weft_array> &arrays() const { return storage; }
  /// The values; in a packed format, the records that they are in.
  const void *values() const { return storage.back().data; }

  /// Whether the arrays are borrowed.
  bool isBorrowed() const { return borrowed; }
  /// Says whom to tell when a borrowed tensor is destroyed.
  void setRelease(ArrayRelease release) { arrayRelease = release; }
  /// Hands the arrays over, each of which is given back with `deallocate`; not
  /// those of a borrowed tensor.
  std::vector<weft_array> takeArrays();

  /// The tensor as kernels see it; valid as long as the tensor stays in place.
  /// A kernel changes nothing behind it.
  weft_tensor_data view() const;

  /// How many entries are stored: explicit zeros count, and so does every
  /// component of a dense tensor. What only fills up a block does not.
  int64_t numStored() const { return storedCount; }

  /// Writes all stored entries in storage order: the coordinates, in the order
  /// of the tensor's modes and row by row, to `coordinates` (numStored x order
  /// numbers), and the components to `values`. Neither may be null, unless it
  /// has no elements.
  void entries(int64_t *coordinates, void *values) const;

private:
  Tensor(Format format, ElementType type, std::vector<int64_t> dims,
         std::vector<weft_array> arrays, int64_t numSlots);
  /// Checks what was taken over, and counts its entries. Coordinates of arrays
  /// from outside are checked for their order as well.
  Status checkArrays(ArrayElements elements, bool checksOrder);
  /// The same for a format with level types of a plugin: lists its entries.
  Status listEntries();
  void freeArrays();

  Format storedFormat;
  ElementType elementType;
  std::vector<int64_t> sizes;
  /// The sizes and the number of slots, as kernels find them.
  std::vector<int64_t> extents;
  std::vector<weft_array> storage;
  int64_t slotCount = 0;
  int64_t storedCount = 0;
  bool borrowed = false;
  ArrayRelease arrayRelease;
  /// The entries as a coordinate list, if the format has level types of a
  /// plugin, which only kernels iterate over; null otherwise.
  std::unique_ptr<Tensor> list;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_TENSOR_H
