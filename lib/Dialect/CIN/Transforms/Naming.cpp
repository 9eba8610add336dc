//===- Naming.cpp - Names of a kernel ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Naming.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

static std::string getFreshName(const llvm::StringSet<> &taken,
                                StringRef base) {
  std::string name = base.str();
  for (unsigned copy = 1; taken.contains(name); ++copy)
    name = base.str() + std::to_string(copy);
  return name;
}

std::string cin::getFreshIndexName(KernelOp kernel, StringRef base) {
  llvm::StringSet<> taken;
  kernel.walk([&](Operation *op) {
    for (StringAttr name : getIndexNames(op))
      taken.insert(name.getValue());
  });
  return getFreshName(taken, base);
}

std::string cin::getFreshWorkspaceName(KernelOp kernel, StringRef base) {
  llvm::StringSet<> taken;
  kernel.walk([&](WhereOp where) { taken.insert(where.getName()); });
  return getFreshName(taken, base);
}

LogicalResult cin::verifyNewIndexName(RewriterBase &rewriter, KernelOp kernel,
                                      StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (name.empty() || llvm::isDigit(name.front()) ||
      !llvm::all_of(name, isPart))
    return rewriter.notifyMatchFailure(
        kernel, "a new index variable needs a name of letters, digits and "
                "underscores");
  Operation *holder = nullptr;
  kernel.walk([&](Operation *op) {
    for (StringAttr taken : getIndexNames(op))
      if (taken == name)
        holder = op;
  });
  if (!holder)
    return success();
  return rewriter.notifyMatchFailure(holder, [&](Diagnostic &diagnostic) {
    diagnostic << "there is an index variable '" << name
               << "' already; a new one needs a name of its own";
  });
}
