//===- Supported.h - Supported operations -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What becomes of each operation of the sparse_tensor dialect.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SPARSIFIER_SUPPORTED_H
#define WEFT_SPARSIFIER_SUPPORTED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace weft {

/// An operation, and what its error says where it is not converted: what it
/// needs, or what to write instead. Empty if it is always converted.
struct SparseTensorSupport {
  llvm::StringLiteral name;
  llvm::StringLiteral hint;
};

/// All operations of the dialect, in alphabetical order.
llvm::ArrayRef<SparseTensorSupport> getSparseTensorSupport();

} // namespace weft

#endif // WEFT_SPARSIFIER_SUPPORTED_H
