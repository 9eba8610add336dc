//===- Passes.h - Passes that show kernels ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that print kernels as people read them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_PASSES_H
#define WEFT_EXPLAIN_PASSES_H

#include "weft/Analysis/SegmentLookup.h"

#include "mlir/Pass/Pass.h"

namespace weft {
namespace explain {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Explain/Passes.h.inc"

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_PASSES_H
