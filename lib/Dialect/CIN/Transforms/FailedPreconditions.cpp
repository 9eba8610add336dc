//===- FailedPreconditions.cpp - Messages of transformations ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps and reports the preconditions that do not hold.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Transforms.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

FailedPreconditions::FailedPreconditions(RewriterBase &rewriter)
    : ForwardingListener(rewriter.getListener()), rewriter(&rewriter),
      next(rewriter.getListener()) {
  rewriter.setListener(this);
}

FailedPreconditions::~FailedPreconditions() {
  if (rewriter)
    rewriter->setListener(next);
}

void FailedPreconditions::notifyMatchFailure(
    Location loc, function_ref<void(Diagnostic &)> explain) {
  diagnostics.emplace_back(loc, DiagnosticSeverity::Error);
  explain(diagnostics.back());
  ForwardingListener::notifyMatchFailure(loc, explain);
}

void FailedPreconditions::emit() {
  for (Diagnostic &diagnostic : diagnostics) {
    DiagnosticEngine &engine =
        diagnostic.getLocation().getContext()->getDiagEngine();
    engine.emit(std::move(diagnostic));
  }
  diagnostics.clear();
}
