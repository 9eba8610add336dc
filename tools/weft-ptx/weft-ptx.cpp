//===- weft-ptx.cpp - Checks PTX against the machine ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and decodes the entries of PTX files, and prints their parameters,
// memory and opcodes. What the machine does not know is an error with its place
// in the file.
//
//===----------------------------------------------------------------------===//

#include "weft/PTX/Check.h"

#include <cstdio>
#include <cstring>
#include <iostream>

using namespace weft::ptx;

static constexpr const char *kHelp =
    "usage: weft-ptx [-q] FILE.ptx...\n"
    "\n"
    "Prints the kernels of PTX files: parameters, memory and opcodes. What "
    "the\n"
    "PTX machine cannot run is an error. '-' reads the standard input.\n"
    "\n"
    "  -q        print errors only\n"
    "  --help    print this text\n";

static void print(const char *file, const Diagnostic &diagnostic) {
  std::cerr << file << ':' << diagnostic.line << ':' << diagnostic.column
            << ": error: " << diagnostic.message;
  if (!diagnostic.hint.empty())
    std::cerr << " (" << diagnostic.hint << ")";
  std::cerr << '\n';
}

/// Reads a file, or the standard input for '-'. False if that is not possible,
/// as of a folder.
static bool readFile(const char *name, std::string &text) {
  std::FILE *file = std::strcmp(name, "-") ? std::fopen(name, "rb") : stdin;
  if (!file)
    return false;
  char buffer[1 << 16];
  while (size_t size = std::fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, size);
  bool isGood = !std::ferror(file);
  if (file != stdin)
    std::fclose(file);
  return isGood;
}

static bool check(const char *file, bool isQuiet) {
  std::string text;
  if (!readFile(file, text)) {
    std::cerr << file << ": error: cannot read the file\n";
    return false;
  }
  std::vector<Diagnostic> diagnostics;
  std::vector<KernelSummary> kernels = checkModule(text, diagnostics);
  for (const Diagnostic &diagnostic : diagnostics)
    print(file, diagnostic);
  if (!isQuiet)
    for (const KernelSummary &kernel : kernels)
      std::cout << kernel.text;
  return diagnostics.empty();
}

int main(int argc, char **argv) {
  bool isQuiet = false, hasFile = false, isGood = true;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--help")) {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (!std::strcmp(argv[i], "-q")) {
      isQuiet = true;
      continue;
    }
    if (argv[i][0] == '-' && argv[i][1]) {
      std::fprintf(stderr, "weft-ptx: error: unknown option '%s'\n", argv[i]);
      return 1;
    }
    hasFile = true;
    isGood &= check(argv[i], isQuiet);
  }
  if (!hasFile) {
    std::fputs("weft-ptx: error: expected a file (see --help)\n", stderr);
    return 1;
  }
  return isGood ? 0 : 1;
}
