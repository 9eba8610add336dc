//===- LoopInfo.h - Attributes of loops -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the attribute `weft.loop` of loops, and `weft.array` of the
// arrays that a function takes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LOOPINFO_H
#define WEFT_DIALECT_WEFT_IR_LOOPINFO_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace weft {

/// The entries of a LoopAttr as a value that passes change.
struct LoopInfo {
  DistributionAttr parallel;
  std::optional<GPUUnit> gpu;
  /// The most iterations that units of a GPU run; zero if that is not known.
  int64_t gpuSize = 0;
  std::optional<int64_t> vector;
  bool isPartial = false;
  bool isOptional = false;
  /// Zero if there is none.
  int64_t unroll = 0, guard = 0, predicate = 0;
  bool hasRuns = false;
  llvm::SmallVector<LevelSegmentAttr, 2> segments;
  bool isIntersection = false;
  /// The coordinates in a tile; zero if iterations are no tiles.
  int64_t tiles = 0;

  LoopInfo() = default;
  /// The entries of an attribute, which may be null.
  explicit LoopInfo(LoopAttr attr);

  /// The attribute; null if all entries are missing.
  LoopAttr getAttr(mlir::MLIRContext *context) const;
  /// The attribute, or an error if the entries contradict each other.
  mlir::FailureOr<LoopAttr>
  getChecked(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
             mlir::MLIRContext *context) const;
};

/// Parses the number of an entry such as `unroll(4)` behind its name. Zero,
/// which stands for an entry that is missing, is an error.
mlir::ParseResult parseLoopNumber(mlir::AsmParser &parser, int64_t &number);

/// Parses the entry `gpu(warp 8)` behind its name.
mlir::ParseResult parseGPUUnit(mlir::AsmParser &parser, LoopInfo &info);
void printGPUUnit(mlir::AsmPrinter &printer, GPUUnit unit, int64_t size);

/// The attribute of an scf.for or an scf.while; null if it has none, or if the
/// operation is no such loop.
LoopAttr getLoopAttr(mlir::Operation *loop);

/// Sets the attribute of an scf.for or an scf.while, or removes it if `info`
/// has no entries.
void setLoopInfo(mlir::Operation *loop, const LoopInfo &info);

/// Changes the entries of the attribute of a loop.
void updateLoopInfo(mlir::Operation *loop,
                    llvm::function_ref<void(LoopInfo &)> change);

/// The distribution of the iterations of a loop; null if they may not run at
/// the same time.
DistributionAttr getParallel(mlir::Operation *loop);
inline bool isParallel(mlir::Operation *loop) {
  return getParallel(loop) != nullptr;
}

/// The units of a GPU that may run the iterations of a loop; nothing if none
/// may.
std::optional<GPUUnit> getGPUUnit(mlir::Operation *loop);

/// How many lanes may run the iterations of a loop; zero if that is not known,
/// nothing if none may.
std::optional<int64_t> getVector(mlir::Operation *loop);
inline bool isVector(mlir::Operation *loop) {
  return getVector(loop).has_value();
}

/// Whether a loop is optional in `weft.loop`.
bool isOptional(mlir::Operation *loop);

/// How a loop may be executed.
enum class LoopTag { None, Parallel, Vector };

/// Whether a loop is to be executed or transformed in some way beside `except`,
/// or has an attribute of another dialect.
bool hasLoopTags(mlir::Operation *loop, LoopTag except = LoopTag::None);

/// The segment whose positions are the induction variable of an scf.for; null
/// if it iterates something else.
LevelSegmentAttr getSegment(mlir::Operation *loop);

/// Gives a loop that replaces another one, or a part of its iterations, the
/// segments and the lowering configuration of that.
void inheritLoopInfo(mlir::Operation *from, mlir::Operation *loop);

/// The tensor, level and role of an array; null if they are not known.
TensorArrayAttr getArrayInfo(mlir::Value array);

/// The name of the tensor that an array of a function is an argument or a
/// result for; empty if it is neither, as that of a workspace.
llvm::StringRef getTensorName(mlir::Value array,
                              mlir::FunctionOpInterface function);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_LOOPINFO_H
