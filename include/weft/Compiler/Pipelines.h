//===- Pipelines.h - Pipelines between levels of IR -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that lower a module from the `tin` dialect to the
// `llvm` dialect, and the levels at which one can stop to look at it. This is
// the "lowering order" of the architecture, once, for tools and for in-process
// compilation alike.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_PIPELINES_H
#define WEFT_COMPILER_PIPELINES_H

#include "weft/Compiler/ThreadCount.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Pass/PassManager.h"

namespace weft {

/// The levels of the IR, each one idea lower than the one before it.
enum class IRLevel { TIN, CIN, Lattice, SCF, MemRef, LLVM };

/// How a module is lowered. The processor that code is generated for is
/// described by the module (`weft/Dialect/Weft/IR/Machine.h`).
struct LoweringOptions {
  /// Keep every floating-point operation in the order of the expression.
  bool strictFloatingPoint = false;
  /// What kernels make of their results.
  level::Assembly assembly = level::Assembly::Fused;
  /// Do not store components of sparse results that turn out to be the fill.
  bool dropFill = false;
  /// The schedule, as text (weft/Notation/Schedule.h), or `auto` for the one
  /// that is estimated to be fastest.
  std::string schedule;
  /// Compute products of several factors in steps, where statistics of operands
  /// tell that it is less work. A schedule leaves statements as they are.
  bool plans = true;
  /// Take the cheapest steps however little they save, for tests.
  bool alwaysPlans = false;
  /// From which ratio of lengths on segments that are intersected are searched;
  /// negative for never.
  int64_t gallop = ConvertCINToLatticeOptions().gallop;
  /// Check every access of an array in the code that is generated.
  bool checkAccesses = false;
  /// Make vectors of the loops that lanes share; else these are only marked.
  bool vectors = true;
  /// Let a schedule ignore races that may change the result.
  bool allowRaces = false;
  /// Refuse schedules by which the number of threads changes bits of results.
  bool deterministic = false;
  /// Let the default schedule share loops among threads.
  bool threads = true;
  /// How many threads estimates assume; zero for as many as this machine runs
  /// at a time.
  int64_t numThreads = kDefaultNumThreads;
  /// Have a GPU run the loops that have its units, by the schedule or else by
  /// default.
  bool gpu = false;
  /// The number of the device that launches run on.
  int64_t device = 0;
  /// Put machine code of devices beside the PTX of kernels, where there is an
  /// assembler.
  bool machineCode = false;
  /// Give kernels an entry with a plain C signature.
  bool entries = true;
};

/// Whether a GPU may run loops of a kernel.
bool usesGPU(const LoweringOptions &options);

/// Appends the passes that take a module from level `from` to level `to`.
void addLoweringPasses(mlir::OpPassManager &pm, IRLevel from, IRLevel to,
                       const LoweringOptions &options = {});

/// Appends the passes that choose the default schedule of a function that is in
/// concrete index notation.
void addDefaultSchedulePasses(mlir::OpPassManager &pm,
                              const LoweringOptions &options);

/// Appends the passes that lower such a function to lattices.
void addLatticePasses(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Appends the pass that plans statements, if the options allow plans.
void addPlanPass(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Registers the pipelines `weft-lower-FROM-to-TO` for each level and each
/// later one, and `weft-lower-to-llvm`, which begins with `tin`.
void registerPipelines();

} // namespace weft

#endif // WEFT_COMPILER_PIPELINES_H
