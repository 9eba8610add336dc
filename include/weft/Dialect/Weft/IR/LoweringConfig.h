//===- LoweringConfig.h - Transformations of loops over arrays --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transformations of loops over arrays that are chosen before such loops
// exist: by a schedule, or by `cin-choose-lowering` for a machine. The choice
// is an attribute, `#weft.lowering_config`, which the passes obey. One table
// says what each option is called and which values it has; the attribute, the
// commands of schedules and their documentation follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LOWERINGCONFIG_H
#define WEFT_DIALECT_WEFT_IR_LOWERINGCONFIG_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace weft {

class LoweringConfigAttr;

/// A transformation of loops over arrays. `LoweringConfig.cpp` describes each.
enum class LoweringOption {
  ShareKernels,
  CarryUnions,
  LookupTables,
  GroupUnions,
  SplitUnions,
  DenseAccumulators,
  HoistWorkspaces,
  CarryWorkspaces,
  UnrollHistograms,
  VersionExtents,
  WidenTiles,
  JamReductions,
  VectorizeBlocks,
  TileSweeps,
  VectorizeRows,
  InterleaveReductions,
  VectorizeRuns,
  VectorizeSegments,
  VectorizeConditionals,
  VectorizeAppends,
  VectorizeIntersections,
  FlattenRows,
  VectorizeStores,
  HoldRows,
  PrefetchScatters,
  PrefetchSegments,
  PrefetchGathers,
  PrefetchStreams,
  PrefetchStridedGathers,
  StreamStores,
  JamRows,
  StackArrays
};

struct LoweringOptionInfo {
  LoweringOption option;
  llvm::StringLiteral name;
  /// The keywords that are values, separated by spaces; empty if there are
  /// none.
  llvm::StringLiteral keywords;
  /// The largest number that is a value, and what it counts; zero if no number
  /// is. An option with keywords and numbers has values such as `l2,512`.
  int64_t maxNumber;
  llvm::StringLiteral unit;
  llvm::StringLiteral summary;
  /// Whether it holds for the functions of a module, and for no single loop.
  bool isOfFunctions = false;

  bool hasKeyword(llvm::StringRef keyword) const;
};

/// All options, in the order of the enumeration, which is that of the pipeline.
llvm::ArrayRef<LoweringOptionInfo> getLoweringOptions();
const LoweringOptionInfo &getLoweringOptionInfo(LoweringOption option);
/// The option of a name; null if there is none.
const LoweringOptionInfo *findLoweringOption(llvm::StringRef name);

/// Whether `weft.lowering_config` may stand on an operation: a module, a
/// function or a loop.
bool canHaveLoweringConfig(mlir::Operation *op);

/// Fails with an error at a loop if its configuration has an option that holds
/// for functions.
mlir::LogicalResult verifyLoopConfig(mlir::Operation *op,
                                     LoweringConfigAttr config);

/// Gives a loop that takes the place of another operation the configuration of
/// it, with the entries that the loop has by itself.
void inheritLoweringConfig(mlir::Operation *from, mlir::Operation *loop);
/// A configuration with the entries of another one in place of its own; either
/// may be null.
LoweringConfigAttr mergeLoweringConfigs(LoweringConfigAttr config,
                                        LoweringConfigAttr added);

/// What holds for an operation: that of the innermost operation around it, or
/// of itself, whose configuration lists the option. Without any configuration,
/// it is `byDefault`, the option of a pass that is run by itself.
bool isChosen(mlir::Operation *op, LoweringOption option,
              bool byDefault = true);
/// The same for options whose value is a number; zero if the option is off.
int64_t getChosenNumber(mlir::Operation *op, LoweringOption option,
                        int64_t byDefault);
/// The same for options whose value is a keyword; empty if the option is off.
llvm::StringRef getChosenKeyword(mlir::Operation *op, LoweringOption option,
                                 llvm::StringRef byDefault);

/// Parses the value of an option as schedules state it: a number, a keyword,
/// several of these with commas between them, an empty text, or `off`. Null if
/// it is none of its values.
mlir::Attribute getLoweringValue(mlir::MLIRContext *context,
                                 const LoweringOptionInfo &info,
                                 llvm::StringRef text);
/// Prints a value: `128`, `masked`, `l2,512`, `off`, or nothing.
std::string printLoweringValue(mlir::Attribute value);
/// Says which values an option has, as it ends "expected ...".
std::string describeLoweringValues(const LoweringOptionInfo &info);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_LOWERINGCONFIG_H
