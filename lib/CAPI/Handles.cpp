//===- Handles.cpp - Texts and errors of the C interface --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts cross the C interface as memory of the C library, so that callers in
// any language can free them through it.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "weft/Runtime/Progress.h"

#include <cstdlib>
#include <cstring>

using namespace weft;

char *weft::capi::copyText(const std::string &text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy)
    std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// The status of the C interface for a kind of failure.
static int getStatusCode(runtime::Failure kind) {
  switch (kind) {
  case runtime::Failure::Refused:
    break;
  case runtime::Failure::OutOfMemory:
    return WEFT_OUT_OF_MEMORY;
  case runtime::Failure::NoFile:
    return WEFT_NO_FILE;
  case runtime::Failure::FileAccess:
    return WEFT_FILE_ACCESS;
  }
  return WEFT_REFUSED;
}

int weft::capi::fail(char **error, const runtime::Status &status) {
  if (runtime::takeCancellation()) {
    if (error)
      *error = copyText("cancelled");
    return WEFT_CANCELLED;
  }
  const std::string &message = status.message();
  // Callers that print the message add the prefix.
  const std::string prefix = "error: ";
  size_t start =
      message.compare(0, prefix.size(), prefix) == 0 ? prefix.size() : 0;
  if (error)
    *error = copyText(message.substr(start));
  return getStatusCode(status.kind());
}

void weft_set_progress(weft_progress_function function, void *context) {
  runtime::setProgressCallback({function, context});
}

void weft_string_free(char *text) { std::free(text); }

const char *weft_version(void) { return WEFT_VERSION; }
