//===- LevelEmitter.cpp - Level functions as emitted code -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the emitter interfaces and attaches the emitters of the built-in
// level types.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/PartitionEmitter.h"

#include "weft/Conversion/LevelToMemRef/ReadEmitters.cpp.inc"

#include "weft/Conversion/LevelToMemRef/AssemblyEmitters.cpp.inc"

#include "weft/Conversion/LevelToMemRef/CountEmitters.cpp.inc"

#include "weft/Conversion/LevelToMemRef/PartitionEmitters.cpp.inc"

using namespace mlir;
using namespace weft;

StringRef weft::findMissingEmitter(level::LevelTypeAttrInterface type) {
  bool positions = type.hasPositionIterate();
  bool recovers = type.hasRecover();
  bool appends = type.hasAppend(), inserts = type.hasInsert();
  bool slots =
      type.numbersSlots(/*isLeaf=*/true) || type.numbersSlots(/*isLeaf=*/false);
  const std::tuple<StringRef, bool, bool> capabilities[] = {
      {"pos_bounds", positions || recovers,
       isa<PositionsEmitterInterface>(type)},
      {"pos_access", positions, isa<PositionIterateEmitterInterface>(type)},
      {"search", positions && type.isOrdered(),
       isa<SearchEmitterInterface>(type)},
      {"coord_bounds", type.hasCoordinateIterate(),
       isa<CoordinateIterateEmitterInterface>(type)},
      {"locate", type.hasLocate(), isa<LocateEmitterInterface>(type)},
      {"parent_of", recovers, isa<RecoverEmitterInterface>(type)},
      {"init", appends || inserts, isa<AssemblyEmitterInterface>(type)},
      {"append_coord", appends, isa<AppendEmitterInterface>(type)},
      {"insert_coord", inserts, isa<InsertEmitterInterface>(type)},
      {"add_child", type.hasScatter(), isa<ScatterEmitterInterface>(type)},
      {"resume_partition", type.hasScatter(),
       isa<ScatterPartitionsEmitterInterface>(type)},
      {"take_slot", slots, isa<SlotsEmitterInterface>(type)},
      {"row_counts", isa<level::CountsRowsLevelTypeAttrInterface>(type),
       isa<RowCountEmitterInterface>(type)},
      {"use_row_counts", isa<level::MadeOfCountsLevelTypeAttrInterface>(type),
       isa<RowUseEmitterInterface>(type)},
  };
  for (auto [function, claimed, emitted] : capabilities)
    if (claimed && !emitted)
      return function;
  return {};
}

void weft::registerLevelEmitters(mlir::DialectRegistry &registry) {
  registerBatchedEmitter(registry);
  registerBitmapEmitter(registry);
  registerDenseEmitter(registry);
  registerCompressedEmitter(registry);
  registerHashedEmitter(registry);
  registerIntervalEmitter(registry);
  registerListedEmitter(registry);
  registerLooseCompressedEmitter(registry);
  registerOffsetEmitter(registry);
  registerPaddedEmitter(registry);
  registerPermutedEmitter(registry);
  registerRangeEmitter(registry);
  registerRunLengthEmitter(registry);
  registerSingletonEmitter(registry);
  registerSlicedEmitter(registry);
  registerSparseSetEmitter(registry);
  registerStructuredEmitter(registry);
}
