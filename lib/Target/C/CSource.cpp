//===- CSource.cpp - Kernels in C -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a module: what is shared, the functions that the kernel calls, callees
// before their callers, and the kernel.
//
//===----------------------------------------------------------------------===//

#include "weft/Target/C/CSource.h"

#include "FunctionPrinter.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::csource;

/// The functions that a function calls, and after them itself.
static void collect(func::FuncOp function,
                    llvm::SetVector<func::FuncOp> &functions) {
  auto module = function->getParentOfType<ModuleOp>();
  function.walk([&](func::CallOp call) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (callee && !callee.isDeclaration() && callee != function &&
        !functions.contains(callee))
      collect(callee, functions);
  });
  functions.insert(function);
}

/// Whether calls of a function are launches.
static bool isDeviceFunction(Operation *function) {
  return function->hasAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName());
}

/// Whether an operation allocates or frees memory that is no local variable.
static bool managesMemory(Operation *op, const Arrays &arrays) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return !arrays.isLocal(alloc);
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    return !arrays.isLocal(dealloc.getMemref());
  return isa<memref::ReallocOp>(op);
}

/// Whether a function takes memory, or calls one that can fail.
static bool canFail(func::FuncOp function, const Arrays &arrays,
                    const DenseSet<Operation *> &fallible) {
  auto module = function->getParentOfType<ModuleOp>();
  return function
      .walk([&](Operation *op) {
        auto call = dyn_cast<func::CallOp>(op);
        Operation *callee =
            call ? module.lookupSymbol(call.getCallee()) : nullptr;
        bool fails =
            managesMemory(op, arrays) || isa<LLVM::CallOp>(op) ||
            (call && (fallible.contains(callee) || isDeviceFunction(callee) ||
                      (call.getCallee() != "weft_rt_repeat" &&
                       cast<func::FuncOp>(callee).isDeclaration())));
        return fails ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The most columns of a line.
static constexpr size_t kColumns = 80;

/// Prints a text whose long lines are broken before operators and behind
/// commas.
static void printWrapped(StringRef text, llvm::raw_ostream &os) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    std::string indent(line.size() - line.ltrim().size() + 4, ' ');
    bool isDirective = line.starts_with("#") || line.starts_with("/*") ||
                       line.starts_with(" *");
    std::string begin;
    while (begin.size() + line.size() > kColumns && !isDirective) {
      size_t at = 0;
      for (size_t next = indent.size();
           begin.size() + next < kColumns && next + 1 < line.size(); ++next) {
        StringRef tail = line.substr(next);
        bool isBreak = line[next - 1] == ' ' &&
                       (line[next - 2] == ',' || tail.starts_with("+ ") ||
                        tail.starts_with("- ") || tail.starts_with("* ") ||
                        tail.starts_with("&& ") || tail.starts_with("|| ") ||
                        tail.starts_with("? ") || tail.starts_with(": "));
        if (isBreak)
          at = next;
      }
      if (at == 0)
        break;
      os << begin << line.take_front(at).rtrim() << "\n";
      line = line.drop_front(at);
      begin = indent;
    }
    os << begin << line << "\n";
    text = rest;
  }
}

/// Declares an array that functions share.
static LogicalResult printGlobal(memref::GlobalOp global,
                                 llvm::raw_ostream &os) {
  MemRefType type = global.getType();
  auto values = dyn_cast_if_present<DenseElementsAttr>(
      global.getInitialValue().value_or(Attribute()));
  if (type.getRank() != 1 || !type.getElementType().isInteger(32) || !values ||
      !values.isSplat() || !values.getSplatValue<APInt>().isZero())
    return global.emitError("cannot write this in C: an array that functions "
                            "share is not of zeros");
  os << "static int32_t " << global.getSymName() << "[" << type.getNumElements()
     << "];\n\n";
  return success();
}

/// Has the arguments of a function of the device the names that its caller has.
static void nameArguments(func::FuncOp function, const ModuleFacts &facts) {
  auto names = facts.argumentNames.find(function);
  if (names == facts.argumentNames.end())
    return;
  for (auto [argument, name] :
       llvm::zip_equal(function.getArguments(), names->second))
    if (!name.empty())
      argument.setLoc(NameLoc::get(StringAttr::get(function.getContext(), name),
                                   argument.getLoc()));
}

/// Prints a function and an empty line, but none behind the kernel.
static LogicalResult printFunction(ModuleFacts &facts, func::FuncOp function,
                                   const CKernel *kernel,
                                   llvm::raw_ostream &os) {
  if (function.getBody().getBlocks().size() != 1)
    return function.emitError("cannot write this in ")
           << (facts.isCUDA ? "CUDA" : "C")
           << ": its control flow is not structured";
  FunctionPrinter printer(facts, function, kernel);
  if (failed(printer.print(os)))
    return failure();
  if (!kernel)
    os << "\n";
  return success();
}

/// Renames functions of the device that have the name of a function that files
/// of the kernel export.
static LogicalResult renameDeviceFunctions(ModuleOp module, StringRef kernel) {
  StringRef base = kernel;
  (void)(base.consume_back("_assemble") || base.consume_back("_compute"));
  SymbolTable symbols(module);
  for (StringRef suffix : {"", "_assemble", "_compute"}) {
    std::string name = (base + suffix).str();
    auto function = symbols.lookup<func::FuncOp>(name);
    if (!function || !isDeviceFunction(function))
      continue;
    name += "_device";
    while (symbols.lookup(name))
      name += "_";
    if (failed(symbols.rename(function, name)))
      return failure();
  }
  return success();
}

/// Prints the kernel of a module and what it calls, in C or in CUDA C++.
static LogicalResult printKernel(ModuleOp module, const CKernel &kernel,
                                 bool isCUDA, llvm::raw_ostream &os) {
  func::FuncOp entry;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttr))
      entry = function;
  if (!entry)
    return module.emitError("cannot write this in ")
           << (isCUDA ? "CUDA" : "C") << ": it has no kernel";
  if (failed(renameDeviceFunctions(module, kernel.name)))
    return failure();
  llvm::SetVector<func::FuncOp> functions;
  collect(entry, functions);

  Arrays arrays(module);
  ModuleFacts facts{arrays, {}, {}};
  facts.isCUDA = isCUDA;
  if (isCUDA)
    facts.prelude.setCUDA();
  for (func::FuncOp function : functions)
    if (canFail(function, arrays, facts.fallible))
      facts.fallible.insert(function);

  std::string text, hostText;
  llvm::raw_string_ostream body(text), host(hostText);
  for (auto global : module.getOps<memref::GlobalOp>())
    if (failed(printGlobal(global, body)))
      return failure();
  for (func::FuncOp function : functions)
    if (!isDeviceFunction(function) &&
        failed(printFunction(facts, function,
                             function == entry ? &kernel : nullptr, host)))
      return failure();
  // Callers say what arguments are called.
  for (func::FuncOp function : functions) {
    if (!isDeviceFunction(function))
      continue;
    nameArguments(function, facts);
    if (failed(printFunction(facts, function, nullptr, body)))
      return failure();
  }
  facts.prelude.print(os);
  printWrapped(text, os);
  printWrapped(hostText, os);
  return success();
}

LogicalResult weft::printCSource(ModuleOp module, const CKernel &kernel,
                                 llvm::raw_ostream &os) {
  return printKernel(module, kernel, /*isCUDA=*/false, os);
}

LogicalResult weft::printCUDASource(ModuleOp module, const CKernel &kernel,
                                    llvm::raw_ostream &os) {
  return printKernel(module, kernel, /*isCUDA=*/true, os);
}

LogicalResult weft::printCFunctions(ModuleOp module, llvm::raw_ostream &os) {
  llvm::SetVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    collect(function, functions);
  Arrays arrays(module);
  ModuleFacts facts{arrays, {}, {}, /*isLibrary=*/true};
  std::string text;
  llvm::raw_string_ostream body(text);
  for (func::FuncOp function : functions) {
    if (canFail(function, arrays, facts.fallible))
      return function.emitError(
          "cannot write this in C: it takes memory, which its caller has to");
    if (csource::Scopes().declare(function.getName()) != function.getName())
      return function.emitError("cannot write this in C: its name '")
             << function.getName() << "' is reserved there; give it another";
    if (!body.str().empty())
      body << "\n";
    FunctionPrinter printer(facts, function, nullptr);
    if (failed(printer.print(body)))
      return failure();
  }
  facts.prelude.omitTypes();
  facts.prelude.print(os);
  printWrapped(text, os);
  return success();
}
