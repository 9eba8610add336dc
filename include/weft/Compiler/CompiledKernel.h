//===- CompiledKernel.h - The compiler behind a door ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C interface and the compiler know of each other. The compiler is a
// library that is loaded when a text has to be compiled
// (docs/decisions/kernel-cache.md), so that there is nothing of LLVM and MLIR
// in this header.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_COMPILEDKERNEL_H
#define WEFT_COMPILER_COMPILEDKERNEL_H

#include "weft/Notation/Parser.h"
#include "weft/Runtime/Format.h"
#include "weft/Runtime/PluginLevels.h"
#include "weft/Runtime/Status.h"
#include "weft/Runtime/TensorABI.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

namespace runtime {
class Tensor;
} // namespace runtime

/// A tensor in the signature of a kernel.
struct KernelTensor {
  std::string name;
  runtime::Format format;
  runtime::ElementType type;
  /// A position in the program's tensors.
  size_t index;
  /// What the kernel stores a result in, which is converted to its format then.
  std::optional<runtime::Format> assembled = std::nullopt;

  /// The format of the arrays that the kernel takes or makes.
  const runtime::Format &stored() const {
    return assembled ? *assembled : format;
  }
};

/// All that running a kernel takes besides its machine code.
struct KernelDescription {
  /// The text that names the tensors and their sizes.
  std::string text;
  std::string schedule;
  /// A program of patterns, whose signature `text` is then; empty for an
  /// expression.
  std::string patterns;
  /// What the parser has to know of the names in the text.
  notation::ParseOptions parseOptions;
  /// The sizes of index variables that it was compiled for, and the natural
  /// numbers of patterns that are no sizes.
  std::map<std::string, int64_t> sizes, numbers;
  /// The natural numbers of patterns that are index variables of the signature.
  std::vector<std::string> naturalNumbers;
  std::vector<KernelTensor> results, operands;
  /// Where the tensors of a program of patterns are in it, by their names.
  std::map<std::string, notation::Range> places;
  /// The name of its function in the object file.
  std::string entryName;
  /// Whether it takes arrays that are on a device only.
  bool takesDeviceArrays = false;

  /// The text that failures of the kernel refer to.
  const std::string &source() const {
    return patterns.empty() ? text : patterns;
  }
};

/// The arguments of weft_compile_with_functions(), which are not checked yet.
struct CompileArguments {
  const char *text = nullptr, *functions = nullptr, *functionsName = nullptr;
  const char *const *formats = nullptr;
  int64_t numFormats = 0;
  const char *const *types = nullptr;
  int64_t numTypes = 0;
  const char *options = nullptr;
};

/// A tensor of a run.
struct RunTensor {
  const runtime::Tensor *tensor;
  /// The index variable of each mode; empty where a constant selects it.
  std::vector<std::string> variables;
  /// How many bytes its arrays take.
  int64_t numBytes;
};

/// A run of a kernel.
struct RunDescription {
  /// The tensors of the signature, results first.
  std::vector<RunTensor> tensors;
  /// Milliseconds: to read the operands, to compile, and of the kernel.
  double readTime = 0, compileTime = 0, runTime = 0;
};

/// A kernel in the hands of the compiler. Messages are for the user.
class CompiledKernel {
public:
  virtual ~CompiledKernel() = default;

  virtual KernelDescription describe() const = 0;
  /// The object file; empty if no code was generated.
  virtual std::string_view object() const = 0;
  /// Success if the object file does by itself all that the kernel does.
  virtual runtime::Status checkObject() const = 0;
  /// Writes the object file and its C header. Paths may be null.
  virtual runtime::Status writeObject(const char *path,
                                      const char *headerPath) const = 0;
  /// The kernel at one of the levels that weft_kernel_print() lists.
  virtual runtime::Expected<std::string> print(const char *level) const = 0;
  /// The same at the level explain or explain-html, with the numbers of a run.
  virtual runtime::Expected<std::string>
  explain(const char *level, const RunDescription &run) const = 0;
  /// Links the object file into this process with LLVM. The function lives as
  /// long as this object.
  virtual runtime::Expected<weft_kernel_fn> link() = 0;
};

/// What libraries have to agree on that were not built together: how long the
/// structures are that pass between them.
constexpr uint64_t compilerLayout =
    sizeof(CompileArguments) + (sizeof(runtime::Level) << 8) +
    (sizeof(KernelTensor) << 16) + (sizeof(KernelDescription) << 32) +
    (sizeof(RunDescription) << 48) + (sizeof(runtime::Status) << 56);

/// What the library of the compiler offers.
struct Compiler {
  /// The version of Weft, and `compilerLayout`. First, in every version.
  const char *version;
  uint64_t layout;
  runtime::Expected<std::unique_ptr<CompiledKernel>> (*compile)(
      const CompileArguments &arguments);
  /// What weft_machine_print() prints.
  runtime::Expected<std::string> (*describeMachine)(const char *name);
  /// Loads a plugin, whose dialects and operators all kernels have from then
  /// on, and gives the formats that it names. None if it was loaded before.
  runtime::Expected<std::vector<runtime::PluginFormat>> (*loadPlugin)(
      const char *path);
  /// Describes the level type of an attribute, which comes without its '#'.
  runtime::Expected<runtime::PluginLevelType> (*describeLevelType)(
      const std::string &text);
};

/// The name of the function of that library which returns what it offers.
constexpr const char *compilerFunctionName = "weft_get_compiler";

} // namespace weft

extern "C" const weft::Compiler *weft_get_compiler();

#endif // WEFT_COMPILER_COMPILEDKERNEL_H
