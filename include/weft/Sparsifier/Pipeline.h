//===- Pipeline.h - The pipeline weft-sparsifier ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that lower a module of linalg and sparse_tensor, in
// which other dialects have a part, to the llvm dialect.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SPARSIFIER_PIPELINE_H
#define WEFT_SPARSIFIER_PIPELINE_H

#include "weft/Compiler/ThreadCount.h"

#include <cstdint>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace weft {

struct SparsifierOptions {
  /// The schedule of all kernels, as text (weft/Notation/Schedule.h), or `auto`
  /// for the one of each that is estimated to be fastest.
  std::string schedule;
  /// Keep every floating-point operation in the order of the program.
  bool strictFloatingPoint = false;
  /// Make vectors of loops.
  bool vectors = true;
  /// Let the default schedule share loops among threads.
  bool threads = true;
  /// How many threads estimates assume; zero for as many as this machine runs
  /// at a time.
  int64_t numThreads = kDefaultNumThreads;
  /// Let schedules ignore races that may change the result.
  bool allowRaces = false;
  /// The name of the processor that code is generated for; empty for the one
  /// that the module describes.
  std::string machine;
  /// Warn about operations of linalg that upstream's passes lower.
  bool warnsUnconverted = false;
  /// Free the buffers of tensors without a format by upstream's ownership-based
  /// buffer deallocation.
  bool deallocatesBuffers = true;
  /// Let private functions return whether they give the memory of a result
  /// away, so that they need not copy it.
  bool dynamicOwnership = false;
};

/// Appends the passes from linalg and sparse_tensor to the llvm dialect.
void addSparsifierPasses(mlir::OpPassManager &pm,
                         const SparsifierOptions &options);

/// Registers the pipeline `weft-sparsifier`.
void registerSparsifierPipeline();

} // namespace weft

#endif // WEFT_SPARSIFIER_PIPELINE_H
