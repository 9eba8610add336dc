//===- ExplanationPageStyle.h - The look of pages ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The style sheet and the script of explanation pages.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_EXPLANATIONPAGESTYLE_H
#define WEFT_LIB_EXPLAIN_EXPLANATIONPAGESTYLE_H

#include "llvm/ADT/StringRef.h"

namespace weft {
namespace explain {

/// Contains nothing that XML gives a meaning.
llvm::StringRef getPageStyle();
llvm::StringRef getPageScript();

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_EXPLANATIONPAGESTYLE_H
