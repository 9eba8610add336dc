//===- Bytes.h - Values as bytes --------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes values one after the other, and reads them again, on one machine. Both
// are archives: a function `visit(archive, value)` describes a type for both.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_BYTES_H
#define WEFT_LIB_CAPI_BYTES_H

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {
namespace capi {

template <typename T>
constexpr bool isNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ByteWriter {
public:
  template <typename... Ts> void operator()(const Ts &...values) {
    (write(values), ...);
  }

  std::string bytes;

private:
  template <typename T> void write(const T &value) {
    if constexpr (isNumber<T>)
      bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
    else
      visit(*this, const_cast<T &>(value));
  }
  void write(std::string_view text) {
    write(uint64_t(text.size()));
    bytes.append(text);
  }
  void write(const std::string &text) { write(std::string_view(text)); }
  template <typename T> void write(const std::optional<T> &value) {
    write(value.has_value());
    if (value)
      write(*value);
  }
  template <typename T> void writeAll(const T &values) {
    write(uint64_t(values.size()));
    for (const auto &value : values)
      write(value);
  }
  template <typename T> void write(const std::vector<T> &values) {
    writeAll(values);
  }
  template <typename T, typename C> void write(const std::set<T, C> &values) {
    writeAll(values);
  }
  template <typename K, typename V, typename C>
  void write(const std::map<K, V, C> &values) {
    write(uint64_t(values.size()));
    for (const auto &[key, value] : values)
      (*this)(key, value);
  }
};

/// Where there is nothing left to read, values are empty, and `failed` is true.
class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : bytes(bytes) {}

  template <typename... Ts> void operator()(Ts &...values) {
    (read(values), ...);
  }

  std::string_view bytes;
  bool failed = false;

private:
  template <typename T> void read(T &value) {
    if constexpr (!isNumber<T>) {
      visit(*this, value);
    } else if (bytes.size() < sizeof(value)) {
      failed = true;
    } else {
      std::memcpy(&value, bytes.data(), sizeof(value));
      bytes.remove_prefix(sizeof(value));
    }
  }
  /// How many values follow, each of which takes a byte at least.
  uint64_t readCount() {
    uint64_t count = 0;
    read(count);
    failed |= count > bytes.size();
    return failed ? 0 : count;
  }
  void read(std::string &text) {
    uint64_t size = readCount();
    text = bytes.substr(0, size);
    bytes.remove_prefix(size);
  }
  template <typename T> void read(std::optional<T> &value) {
    bool isThere = false;
    read(isThere);
    if (isThere)
      read(value.emplace());
  }
  template <typename T> void read(std::vector<T> &values) {
    for (uint64_t left = readCount(); left > 0 && !failed; --left)
      read(values.emplace_back());
  }
  template <typename T, typename C> void read(std::set<T, C> &values) {
    for (uint64_t left = readCount(); left > 0 && !failed; --left) {
      T value{};
      read(value);
      values.insert(std::move(value));
    }
  }
  template <typename K, typename V, typename C>
  void read(std::map<K, V, C> &values) {
    for (uint64_t left = readCount(); left > 0 && !failed; --left) {
      K key{};
      read(key);
      read(values[std::move(key)]);
    }
  }
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_BYTES_H
