//===- HostAccesses.cpp - Arrays that host and device share -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime knows at each call whether the host or the device has the newer
// contents of an array, and copies only then. A call stands before the largest
// operation that has the access and no launch, which is outside of the loops of
// the host.
//
//===----------------------------------------------------------------------===//

#include "HostAccesses.h"

#include "ArrayAccesses.h"

#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

Value weft::gpu::getArray(Value view) {
  while (auto cast = view.getDefiningOp<ViewLikeOpInterface>())
    view = cast.getViewSource();
  return view;
}

/// Whether the host only reads arrays by an operation.
static bool isLoad(Operation *user) {
  return isa<memref::LoadOp, vector::LoadOp, vector::MaskedLoadOp,
             vector::GatherOp>(user);
}

/// Whether the host writes arrays by an operation, and keeps no address.
static bool isStore(Operation *user) {
  return isa<memref::StoreOp, memref::AtomicRMWOp, memref::GenericAtomicRMWOp,
             memref::CopyOp, vector::StoreOp, vector::MaskedStoreOp,
             vector::ScatterOp>(user);
}

/// Adds the uses of an array or of a view of it.
static void addUses(Value view, HostUse &use) {
  for (OpOperand &operand : view.getUses()) {
    Operation *user = operand.getOwner();
    auto cast = dyn_cast<ViewLikeOpInterface>(user);
    if (cast && cast.getViewSource() == view) {
      addUses(user->getResult(0), use);
    } else if (isLoad(user) || isStore(user)) {
      auto copy = dyn_cast<memref::CopyOp>(user);
      bool writes = isStore(user) && !(copy && copy.getTarget() != view);
      use.accesses[user] |= writes;
      use.isWritten |= writes;
    } else if (!isa<memref::DimOp, memref::DeallocOp, func::ReturnOp,
                    mlir::gpu::LaunchFuncOp>(user)) {
      use.isTracked = false;
    }
  }
}

HostUse weft::gpu::findHostUse(Value array) {
  HostUse use;
  use.isAllocated = array.getDefiningOp<memref::AllocOp>();
  auto argument = dyn_cast<BlockArgument>(array);
  bool isParameter =
      argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  use.isTracked = use.isAllocated || isParameter;
  addUses(array, use);
  return use;
}

ArgumentKind weft::gpu::findArgumentKind(mlir::gpu::LaunchFuncOp launch,
                                         mlir::gpu::GPUFuncOp kernel,
                                         unsigned number) {
  Value operand = launch.getKernelOperand(number);
  if (!isa<MemRefType>(operand.getType()))
    return ArgumentKind::Scalar;
  if (!weft::gpu::isWritten(kernel.getArgument(number)))
    return ArgumentKind::Reads;
  HostUse use = findHostUse(getArray(operand));
  return use.isTracked && use.isAllocated && !use.isWritten
             ? ArgumentKind::Defines
             : ArgumentKind::Writes;
}

Value weft::gpu::emitPointer(OpBuilder &builder, Location loc, Value array) {
  ImplicitLocOpBuilder b(loc, builder);
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(b, array);
  Value word = arith::IndexCastOp::create(b, b.getI64Type(), index);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  return LLVM::IntToPtrOp::create(b, pointer, word);
}

namespace {
/// Emits the calls of one function.
class HostAccesses {
public:
  HostAccesses(func::FuncOp function, ModuleOp module)
      : function(function), module(module) {}

  LogicalResult emit();

private:
  void findLaunches();
  /// Emits a call for an array, which the code behind it accesses.
  LogicalResult emitAccess(OpBuilder b, Location loc, Value array,
                           bool isWritten);
  /// Whether an array is one of an operand, which nothing writes.
  bool isOperand(Value array);
  /// Has the contents of an array be those of the host after each launch.
  LogicalResult emitAfterLaunches(Value array);
  /// Emits the calls before what the host does with an array.
  LogicalResult emitAccesses(Value array);
  LogicalResult emitFinish();

  func::FuncOp function;
  ModuleOp module;
  SmallVector<mlir::gpu::LaunchFuncOp> launches;
  /// What launches are in.
  llvm::SetVector<Operation *> around;
  llvm::SetVector<Value> arrays;
};
} // namespace

void HostAccesses::findLaunches() {
  function.walk([&](mlir::gpu::LaunchFuncOp launch) {
    launches.push_back(launch);
    for (Operation *op = launch->getParentOp(); op != function;
         op = op->getParentOp())
      around.insert(op);
    for (Value operand : launch.getKernelOperands())
      if (isa<MemRefType>(operand.getType()))
        arrays.insert(getArray(operand));
  });
}

LogicalResult HostAccesses::emitAccess(OpBuilder builder, Location loc,
                                       Value array, bool isWritten) {
  ImplicitLocOpBuilder b(loc, builder);
  auto callee =
      getRuntimeFunction<LLVM::LLVMFuncOp>(b, module, "weft_rt_access");
  if (!callee)
    return failure();
  Value written = arith::ConstantIntOp::create(b, isWritten, 64);
  LLVM::CallOp::create(b, callee,
                       ValueRange{emitPointer(b, loc, array), written});
  return success();
}

bool HostAccesses::isOperand(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  return argument && argument.getOwner() == &function.getBody().front() &&
         function.getArgAttr(argument.getArgNumber(), "weft.array");
}

LogicalResult HostAccesses::emitAfterLaunches(Value array) {
  for (mlir::gpu::LaunchFuncOp launch : launches) {
    bool takesArray =
        llvm::any_of(launch.getKernelOperands(), [&](Value operand) {
          return isa<MemRefType>(operand.getType()) &&
                 getArray(operand) == array;
        });
    OpBuilder b(launch);
    b.setInsertionPointAfter(launch);
    if (takesArray && failed(emitAccess(b, launch.getLoc(), array, true)))
      return failure();
  }
  return success();
}

LogicalResult HostAccesses::emitAccesses(Value array) {
  HostUse use = findHostUse(array);
  if (!use.isTracked && isOperand(array))
    return emitAccess(OpBuilder::atBlockBegin(&function.getBody().front()),
                      function.getLoc(), array, /*isWritten=*/false);
  if (!use.isTracked)
    return emitAfterLaunches(array);
  llvm::SmallMapVector<Operation *, bool, 8> places;
  for (auto [access, writes] : use.accesses) {
    Operation *place = access;
    while (place->getParentOp() != function &&
           !around.contains(place->getParentOp()))
      place = place->getParentOp();
    places[place] |= writes;
  }
  // What is only read stays current on the device.
  for (auto [place, writes] : places)
    if (failed(emitAccess(OpBuilder(place), place->getLoc(), array, writes)))
      return failure();
  return success();
}

LogicalResult HostAccesses::emitFinish() {
  WalkResult result = function.walk([&](func::ReturnOp op) -> WalkResult {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    auto callee =
        getRuntimeFunction<func::FuncOp>(b, module, "weft_rt_finish_launches");
    if (!callee)
      return failure();
    func::CallOp::create(b, callee, ValueRange());
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult HostAccesses::emit() {
  if (function.isExternal())
    return success();
  findLaunches();
  // Operands may be on the device before.
  for (BlockArgument argument : function.getArguments())
    if (isOperand(argument))
      arrays.insert(argument);
  for (Value array : arrays)
    if (failed(emitAccesses(array)))
      return failure();
  return launches.empty() ? success() : emitFinish();
}

LogicalResult weft::gpu::emitHostAccesses(func::FuncOp function,
                                          ModuleOp module) {
  return HostAccesses(function, module).emit();
}
