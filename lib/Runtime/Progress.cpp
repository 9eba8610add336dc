//===- Progress.cpp - Progress and cancellation of long work  -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The callback and the cancellation flag of each thread.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Progress.h"

#include "LoopSharing.h"

#include <utility>

using namespace weft::runtime;

namespace {
struct ThreadProgress {
  ProgressCallback callback;
  bool isCancelled = false;
  /// When the callback was called last.
  double lastReport = 0;
};
} // namespace

static thread_local ThreadProgress thread;

void weft::runtime::setProgressCallback(ProgressCallback callback) {
  thread.callback = callback;
  resetCancellation();
}

ProgressCallback weft::runtime::getProgressCallback() {
  return thread.callback;
}

bool weft::runtime::hasProgressCallback() {
  return thread.callback.report != nullptr;
}

void weft::runtime::resetCancellation() {
  thread.isCancelled = false;
  if (hasProgressCallback())
    thread.lastReport = getNanoseconds();
}

bool weft::runtime::reportProgress(const char *stage, double fraction) {
  if (thread.isCancelled)
    return false;
  if (!hasProgressCallback())
    return true;
  double now = getNanoseconds();
  if (now - thread.lastReport < progressInterval)
    return true;
  thread.lastReport = now;
  // The callback may set another one.
  ProgressCallback callback = thread.callback;
  thread.isCancelled = callback.report(callback.context, stage, fraction) != 0;
  return !thread.isCancelled;
}

bool weft::runtime::isCancelled() { return thread.isCancelled; }

bool weft::runtime::takeCancellation() {
  return std::exchange(thread.isCancelled, false);
}
