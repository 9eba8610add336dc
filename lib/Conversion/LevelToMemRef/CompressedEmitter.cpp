//===- CompressedEmitter.cpp - Code of compressed levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of compressed levels (thesis, tables 2-13 and 2-14): the
// bounds of the segments are stored as they are.
//
//===----------------------------------------------------------------------===//

#include "SegmentedEmitter.h"

using namespace mlir;
using namespace weft;

namespace {
template <typename Base> struct CompressedEmitter : SegmentedEmitter<Base> {};
} // namespace

void weft::registerCompressedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachSegmentedEmitter<level::CompressedAttr, CompressedEmitter,
                           RecoverEmitterInterface>(*context);
  });
}
