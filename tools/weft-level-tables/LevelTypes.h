//===- LevelTypes.h - The level types that there are ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All level types of the `level` dialect, found by its list of attributes, with
// what they answer. Nothing here knows one of them by name.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELTYPES_H
#define WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELTYPES_H

#include "weft/Dialect/Level/IR/Level.h"

#include <vector>

namespace weft {

/// A level type with all its configurations.
struct LevelTypeEntry {
  std::string name;
  /// Of each configuration, what stands in parentheses behind the name; empty
  /// for the first if that needs nothing.
  std::vector<std::string> modifiers;
  std::vector<level::LevelTypeAttrInterface> variants;

  /// As a format spells it: `singleton(nonunique)`.
  std::string spell(size_t variant) const;
};

/// Every level type; an empty list, with a message, if one could not be made.
std::vector<LevelTypeEntry> getLevelTypes(mlir::MLIRContext &context);

/// Table 2-11: properties. Table 2-12: capabilities. And the arrays.
void printProperties(llvm::ArrayRef<LevelTypeEntry> types,
                     llvm::raw_ostream &os);
void printCapabilities(llvm::ArrayRef<LevelTypeEntry> types,
                       llvm::raw_ostream &os);

} // namespace weft

#endif // WEFT_TOOLS_WEFT_LEVEL_TABLES_LEVELTYPES_H
