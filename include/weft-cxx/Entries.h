//===- Entries.h - Iterators over stored entries ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries in storage order. Those of dense tensors are read where they are
// stored; of others, coordinates and components are listed once and shared by
// all iterators over the same value.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_ENTRIES_H
#define WEFT_CXX_ENTRIES_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace weft {

namespace cxx_impl {
class StoredTensor;
} // namespace cxx_impl

inline namespace cxx {

/// The coordinates of an entry. They are valid until the iterator that gave
/// them is changed or gone.
class Coordinates {
public:
  Coordinates(const int64_t *data, size_t order) : data(data), order(order) {}

  int64_t operator[](size_t mode) const { return data[mode]; }
  size_t size() const { return order; }
  const int64_t *begin() const { return data; }
  const int64_t *end() const { return data + order; }

private:
  const int64_t *data;
  size_t order;
};

/// A stored entry, for `for (auto [coordinates, value] : A)`.
template <typename T> struct Entry {
  Coordinates coordinates;
  T value;
};

/// A place among the entries of a value. It keeps the value, whatever happens
/// to the tensor.
class EntryCursor {
public:
  EntryCursor() = default;
  /// The first entry, or the place behind the last one.
  EntryCursor(std::shared_ptr<const cxx_impl::StoredTensor> stored, bool atEnd);

  Coordinates getCoordinates() const {
    return {isDense ? counter.data() : coordinates + position * order, order};
  }
  const void *getValues() const { return values; }
  size_t getPosition() const { return position; }
  void advance() {
    ++position;
    if (isDense)
      count();
  }

private:
  /// Moves the coordinates of a dense tensor on.
  void count();

  std::shared_ptr<const cxx_impl::StoredTensor> stored;
  const int64_t *coordinates = nullptr;
  const void *values = nullptr;
  size_t order = 0;
  size_t position = 0;
  bool isDense = false;
  std::vector<int64_t> counter;
};

/// An input iterator over the entries of a tensor.
template <typename T> class EntryIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Entry<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = const Entry<T> *;
  using reference = Entry<T>;

  explicit EntryIterator(EntryCursor cursor) : cursor(std::move(cursor)) {}

  Entry<T> operator*() const {
    return {cursor.getCoordinates(),
            static_cast<const T *>(cursor.getValues())[cursor.getPosition()]};
  }
  EntryIterator &operator++() {
    cursor.advance();
    return *this;
  }
  /// An entry is a view of the iterator, so that there is none of before.
  void operator++(int) { ++*this; }
  bool operator==(const EntryIterator &other) const {
    return cursor.getPosition() == other.cursor.getPosition();
  }
  bool operator!=(const EntryIterator &other) const {
    return !(*this == other);
  }

private:
  EntryCursor cursor;
};

/// All entries of the value that a tensor has when it is asked for them.
template <typename T> class EntryRange {
public:
  explicit EntryRange(std::shared_ptr<const cxx_impl::StoredTensor> stored)
      : stored(std::move(stored)) {}

  EntryIterator<T> begin() const {
    return EntryIterator<T>(EntryCursor(stored, /*atEnd=*/false));
  }
  EntryIterator<T> end() const {
    return EntryIterator<T>(EntryCursor(stored, /*atEnd=*/true));
  }

private:
  std::shared_ptr<const cxx_impl::StoredTensor> stored;
};

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_ENTRIES_H
