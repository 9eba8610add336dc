//===- Machine.h - Description of the target machine ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of the processor that code is generated for: what its vectors
// can do, its caches, and the constants that were tuned on it. It is the device
// "CPU" of the module's `dlti.target_system_spec`, which passes read. Passes
// have no other knowledge of processors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MACHINE_H
#define WEFT_DIALECT_WEFT_IR_MACHINE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace weft {

/// The default values are those of the fallback `generic`: a processor of which
/// nothing is known.
struct Machine {
  /// What LLVM calls the processor, or `generic`.
  std::string name = "generic";

  int64_t vectorBits = 128;
  int64_t vectorRegisters = 16;
  int64_t vectorMasks = 0;
  int64_t fastGathers = 0;

  int64_t cacheLineBytes = 64;
  int64_t l1Bytes = int64_t(32) << 10;
  int64_t l2Bytes = int64_t(1) << 20;
  int64_t l3Bytes = int64_t(16) << 20;
  int64_t l3LatencyCycles = 70;

  int64_t gatherPrefetchDistance = 128;
  int64_t gatherPrefetchMinBytes = int64_t(1) << 20;
  int64_t updatePrefetchMinBytes = int64_t(32) << 20;
  int64_t stridedGatherPrefetchDistance = 256;
  int64_t rowPrefetchDistance = 64;
  int64_t rowPrefetchMinBytes = int64_t(6) << 20;
  int64_t fiberPrefetchDistance = 16;
  int64_t segmentPrefetchDistance = 8;
  int64_t streamPrefetchDistance = 512;
  int64_t gatherReuseSpan = 4096;
  int64_t gatherReuseMinLoads = 8;
  int64_t fiberPrefetchMinBytes = 256;
  int64_t l1ScatterPrefetchDistance = 16;
  int64_t l2ScatterPrefetchDistance = 64;
  int64_t l2ScatterPrefetchMinEntries = int64_t(1) << 19;
  int64_t scatterReuseSpan = 1024;
  int64_t l1StreamPrefetchMinElements = int64_t(1) << 22;
  int64_t l2StreamPrefetchMinElements = int64_t(1) << 21;
  int64_t l2StreamPrefetchElements = 24;
  int64_t gatherVectorMaxBytes = int64_t(1) << 20;
  int64_t streamStoreMinBytes = int64_t(16) << 20;
  int64_t stackArrayMaxBytes = 2048;
  int64_t laneStreamPrefetchDistance = 1024;
  int64_t laneRowPrefetchDistance = 16;
  int64_t laneLoadMaxElements = int64_t(1) << 17;
  int64_t sweepTilePrefetchDistance = 16;
  int64_t laneLoadReuseSpan = 4096;
  int64_t laneGatherUnrollFactor = 8;
  int64_t gatherVectorReuseSpan = int64_t(1) << 14;
  int64_t scalarSegmentMaxLength = 2;
  int64_t appendVectorMinIterations = 64;
  int64_t prefetcherStreams = 16;
  int64_t jammedReductions = 4;
  int64_t jammedBlockMaxRows = 8;
  int64_t heldRowVectors = 4;
  int64_t jammedRowMaxBytes = 320;
  int64_t jammedRowMinBytes = 512;
  int64_t jammedRowMinSampledBytes = 256;
  int64_t scatteredStoreCost = 4;
  int64_t denseWorkspaceMaxComponents = int64_t(1) << 16;

  /// The longest latency of a last cache, in cycles, that counts as low. It is
  /// between those of Zen (46 to 50) and of Xeon (70 to 75) processors
  /// (docs/experiments/prefetching.md).
  static constexpr int64_t kMaxLowL3LatencyCycles = 59;

  /// Whether loads that miss the second cache are answered before the loop has
  /// run out of independent work.
  bool hasLowL3Latency() const {
    return l3LatencyCycles <= kMaxLowL3LatencyCycles;
  }

  /// The description in the module around an operation; `generic` if there is
  /// none, or for what it does not list.
  static Machine of(mlir::Operation *op);
  /// Writes the description into a module.
  void attachTo(mlir::ModuleOp module) const;

  /// The description of a known processor by its name; nothing if it is
  /// unknown.
  static std::optional<Machine> find(llvm::StringRef name);
  /// The names that `find` knows, in alphabetical order.
  static llvm::SmallVector<llvm::StringRef> getNames();

  /// Parses lines `field = value`. `#` begins a comment. Fields that are not
  /// listed are those of `generic`, or of the processor that `name = NAME`
  /// names, if it is known. The message of an error begins with the line's
  /// number.
  static llvm::Expected<Machine> parse(llvm::StringRef text);
  /// Prints what `parse` reads, each field with its unit and its source.
  void print(llvm::raw_ostream &os) const;
};

/// A field that is a number.
struct MachineField {
  llvm::StringLiteral name;
  int64_t Machine::*member;
  /// The least and the greatest value.
  int64_t least, most;
  llvm::StringLiteral unit;
  /// What it is, and for tuned constants the experiment that set it.
  llvm::StringLiteral summary;
  bool isPowerOfTwo = false;

  /// Whether the field may have a value.
  bool contains(int64_t value) const;
};

/// All fields of the description of a processor.
llvm::ArrayRef<MachineField> getMachineFields();

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_MACHINE_H
