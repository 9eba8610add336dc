//===- Spelling.h - Formats and types as callers spell them -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and checks what describes a tensor to the C interface.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_SPELLING_H
#define WEFT_LIB_CAPI_SPELLING_H

#include "weft/Runtime/Format.h"

#include <optional>
#include <string>

namespace weft {
namespace capi {

/// A format and a type as the caller spelled them.
struct Spelling {
  runtime::Format format;
  std::optional<runtime::ElementType> type;
};

/// Parses what describes a tensor; false if it is none, and then `message` says
/// why. A format that is null or empty is dense.
bool parseSpelling(const char *format, const char *type, int64_t order,
                   Spelling &spelling, std::string &message);

/// A format as `weft_compile` and `weft_tensor_create` take it.
std::string spellFormat(const runtime::Format &format);

/// Checks sizes that the caller gave.
bool checkDims(const int64_t *dims, int64_t order, std::string &message);

/// Parses the name of a type.
bool parseTypeName(const char *name, runtime::ElementType &type,
                   std::string &message);

/// Lets long lists be read and packed on threads, whose library is loaded when
/// a loop takes long.
void allowThreads();

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_SPELLING_H
