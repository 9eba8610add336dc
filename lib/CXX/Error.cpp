//===- Error.cpp - Errors of the C++ library --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Out of line, so that there is one table of virtual functions.
//
//===----------------------------------------------------------------------===//

#include "weft-cxx/Error.h"

using namespace weft;

Error::Error(const std::string &text, const std::string &expression)
    : std::runtime_error(text),
      expression(std::make_shared<const std::string>(expression)) {}

Error::~Error() = default;

std::string Error::getMessage() const {
  std::string text = what();
  return text.substr(0, text.find('\n'));
}
