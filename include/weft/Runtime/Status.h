//===- Status.h - Success or a message for the user -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the runtime reports failures: it is compiled without exceptions, must not
// end the process and depends on nothing of LLVM, so every function that can
// fail returns one of these two types. A message is complete as it stands: it
// names the file and line, the tensor or the coordinate it is about.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_STATUS_H
#define WEFT_RUNTIME_STATUS_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace weft {
namespace runtime {

/// Success, or a message for the user.
class [[nodiscard]] Status {
public:
  static Status success() { return Status(); }
  static Status failure(std::string message) {
    Status status;
    status.text = std::move(message);
    return status;
  }

  bool succeeded() const { return !text; }
  bool failed() const { return text.has_value(); }
  /// The message of a failure.
  const std::string &message() const {
    assert(failed() && "success has no message");
    return *text;
  }

private:
  std::optional<std::string> text;
};

/// A value, or a message for the user.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : value(std::move(value)) {}
  Expected(Status failure) : status(std::move(failure)) {
    assert(status.failed() && "success needs a value");
  }

  bool succeeded() const { return value.has_value(); }
  bool failed() const { return !value; }
  const std::string &message() const { return status.message(); }
  /// The failure, to hand it on.
  Status takeStatus() { return std::move(status); }

  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }

private:
  std::optional<T> value;
  Status status;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_STATUS_H
