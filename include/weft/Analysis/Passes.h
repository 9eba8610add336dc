//===- Passes.h - Passes that check what is assumed -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that refuse what analyses would take at its word.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_PASSES_H
#define WEFT_ANALYSIS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace weft {
namespace analysis {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Analysis/Passes.h.inc"

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_PASSES_H
