//===- CheckDeviceAccesses.cpp - Checks in device code ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code cannot end a kernel. A thread leaves an access beyond an array
// out and goes on, after it has noted the index: for each access, the launch
// has a number, which is the largest such index and one more, or zero. The host
// looks at them when the launch is done.
//
//===----------------------------------------------------------------------===//

#include "CheckDeviceAccesses.h"

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/FailurePlaces.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;

namespace {
/// An access of a list by one thread.
struct DeviceAccess {
  Operation *op = nullptr;
  Value array, index;
  /// How many elements after each other it has.
  int64_t count = 1;
};

/// Adds the checks of one launch and its kernel.
class DeviceChecks {
public:
  DeviceChecks(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel)
      : launch(launch), kernel(kernel) {}

  /// Returns the number of accesses.
  int64_t emit();

private:
  void findAccesses();
  /// Whether the size of an array can be had: it is a constant, or that of an
  /// argument.
  bool hasLength(Value array);
  /// Gives the kernel the lengths of its arrays, and the numbers.
  void addArguments();
  Value emitLength(ImplicitLocOpBuilder &b, Value array);
  void emitCheck(Operation *op, int64_t number);
  /// Ends the kernel if a thread has noted something.
  void emitFailures();

  gpu::LaunchFuncOp launch;
  gpu::GPUFuncOp kernel;
  SmallVector<DeviceAccess> accesses;
  /// The lengths of arguments: in the kernel, and at the launch.
  llvm::MapVector<Value, std::pair<Value, Value>> lengths;
  /// The numbers in the kernel, and of the host.
  Value noted, hostNoted;
};
} // namespace

/// The array and the first index of an access; none if it is no access.
static DeviceAccess getAccess(Operation *op) {
  auto describe = [op](Value array, ValueRange indices, int64_t count) {
    return indices.size() == 1 ? DeviceAccess{op, array, indices.front(), count}
                               : DeviceAccess();
  };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return describe(load.getMemRef(), load.getIndices(), 1);
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return describe(store.getMemRef(), store.getIndices(), 1);
  if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
    return describe(update.getMemref(), update.getIndices(), 1);
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return describe(load.getBase(), load.getIndices(),
                    load.getVectorType().getNumElements());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return describe(store.getBase(), store.getIndices(),
                    store.getVectorType().getNumElements());
  return {};
}

bool DeviceChecks::hasLength(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  bool isArgument = argument &&
                    argument.getOwner() == &kernel.getBody().front() &&
                    argument.getArgNumber() < kernel.getNumArguments();
  return isArgument || cast<MemRefType>(array.getType()).hasStaticShape();
}

void DeviceChecks::findAccesses() {
  kernel.walk([&](Operation *op) {
    DeviceAccess access = getAccess(op);
    if (access.op && hasLength(access.array))
      accesses.push_back(access);
  });
}

void DeviceChecks::addArguments() {
  auto host = launch->getParentOfType<func::FuncOp>();
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  auto addArgument = [&](Value value) -> Value {
    unsigned number = kernel.getNumArguments();
    (void)kernel.insertArgument(number, value.getType(), {}, launch.getLoc());
    launch.getKernelOperandsMutable().append(value);
    return kernel.getArgument(number);
  };
  for (const DeviceAccess &access : accesses) {
    auto type = cast<MemRefType>(access.array.getType());
    if (type.hasStaticShape() || lengths.contains(access.array))
      continue;
    unsigned number = cast<BlockArgument>(access.array).getArgNumber();
    Value length = memref::DimOp::create(b, launch.getKernelOperand(number),
                                         emitIndex(b, 0));
    lengths[access.array] = {addArgument(length), length};
  }
  auto type =
      MemRefType::get(static_cast<int64_t>(accesses.size()), b.getI64Type());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&host.getBody().front());
    hostNoted = memref::AllocaOp::create(b, type);
  }
  Value zero = arith::ConstantIntOp::create(b, 0, 64);
  for (int64_t number = 0; number != type.getNumElements(); ++number)
    memref::StoreOp::create(b, zero, hostNoted,
                            ValueRange(emitIndex(b, number)));
  noted = addArgument(hostNoted);
}

Value DeviceChecks::emitLength(ImplicitLocOpBuilder &b, Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.hasStaticShape() ? emitIndex(b, type.getNumElements())
                               : lengths[array].first;
}

/// What a thread has in the place of a component that it does not load.
static Value emitZero(ImplicitLocOpBuilder &b, Type type) {
  auto pair = dyn_cast<ComplexType>(type);
  if (!pair)
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(pair.getElementType()));
  return complex::CreateOp::create(b, pair, zero, zero);
}

/// Emits that a thread notes an index: the largest counts.
static void emitNote(ImplicitLocOpBuilder &b, Value noted, int64_t number,
                     Value index) {
  Type word = b.getI64Type();
  Value last = arith::ConstantIntOp::create(b, -1, 64);
  Value one = arith::ConstantIntOp::create(b, 1, 64);
  Value value = arith::IndexCastOp::create(b, word, index);
  Value isLast =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value, last);
  value = arith::SelectOp::create(b, isLast, last,
                                  arith::AddIOp::create(b, value, one));
  auto update = memref::GenericAtomicRMWOp::create(
      b, noted, ValueRange(emitIndex(b, number)));
  ImplicitLocOpBuilder body(b.getLoc(), b.getContext());
  body.setInsertionPointToEnd(update.getBody());
  Value largest = arith::MaxUIOp::create(body, update.getCurrentValue(), value);
  memref::AtomicYieldOp::create(body, largest);
}

void DeviceChecks::emitCheck(Operation *op, int64_t number) {
  // The checks before have replaced the elements that an index is made of.
  DeviceAccess access = getAccess(op);
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value length = emitLength(b, access.array);
  Value last = access.index, isWithin;
  auto emitIsWithin = [&](Value index) -> Value {
    return emitCompare(b, arith::CmpIPredicate::ult, index, length);
  };
  isWithin = emitIsWithin(access.index);
  if (access.count > 1) {
    last = arith::AddIOp::create(b, last, emitIndex(b, access.count - 1));
    isWithin = arith::AndIOp::create(b, isWithin, emitIsWithin(last));
  }
  // Devices have no instructions for atomic updates whose results are used.
  TypeRange types;
  if (!op->use_empty())
    types = op->getResultTypes();
  auto choice = scf::IfOp::create(b, types, isWithin, /*withElseRegion=*/true);
  if (!types.empty())
    op->replaceAllUsesWith(choice);
  // Without results, the regions have their terminators already.
  auto finish = [&](Block *block, ValueRange results) {
    b.setInsertionPointToEnd(block);
    if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>())
      scf::YieldOp::create(b, results);
  };
  op->moveBefore(choice.thenBlock(), choice.thenBlock()->begin());
  finish(choice.thenBlock(), op->getResults());
  b.setInsertionPointToStart(choice.elseBlock());
  emitNote(b, noted, number, last);
  SmallVector<Value> zeros;
  for (Type type : types)
    zeros.push_back(emitZero(b, type));
  finish(choice.elseBlock(), zeros);
}

void DeviceChecks::emitFailures() {
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  b.setInsertionPointAfter(launch);
  Value zero = arith::ConstantIntOp::create(b, 0, 64);
  for (auto [number, access] : llvm::enumerate(accesses)) {
    Value value =
        memref::LoadOp::create(b, hostNoted, ValueRange(emitIndex(b, number)));
    Value isNoted =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
    Value index = arith::SubIOp::create(
        b, arith::IndexCastOp::create(b, b.getIndexType(), value),
        emitIndex(b, 1));
    auto type = cast<MemRefType>(access.array.getType());
    Value length = type.hasStaticShape() ? emitIndex(b, type.getNumElements())
                                         : lengths[access.array].second;
    emitFailIf(b, isNoted, WEFT_RT_OUT_OF_BOUNDS,
               {index, length, emitIndex(b, getPlace(access.op->getLoc()))});
  }
}

int64_t DeviceChecks::emit() {
  findAccesses();
  if (accesses.empty())
    return 0;
  addArguments();
  for (auto [number, access] : llvm::enumerate(accesses))
    emitCheck(access.op, number);
  emitFailures();
  return accesses.size();
}

int64_t weft::checkDeviceAccesses(ModuleOp module) {
  int64_t count = 0;
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches)
    if (auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
            launch, launch.getKernelAttr()))
      count += DeviceChecks(launch, kernel).emit();
  return count;
}
