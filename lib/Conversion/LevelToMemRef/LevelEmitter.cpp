//===- LevelEmitter.cpp - Level functions as emitted code ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the emitter interface and attaches the emitters of the built-in level
// types.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

#include "weft/Conversion/LevelToMemRef/LevelEmitterInterface.cpp.inc"

void weft::registerLevelEmitters(mlir::DialectRegistry &registry) {
  registerBitmapEmitter(registry);
  registerDenseEmitter(registry);
  registerCompressedEmitter(registry);
  registerHashedEmitter(registry);
  registerIntervalEmitter(registry);
  registerListedEmitter(registry);
  registerLooseCompressedEmitter(registry);
  registerOffsetEmitter(registry);
  registerPaddedEmitter(registry);
  registerRangeEmitter(registry);
  registerRunLengthEmitter(registry);
  registerSingletonEmitter(registry);
  registerSparseSetEmitter(registry);
  registerStructuredEmitter(registry);
}
