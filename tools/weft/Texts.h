//===- Texts.h - Names, numbers and spelling --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the values of options are made of, and hints for those that are
// misspelt.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_TEXTS_H
#define WEFT_TOOLS_WEFT_TEXTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft {
namespace driver {

/// Splits "NAME:VALUE" at the first colon; false if either is empty.
bool splitNamed(const std::string &text, std::string &name, std::string &value);

/// Parses a whole text as a number; leaves `value` as it is if it is none.
bool parseInteger(const std::string &text, int64_t &value);
bool parseReal(const std::string &text, double &value);

std::string toLower(std::string text);

/// The candidate nearest to a misspelt text, whatever the case of either; empty
/// if none is near.
std::string findNearest(const std::string &text,
                        const std::vector<std::string> &candidates);

/// The same as a hint.
std::string suggest(const std::string &text,
                    const std::vector<std::string> &candidates);

/// Two lines: the option, and a caret under `length` characters of it from
/// `begin` on, at least one. Ends without a newline.
std::string underline(const std::string &option, size_t begin, size_t length);

/// Whether a text can name a tensor or an index variable.
bool isName(const std::string &text);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TEXTS_H
