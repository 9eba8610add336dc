//===- KernelFunctions.cpp - Functions that kernels call --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the functions of the runtime (weft/Runtime/TensorABI.h) and of
// OpenMP, and how functions are found by their names.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/KernelFunctions.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace weft;

namespace {
/// A function that is defined outside of the module. Its type says in which
/// dialect it is declared: that of the code that calls it.
struct RuntimeFunction {
  StringLiteral name, type;
};
} // namespace

static constexpr RuntimeFunction kRuntimeFunctions[] = {
    {"weft_rt_fail", "(i64, i64, i64, i64) -> ()"},
    {"weft_rt_capacity", "(i64, i64, i64, i64) -> i64"},
    {"weft_rt_repeat", "(i64, i64, i64, i64) -> ()"},
    {"weft_rt_sort", "(i64, i64, i64, i64, i64) -> ()"},
    {"weft_rt_num_threads", "() -> i32"},
    {"omp_get_max_threads", "() -> i32"},
    {"weft_rt_fork", "!llvm.func<ptr ()>"},
    {"weft_rt_join", "!llvm.func<void (ptr)>"},
    {"weft_rt_run_part", "!llvm.func<void (ptr, ptr, ptr)>"},
    {"weft_rt_release", "!llvm.func<void (ptr)>"},
    {"weft_rt_alloc", "!llvm.func<ptr (i64)>"},
    {"weft_rt_alloc_aligned", "!llvm.func<ptr (i64, i64)>"},
    {"weft_rt_free", "!llvm.func<void (ptr)>"}};

static const RuntimeFunction *findRuntimeFunction(StringRef name) {
  const auto *known =
      llvm::find_if(kRuntimeFunctions, [&](const RuntimeFunction &function) {
        return function.name == name;
      });
  return known == std::end(kRuntimeFunctions) ? nullptr : known;
}

LogicalResult weft::refuseName(Operation *symbol) {
  return symbol->emitOpError("has the name of a function that kernels need: ")
         << "rename '" << SymbolTable::getSymbolName(symbol).getValue() << "'";
}

/// The function of a symbol table, as in `getOrDeclareFunction`.
template <typename FuncOp, typename FuncType>
static FuncOp getOrDeclare(ImplicitLocOpBuilder &b, Operation *table,
                           StringRef name, FuncType type) {
  if (Operation *symbol = SymbolTable::lookupSymbolIn(table, name)) {
    auto function = dyn_cast<FuncOp>(symbol);
    if (function && function.getFunctionType() == type)
      return function;
    (void)refuseName(symbol);
    return {};
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&table->getRegion(0).front());
  return FuncOp::create(b, name, type);
}

func::FuncOp weft::getOrDeclareFunction(ImplicitLocOpBuilder &b,
                                        Operation *table, StringRef name,
                                        FunctionType type) {
  auto function = getOrDeclare<func::FuncOp>(b, table, name, type);
  if (function && function.isExternal())
    function.setPrivate();
  return function;
}

LogicalResult weft::verifyRuntimeName(Operation *symbol) {
  const RuntimeFunction *known =
      findRuntimeFunction(SymbolTable::getSymbolName(symbol).getValue());
  auto function = dyn_cast<FunctionOpInterface>(symbol);
  if (!known)
    return success();
  // In functions of the dialect that declares it, types are known.
  bool isLLVM = known->type.starts_with("!llvm");
  bool isOurs =
      function && function.isExternal() &&
      (isLLVM ? isa<LLVM::LLVMFuncOp>(symbol) : isa<func::FuncOp>(symbol)) &&
      function.getFunctionType() ==
          parseType(known->type, symbol->getContext());
  return isOurs ? success() : refuseName(symbol);
}

template <typename FuncOp>
FuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &b, Operation *table,
                                StringRef name) {
  const RuntimeFunction *known = findRuntimeFunction(name);
  assert(known && "expected a function of the table");
  if (Operation *symbol = SymbolTable::lookupSymbolIn(table, name);
      symbol && failed(verifyRuntimeName(symbol)))
    return {};
  Type type = parseType(known->type, b.getContext());
  if constexpr (std::is_same_v<FuncOp, func::FuncOp>)
    return getOrDeclareFunction(b, table, name, cast<FunctionType>(type));
  else
    return getOrDeclare<FuncOp>(b, table, name,
                                cast<LLVM::LLVMFunctionType>(type));
}
template func::FuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &,
                                               Operation *, StringRef);
template LLVM::LLVMFuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &,
                                                   Operation *, StringRef);
