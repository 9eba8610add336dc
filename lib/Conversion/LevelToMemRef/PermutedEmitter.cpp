//===- PermutedEmitter.cpp - Code of permuted levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of permuted levels, which have a place for every
// coordinate, as a dense level has, but not in order. One array says where each
// coordinate is; the other is its inverse, for who walks over what is stored.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level.
enum { kCrd, kWhere };

namespace {
template <typename Base> struct PermutedEmitter : Base {
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays, Value,
                   ValueRange coords) const {
    return emitCoordAt(site, arrays[kWhere], coords.back());
  }
};
} // namespace

void weft::registerPermutedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::PermutedAttr, PermutedEmitter, LocateEmitterInterface>(
        *context);
  });
}
