//===- GuardParts.cpp - Parts of loops that can fail ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failure unwinds to the caller of a kernel, but not past the frames of
// OpenMP, nor to another thread. So each part of a parallel loop is run by the
// runtime, which catches its failure, and the thread that began the loop fails
// when all are done.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace weft {
#define GEN_PASS_DEF_WEFTGUARDPARTS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
class PartGuard {
public:
  explicit PartGuard(ModuleOp module)
      : symbols(module), b(module.getLoc(), module.getBodyRegion()),
        ptr(LLVM::LLVMPointerType::get(module.getContext())),
        none(LLVM::LLVMVoidType::get(module.getContext())) {}

  LogicalResult guard(LLVM::CallOp call);

private:
  LLVM::LLVMFuncOp getRuntime(StringRef name) {
    return getRuntimeFunction<LLVM::LLVMFuncOp>(b, symbols.getOp(), name);
  }
  /// A function that takes the arguments of a part from a structure.
  LLVM::LLVMFuncOp getThunk(LLVM::LLVMFuncOp part,
                            LLVM::LLVMStructType arguments);
  Value emitField(LLVM::LLVMStructType type, Value base, int32_t field) {
    return LLVM::GEPOp::create(b, ptr, type, base,
                               ArrayRef<LLVM::GEPArg>{0, field});
  }

  SymbolTable symbols;
  ImplicitLocOpBuilder b;
  Type ptr, none;
};
} // namespace

LLVM::LLVMFuncOp PartGuard::getThunk(LLVM::LLVMFuncOp part,
                                     LLVM::LLVMStructType arguments) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(part);
  auto thunk = LLVM::LLVMFuncOp::create(
      b, (part.getName() + "_guarded").str(),
      LLVM::LLVMFunctionType::get(none, {ptr}), LLVM::Linkage::Internal);
  symbols.insert(thunk);
  Block *body = thunk.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  SmallVector<Value> values;
  for (auto [field, type] : llvm::enumerate(arguments.getBody()))
    values.push_back(LLVM::LoadOp::create(
        b, type, emitField(arguments, body->getArgument(0), field)));
  LLVM::CallOp::create(b, part, values);
  LLVM::ReturnOp::create(b, ValueRange());
  return thunk;
}

LogicalResult PartGuard::guard(LLVM::CallOp call) {
  auto part = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
  auto parallel = call->getParentOfType<omp::ParallelOp>();
  if (!parallel)
    return call.emitOpError("expected a part of a loop to be called inside of "
                            "a parallel region");
  b.setLoc(call.getLoc());
  LLVM::LLVMFuncOp fork = getRuntime("weft_rt_fork");
  LLVM::LLVMFuncOp join = getRuntime("weft_rt_join");
  LLVM::LLVMFuncOp runPart = getRuntime("weft_rt_run_part");
  if (!fork || !join || !runPart)
    return failure();
  b.setInsertionPoint(parallel);
  Value team = LLVM::CallOp::create(b, fork, ValueRange()).getResult();
  b.setInsertionPointAfter(parallel);
  LLVM::CallOp::create(b, join, team);

  // Each thread has room for the arguments of its part.
  auto arguments = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(call.getOperandTypes()));
  b.setInsertionPointToStart(&parallel.getRegion().front());
  Value one = LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1));
  Value room = LLVM::AllocaOp::create(b, ptr, arguments, one);
  b.setInsertionPoint(call);
  for (auto [field, value] : llvm::enumerate(call.getArgOperands()))
    LLVM::StoreOp::create(b, value, emitField(arguments, room, field));
  Value thunk = LLVM::AddressOfOp::create(b, getThunk(part, arguments));
  LLVM::CallOp::create(b, runPart, ValueRange{team, thunk, room});
  call.erase();
  return success();
}

/// The parts of loops that the functions of a module call.
static SmallVector<LLVM::CallOp> findCalls(ModuleOp module) {
  SmallVector<LLVM::CallOp> calls;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Symbols of other tables are not seen here.
    if (op != module && op->hasTrait<OpTrait::SymbolTable>())
      return WalkResult::skip();
    auto call = dyn_cast<LLVM::CallOp>(op);
    auto callee = call && call.getCallee()
                      ? module.lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee())
                      : LLVM::LLVMFuncOp();
    if (callee && callee->hasAttr(kPartAttr))
      calls.push_back(call);
    return WalkResult::advance();
  });
  return calls;
}

static LogicalResult guardParts(ModuleOp module) {
  SmallVector<LLVM::CallOp> calls = findCalls(module);
  if (calls.empty())
    return success();
  PartGuard guard(module);
  for (LLVM::CallOp call : calls)
    if (failed(guard.guard(call)))
      return failure();
  return success();
}

namespace {
struct GuardPartsPass : weft::impl::WeftGuardPartsBase<GuardPartsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk(
        [](ModuleOp module) -> WalkResult { return guardParts(module); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
