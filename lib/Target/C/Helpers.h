//===- Helpers.h - Functions that C kernels call ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the prelude, as text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_HELPERS_H
#define WEFT_LIB_TARGET_C_HELPERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace weft {
namespace csource {

/// A function of C: its name, what it calls, the headers it needs, its text.
struct Helper {
  llvm::StringRef name;
  llvm::ArrayRef<llvm::StringRef> needs;
  llvm::ArrayRef<llvm::StringRef> headers;
  llvm::StringRef text;
};

/// Functions for memory and failures, each behind those it calls.
llvm::ArrayRef<Helper> getMemoryHelpers();
/// Functions for the entries of lists, which call those above.
llvm::ArrayRef<Helper> getEntryHelpers();
/// Functions for the copies of arrays on a device, which call those for memory,
/// and for atomic updates.
llvm::ArrayRef<Helper> getDeviceHelpers();
/// Functions for operators that C does not have.
llvm::ArrayRef<Helper> getOperatorHelpers();

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_HELPERS_H
