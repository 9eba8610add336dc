//===- Progress.h - Progress and cancellation of long work  -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever starts long work on a thread may hear how far it has come, and may
// end it. The work reports on the thread that it was started on, between steps
// that take a small part of a second.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_PROGRESS_H
#define WEFT_RUNTIME_PROGRESS_H

namespace weft {
namespace runtime {

/// Hears of work on one thread. `stage` is "reading", "packing", "compiling" or
/// "running", and `fraction` how much of it is done, negative if that is not
/// known. A value other than zero ends the work.
struct ProgressWatcher {
  int (*report)(void *context, const char *stage, double fraction) = nullptr;
  void *context = nullptr;
};

/// Sets the watcher of the work of this thread, or none.
void setProgressWatcher(ProgressWatcher watcher);

/// Whether somebody watches this thread.
bool isWatched();

/// Begins work on this thread, which is not cancelled yet.
void beginWork();

/// Tells the watcher, if there is one, unless it was told less than
/// `progressInterval` ago. False if the work is to end; stays false until
/// `beginWork`.
bool reportProgress(const char *stage, double fraction);

/// Whether the watcher has ended the work of this thread.
bool isCancelled();

/// The nanoseconds between two reports; work is cut into steps that take no
/// longer where somebody watches.
inline constexpr double progressInterval = 50e6;

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_PROGRESS_H
