//===- LevelNames.cpp - The names of level types --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level types by their names, which a list of levels in braces has: those of
// Weft, and the attributes of plugins.
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"

#include "weft/Runtime/PluginLevels.h"

using namespace weft;
using namespace weft::notation;
using runtime::Level;
using runtime::LevelKind;

std::vector<Piece> weft::notation::splitLevels(Piece list) {
  std::vector<Piece> pieces;
  int64_t depth = 0;
  size_t begin = 0;
  for (size_t k = 0; k < list.text.size(); ++k) {
    char c = list.text[k];
    depth += c == '<' || c == '(' || c == '[';
    depth -= c == '>' || c == ')' || c == ']';
    if (c != ',' || depth > 0)
      continue;
    pieces.push_back(trim(list.slice(begin, k - begin)));
    begin = k + 1;
  }
  pieces.push_back(trim(list.slice(begin)));
  return pieces;
}

/// What to do about a level type that is unknown.
static std::string getPluginHint() {
  if (!runtime::hasPlugins())
    return "-load=PLUGIN, weft_load_plugin or load_plugin loads the plugin "
           "that implements a level type";
  std::string formats;
  for (const std::string &name : runtime::getPluginFormatNames())
    formats += (formats.empty() ? "" : ", ") + name;
  return formats.empty() ? "" : "the formats of loaded plugins are " + formats;
}

std::optional<Result<Level>> weft::notation::parseLevelName(Piece name) {
  if (name.text.find('.') != name.text.npos) {
    runtime::Expected<const runtime::PluginLevelType *> type =
        runtime::findPluginLevelType(std::string(name.text));
    if (type.failed())
      return errorAt(type.message(), name.range(), getPluginHint());
    Level level;
    level.kind = LevelKind::Plugin;
    level.unique = (*type)->isUnique;
    level.ordered = (*type)->isOrdered;
    level.pluginType = *type;
    return level;
  }
  for (auto kind = LevelKind::Dense; kind != LevelKind::Plugin;
       kind = static_cast<LevelKind>(static_cast<int>(kind) + 1))
    if (name.text == runtime::nameOf(kind) && !runtime::hasRoom(kind)) {
      Level level;
      level.kind = kind;
      return level;
    }
  return std::nullopt;
}
