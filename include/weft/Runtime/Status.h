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
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

namespace weft {
namespace runtime {

/// What kind a failure is of, for callers that handle some of them.
enum class Failure {
  /// What the caller or a file says is wrong or not supported.
  Refused,
  OutOfMemory,
  /// A file does not exist.
  NoFile,
  /// The system does not open, read or write a file.
  FileAccess
};

/// The kind of failure that a call on a file reports by `errno`.
inline Failure classifyFileError(int error) {
  return error == ENOENT || error == ENOTDIR ? Failure::NoFile
                                             : Failure::FileAccess;
}

/// Success, or a message for the user.
class [[nodiscard]] Status {
public:
  static Status success() { return Status(); }
  static Status failure(std::string message, Failure kind = Failure::Refused) {
    Status status;
    status.text = std::move(message);
    status.failureKind = kind;
    return status;
  }
  static Status outOfMemory(std::string message) {
    return failure(std::move(message), Failure::OutOfMemory);
  }

  bool succeeded() const { return !text; }
  bool failed() const { return text.has_value(); }
  /// The message of a failure.
  const std::string &message() const {
    assert(failed() && "success has no message");
    return *text;
  }

  Failure kind() const { return failureKind; }
  /// The same failure with words before its message.
  Status prefixed(const std::string &words) const {
    return failure(words + message(), failureKind);
  }

private:
  std::optional<std::string> text;
  Failure failureKind = Failure::Refused;
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
  /// Success, or the failure.
  const Status &getStatus() const { return status; }
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
