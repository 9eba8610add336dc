//===- LevelEmitter.h - Level functions as emitted code ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the interfaces by which a level type emits the code of its level
// functions (thesis, tables 2-13 and 2-14), one for each capability, and the
// description of the site at which their methods emit. A level type implements
// the interfaces of its capabilities.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_H
#define WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

using ValuePair = std::pair<mlir::Value, mlir::Value>;
using ValueVector = llvm::SmallVectorImpl<mlir::Value>;

/// Where a level function is emitted, and of which level.
struct LevelSite {
  mlir::ImplicitLocOpBuilder &builder;
  /// The types of the elements of position and coordinate arrays.
  mlir::IntegerType posType, crdType;
  /// The number of coordinates in the dimension of the level.
  mlir::Value size;
  /// What is assembled; of no meaning for stored levels.
  level::Assembly assembly;
  /// Whether the number of parents was known when the assembly began.
  bool parentsKnown;
  /// Whether a range of parents is known not to be empty.
  bool hasParent = false;
  /// The number of coordinates in the dimension of the level below; null for
  /// the last level and for levels without coordinate iterate.
  mlir::Value sizeBelow = nullptr;
  /// The number of coordinates in the dimension of the outermost level, where a
  /// tensor is opened or its assembly begins.
  mlir::Value outermostSize = nullptr;
  /// While entries are noted, how many combinations the coordinates of the
  /// levels above have, without slots; for a level that numbers slots only.
  mlir::Value numRows = nullptr;
  /// The number of slots, from the scan on.
  mlir::Value numSlots = nullptr;
  /// Whether what is scanned will take children.
  bool scattered = false;
  /// The capacity, in coordinates, with which the assembly begins; null if it
  /// is not known.
  mlir::Value initialCapacity = nullptr;
  /// Whether capacity for the appended coordinate is reserved.
  bool reserved = false;
  /// While coordinates are appended to the last level, the array of components,
  /// in which that of the coordinate is stored already; null otherwise.
  mlir::Value components = nullptr;
  /// Whether what is searched for is expected near the beginning.
  bool gallops = false;
};

/// What a level that moves its children needs of the levels below it, and of
/// the components.
struct SegmentMover {
  /// Reserves capacity for a number of positions of the level that moves.
  llvm::function_ref<void(mlir::Value)> reserve;
  /// Moves what is below one position to another.
  llvm::function_ref<llvm::LogicalResult(mlir::Value, mlir::Value)> move;
};

/// An array of a level's state that parts append to: something for each
/// position of the level or, from the second element on, for each parent.
struct PartitionArray {
  unsigned number;
  bool isOfParents;
};
using PartitionArrays = llvm::SmallVector<PartitionArray, 2>;

} // namespace weft

#include "weft/Conversion/LevelToMemRef/ReadEmitters.h.inc"

#include "weft/Conversion/LevelToMemRef/AssemblyEmitters.h.inc"

#include "weft/Conversion/LevelToMemRef/CountEmitters.h.inc"

namespace weft {

//===----------------------------------------------------------------------===//
// Attaching emitters
//===----------------------------------------------------------------------===//

namespace detail {
/// The model of one interface, whose methods are those of the emitter.
template <typename AttrTy, template <typename> class Emitter,
          typename Interface>
struct EmitterModel final
    : Emitter<typename Interface::template ExternalModel<
          EmitterModel<AttrTy, Emitter, Interface>, AttrTy>> {};
} // namespace detail

/// Makes a level type implement interfaces. `Emitter` is a class that derives
/// from its template parameter, the external model of one of them, and has the
/// methods of all.
template <typename AttrTy, template <typename> class Emitter,
          typename... Interfaces>
void attachEmitter(mlir::MLIRContext &context) {
  AttrTy::template attachInterface<
      detail::EmitterModel<AttrTy, Emitter, Interfaces>...>(context);
}

/// The capability, of those that a level type claims to have, for which there
/// is no code; empty if there is code for all.
llvm::StringRef findMissingEmitter(level::LevelTypeAttrInterface type);

//===----------------------------------------------------------------------===//
// Built-in level types
//===----------------------------------------------------------------------===//

/// The position of a coordinate in a level that stores all coordinates under
/// every parent.
mlir::Value emitDensePosition(const LevelSite &site, mlir::Value parent,
                              mlir::Value coordinate);

/// Moves what is below all coordinates of such a level under one parent to
/// below another.
llvm::LogicalResult
emitMoveDense(const LevelSite &site, mlir::Value from, mlir::Value to,
              llvm::function_ref<llvm::LogicalResult(mlir::Value, mlir::Value)>
                  moveBelow);

/// Attaches the emitters of the built-in level types.
void registerBatchedEmitter(mlir::DialectRegistry &registry);
void registerBitmapEmitter(mlir::DialectRegistry &registry);
void registerDenseEmitter(mlir::DialectRegistry &registry);
void registerCompressedEmitter(mlir::DialectRegistry &registry);
void registerHashedEmitter(mlir::DialectRegistry &registry);
void registerIntervalEmitter(mlir::DialectRegistry &registry);
void registerListedEmitter(mlir::DialectRegistry &registry);
void registerLooseCompressedEmitter(mlir::DialectRegistry &registry);
void registerOffsetEmitter(mlir::DialectRegistry &registry);
void registerPaddedEmitter(mlir::DialectRegistry &registry);
void registerPermutedEmitter(mlir::DialectRegistry &registry);
void registerRangeEmitter(mlir::DialectRegistry &registry);
void registerRunLengthEmitter(mlir::DialectRegistry &registry);
void registerSingletonEmitter(mlir::DialectRegistry &registry);
void registerSlicedEmitter(mlir::DialectRegistry &registry);
void registerSparseSetEmitter(mlir::DialectRegistry &registry);
void registerStructuredEmitter(mlir::DialectRegistry &registry);
void registerLevelEmitters(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_CONVERSION_LEVELTOMEMREF_LEVELEMITTER_H
