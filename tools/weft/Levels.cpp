//===- Levels.cpp - Printed levels of a kernel ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the levels of the compiler from those of the driver.
//
//===----------------------------------------------------------------------===//

#include "Levels.h"
#include "Texts.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <unistd.h>

using namespace weft::driver;

/// Appends what a level of the compiler prints.
static bool printCompilerLevel(const weft_kernel *kernel,
                               const std::string &level, std::string &text,
                               std::string &message) {
  char *made = nullptr, *error = nullptr;
  if (weft_kernel_print(kernel, level.c_str(), &made, &error) != 0)
    return fail(error, message);
  text += Text(made).get();
  if (text.empty() || text.back() != '\n')
    text += '\n';
  return true;
}

static bool appendObject(const weft_kernel *kernel, std::string &text,
                         std::string &message) {
  if (isatty(STDOUT_FILENO)) {
    message = "the standard output is a terminal\nhint: redirect it, or "
              "write the object file with -write-object=FILE";
    return false;
  }
  const void *data = nullptr;
  int64_t size = 0;
  char *error = nullptr;
  if (weft_kernel_object(kernel, &data, &size, &error) != 0)
    return fail(error, message);
  text.append(static_cast<const char *>(data), size);
  return true;
}

/// Appends the lattices of the loops over a variable: in the text of all
/// lattices, a line with the variable, and the points of the lattice below.
static bool appendLattices(const weft_kernel *kernel,
                           const std::string &variable, std::string &text,
                           std::string &message) {
  std::string all, found;
  if (!printCompilerLevel(kernel, "lattices", all, message))
    return false;
  std::vector<std::string> variables;
  std::istringstream lines(all);
  size_t loop = std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    size_t indent = std::min(line.find_first_not_of(' '), line.size());
    bool isPoint = line.compare(indent, 1, "{") == 0;
    std::string name = line.substr(indent, line.find(' ', indent) - indent);
    if (!isPoint &&
        std::find(variables.begin(), variables.end(), name) == variables.end())
      variables.push_back(name);
    if (!isPoint && name == variable)
      loop = indent;
    else if (loop != std::string::npos && indent <= loop)
      loop = std::string::npos;
    // Points of loops further inside are indented more.
    if (loop != std::string::npos && indent <= loop + 2)
      found += line.substr(loop) + "\n";
  }
  text += found;
  if (!found.empty())
    return true;
  std::string hint;
  for (const std::string &name : variables)
    hint += (hint.empty() ? "" : ", ") + name;
  const std::string option = "-print-lattice=";
  message = "the kernel has no loop over '" + variable + "'" +
            underline(option + variable, option.size(), variable.size()) +
            "\nhint: " +
            (hint.empty() ? "it has no loops" : "its loops are over " + hint);
  return false;
}

bool weft::driver::printLevel(const weft_kernel *kernel, Sources &sources,
                              const std::string &level, std::string &text,
                              std::string &message) {
  const size_t length = std::strlen(level::latticesOf);
  if (level == "obj")
    return appendObject(kernel, text, message);
  if (level == level::evaluate)
    return sources.print(Part::Evaluate, text, message);
  if (level == level::assemble)
    return sources.print(Part::Assemble, text, message);
  if (level == level::compute)
    return sources.print(Part::Compute, text, message);
  if (level == level::allSources)
    return sources.printAll(text, message);
  if (level == level::sourceHeader)
    return sources.printHeader(text, message);
  if (level == level::allCUDASources)
    return sources.inCUDA().printAll(text, message);
  if (level == level::cudaSourceHeader)
    return sources.inCUDA().printHeader(text, message);
  if (level.compare(0, length, level::latticesOf) == 0)
    return appendLattices(kernel, level.substr(length), text, message);
  return printCompilerLevel(kernel, level, text, message);
}
