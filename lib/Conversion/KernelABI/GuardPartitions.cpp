//===- GuardPartitions.cpp - Partitions of loops that can fail --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failure unwinds to the caller of a kernel, but not past the frames of
// OpenMP, nor to another thread. So each partition of a parallel loop is run by
// the runtime, which catches its failure, and the thread that began the loop
// fails when all are done.
//
// A call of a partition outside of a parallel region is one for all iterations.
// The runtime decides which of them threads share, and guards these by itself.
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
#define GEN_PASS_DEF_WEFTGUARDPARTITIONS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
class PartitionGuard {
public:
  explicit PartitionGuard(ModuleOp module)
      : symbols(module), b(module.getLoc(), module.getBodyRegion()),
        ptr(LLVM::LLVMPointerType::get(module.getContext())),
        none(LLVM::LLVMVoidType::get(module.getContext())) {}

  /// Lets the runtime run a partition, or share the iterations of one.
  LogicalResult convert(LLVM::CallOp call);

private:
  LogicalResult guard(LLVM::CallOp call, omp::ParallelOp parallel);
  LogicalResult share(LLVM::CallOp call);
  LLVM::LLVMFuncOp getRuntime(StringRef name) {
    return getRuntimeFunction<LLVM::LLVMFuncOp>(b, symbols.getOp(), name);
  }
  /// A function that takes the arguments of a partition from a structure, but
  /// for the last `numTaken`, which it has as well.
  LLVM::LLVMFuncOp getThunk(LLVM::CallOp call, LLVM::LLVMStructType arguments,
                            unsigned numTaken, StringRef suffix);
  /// Room in a function for operands of a call, and code that stores them.
  Value emitRoom(LLVM::LLVMStructType type);
  void emitStores(LLVM::LLVMStructType type, Value room, ValueRange values);
  Value emitField(LLVM::LLVMStructType type, Value base, int32_t field) {
    return LLVM::GEPOp::create(b, ptr, type, base,
                               ArrayRef<LLVM::GEPArg>{0, field});
  }

  SymbolTable symbols;
  ImplicitLocOpBuilder b;
  Type ptr, none;
};
} // namespace

LLVM::LLVMFuncOp PartitionGuard::getThunk(LLVM::CallOp call,
                                          LLVM::LLVMStructType arguments,
                                          unsigned numTaken, StringRef suffix) {
  OpBuilder::InsertionGuard guard(b);
  auto partition = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
  b.setInsertionPointAfter(partition);
  SmallVector<Type> types = {ptr};
  llvm::append_range(types, partition.getArgumentTypes().take_back(numTaken));
  auto thunk = LLVM::LLVMFuncOp::create(
      b, (partition.getName() + suffix).str(),
      LLVM::LLVMFunctionType::get(none, types), LLVM::Linkage::Internal);
  symbols.insert(thunk);
  Block *body = thunk.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  SmallVector<Value> values;
  for (auto [field, type] : llvm::enumerate(arguments.getBody()))
    values.push_back(LLVM::LoadOp::create(
        b, type, emitField(arguments, body->getArgument(0), field)));
  llvm::append_range(values, body->getArguments().drop_front());
  LLVM::CallOp::create(b, partition, values);
  LLVM::ReturnOp::create(b, ValueRange());
  return thunk;
}

Value PartitionGuard::emitRoom(LLVM::LLVMStructType type) {
  Value one = LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1));
  return LLVM::AllocaOp::create(b, ptr, type, one);
}

void PartitionGuard::emitStores(LLVM::LLVMStructType type, Value room,
                                ValueRange values) {
  for (auto [field, value] : llvm::enumerate(values))
    LLVM::StoreOp::create(b, value, emitField(type, room, field));
}

LogicalResult PartitionGuard::guard(LLVM::CallOp call,
                                    omp::ParallelOp parallel) {
  LLVM::LLVMFuncOp fork = getRuntime("weft_rt_fork");
  LLVM::LLVMFuncOp join = getRuntime("weft_rt_join");
  LLVM::LLVMFuncOp runPartition = getRuntime("weft_rt_run_partition");
  if (!fork || !join || !runPartition)
    return failure();
  b.setInsertionPoint(parallel);
  Value team = LLVM::CallOp::create(b, fork, ValueRange()).getResult();
  b.setInsertionPointAfter(parallel);
  LLVM::CallOp::create(b, join, team);

  // Each thread has room for the arguments of its partition.
  auto arguments = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(call.getOperandTypes()));
  b.setInsertionPointToStart(&parallel.getRegion().front());
  Value room = emitRoom(arguments);
  b.setInsertionPoint(call);
  emitStores(arguments, room, call.getArgOperands());
  Value thunk =
      LLVM::AddressOfOp::create(b, getThunk(call, arguments, 0, "_guarded"));
  LLVM::CallOp::create(b, runPartition, ValueRange{team, thunk, room});
  call.erase();
  return success();
}

LogicalResult PartitionGuard::share(LLVM::CallOp call) {
  auto partition = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
  bool isAppending = partition->hasAttr(kAppendingAttr);
  unsigned numTaken = getNumTaken(partition);
  LLVM::LLVMFuncOp share =
      getRuntime(isAppending ? "weft_rt_share_appends" : "weft_rt_share");
  if (!share)
    return failure();
  Type i64 = b.getI64Type();
  if (call.getNumResults() != 0 || call.getArgOperands().size() < numTaken ||
      !llvm::all_of(call.getArgOperands().take_back(numTaken).getTypes(),
                    [&](Type type) { return type == i64; }))
    return call.emitOpError(
               "expected a partition of a loop, outside of a parallel "
               "region, to take the bounds of its iterations")
           << (isAppending ? " and the address of what it carries" : "")
           << " as the last " << (isAppending ? "three" : "two")
           << " arguments";
  ValueRange captured = call.getArgOperands().drop_back(numTaken);
  ValueRange taken = call.getArgOperands().take_back(numTaken);
  auto arguments = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(captured.getTypes()));
  // The loop may be in others; its room is taken once.
  auto kernel = call->getParentOfType<LLVM::LLVMFuncOp>();
  b.setInsertionPointToStart(&kernel.getBody().front());
  Value room = emitRoom(arguments);
  b.setInsertionPoint(call);
  emitStores(arguments, room, captured);
  Value thunk = LLVM::AddressOfOp::create(
      b, getThunk(call, arguments, numTaken, "_shared"));
  SmallVector<Value> passed{taken[0], taken[1], thunk, room};
  if (isAppending)
    passed.push_back(LLVM::IntToPtrOp::create(b, ptr, taken[2]));
  LLVM::CallOp::create(b, share, passed);
  call.erase();
  return success();
}

/// What a field of a descriptor was set to, as far as that is in sight.
static Value getField(Value value) {
  auto field = value.getDefiningOp<LLVM::ExtractValueOp>();
  Value whole = field ? field.getContainer() : Value();
  while (whole) {
    auto set = whole.getDefiningOp<LLVM::InsertValueOp>();
    if (set && set.getPosition() == field.getPosition())
      return set.getValue();
    whole = set ? set.getContainer() : Value();
  }
  return value;
}

/// Tells a partition what holds of arrays that are operands of the kernel (see
/// EntryBuilder::markArguments in GenerateKernelABI.cpp).
static void markOperands(LLVM::LLVMFuncOp partition, LLVM::CallOp call) {
  auto kernel = call->getParentOfType<LLVM::LLVMFuncOp>();
  if (!kernel->hasAttr(kKernelAttr))
    return;
  for (auto [index, value] : llvm::enumerate(call.getArgOperands()))
    if (isa<LLVM::LLVMPointerType>(value.getType()) &&
        llvm::is_contained(kernel.getArguments(), getField(value)))
      partition.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                           UnitAttr::get(partition.getContext()));
}

LogicalResult PartitionGuard::convert(LLVM::CallOp call) {
  b.setLoc(call.getLoc());
  markOperands(symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee()), call);
  auto parallel = call->getParentOfType<omp::ParallelOp>();
  if (parallel && symbols.lookup(*call.getCallee())->hasAttr(kAppendingAttr))
    return call.emitOpError("expected what appends to be run outside of a "
                            "parallel region");
  return parallel ? guard(call, parallel) : share(call);
}

/// The partitions of loops that the functions of a module call.
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
    if (callee && callee->hasAttr(kPartitionAttr))
      calls.push_back(call);
    return WalkResult::advance();
  });
  return calls;
}

static LogicalResult guardPartitions(ModuleOp module) {
  SmallVector<LLVM::CallOp> calls = findCalls(module);
  if (calls.empty())
    return success();
  PartitionGuard guard(module);
  for (LLVM::CallOp call : calls)
    if (failed(guard.convert(call)))
      return failure();
  return success();
}

namespace {
struct GuardPartitionsPass
    : weft::impl::WeftGuardPartitionsBase<GuardPartitionsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk(
        [](ModuleOp module) -> WalkResult { return guardPartitions(module); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
