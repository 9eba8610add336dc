//===- MachineCode.h - Machine code in memory -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last two steps of compilation: LLVM IR becomes an object file for the
// machine at hand, and an object file becomes code that can be called. Kernels
// that run here and kernels that are written to a file are the same object.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_MACHINECODE_H
#define WEFT_COMPILER_MACHINECODE_H

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
namespace orc {
class JITDylib;
} // namespace orc
} // namespace llvm

namespace weft {

/// Optimizes LLVM IR and generates code for this machine with all of its vector
/// extensions.
class CodeGenerator {
public:
  /// Optimization levels: nothing (0), a short pipeline that leaves loops as
  /// they are (1), the short pipeline with vectorization and unrolling (2),
  /// everything that LLVM has (3).
  static llvm::Expected<CodeGenerator> create(unsigned optLevel);

  /// Whether a gather with a mask takes no longer than a few loads on this
  /// machine.
  static bool hasFastGathers();
  /// Whether comparing vectors gives a bit for each lane on this machine.
  static bool hasVectorMasks();
  /// The width of the widest vector instructions of this machine.
  static int64_t getVectorBits();

  CodeGenerator(CodeGenerator &&);
  ~CodeGenerator();

  /// Prepares a module for this machine and optimizes it.
  void optimize(llvm::Module &module);

  /// Generates position-independent code for an optimized module.
  llvm::Expected<std::string> emitObject(llvm::Module &module);
  llvm::Expected<std::string> emitAssembly(llvm::Module &module);

private:
  CodeGenerator(std::unique_ptr<llvm::TargetMachine> machine,
                unsigned optLevel);

  std::unique_ptr<llvm::TargetMachine> machine;
  unsigned optLevel;
};

/// Machine code in memory. It is removed with this object.
class LoadedCode {
public:
  /// Links an object file, which may call the runtime, the C library and its
  /// mathematical functions.
  static llvm::Expected<std::unique_ptr<LoadedCode>>
  load(llvm::StringRef object);

  ~LoadedCode();

  /// The address of a function.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  explicit LoadedCode(llvm::orc::JITDylib &library) : library(library) {}

  llvm::orc::JITDylib &library;
};

} // namespace weft

#endif // WEFT_COMPILER_MACHINECODE_H
