//===- TextLocations.cpp - Places in a text as locations --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts offsets in a text to locations with lines and columns.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/TextLocations.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

TextLocations::TextLocations(MLIRContext *context, StringRef name,
                             StringRef text)
    : name(StringAttr::get(context, name)), lines({0}) {
  for (auto [offset, character] : llvm::enumerate(text))
    if (character == '\n')
      lines.push_back(offset + 1);
}

std::pair<unsigned, unsigned>
TextLocations::getLineAndColumn(size_t offset) const {
  auto next = llvm::upper_bound(lines, offset);
  return {next - lines.begin(), offset - *std::prev(next) + 1};
}

Location TextLocations::get(size_t begin, size_t end) const {
  auto [beginLine, beginColumn] = getLineAndColumn(begin);
  auto [endLine, endColumn] = getLineAndColumn(end);
  return FileLineColRange::get(name, beginLine, beginColumn, endLine,
                               endColumn);
}

/// The metadata of locations with a change. No loop has this name.
static constexpr StringLiteral kChanged = "weft.changed";

Location weft::getChangedLocation(Location original, Location change) {
  MLIRContext *context = original.getContext();
  return FusedLoc::get({change, getOriginalLocation(original)},
                       StringAttr::get(context, kChanged), context);
}

Location weft::getOriginalLocation(Location loc) {
  Location original = loc;
  loc->walk([&](Location part) {
    auto fused = dyn_cast<FusedLocWith<StringAttr>>(part);
    if (!fused || fused.getMetadata() != kChanged)
      return WalkResult::advance();
    original = fused.getLocations().back();
    return WalkResult::interrupt();
  });
  return original;
}

StringAttr weft::findLoopName(Location loc) {
  StringAttr name;
  loc->walk([&](Location part) {
    auto fused = dyn_cast<FusedLocWith<StringAttr>>(part);
    if (!fused || fused.getMetadata() == kChanged)
      return WalkResult::advance();
    name = fused.getMetadata();
    return WalkResult::interrupt();
  });
  return name;
}
