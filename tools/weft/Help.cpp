//===- Help.cpp - The text of -help ---------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of options as its users read it, with examples before and what else
// the driver knows behind.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <algorithm>

using namespace weft::driver;

/// Appends lines to a text, each indented.
static void appendIndented(std::string &text, const char *lines,
                           const std::string &indentation) {
  text += indentation;
  for (; *lines; ++lines) {
    text += *lines;
    if (*lines == '\n')
      text += indentation;
  }
  text += "\n";
}

static void appendOption(std::string &help, const Option &option) {
  std::string spelling = std::string("  -") + option.name;
  if (option.value == OptionValue::Required)
    spelling += std::string("=") + option.valueName;
  else if (option.value == OptionValue::Optional)
    spelling += std::string("[=") + option.valueName + "]";
  help += spelling + "\n";
  appendIndented(help, option.help.c_str(), "      ");
}

std::string weft::driver::getHelpAbout(const std::string &topic) {
  std::string name = topic == "scheduling" ? "s" : topic, help;
  name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
  for (const Option &option : getOptions())
    if (name == option.name)
      appendOption(help, option);
  return help;
}

std::string weft::driver::getHelp() {
  std::string help =
      R"(Usage: weft 'EXPRESSION' [OPTIONS]
       weft tune 'EXPRESSION' [OPTIONS]

Compiles an expression in index notation for the formats of its tensors, and
runs it if operands are given. Variables missing on the left are summed over.
With tune, searches for the fastest schedule on the operands.

Examples:
  weft 'y(i) = A(i,j) * x(j)' -f=A:CSR -i=A:a.mtx -i=x:x.tns -o=y:y.tns
  weft 'y(i) = A(i,j) * x(j)' -f=A:ds -i=A:a.mtx -g=x:d -norm -time=10
  weft 'A(i,j) = B(i,j) + C(i,j)' -f=A:CSR -f=B:CSR -f=C:COO -print-concrete
  weft 'C(i,j) = A(i,k) * B(k,j)' -f=A:CSR -d=A:100,80 -g=A:u:0.01 \
       -d=B:80,60 -g=B:d -norm
  weft 'a = alpha * max(i, x(i))' -i=alpha:0.5 -i=x:x.tns
  weft 'y(i) = x(i-1) - 2*x(i) + x(i+1)' -g=x:d -d=x:100 -t=x:float -norm
  weft 'y(i) = A(i,j) * x(j)' -f=A:CSR -name=spmv -write-object=spmv.o \
       -write-header=spmv.h

Options:
)";
  for (const Option &option : getOptions())
    appendOption(help, option);
  help += "\nLevels of -emit:\n";
  for (const LevelName &level : getLevelNames()) {
    if (!level.help)
      continue;
    std::string name = std::string("  ") + level.name;
    name.resize(14, ' ');
    help += name + level.help + "\n";
  }
  help += R"(
Functions in expressions:
  abs acos and asin atan ceil conj cos cosh erf exp floor imag log log10 log2
  max min not or pow real round select sign sin sinh sqrt tan tanh trunc where
  xor, and those of -functions
Reductions, as in max(j, A(i,j)):
  sum prod product min max any all

Environment:
  WEFT_MEMORY_LIMIT
      The number of bytes that tensors may take; the memory of the machine by
      default.
  WEFT_CACHE
      0 keeps no kernels on disk.
  WEFT_CACHE_DIR
      Where kernels are kept; $XDG_CACHE_HOME/weft or ~/.cache/weft by default.
  WEFT_CACHE_SIZE
      The number of bytes that they may take; 64 MiB by default.
)";
  help += "\nOptions may be written with one dash or two. The exit status is "
          "0, or 1 after\nan error; then no output is written.\n";
  return help;
}
