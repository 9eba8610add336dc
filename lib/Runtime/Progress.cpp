//===- Progress.cpp - Progress and cancellation of long work  -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each thread knows of the one who watches it.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Progress.h"

#include "LoopSharing.h"

using namespace weft::runtime;

namespace {
struct WatchedThread {
  ProgressWatcher watcher;
  bool isCancelled = false;
  /// When the watcher was told last.
  double lastReport = 0;
};
} // namespace

static thread_local WatchedThread thread;

void weft::runtime::setProgressWatcher(ProgressWatcher watcher) {
  thread.watcher = watcher;
}

bool weft::runtime::isWatched() { return thread.watcher.report != nullptr; }

void weft::runtime::beginWork() {
  if (!isWatched())
    return;
  thread.isCancelled = false;
  thread.lastReport = getNanoseconds();
}

bool weft::runtime::reportProgress(const char *stage, double fraction) {
  if (!isWatched())
    return true;
  if (thread.isCancelled)
    return false;
  double now = getNanoseconds();
  if (now - thread.lastReport < progressInterval)
    return true;
  thread.lastReport = now;
  const ProgressWatcher &watcher = thread.watcher;
  thread.isCancelled = watcher.report(watcher.context, stage, fraction) != 0;
  return !thread.isCancelled;
}

bool weft::runtime::isCancelled() { return isWatched() && thread.isCancelled; }
