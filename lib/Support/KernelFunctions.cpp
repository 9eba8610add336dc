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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace weft;

namespace {
/// A function that is defined outside of the module. A letter stands for `i32`,
/// `i64` (l) or a pointer; what has pointers is called in the LLVM dialect.
struct RuntimeFunction {
  StringLiteral name, result, arguments;

  bool isLLVM() const {
    return result.contains('p') || arguments.contains('p');
  }
  Type getType(MLIRContext *context) const;
};
} // namespace

static constexpr RuntimeFunction kRuntimeFunctions[] = {
    {"weft_rt_fail", "", "llll"},
    {"weft_rt_capacity", "l", "llll"},
    {"weft_rt_repeat", "", "llll"},
    {"weft_rt_sort", "", "lllll"},
    {"weft_rt_group", "l", "lllll"},
    {"weft_rt_rank", "l", "llll"},
    {"weft_rt_box", "l", "llll"},
    {"weft_rt_collect", "l", "llllllll"},
    {"weft_rt_num_threads", "i", ""},
    {"omp_get_max_threads", "i", ""},
    {"weft_rt_fork", "p", ""},
    {"weft_rt_join", "", "p"},
    {"weft_rt_run_partition", "", "ppp"},
    {"weft_rt_share", "", "llpp"},
    {"weft_rt_is_shared", "i", ""},
    {"weft_rt_release", "", "p"},
    {"weft_rt_trim", "p", "pl"},
    {"weft_rt_alloc", "p", "l"},
    {"weft_rt_alloc_aligned", "p", "ll"},
    {"weft_rt_alloc_result", "p", "ll"},
    {"weft_rt_realloc", "p", "pl"},
    {"weft_rt_free", "", "p"},
    {"weft_rt_take_table", "p", "ll"},
    {"weft_rt_give_table", "", "p"},
    {"weft_rt_place", "l", "llllll"},
    {"weft_rt_share_appends", "", "llppp"},
    {"weft_rt_launch", "", "pppllllll"},
    {"weft_rt_access", "", "pl"},
    {"weft_rt_finish_launches", "", ""},
    {"weft_rt_has_even_segments", "l", "plll"}};

static SmallVector<Type> getTypes(StringRef letters, MLIRContext *context) {
  return llvm::map_to_vector(letters, [&](char letter) -> Type {
    if (letter == 'p')
      return LLVM::LLVMPointerType::get(context);
    return IntegerType::get(context, letter == 'i' ? 32 : 64);
  });
}

Type RuntimeFunction::getType(MLIRContext *context) const {
  SmallVector<Type> taken = getTypes(arguments, context);
  SmallVector<Type> given = getTypes(result, context);
  if (!isLLVM())
    return FunctionType::get(context, taken, given);
  Type value = given.empty() ? LLVM::LLVMVoidType::get(context) : given.front();
  return LLVM::LLVMFunctionType::get(value, taken);
}

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

/// Declares a function in a symbol table that has nothing of its name.
template <typename FuncOp>
static FuncOp declare(ImplicitLocOpBuilder &b, Operation *table, StringRef name,
                      Type type) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&table->getRegion(0).front());
  if constexpr (std::is_same_v<FuncOp, LLVM::LLVMFuncOp>) {
    return FuncOp::create(b, name, type);
  } else {
    auto function = FuncOp::create(b, name, cast<FunctionType>(type));
    function.setPrivate();
    return function;
  }
}

func::FuncOp weft::getOrDeclareFunction(ImplicitLocOpBuilder &b,
                                        Operation *table, StringRef name,
                                        FunctionType type) {
  Operation *symbol = SymbolTable::lookupSymbolIn(table, name);
  if (!symbol)
    return declare<func::FuncOp>(b, table, name, type);
  auto function = dyn_cast<func::FuncOp>(symbol);
  if (function && function.getFunctionType() == type)
    return function;
  (void)refuseName(symbol);
  return {};
}

LogicalResult weft::verifyRuntimeName(Operation *symbol) {
  const RuntimeFunction *known =
      findRuntimeFunction(SymbolTable::getSymbolName(symbol).getValue());
  if (!known)
    return success();
  auto function = dyn_cast<FunctionOpInterface>(symbol);
  // A dialect that is not loaded has no functions, so that its types are not
  // asked for.
  bool isOurs =
      function && function.isExternal() &&
      (known->isLLVM() ? isa<LLVM::LLVMFuncOp>(symbol)
                       : isa<func::FuncOp>(symbol)) &&
      function.getFunctionType() == known->getType(symbol->getContext());
  return isOurs ? success() : refuseName(symbol);
}

template <typename FuncOp>
FuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &b, Operation *table,
                                StringRef name) {
  const RuntimeFunction *known = findRuntimeFunction(name);
  assert(known && "expected a function of the table");
  Operation *symbol = SymbolTable::lookupSymbolIn(table, name);
  if (!symbol)
    return declare<FuncOp>(b, table, name, known->getType(b.getContext()));
  return succeeded(verifyRuntimeName(symbol)) ? cast<FuncOp>(symbol) : FuncOp();
}
template func::FuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &,
                                               Operation *, StringRef);
template LLVM::LLVMFuncOp weft::getRuntimeFunction(ImplicitLocOpBuilder &,
                                                   Operation *, StringRef);

Value weft::emitNumThreads(ImplicitLocOpBuilder &b, Operation *table) {
  auto getAsked =
      getRuntimeFunction<func::FuncOp>(b, table, "weft_rt_num_threads");
  auto getUsual =
      getRuntimeFunction<func::FuncOp>(b, table, "omp_get_max_threads");
  if (!getAsked || !getUsual)
    return {};
  Value asked = func::CallOp::create(b, getAsked, ValueRange()).getResult(0);
  Value usual = func::CallOp::create(b, getUsual, ValueRange()).getResult(0);
  Value zero = arith::ConstantIntOp::create(b, 0, 32);
  Value isAsked =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, asked, zero);
  return arith::SelectOp::create(b, isAsked, asked, usual);
}
