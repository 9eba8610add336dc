//===- TakeLevels.cpp - Options about what is printed ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Levels of the compilation and explanations, printed or written to files.
//
//===----------------------------------------------------------------------===//

#include "Levels.h"
#include "Options.h"
#include "TakeOption.h"
#include "Texts.h"

#include <algorithm>

using namespace weft::driver;

std::string weft::driver::takeLevel(CommandLine &line,
                                    const std::string &name) {
  std::vector<std::string> names;
  for (const LevelName &level : getLevelNames())
    names.push_back(level.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string all;
    for (const std::string &known : names)
      all += (all.empty() ? "" : ", ") + known;
    return "unknown level '" + name + "', expected one of " + all +
           suggest(name, names);
  }
  line.levels.push_back(name);
  return "";
}

/// Takes "KIND" or "KIND:FILE".
std::string weft::driver::takeExplanation(CommandLine &line,
                                          const std::string &text) {
  std::string kind = text, path;
  if (size_t colon = text.find(':'); colon != std::string::npos) {
    kind = text.substr(0, colon);
    path = text.substr(colon + 1);
    if (path.empty())
      return "expected a file after '-explain=" + text + "'";
  }
  if (!kind.empty() && kind != "text" && kind != "html")
    return "expected -explain to be one of text, html, got '" + kind + "'" +
           suggest(kind, {"text", "html"});
  std::string level = kind == "html" ? "explain-html" : "explain";
  if (path.empty())
    line.levels.push_back(level);
  else
    line.files.emplace_back(level, path);
  return "";
}

std::string weft::driver::takeLattice(CommandLine &line,
                                      const std::string &variable) {
  if (!isName(variable))
    return "expected -print-lattice=VARIABLE, got '-print-lattice=" + variable +
           "'";
  line.levels.push_back(level::latticesOf + variable);
  return "";
}

std::string weft::driver::takeSourceFile(CommandLine &line,
                                         const std::string &path) {
  bool isCUDA = isCUDAPath(path);
  line.files.emplace_back(isCUDA ? level::allCUDASources : level::allSources,
                          path);
  if (std::string header = getHeaderPath(path); !header.empty())
    line.files.emplace_back(
        isCUDA ? level::cudaSourceHeader : level::sourceHeader, header);
  return "";
}
