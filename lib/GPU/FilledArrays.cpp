//===- FilledArrays.cpp - Arrays that the host fills ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that fills an array stores one value at each of its elements.
//
//===----------------------------------------------------------------------===//

#include "FilledArrays.h"

#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// The iterations that a thread of a block fills at most.
static constexpr int64_t kFillsPerThread = 4;

/// Whether a value is the number of elements of an array.
static bool isLength(Value value, memref::AllocOp array) {
  if (array.getType().getRank() != 1)
    return false;
  return array.getType().isDynamicDim(0)
             ? value == array.getDynamicSizes().front()
             : getConstantIntValue(value) == array.getType().getDimSize(0);
}

/// The loop that an operation fills an array in; null if it does not.
static scf::ForOp getFillLoop(Operation *user, memref::AllocOp array) {
  auto store = dyn_cast<memref::StoreOp>(user);
  auto loop = store ? dyn_cast<scf::ForOp>(store->getParentOp()) : scf::ForOp();
  if (!loop || store.getMemRef() != array.getResult() ||
      store.getIndices().size() != 1 ||
      store.getIndices().front() != loop.getInductionVar() ||
      !loop.isDefinedOutsideOfLoop(store.getValueToStore()) ||
      loop.getBody()->getOperations().size() != 2 || getGPUUnit(loop) ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1 ||
      !isLength(loop.getUpperBound(), array))
    return {};
  return loop;
}

/// The only loop of the host that writes an array, which fills it; null if the
/// host writes or, unless `mayRead`, reads it elsewhere. `launches` are those
/// that use it.
static scf::ForOp findFill(Value value, bool mayRead,
                           SmallVectorImpl<Operation *> &launches) {
  auto array = value.getDefiningOp<memref::AllocOp>();
  if (!array)
    return {};
  scf::ForOp fill;
  for (Operation *user : value.getUsers()) {
    if (auto launch = user->getParentOfType<mlir::gpu::LaunchOp>()) {
      launches.push_back(launch);
      continue;
    }
    if (isa<memref::DeallocOp, memref::DimOp, func::ReturnOp>(user) ||
        (mayRead && isa<memref::LoadOp>(user)))
      continue;
    scf::ForOp loop = getFillLoop(user, array);
    if (!loop || fill)
      return {};
    fill = loop;
  }
  return fill;
}

TypedAttr weft::gpu::getFill(Value array, mlir::gpu::LaunchOp launch) {
  SmallVector<Operation *> launches;
  scf::ForOp fill = findFill(array, /*mayRead=*/true, launches);
  if (!fill || llvm::any_of(launches, [&](Operation *other) {
        return other != launch.getOperation();
      }))
    return {};
  Operation *around = fill->getBlock()->findAncestorOpInBlock(*launch);
  if (!around || !fill->isBeforeInBlock(around))
    return {};
  for (Operation *op = launch; op != around; op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op->getParentOp()))
      return {};
  auto store = cast<memref::StoreOp>(&fill.getBody()->front());
  TypedAttr constant;
  return matchPattern(store.getValueToStore(), m_Constant(&constant))
             ? constant
             : TypedAttr();
}

/// What the kernel that fills an array is named after: `fill_y` for an array of
/// a result `y`, and `fill` for one of a workspace.
static std::string getFillName(Value array) {
  StringRef tensor = getTensorName(
      array, array.getDefiningOp()->getParentOfType<func::FuncOp>());
  return tensor.empty() ? "fill" : ("fill_" + tensor).str();
}

/// Has blocks take the iterations of a loop.
static scf::ForOp shareFill(scf::ForOp fill, int64_t threads) {
  ImplicitLocOpBuilder b(fill.getLoc(), fill);
  auto store = cast<memref::StoreOp>(&fill.getBody()->front());
  ArrayNameAttr name = getArrayName(store.getMemRef().getLoc());
  reportPassed(fill, "map_to_gpu",
               "fills " + (name ? describe(name) : "the array") +
                   " on the device");
  auto emitIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value zero = emitIndex(0), one = emitIndex(1),
        tile = emitIndex(threads * kFillsPerThread),
        length = fill.getUpperBound();
  auto blocks = scf::ForOp::create(
      b, zero, arith::CeilDivUIOp::create(b, length, tile), one);
  b.setInsertionPoint(blocks.getBody()->getTerminator());
  Value first = arith::MulIOp::create(b, blocks.getInductionVar(), tile);
  Value count =
      arith::MinUIOp::create(b, arith::SubIOp::create(b, length, first), tile);
  auto each = scf::ForOp::create(b, zero, count, one);
  b.setInsertionPoint(each.getBody()->getTerminator());
  memref::StoreOp::create(
      b, store.getValueToStore(), store.getMemRef(),
      arith::AddIOp::create(b, first, each.getInductionVar()).getResult());
  LoopInfo info;
  info.gpu = GPUUnit::Block;
  setLoopInfo(blocks, info);
  info.gpu = GPUUnit::Thread;
  info.gpuSize = threads;
  setLoopInfo(each, info);
  blocks.getInductionVar().setLoc(NameLoc::get(
      b.getStringAttr(getFillName(store.getMemRef())), fill.getLoc()));
  each.getInductionVar().setLoc(b.getUnknownLoc());
  fill.erase();
  return blocks;
}

SmallVector<scf::ForOp> weft::gpu::shareFills(func::FuncOp function,
                                              int64_t threads) {
  SmallVector<scf::ForOp> fills;
  function.walk([&](memref::AllocOp array) {
    SmallVector<Operation *> launches;
    scf::ForOp fill = findFill(array, /*mayRead=*/false, launches);
    if (fill && !launches.empty() &&
        !fill->getParentOfType<mlir::gpu::LaunchOp>())
      fills.push_back(fill);
  });
  for (scf::ForOp &fill : fills)
    fill = shareFill(fill, threads);
  return fills;
}
