//===- KernelPrinter.cpp - A kernel at every level --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows a kernel at any level of its compilation. Each level is made anew from
// the module in tensor index notation, so that a kernel that is only run pays
// nothing for it.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/CHeader.h"
#include "weft/Compiler/Kernel.h"

#include "CompilerContext.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

llvm::ArrayRef<llvm::StringLiteral> Kernel::levelNames() {
  static constexpr llvm::StringLiteral names[] = {
      "tin", "cin", "lattice", "scf", "memref", "llvm", "asm", "header"};
  return names;
}

/// The level of the IR that a name stands for.
static std::optional<IRLevel> parseIRLevel(StringRef name) {
  return llvm::StringSwitch<std::optional<IRLevel>>(name)
      .Case("tin", IRLevel::TIN)
      .Case("cin", IRLevel::CIN)
      .Case("lattice", IRLevel::Lattice)
      .Case("scf", IRLevel::SCF)
      .Case("memref", IRLevel::MemRef)
      .Default(std::nullopt);
}

llvm::Expected<std::string> Kernel::print(StringRef level) const {
  if (level == "header")
    return makeCHeader(*this);

  CompilerContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (std::optional<IRLevel> irLevel = parseIRLevel(level)) {
    llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(*irLevel);
    if (!lowered)
      return lowered.takeError();
    (*lowered)->print(os);
    os << "\n";
    return text;
  }
  if (level != "llvm" && level != "asm")
    return llvm::createStringError("unknown level '" + level +
                                   "': expected one of " +
                                   llvm::join(levelNames(), ", "));

  llvm::LLVMContext llvmContext;
  llvm::Expected<std::unique_ptr<llvm::Module>> llvmModule =
      lowerToLLVM(llvmContext);
  if (!llvmModule)
    return llvmModule.takeError();
  llvm::Expected<CodeGenerator> generator =
      CodeGenerator::create(request.optLevel);
  if (!generator)
    return generator.takeError();
  generator->optimize(**llvmModule);
  if (level == "asm")
    return generator->emitAssembly(**llvmModule);
  (*llvmModule)->print(os, nullptr);
  return text;
}
