//===- Sources.h - Kernels as C source --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TACO prints up to three functions of a kernel, and so does Weft: one that
// makes the whole result, one that makes its coordinates, and one that computes
// its values.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_SOURCES_H
#define WEFT_TOOLS_WEFT_SOURCES_H

#include "Compilation.h"

#include <map>
#include <memory>

namespace weft {
namespace driver {

/// A function of a kernel: the result as a whole, only its coordinates, or only
/// its values.
enum class Part { Evaluate, Assemble, Compute };

/// The functions of a kernel as C source. Each is compiled when it is first
/// needed. On failure functions return false and set `message`.
class Sources {
public:
  Sources(const CommandLine &line, const Compilation &compilation,
          const char *language = "c")
      : line(line), compilation(compilation), language(language) {}

  /// The same functions in CUDA C++.
  Sources &inCUDA();

  /// Appends a file with one function.
  bool print(Part part, std::string &text, std::string &message);
  /// Appends a file with all functions. Those are left out that the compiler
  /// refuses or that are no other than the whole kernel.
  bool printAll(std::string &text, std::string &message);
  /// Appends the header of that file.
  bool printHeader(std::string &text, std::string &message);

  /// What the function for the whole result is called.
  std::string getName() const;

private:
  struct Function {
    std::string name;
    Kernel kernel;
    std::string text;
  };
  const Function *find(Part part, std::string &message);
  /// The functions of the file with all of them.
  bool findAll(std::vector<const Function *> &functions, std::string &notes,
               std::string &message);
  std::string getName(Part part) const;

  const CommandLine &line;
  const Compilation &compilation;
  /// The level that they are printed at.
  const char *language;
  std::unique_ptr<Sources> cuda;
  std::map<Part, Function> functions;
};

/// The comment by which a file of C source says which tensors a function takes,
/// and `-read-source` recognizes it.
std::string describeSignature(const std::string &name,
                              const weft_kernel *kernel);

/// The path of the header of a C file; empty if that does not end in ".c".
std::string getHeaderPath(const std::string &path);

/// Whether a path ends as those of files in CUDA C++.
bool isCUDAPath(const std::string &path);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_SOURCES_H
