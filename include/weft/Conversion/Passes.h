//===- Passes.h - Conversion passes -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversions between the levels of the IR, one pass per arrow.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PASSES_H
#define WEFT_CONVERSION_PASSES_H

#include "weft/Analysis/SegmentLookup.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weft {

/// What the code of a sum of sizes is: see `convert-pattern-to-scf`.
enum class PatternSums { Loop, Closed, Table };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Conversion/Passes.h.inc"

} // namespace weft

#endif // WEFT_CONVERSION_PASSES_H
