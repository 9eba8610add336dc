//===- GrowthFunctions.cpp - The slow path of arrays ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the functions by which arrays grow, to a capacity that the runtime
// chooses.
//
//===----------------------------------------------------------------------===//

#include "GrowthFunctions.h"

#include "CollectFunctions.h"
#include "EntryFunctions.h"
#include "SearchFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weft {

int64_t getMaxLength(Type elementType) {
  return (int64_t(1) << 62) / getElementBytes(elementType);
}

ModuleOp getModule(ImplicitLocOpBuilder &b) {
  return b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
}

Block *startFunction(ImplicitLocOpBuilder &b, func::FuncOp function) {
  function->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
  ArrayRef<Type> inputs = function.getArgumentTypes();
  SmallVector<Location> locs(inputs.size(), b.getLoc());
  return b.createBlock(&function.getBody(), {}, inputs, locs);
}

Block *startColdFunction(ImplicitLocOpBuilder &b, func::FuncOp function) {
  Block *body = startFunction(b, function);
  function->setAttr("passthrough", b.getStrArrayAttr({"cold", "noinline"}));
  return body;
}

void emitFill(ImplicitLocOpBuilder &b, Value array, Value begin, Value end,
              Value fill) {
  auto loop = scf::ForOp::create(b, begin, end, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  memref::StoreOp::create(b, fill, array, loop.getInductionVar());
}

/// The body of a growth function: straight code, which is generated the short
/// way. What needs branches and loops is in the runtime.
static void emitGrowth(ImplicitLocOpBuilder &b, Type elementType, Value array,
                       Value needed, Value limit, Value fill) {
  Type i64 = b.getI64Type();
  auto toInt = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, i64, index);
  };
  Value length = toInt(emitLength(b, array));
  Value bytes = arith::ConstantOp::create(
      b, b.getI64IntegerAttr(getElementBytes(elementType)));
  auto getCapacity =
      getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_capacity");
  Value capacity =
      func::CallOp::create(b, getCapacity,
                           {length, toInt(needed), toInt(limit), bytes})
          .getResult(0);

  auto grown = memref::ReallocOp::create(
      b, getArrayType(elementType), array,
      arith::IndexCastOp::create(b, b.getIndexType(), capacity));
  if (fill) {
    memref::StoreOp::create(
        b, fill, grown,
        Value(arith::IndexCastOp::create(b, b.getIndexType(), length)));
    auto repeat =
        getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_repeat");
    func::CallOp::create(b, repeat,
                         {emitAddress(b, grown), length, capacity, bytes});
  }
  func::ReturnOp::create(b, Value(grown));
}

/// The names of the functions that grow arrays have that of the element type in
/// them.
static constexpr StringLiteral kGrowthPrefix = "weft_grow_";

static std::string getGrowthName(Type elementType, bool fills) {
  std::string name = kGrowthPrefix.str() + (fills ? "filled_" : "");
  llvm::raw_string_ostream(name) << elementType;
  for (char &c : name)
    c = llvm::isAlnum(c) ? c : '_';
  return name;
}

static FunctionType getGrowthType(Type elementType, bool fills) {
  Type index = IndexType::get(elementType.getContext());
  Type array = getArrayType(elementType);
  SmallVector<Type> inputs{array, index, index};
  if (fills)
    inputs.push_back(elementType);
  return FunctionType::get(elementType.getContext(), inputs, array);
}

/// Whether this is a function that an earlier run of the pass made.
static bool isGrowthFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto array = type.getNumInputs() == 0
                   ? MemRefType()
                   : dyn_cast<MemRefType>(type.getInput(0));
  if (!array || function.isDeclaration())
    return false;
  bool fills = type.getNumInputs() == 4;
  return type == getGrowthType(array.getElementType(), fills) &&
         function.getName() == getGrowthName(array.getElementType(), fills);
}

/// Whether a symbol with the name of a function that passes make is one.
static bool isMade(Operation *symbol) {
  StringRef name = SymbolTable::getSymbolName(symbol).getValue();
  auto function = dyn_cast<func::FuncOp>(symbol);
  if (name.starts_with(kGrowthPrefix))
    return function && isGrowthFunction(function);
  if (name.starts_with(kEntriesPrefix))
    return function && isEntriesFunction(function);
  if (name.starts_with(kCombinePrefix))
    return function && isCombineFunction(function);
  if (name.starts_with(kCollectPrefix))
    return function && isCollectFunction(function);
  if (name.starts_with(kTablePrefix))
    return function && isTableFunction(function);
  if (name.starts_with(kGallopPrefix))
    return function && isGallopFunction(function);
  return true;
}

LogicalResult verifyFunctionNames(ModuleOp module) {
  WalkResult result = module.walk([&](SymbolOpInterface symbol) -> WalkResult {
    // What is lowered already in a nested module needs no more functions.
    bool isLowered = isa<LLVM::LLVMFuncOp>(symbol) &&
                     symbol->getParentOp() != module.getOperation();
    if (isLowered || !SymbolTable::getSymbolName(symbol))
      return success();
    if (failed(verifyRuntimeName(symbol)))
      return failure();
    return isMade(symbol) ? success() : refuseName(symbol);
  });
  return failure(result.wasInterrupted());
}

func::FuncOp getGrowthFunction(ImplicitLocOpBuilder &b, Type elementType,
                               bool fills) {
  FunctionType type = getGrowthType(elementType, fills);
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getGrowthName(elementType, fills), type);
  if (!function.isDeclaration())
    return function;

  OpBuilder::InsertionGuard guard(b);
  Block *body = startColdFunction(b, function);
  emitGrowth(b, elementType, body->getArgument(0), body->getArgument(1),
             body->getArgument(2), fills ? body->getArgument(3) : Value());
  return function;
}

} // namespace weft
