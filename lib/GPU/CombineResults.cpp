//===- CombineResults.cpp - Combine values of threads -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces what the threads that run a loop carry: the threads of a warp by
// shuffles, and the warps of a block through shared memory.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "LaunchScope.h"
#include "Shuffles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

Value LaunchScope::combineLanes(Builder &b, Operation *combiner, Value value,
                                int64_t lanes) {
  for (int32_t offset = lanes / 2; offset != 0; offset /= 2)
    value = emitCombination(
        b, combiner, value,
        emitShuffle(b, value, arith::ConstantIntOp::create(b, offset, 32),
                    shape.warpSize, mlir::gpu::ShuffleMode::XOR, mask));
  return value;
}

Value LaunchScope::combineWarps(Builder &b, Operation *combiner, Value value) {
  int64_t numWarps = shape.getNumWarps();
  auto space = mlir::gpu::AddressSpaceAttr::get(
      b.getContext(), mlir::gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get(numWarps, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  Value partial = launch.addWorkgroupAttribution(type, b.getLoc());
  Value thread = emitThread(b), size = emitIndex(b, shape.warpSize);
  Value warp = arith::DivUIOp::create(b, thread, size);
  Value lane = arith::RemUIOp::create(b, thread, size);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, emitIndex(b, 0));
  auto store = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(store.thenYield());
    memref::StoreOp::create(b, value, partial, warp);
  }
  mlir::gpu::BarrierOp::create(b);
  Value sum = memref::LoadOp::create(b, partial, emitIndex(b, 0));
  for (int64_t number = 1; number < numWarps; ++number)
    sum = emitCombination(
        b, combiner, sum,
        memref::LoadOp::create(b, partial, emitIndex(b, number)));
  mlir::gpu::BarrierOp::create(b);
  return sum;
}

LogicalResult LaunchScope::combineResults(scf::ForOp loop, Unit unit,
                                          bool isWarp) {
  Builder b(loop.getLoc(), loop);
  auto refuse = [&]() -> InFlightDiagnostic {
    return loop.emitError("cannot run on ")
           << (isWarp ? "gpu_warp" : "gpu_thread") << ": ";
  };
  combineConstants(loop);
  SmallVector<Operation *> combiners;
  for (unsigned number : llvm::seq(loop.getNumResults())) {
    Operation *combiner = findCombiner(loop, number);
    if (!combiner || !hasIdentity(combiner) ||
        !canShuffle(loop.getResult(number).getType()))
      return refuse() << "an iteration uses the value of the one before, and "
                         "does not only combine it with another one by a "
                         "commutative operation with an identity; run a loop "
                         "around it there";
    if (keepsOrder(combiner))
      return refuse()
             << "floating-point reassociation is not allowed (strict-fp); "
                "run a loop around it there";
    combiners.push_back(combiner);
  }
  if (combiners.empty())
    return success();
  // All threads of a warp carry the partial result of the warp.
  Value isFirst =
      isWarp ? arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                     emitNumber(b, unit, /*isWarp=*/true),
                                     emitIndex(b, 0))
             : emitFirst(b, unit);
  for (auto [number, combiner] : llvm::enumerate(combiners)) {
    Value identity = emitIdentity(b, combiner);
    OpOperand &init = loop.getInitsMutable()[number];
    init.set(arith::SelectOp::create(b, isFirst, init.get(), identity));
  }
  b.setInsertionPointAfter(loop);
  for (auto [combiner, result] :
       llvm::zip_equal(combiners, loop.getResults())) {
    SmallVector<OpOperand *> uses =
        llvm::to_vector(llvm::make_pointer_range(result.getUses()));
    Value value = result;
    if (!isWarp)
      value = combineLanes(b, combiner, value,
                           unit == Unit::Warp ? lanes : shape.warpSize);
    if (unit == Unit::Block && shape.getNumWarps() > 1)
      value = combineWarps(b, combiner, value);
    for (OpOperand *use : uses)
      use->set(value);
  }
  return success();
}
