//===- AffineIndex.cpp - Indices that are sums of variables -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks and prints sums of index variables.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/AffineIndex.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// The largest factor: products with coordinates fit in 64 bits.
static constexpr int64_t kMaxFactor = INT32_MAX;

LogicalResult weft::verifyAffineIndex(Operation *op, ValueRange variables,
                                      ArrayRef<int64_t> factors) {
  if (variables.empty())
    return op->emitOpError("expected an index variable");
  if (variables.size() != factors.size())
    return op->emitOpError("expected a factor for each of the ")
           << variables.size() << " index variables, got " << factors.size();
  for (auto [number, factor] : llvm::enumerate(factors)) {
    if (factor == 0 || factor > kMaxFactor || factor < -kMaxFactor)
      return op->emitOpError("expected factors between 1 and ")
             << kMaxFactor << " and their negatives, got " << factor;
    if (llvm::is_contained(variables.take_front(number), variables[number]))
      return op->emitOpError("expected different index variables");
  }
  return success();
}

std::string
weft::printAffineIndex(ValueRange variables, ArrayRef<int64_t> factors,
                       int64_t constant,
                       llvm::function_ref<std::string(Value)> getName) {
  std::string text;
  auto append = [&](int64_t number, StringRef what) {
    if (number < 0)
      text += "-";
    else if (!text.empty())
      text += "+";
    uint64_t size = number < 0 ? -static_cast<uint64_t>(number) : number;
    if (what.empty())
      text += std::to_string(size);
    else
      text += ((size == 1 ? "" : std::to_string(size) + "*") + what).str();
  };
  for (auto [variable, factor] : llvm::zip_equal(variables, factors))
    append(factor, getName(variable));
  if (constant != 0)
    append(constant, "");
  return text;
}
