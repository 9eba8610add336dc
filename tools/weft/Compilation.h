//===- Compilation.h - Compilation from options -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the expression of a command line, once or with further words for the
// compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_COMPILATION_H
#define WEFT_TOOLS_WEFT_COMPILATION_H

#include "Api.h"
#include "CommandLine.h"

namespace weft {
namespace driver {

/// The text, the formats, the types and the words for the compiler that a
/// command line gives.
class Compilation {
public:
  explicit Compilation(const CommandLine &line) : line(line) {}

  /// Reads the files that the compiler needs. On failure returns false and sets
  /// `message`.
  bool readFiles(std::string &message);
  /// Adds words to the options of all kernels.
  void addWords(const std::string &words) { options += words; }
  /// Compiles a kernel of this name with further words, separated by spaces. On
  /// failure returns false and sets `message`.
  bool compile(const std::string &name, const std::string &words,
               Kernel &kernel, std::string &message) const;

private:
  /// Adds the words that describe the processor.
  bool takeMachine(std::string &message);

  const CommandLine &line;
  std::string functions, patterns;
  /// The words that all kernels have in common.
  std::string options;
};

/// Reads a text from a file. On failure returns false and sets `message`.
bool readText(const std::string &path, std::string &text, std::string &message);

/// Prints all fields of the processor that `-print-machine` names, else of the
/// one that `-machine` names, else of the host. On failure returns false and
/// sets `message`.
bool showMachine(const CommandLine &line, std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_COMPILATION_H
