//===- Error.h - Errors of the C++ library ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one exception of the library. Its text quotes the expression.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_ERROR_H
#define WEFT_CXX_ERROR_H

#include <memory>
#include <stdexcept>
#include <string>

namespace weft {
inline namespace cxx {

/// An error of a user. `what()` is the message, the line of the expression or
/// of the schedule with a caret below the place, and a hint if there is one.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string &text, const std::string &expression = "");
  Error(const Error &) = default;
  Error &operator=(const Error &) = default;
  ~Error() override;

  /// The first line of the text.
  std::string getMessage() const;
  /// The expression or statement that the error is about; empty if it is about
  /// none.
  const std::string &getExpression() const { return *expression; }

private:
  /// Shared, so that copying does not throw.
  std::shared_ptr<const std::string> expression;
};

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_ERROR_H
