//===- Progress.h - Progress and cancellation of long work  -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Progress reporting and cancellation. The caller of a long operation registers
// a callback on its thread; the operation calls it between steps of at most
// 50 ms, and ends when it returns a value other than zero.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_PROGRESS_H
#define WEFT_RUNTIME_PROGRESS_H

namespace weft {
namespace runtime {

/// A progress callback. `stage` is "reading", "packing", "compiling", "running"
/// or "tuning", and `fraction` the completed part of it in [0, 1], negative if
/// that is unknown. A non-zero return cancels the operation.
struct ProgressCallback {
  int (*report)(void *context, const char *stage, double fraction) = nullptr;
  void *context = nullptr;
};

/// Sets the callback of this thread, or removes it.
void setProgressCallback(ProgressCallback callback);

/// The callback of this thread.
ProgressCallback getProgressCallback();

/// Whether this thread has a callback.
bool hasProgressCallback();

/// Starts an operation on this thread, which is not cancelled yet.
void resetCancellation();

/// Calls the callback, if there is one, unless it was called less than
/// `progressInterval` ago. False if the operation is cancelled.
bool reportProgress(const char *stage, double fraction);

/// Whether the operation of this thread is cancelled.
bool isCancelled();

/// The same, and resets the cancellation: the operation has failed.
bool takeCancellation();

/// The nanoseconds between two reports. Loops run in steps that take no longer
/// where the thread has a callback.
inline constexpr double progressInterval = 50e6;

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_PROGRESS_H
